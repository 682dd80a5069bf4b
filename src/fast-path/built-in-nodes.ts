import type { CompiledGuard } from '../check/compiled-guard.ts'
import { ErrorLimit } from '../errors/error-limit.ts'
import { InFlight } from '../errors/in-flight.ts'
import { type BuiltInCheck, type BuiltInRules, readBuiltInRules } from '../mongoose/built-in-rules.ts'
import { setsDefault } from '../mongoose/empty-arrays.ts'
import type { ValidatorEntry } from '../mongoose/mongoose.ts'
import { hasImplicitDefault } from '../mongoose/schema-type.ts'
import type { FieldPlan, NodePlan, TypedNodePlan } from '../plan/plan.ts'
import { rootPosition } from '../plan/position.ts'
import { measureOf } from '../rules/measures.ts'
import { ruleSite } from '../rules/rule-site.ts'
import { runRules } from '../rules/run-rules.ts'
import { standsInFor } from '../rules/stand-ins.ts'
import type { GeneratedCode, Reading } from './generated-code.ts'

/**
 * What becomes of a body that lacks a field: nothing, a question to the schema's functions and defaults, or an error
 * for sure.
 */
export type Absence = 'accepted' | 'needs rules' | 'fails'

export type FastPathGuard = Pick<CompiledGuard, 'model' | 'hasDocumentRules'>

/**
 * Tells what of a plan is decided without any function of the schema. What it reads of Mongoose, the generated code
 * watches.
 */
export class BuiltInNodes {
  private readonly rules = new Map<TypedNodePlan, Reading<BuiltInRules | undefined>>()
  private readonly absences = new Map<NodePlan, Reading<Absence>>()

  constructor(
    private readonly code: GeneratedCode,
    private readonly guard: FastPathGuard,
  ) {}

  /** The rules of a node where all of them are Mongoose's own. */
  rulesOf(node: TypedNodePlan): BuiltInRules | undefined {
    return this.code.readOnce(this.rules, node, () => this.readRules(node))
  }

  /** Of a field, which the route may not judge. */
  absenceIn({ whenAbsent }: FieldPlan): Absence {
    return whenAbsent === undefined ? 'accepted' : this.absenceOf(whenAbsent)
  }

  private absenceOf(node: NodePlan): Absence {
    return this.code.readOnce(this.absences, node, () => this.readAbsence(node))
  }

  /** Whether an array of the body does for rules that only measure it. */
  standsIn(): boolean {
    return standsInFor(this.guard)
  }

  private isMeasurable({ kind }: TypedNodePlan): boolean {
    return (kind === 'array' || kind === 'documentArray') && this.standsIn()
  }

  private readRules(node: TypedNodePlan): BuiltInRules | undefined {
    const { type, isContainer, hasBuiltInCast } = node.schema
    this.code.rests.watchType(type)
    if (!hasBuiltInCast) return undefined
    const rules = readBuiltInRules(type, this.isMeasurable(node) ? checkOfMeasure : undefined)
    if (rules === undefined) return undefined
    if (isContainer) {
      if (!rules.checks.every(isMeasure)) return undefined
      if (rules.checks.length > 0) this.code.rests.watchResult(this, 'standsIn', true)
    }
    if (rules.presence !== undefined) {
      const { owner, property } = rules.presence
      this.code.rests.watchProperty(owner, property)
      this.code.rests.watchProperty(type, 'checkRequired')
    }
    return rules
  }

  private readAbsence(node: NodePlan): Absence {
    if (node.kind === 'nested') {
      const absences = node.plan.fields.map((field) => this.absenceIn(field))
      return (['fails', 'needs rules'] as const).find((absence) => absences.includes(absence)) ?? 'accepted'
    }
    const { type } = node.schema
    if (this.canBeAbsent(node)) {
      this.code.rests.watchProperty(type, 'defaultValue')
      this.code.rests.watchProperty(type, 'isRequired')
      return 'accepted'
    }
    return !setsDefault(node.schema) && typeof type.originalRequiredValue !== 'function' ? 'fails' : 'needs rules'
  }

  private canBeAbsent(node: TypedNodePlan): boolean {
    const { type, isContainer } = node.schema
    // Where nothing is sent and nothing is set, Mongoose runs no other rule.
    if (!setsDefault(node.schema)) return type.isRequired !== true
    this.code.rests.watchType(type)
    const rules = this.rulesOf(node)
    if (rules === undefined) return false
    if (hasImplicitDefault(type)) return isContainer ? takesNone(rules) : type.validators.length === 0
    if (isContainer && type.defaultValue === null) return type.validators.length === 0
    if (type.defaultValue === Date.now) return type.instance === 'Date' && rules.checks.length === 0
    if (isContainer || typeof type.defaultValue === 'function') return false
    // Others may judge the same value otherwise another time: by the clock, or by where a regular expression goes on.
    if (!rules.checks.every(({ limit, values }) => limit !== undefined || values !== undefined)) return false
    for (const { values = [] } of rules.checks) this.code.rests.watchContent(values)
    try {
      const site = ruleSite(
        { model: this.guard.model, inFlight: new InFlight(), limit: new ErrorLimit(1, undefined) },
        type,
        rootPosition,
      )
      const value = type.getDefault()
      return runRules(site, value, value === undefined) === undefined
    } catch {
      return false
    }
  }
}

/** A rule that only measures an array, where the answer is plain. */
function checkOfMeasure({ validator }: ValidatorEntry): BuiltInCheck | undefined {
  const measure = measureOf(validator)
  if (measure === undefined) return undefined
  const check = (array: unknown) => {
    const answer: unknown = (validator as (array: unknown) => unknown)(array)
    return answer === true || (typeof answer === 'number' && answer > 0)
  }
  return { check, limit: undefined, values: undefined, isFixed: measure.isFixed }
}

function isMeasure({ isFixed }: BuiltInCheck): boolean {
  return isFixed !== undefined
}

/** Whether the `[]` that Mongoose gives in place of nothing passes for good. */
function takesNone({ checks }: BuiltInRules): boolean {
  return checks.every(({ check, isFixed }) => isFixed === true && Reflect.apply(check, undefined, [[]]) === true)
}
