import type { BuiltInRules } from '../mongoose/built-in-rules.ts'
import type { SchemaLevel } from '../mongoose/schema-nodes.ts'
import {
  type ArrayPlan,
  type DocumentArrayPlan,
  type FieldPlan,
  type LevelPlan,
  type MapPlan,
  type NodePlan,
  type ObjectPlan,
  objectPlansOf,
} from '../plan/plan.ts'
import { maxDepth } from '../values/body-limits.ts'
import { isPlainObject } from '../values/plain-object.ts'
import { objectLike } from '../values/object-like.ts'
import { isForbiddenKey } from '../values/reserved-keys.ts'
import { setOwn } from '../values/set-own.ts'
import { BuiltInNodes } from './built-in-nodes.ts'
import { copyFree, countTextCode, countValues } from './free-content.ts'
import { Freshness } from './freshness.ts'
import type { GeneratedCode } from './generated-code.ts'
import type { LateRuleCollector } from './late-rules.ts'
import type { FieldFacts } from './survey-code.ts'
import { copyCode } from './write-copy.ts'
import { type ArrayTarget, type ElementCode, elementsCode } from './write-elements.ts'
import { isInReach, objectsIn } from './reach.ts'
import { keySwitch } from './write-keys.ts'
import { leafCode, noRules } from './write-leaf.ts'
import { eachKey, type FieldContent, hasOwn, loopCode } from './write-loop.ts'
import { leaving, seenCode } from './write-seen.ts'
import { isWide, wideCode } from './write-wide.ts'

/** Where the code of a call finds its value. */
interface CallTarget {
  readonly isNullable: boolean
  /** What is done about a value that is not good. */
  readonly leave: string
}

/** What the code of a whole body knows besides. */
export interface WholeBody {
  /** Rules that call functions of the schema are run later. */
  readonly late: LateRuleCollector
  /** All other objects are left to the walker. */
  readonly reach: ReadonlySet<ObjectPlan>
  /** Of what their functions leave, the walker is told what they saw. */
  readonly seenPlans: readonly ObjectPlan[]
}

/**
 * With more discriminators than this, the one that each of many elements picks is looked up: their texts are compared
 * letter by letter.
 */
const mostKinds = 8

/** Where code is `undefined`, only the walker can tell what becomes of the value. */
export class BodyWriter {
  private readonly functions = new Map<ObjectPlan | MapPlan, { readonly name: string; readonly freshness: Freshness }>()
  /** Objects that the walker alone can accept. */
  private readonly walkerOnly = new Set<string>()
  /** `Object.prototype.hasOwnProperty`. */
  private readonly has: string
  /** Functions that are being written. */
  private readonly unfinished = new Set<string>()
  /** Functions that call themselves, if only through others. */
  private readonly recursive = new Set<string>()
  private attempts = 0
  private readonly isPlain: string

  constructor(
    private readonly code: GeneratedCode,
    private readonly builtIn: BuiltInNodes,
    /** Given where the code is for a whole body, and not for one value in it. */
    private readonly whole?: WholeBody,
  ) {
    this.has = hasOwn(code)
    this.isPlain = code.constant(isPlainObject)
  }

  level(plan: LevelPlan): string {
    return this.object(plan.base(), () => {
      const { schema } = plan
      const discriminators = schema.discriminators()
      const { rests } = this.code
      // Mongoose sets it with the first discriminator, and adds the key to the fields.
      rests.watchProperty(schema.schema, 'discriminatorMapping')
      if (schema.schema.discriminatorMapping) rests.watchResult(schema, 'discriminators', discriminators)
      return this.dispatch(plan, discriminators)
    })
  }

  /** A function of the value of a field, and the depth of its object. */
  field(node: NodePlan): string | undefined {
    return isInReach(objectsIn(node)) ? this.attempt(this.content(node, 'v', 0, 'return')) : undefined
  }

  /** As {@link field}, for an element. */
  element(plan: LevelPlan): string | undefined {
    if (!isInReach(objectPlansOf(plan))) return undefined
    return this.attempt(this.call(this.level(plan), 'v', 0, { isNullable: false, leave: 'return' }))
  }

  private attempt(content: string | undefined): string | undefined {
    if (content === undefined) return undefined
    const name = `t${this.attempts++}`
    const text = `function ${name}(v, d) {
  try {${content}
        return v
  } catch {}
}`
    return this.code.define(name, text)
  }

  /** Hands an object that picks a discriminator on to the discriminator's function. */
  private dispatch(plan: LevelPlan, discriminators: ReadonlyMap<unknown, SchemaLevel>): string | undefined {
    const { schema, isKeyAllowed } = plan
    const baseValue = schema.discriminatorValue
    if (baseValue === undefined && discriminators.size === 0) return ''
    if (typeof schema.schema.paths[schema.discriminatorKey]?.defaultValue === 'function') return undefined
    const assumed = schema.defaultDiscriminator() ?? baseValue
    if (assumed !== baseValue) return undefined
    if (!isKeyAllowed) return ''
    const key = JSON.stringify(schema.discriminatorKey)
    const branches = Array.from(discriminators.keys()).flatMap((kind): [kind: string | number, code: string][] => {
      const child = plan.child(kind)
      // Mongoose compares with nothing but texts and numbers.
      return child === undefined ? [] : [[kind as string | number, `return ${this.object(child)}(b, d)`]]
    })
    return `
  const kind = ${this.has}.call(b, ${key}) ? b[${key}] : undefined
  if (kind !== undefined && kind !== null && kind !== ${this.code.constant(baseValue)}) ${keySwitch(this.code, 'kind', branches, 'return', mostKinds)}`
  }

  /** A function that gives the copy of an object `b`, or `undefined`. */
  private object(plan: ObjectPlan, dispatch: () => string | undefined = () => ''): string {
    if (this.whole?.reach.has(plan) === false) return this.outOfReach()
    return this.named(plan, (name) => this.objectNamed(name, plan, dispatch()))
  }

  private outOfReach(): string {
    const name = 'outOfReach'
    if (!this.walkerOnly.has(name)) this.code.define(name, `function ${name}() {}`)
    this.walkerOnly.add(name)
    return name
  }

  private objectNamed(name: string, plan: ObjectPlan, dispatch: string | undefined): string {
    const hasMany = isWide(plan.fields, plan.partial)
    const isSeen = !hasMany && this.whole?.seenPlans.includes(plan) === true
    const fields = plan.fields.map((field, index): FieldContent => {
      const { key, node } = field
      const freshness = new Freshness()
      const content = this.code.within(freshness, () => this.content(node, 'v', 0, isSeen ? leaving(index) : 'return'))
      return {
        name: key,
        key: JSON.stringify(key),
        local: `v${index}`,
        content,
        freshness,
        isOptional: this.canLack(field),
      }
    })
    const isHopeless = fields.some(({ content, isOptional }) => content === undefined && !isOptional)
    if (isHopeless || dispatch === undefined) {
      this.walkerOnly.add(name)
      return `function ${name}() {}`
    }
    if (!hasMany) for (const { freshness } of fields) this.code.rests.include(freshness)
    const { ignored } = plan
    const statements = () => {
      if (hasMany) return wideCode({ code: this.code, name, fields, ignored })
      if (isSeen) return seenCode(this.code, name, plan, fields, (field) => this.factsOf(field))
      return `${loopCode(this.code, fields, ignored)}${copyCode(this.code, fields)}`
    }
    return `function ${name}(b, d) {
  if (d > ${maxDepth} || typeof b !== 'object' || b === null || Array.isArray(b) || ArrayBuffer.isView(b)) return${dispatch}
  ${this.counted(name)}${statements()}
}`
  }

  /** Only what stands in itself may be many times as large as its text: arrays are counted by themselves. */
  private counted(name: string): string {
    return this.recursive.has(name) ? `${this.code.constant(countValues)}(1)\n  ` : ''
  }

  private map(node: MapPlan): string {
    return this.named(node, (name) => this.mapNamed(name, node))
  }

  private mapNamed(name: string, node: MapPlan): string {
    const content = this.whole?.late.hasRules(node.value) ? undefined : this.content(node.value, 'v', 0, 'return')
    if (content === undefined) {
      this.walkerOnly.add(name)
      return `function ${name}() {}`
    }
    const statements = `o ??= ${this.code.constant(objectLike)}(b, k)
    ${countTextCode(this.code, 'k')}
    if (${this.code.constant(isForbiddenKey)}(k)) return
    if (v === undefined) continue${content}
    ${this.code.constant(setOwn)}(o, k, v)`
    return `function ${name}(b, d) {
  if (d > ${maxDepth} || !${this.isPlain}(b)) return
  ${this.counted(name)}let o
  ${eachKey(this.code, statements)}
  return o ?? {}
}`
  }

  /** Code that leaves the copy of a value in the variable, or returns. `depth` counts arrays within the function. */
  private content(node: NodePlan, v: string, depth: number, leave: string): string | undefined {
    if (node.kind === 'nested') return this.call(this.object(node.plan), v, depth, { isNullable: false, leave })
    const rules = this.builtIn.rulesOf(node)
    if (rules === undefined) {
      const target = { v, depth, isNullable: false, leave }
      return this.whole?.late.canRun(node) ? leafCode(this.code, node, noRules, target) : undefined
    }
    const isNullable = node.isNullable && !rules.isRequired
    switch (node.kind) {
      case 'leaf':
        return leafCode(this.code, node, rules, { v, depth, isNullable, leave })
      case 'mixed': {
        if (rules.checks.length > 0) return undefined
        const copied = `${this.code.constant(copyFree)}(${v}, d + ${depth + 1})`
        // An undefined field is absent, and an undefined element null.
        const copy = depth === 0 ? `if (${v} !== undefined) ${v} = ${copied}` : `${v} = ${copied} ?? null`
        return `${isNullable ? '' : `\n        if (${v} === null) ${leave}`}\n        ${copy}`
      }
      case 'subdocument':
        return this.call(this.level(node.level), v, depth, { isNullable, leave })
      case 'documentArray':
        return this.judged(node, rules, { v, depth, leave }, this.documents(node, { v, depth, leave }))
      case 'array':
        return this.judged(node, rules, { v, depth, leave }, this.array(node, { v, depth, leave }))
      case 'map':
        return this.call(this.map(node), v, depth, { isNullable, leave })
      default:
        return undefined
    }
  }

  private factsOf(field: FieldPlan): FieldFacts {
    const isLate = this.whole?.late.hasRules(field.node) === true
    return { isAbsenceAccepted: this.builtIn.absenceIn(field) === 'accepted', isLate }
  }

  private canLack(field: FieldPlan): boolean {
    const absence = this.builtIn.absenceIn(field)
    return absence === 'accepted' || (absence === 'needs rules' && this.whole !== undefined)
  }

  private array(node: ArrayPlan, target: ArrayTarget): string | undefined {
    const content: ElementCode = (e, leave) => this.content(node.item, e, target.depth + 1, leave)
    return this.elements(node, target, content)
  }

  /** The code of an array, with that of its rules: those that are run here only measure it. */
  private judged(
    { schema }: ArrayPlan | DocumentArrayPlan,
    { isRequired, checks }: BuiltInRules,
    { v, leave }: ArrayTarget,
    array: string | undefined,
  ): string | undefined {
    const tests = checks.map(({ check }) => `!${this.code.constant(check)}(${v})`)
    // It is none then, and may have a default in its place.
    if (schema.isAbsentWhenEmpty && (isRequired || tests.length > 0)) tests.unshift(`${v}.length === 0`)
    return array === undefined || tests.length === 0 ? array : `${array}\n        if (${tests.join(' || ')}) ${leave}`
  }

  private documents(node: DocumentArrayPlan, target: ArrayTarget): string | undefined {
    const { schema, level } = node
    this.code.rests.watchType(schema.element)
    if (schema.element.validators.length > 0) return undefined
    const name = this.level(level)
    return this.elements(node, target, (e, leave) => this.call(name, e, target.depth + 1, { isNullable: false, leave }))
  }

  private elements(node: NodePlan, array: ArrayTarget, content: ElementCode): string | undefined {
    // Whose rules run later: the walker sees its elements again.
    const isKept = this.whole?.late.hasRules(node) !== true
    return elementsCode(this.code, isKept ? node : undefined, array, content)
  }

  private call(name: string, v: string, depth: number, { isNullable, leave }: CallTarget): string | undefined {
    if (this.walkerOnly.has(name)) return undefined
    const test = `(${v} = ${name}(${v}, d + ${depth + 1})) === undefined`
    return `\n        if (${isNullable ? `${v} !== null && ` : ''}${test}) ${leave}`
  }

  /** The function of a plan, written once; what it rests on, its callers rest on, too. */
  private named(plan: ObjectPlan | MapPlan, write: (name: string) => string): string {
    const known = this.functions.get(plan)
    if (known !== undefined) {
      this.code.rests.include(known.freshness)
      if (this.unfinished.has(known.name)) this.recursive.add(known.name)
      return known.name
    }
    const name = `f${this.functions.size}`
    const freshness = new Freshness()
    this.code.rests.include(freshness)
    this.functions.set(plan, { name, freshness })
    this.unfinished.add(name)
    const text = this.code.within(freshness, () => write(name))
    this.unfinished.delete(name)
    return this.code.define(name, text)
  }
}
