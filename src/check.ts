import type { GuardErrorItem } from './types/error-item.ts'
import { AnswerSize } from './answer-size.ts'
import { choosePlan } from './discriminator.ts'
import { buildDocument } from './document.ts'
import { forbiddenField, invalidBody, invalidType, invalidValue } from './error-item.ts'
import { andThen, type MaybePromise } from './maybe-promise.ts'
import { isPlainObject } from './plain-object.ts'
import type { LevelPlan, MapPlan, NodePlan, ObjectPlan, TypedNodePlan, UnionPlan, ValuePlan } from './plan.ts'
import { PositionRules } from './position-rules.ts'
import { Report } from './report.ts'
import { isMongoose8, type Position } from './rules.ts'
import type { MongooseModel } from './schema.ts'

/** MongoDB's limit for the nesting of a document; the body itself is the first level. */
const maxDepth = 100

export type Outcome = { ok: true; validated: Body } | { ok: false; errors: GuardErrorItem[] }
type Body = Record<string, unknown>

export interface Check {
  readonly model: MongooseModel
  readonly plan: LevelPlan
  readonly maxErrors: number
}

/**
 * Walks a body along its plan and reports every problem found, in schema order, forbidden keys of an object last.
 *
 * A value of the wrong JSON form gets `invalid_type` and no rule errors: Mongoose's rules assume the right type. A key
 * outside the plan gets one `forbidden_field`; nothing below it is looked at, so that the work stays proportional to
 * the allowed part of the body. Gives a promise exactly when a rule gave one.
 */
export function checkBody(check: Check, body: unknown): MaybePromise<Outcome> {
  if (!isPlainObject(body)) return failed([invalidBody(notAnObject(body))])
  const report = new Report(check.maxErrors, new AnswerSize(body))
  const walk = new Walk(check, report)
  let validated: Body
  try {
    validated = walk.body(body)
  } catch (error) {
    if (error !== tooDeep) throw error
    return failed([invalidBody(`Body is nested deeper than ${maxDepth} levels`)])
  }
  const outcomeOf = (errors: GuardErrorItem[]): Outcome =>
    errors.length > 0 ? failed(errors) : { ok: true, validated }
  return andThen(report.finish(), outcomeOf)
}

function failed(errors: GuardErrorItem[]): Outcome {
  return { ok: false, errors }
}

function notAnObject(body: unknown): string {
  if (body === undefined) {
    return 'Body was not parsed: a JSON body parser such as express.json() must run before the guard, and the request needs the header Content-Type: application/json'
  }
  return `Body must be a JSON object, received ${body === null ? 'null' : Array.isArray(body) ? 'array' : typeof body}`
}

/** Stands for a value that the walk did not accept. */
const refused = Symbol('refused')
const tooDeep = new Error('The body is nested too deep')

class Walk {
  private readonly rules: PositionRules
  private depth = 0
  private wrongTypes = 0
  private partial: boolean
  /** What a Union's member made of an object: recursive Unions would ask again and again. */
  private readonly probes = new Map<unknown, Map<TypedNodePlan, unknown>>()
  private accepted: Body = {}

  constructor(
    private readonly check: Check,
    private readonly report: Report,
  ) {
    const { model, plan } = check
    this.partial = plan.partial
    const update = plan.partial ? plan.schema : undefined
    this.rules = new PositionRules(model, report, () => buildDocument(model, this.accepted, update))
  }

  body(raw: Body): Body {
    this.enter()
    return (this.accepted = this.level(this.check.plan, raw, ''))
  }

  /** The fields of one schema; their paths in messages start anew. */
  private level(plan: LevelPlan, raw: Body, path: string, assumed?: unknown): Body {
    const outer = this.partial
    this.partial = plan.partial
    const { plan: chosen, unknownKey } = choosePlan(plan, raw, plan.partial ? undefined : assumed)
    const accepted = this.object(chosen, raw, { path, textPath: '' }, unknownKey)
    this.partial = outer
    return accepted
  }

  private object(plan: ObjectPlan, raw: Body, at: Position, unknownKey?: string): Body {
    const accepted: Body = {}
    for (const { key, node } of plan.fields) {
      if (this.report.full) return accepted
      const value = Object.hasOwn(raw, key) ? raw[key] : undefined
      if (value === undefined) {
        if (!this.partial) this.absent(node, below(at, key))
        continue
      }
      if (key === unknownKey) {
        this.unknownDiscriminator(below(at, key), value)
        continue
      }
      const result = this.node(node, value, below(at, key))
      if (result !== refused) accepted[key] = result
    }
    for (const key of Object.keys(raw)) {
      if (this.report.full) break
      if (!plan.by.has(key)) this.report.push(forbiddenField(below(at, key).path))
    }
    return accepted
  }

  /** Mongoose validates such a body against the schema itself, but `Model.create()` then throws. */
  private unknownDiscriminator({ path, textPath }: Position, value: unknown): void {
    const message = `\`${String(value)}\` is not a valid enum value for path \`${textPath}\`.`
    this.report.push(invalidValue(path, 'enum', message))
  }

  private absent(node: NodePlan, at: Position): void {
    if (node.kind !== 'nested') {
      this.rules.absent(node, at)
      return
    }
    for (const { key, node: child } of node.plan.fields) this.absent(child, below(at, key))
  }

  private node(node: NodePlan, raw: unknown, at: Position): unknown {
    if (node.kind !== 'nested') return this.typed(node, raw, at, 0)
    if (raw === null && node.whole) {
      this.rules.belowNull(node.plan, at)
      return null
    }
    if (!isPlainObject(raw)) return this.wrongType('object', raw, at)
    this.enter()
    const accepted = this.object(node.plan, raw, at)
    this.depth--
    return accepted
  }

  private typed(node: TypedNodePlan, raw: unknown, at: Position, mapDepth: number): unknown {
    if (raw === null) return this.null(node, at)
    switch (node.kind) {
      case 'subdocument': {
        if (!isPlainObject(raw)) return this.wrongType('object', raw, at)
        const assumed = node.level.schema.assumedDiscriminator()
        return this.container(node, at, () => this.level(node.level, raw, at.path, assumed))
      }
      case 'documentArray':
        if (!Array.isArray(raw)) return this.wrongType('array', raw, at)
        return this.container(node, at, () =>
          this.elements(raw, (element, index) => this.documentElement(node, element, at, index)),
        )
      case 'array':
        if (!Array.isArray(raw)) return this.wrongType('array', raw, at)
        return this.container(node, at, () =>
          this.elements(raw, (element, index) => this.item(node.item, element, below(at, index))),
        )
      case 'map':
        if (!isPlainObject(raw)) return this.wrongType('map', raw, at)
        return this.container(node, at, () => this.map(node, raw, at, mapDepth))
      case 'union':
        return this.union(node, raw, at, mapDepth > 0)
      default:
        return this.scalar(node, raw, at)
    }
  }

  private null(node: TypedNodePlan, at: Position): null {
    if (node.refusesNull) this.rules.refusedNull(node.schema, expectedName(node), at)
    else this.rules.value(node, null, at)
    return null
  }

  private scalar(node: ValuePlan, raw: unknown, at: Position): unknown {
    if (node.kind === 'mixed') {
      const copy = this.mixed(raw, at.path)
      this.rules.value(node, raw, at)
      return copy
    }
    if (!isAccepted(node, raw)) return this.wrongType(expectedName(node), raw, at)
    this.rules.value(node, raw, at)
    return isPlainObject(raw) ? this.mixed(raw, at.path) : raw
  }

  /** A copy without own `__proto__` keys, which Mongoose does not store but whatever copies the value may obey. */
  private mixed(raw: unknown, path: string): unknown {
    if (Array.isArray(raw)) return this.elements(raw, (element, index) => this.mixed(element, `${path}.${index}`))
    if (!isPlainObject(raw)) return raw
    this.enter()
    const copy: Body = {}
    for (const key of Object.keys(raw)) {
      if (key !== '__proto__') copy[key] = this.mixed(raw[key], `${path}.${key}`)
    }
    if (Object.hasOwn(raw, '__proto__')) this.report.push(forbiddenField(`${path}.__proto__`))
    this.depth--
    return copy
  }

  /** Elements that are refused leave a null behind: the document keeps its indexes. */
  private elements(raw: readonly unknown[], visit: (element: unknown, index: number) => unknown): unknown[] {
    this.enter()
    const accepted: unknown[] = []
    for (let index = 0; index < raw.length && !this.report.full; index++) {
      const result = visit(raw[index] ?? null, index)
      accepted.push(result === refused ? null : result)
    }
    this.depth--
    return accepted
  }

  private documentElement(
    node: TypedNodePlan & { kind: 'documentArray' },
    raw: unknown,
    array: Position,
    index: number,
  ): unknown {
    const at = below(array, index)
    const type = node.schema.element
    if (raw === null) {
      this.rules.nullElement(type, array, at)
      return null
    }
    if (!isPlainObject(raw)) return this.wrongType('object', raw, at)
    const before = this.wrongTypes
    const isIntact = () => this.wrongTypes === before
    return this.rules.aroundElement(
      type,
      array,
      at,
      () => this.entered(() => this.level(node.level, raw, at.path)),
      isIntact,
    )
  }

  /** An element of an array that is no array of sub-documents. Mongoose runs the rules of the innermost type only. */
  private item(node: TypedNodePlan, raw: unknown, at: Position): unknown {
    switch (node.kind) {
      case 'array':
        return this.row(raw, at, (element, index) => this.item(node.item, element, below(at, index)))
      case 'documentArray':
        return this.row(raw, at, (element, index) => this.rowDocument(node.level, element, below(at, index)))
      case 'union':
        return raw === null ? this.null(node, at) : this.union(node, raw, at, true)
      case 'mixed':
        return this.withoutRules(() => this.typed(node, raw, at, 0))
      case 'map': {
        if (raw === null) return this.null(node, at)
        if (!isPlainObject(raw)) return this.wrongType('map', raw, at)
        return this.container(node, at, () => this.withoutRules(() => this.map(node, raw, at, 0)))
      }
      default:
        return this.typed(node, raw, at, 0)
    }
  }

  private row(raw: unknown, at: Position, visit: (element: unknown, index: number) => unknown): unknown {
    if (Array.isArray(raw)) return this.elements(raw, visit)
    if (raw !== null) return this.wrongType('array', raw, at)
    this.report.push(invalidType(at.path, 'array', raw))
    // A null row is what Mongoose handles in no consistent way.
    return []
  }

  private rowDocument(plan: LevelPlan, raw: unknown, at: Position): unknown {
    if (!isPlainObject(raw)) return raw === null ? this.nullRefused('object', at) : this.wrongType('object', raw, at)
    return this.entered(() => this.level(plan, raw, at.path))
  }

  private nullRefused(expected: string, at: Position): null {
    this.report.push(invalidType(at.path, expected, null))
    return null
  }

  private map(node: MapPlan, raw: Body, at: Position, mapDepth: number): Body {
    const accepted: Body = {}
    const forbidden: string[] = []
    const visit = (key: string) => this.typed(node.value, raw[key], below(at, key), mapDepth + 1)
    // Mongoose runs no rules on Mixed values, nor below the second of nested Maps.
    const silent = node.value.kind === 'mixed' || mapDepth >= 2
    for (const key of Object.keys(raw)) {
      if (this.report.full) return accepted
      if (isForbiddenKey(key)) {
        forbidden.push(key)
      } else if (raw[key] !== undefined) {
        const result = silent ? this.withoutRules(() => visit(key)) : visit(key)
        if (result !== refused) accepted[key] = result
      }
    }
    for (const key of forbidden) {
      if (this.report.full) break
      this.report.push(forbiddenField(below(at, key).path))
    }
    return accepted
  }

  private union(node: UnionPlan, raw: unknown, at: Position, isContent: boolean): unknown {
    const member = node.members.find((candidate) => this.probe(candidate, raw, at) !== refused)
    if (member === undefined) return this.wrongType('union', raw, at)
    const accepted = this.probe(member, raw, at)
    // Since Mongoose 9 a sub-document in a Union is validated, but not as the content of an array or a Map.
    const validates = member.kind === 'subdocument' && !isContent && !isMongoose8(this.rules.model)
    if (!node.schema.container) this.rules.value(node, raw, at)
    else this.container(node, at, () => (validates ? this.level(member.level, raw as Body, at.path) : accepted))
    return accepted
  }

  /** What a member of a Union makes of a value, or {@link refused} where it is not in the member's form. */
  private probe(member: TypedNodePlan, raw: unknown, at: Position): unknown {
    const known = this.probes.get(raw)
    if (known?.has(member) === true) return known.get(member)
    const report = new Report(1, new AnswerSize(raw))
    const walk = new Walk(this.check, report)
    walk.rules.off = true
    walk.depth = this.depth
    const accepted = walk.typed(member, raw, at, 0)
    const result = report.clean ? accepted : refused
    if (typeof raw === 'object') this.probes.set(raw, (known ?? new Map<TypedNodePlan, unknown>()).set(member, result))
    return result
  }

  private container<T>(node: TypedNodePlan, at: Position, content: () => T): T {
    const before = this.wrongTypes
    const isObject = node.kind === 'subdocument' || node.kind === 'map'
    return this.rules.around(
      node,
      at,
      isObject ? () => this.entered(content) : content,
      () => this.wrongTypes === before,
    )
  }

  private entered<T>(content: () => T): T {
    this.enter()
    const accepted = content()
    this.depth--
    return accepted
  }

  private withoutRules<T>(content: () => T): T {
    const outer = this.rules.off
    this.rules.off = true
    const accepted = content()
    this.rules.off = outer
    return accepted
  }

  private wrongType(expected: string, raw: unknown, at: Position): typeof refused {
    this.measure(raw)
    this.wrongTypes++
    this.report.push(invalidType(at.path, expected, raw))
    return refused
  }

  /** A wrong type hides no depth: whatever is no forbidden field counts. */
  private measure(raw: unknown): void {
    if (typeof raw !== 'object' || raw === null) return
    this.enter()
    for (const key of Object.keys(raw)) this.measure((raw as Body)[key])
    this.depth--
  }

  private enter(): void {
    if (++this.depth > maxDepth) throw tooDeep
  }
}

function isAccepted(node: ValuePlan, raw: unknown): boolean {
  const { type, castsPlainly } = node.schema
  const casts = (value: unknown) => {
    try {
      type.cast(value)
      return true
    } catch {
      return false
    }
  }
  if (node.kind !== 'leaf') return casts(raw)
  return node.schema.form.accepts(raw, casts) && (castsPlainly || casts(raw))
}

function expectedName(node: TypedNodePlan): string {
  switch (node.kind) {
    case 'leaf':
      return node.schema.form.name
    case 'subdocument':
      return 'object'
    case 'documentArray':
      return 'array'
    default:
      return node.schema.type.instance.toLowerCase()
  }
}

/** Keys that Mongoose refuses for a Map (`MongooseMap`'s own check) when it is saved. */
function isForbiddenKey(key: string): boolean {
  return key.includes('.') || key.startsWith('$') || key === '__proto__' || key === 'constructor' || key === 'prototype'
}

function below({ path, textPath }: Position, key: string | number): Position {
  return {
    path: path === '' ? String(key) : `${path}.${key}`,
    textPath: textPath === '' ? String(key) : `${textPath}.${key}`,
  }
}
