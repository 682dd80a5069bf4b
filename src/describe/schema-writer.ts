import { behaviorOf } from '../mongoose/behavior.ts'
import { declaredPresence } from '../mongoose/declared-rules.ts'
import type { MongooseModel } from '../mongoose/mongoose.ts'
import { typeNameOf } from '../mongoose/schema-type.ts'
import { validatesMembers } from '../mongoose/validated-members.ts'
import { choosePlan } from '../plan/discriminator.ts'
import type { LevelPlan, NodePlan, ObjectPlan, TypedNodePlan, UnionPlan, ValuePlan } from '../plan/plan.ts'
import type { JSONSchema } from '../types/json-schema.ts'
import type { JsonForm } from '../values/json-forms.ts'
import { mapKeyPattern } from '../values/reserved-keys.ts'
import { setOwn } from '../values/set-own.ts'
import { isNeeded, needsElement, nestedTakesNull } from './absence.ts'
import { defaultKeyword } from './default-keyword.ts'
import { type Dialect, withKeywords } from './dialect.ts'
import { levelUses } from './level-uses.ts'
import { ruleKeywords } from './rule-keywords.ts'
import { withNotes } from './rule-notes.ts'
import type { Parts } from './schema-parts.ts'

function takesAnything({ kind, schema }: TypedNodePlan): boolean {
  return kind === 'mixed' && schema.hasBuiltInCast
}

/** Those with a pattern of several lines. */
const longForms = new Set(['date', 'bigint'])

/** The type of the JSON values that the rules of a leaf are about: a date is a text in JSON, and none for its rules. */
function ruledType({ form }: { readonly form: JsonForm }): unknown {
  const { type } = form.schema
  return type === 'string' && form.name !== 'string' ? undefined : type
}

/** How a level is looked at: the same schema may stand in places where other rules count. */
interface LevelView {
  /** Mongoose runs no rules in some places, such as a Map in an array. */
  readonly runsRules: boolean
  /** Not a single sub-document, where a default may pick the discriminator. */
  readonly isElement: boolean
  readonly name: string
  /** Keys that are looked at elsewhere. */
  readonly foreignKeys?: readonly string[]
}

/** What stands for the key that picks a discriminator. */
interface PickedKey {
  readonly key: string
  /** Without one, the key may not be there. */
  readonly schema: JSONSchema | undefined
  readonly isRequired: boolean
}

/** Says in JSON Schema what `check/walk.ts` does with a body; its methods follow those of the walker. */
export class SchemaWriter {
  private readonly named = new Map<string, string>()
  private readonly uses: ReturnType<typeof levelUses>
  private readonly dialect: Dialect

  constructor(
    private readonly model: MongooseModel,
    root: LevelPlan,
    private readonly parts: Parts,
  ) {
    this.uses = levelUses(root)
    this.dialect = parts.dialect
  }

  /** A body, or what stands beside a document in it: the foreign keys are of the document. */
  root(level: LevelPlan, view: LevelView, foreignKeys: readonly string[]): JSONSchema {
    return foreignKeys.length === 0 ? this.level(level, view) : this.levelBody(level, { ...view, foreignKeys })
  }

  /** In place where it is met once, else by a name. */
  private level(level: LevelPlan, view: LevelView): JSONSchema {
    const { id, count } = this.uses(level)
    if (count < 2) return this.levelBody(level, view)
    const key = `${id} ${view.runsRules} ${view.isElement}`
    let name = this.named.get(key)
    if (name === undefined) {
      this.named.set(key, (name = this.parts.reserve(view.name)))
      this.parts.definitions[name] = this.levelBody(level, { ...view, name })
    }
    return { $ref: this.parts.prefix + name }
  }

  private levelBody(level: LevelPlan, view: LevelView): JSONSchema {
    const { schema } = level
    const own = schema.discriminatorValue
    const values = [...schema.discriminators().keys()]
    const assumed = view.isElement || level.partial ? undefined : schema.defaultDiscriminator()
    const unpicked = choosePlan(level, {}, assumed).plan
    const key = schema.discriminatorKey
    if (!level.isKeyAllowed || (own === undefined && values.length === 0)) return this.object(unpicked, view)
    if (values.length === 0) return this.object(unpicked, view, this.keyOf(unpicked, key, own, view))
    const branches = values.flatMap((value) => {
      const plan = level.child(value)
      const only = plan && this.keyValue(plan.byKey.get(key)?.node, value, view.runsRules)
      if (plan === undefined || only === undefined) return []
      const picked = { key, schema: only, isRequired: true }
      return [[String(value), this.branch(`${view.name}.${String(value)}`, this.object(plan, view, picked))] as const]
    })
    const none = this.keyOf(unpicked, key, own, view)
    if (branches.length === 0) return this.object(unpicked, view, none)
    const without = none.isRequired ? [] : [this.object(unpicked, view, none)]
    return {
      type: 'object',
      oneOf: [...branches.map(([, branch]) => branch), ...without],
      discriminator: {
        propertyName: key,
        mapping: Object.fromEntries(branches.map(([value, { $ref }]) => [value, $ref])),
      },
    }
  }

  /** `discriminator` names its branches. */
  private branch(wanted: string, schema: JSONSchema): JSONSchema {
    const name = this.parts.reserve(wanted)
    this.parts.definitions[name] = schema
    return { $ref: this.parts.prefix + name }
  }

  /** The key of a discriminator in the plan that is picked without it. */
  private keyOf(plan: ObjectPlan, key: string, own: unknown, { runsRules }: LevelView): PickedKey {
    const { node, whenAbsent } = plan.byKey.get(key) ?? {}
    if (node === undefined || node.kind === 'nested') return { key, schema: undefined, isRequired: false }
    const takesNull = this.takesNull(node, runsRules)
    const isRequired = runsRules && isNeeded(whenAbsent)
    const schema = own === undefined ? undefined : this.keyValue(node, own, runsRules)
    if (schema === undefined) return { key, schema: takesNull ? this.dialect.nothing : undefined, isRequired }
    return { key, schema: takesNull ? this.orNull(schema) : schema, isRequired }
  }

  /**
   * The one value that picks a discriminator, with what else the schema or the route demands of its key; `undefined`
   * where the key can have no such value.
   */
  private keyValue(node: NodePlan | undefined, value: unknown, runsRules: boolean): JSONSchema | undefined {
    const kind = typeof value
    if (kind !== 'string' && kind !== 'number' && kind !== 'boolean') return undefined
    if (node?.kind !== 'leaf')
      return node !== undefined && isContainer(node) ? undefined : { type: kind, enum: [value] }
    const { form, type } = node.schema
    if (!form.accepts(value, () => true)) return undefined
    const name = form.isNative ? {} : { 'x-mongoose-type': typeNameOf(type) }
    const only = { type: form.schema.type ?? kind, enum: [value], ...name }
    if (!runsRules) return only
    const jsonType = ruledType(node.schema)
    const { keywords } = ruleKeywords(type, jsonType)
    const { enum: values = [value] } = keywords as { enum?: readonly unknown[] }
    const ruled = { ...keywords, ...only, enum: values.includes(value) ? [value] : [null] }
    return withNotes(ruled, type, jsonType, this.dialect)
  }

  private object(plan: ObjectPlan, view: LevelView, picked?: PickedKey): JSONSchema {
    const properties: Record<string, JSONSchema> = {}
    const required: string[] = []
    for (const { key, node, whenAbsent } of plan.fields) {
      const own = picked?.key === key ? picked : undefined
      const schema = own === undefined ? this.node(node, view, key) : own.schema
      if (schema === undefined) continue
      const hasDefault = !plan.partial && view.runsRules
      setOwn(properties, key, hasDefault ? withKeywords(schema, defaultKeyword(node), this.dialect) : schema)
      const isRequired = own?.isRequired ?? (view.runsRules && isNeeded(whenAbsent))
      if (isRequired) required.push(key)
    }
    for (const key of [...plan.ignored, ...(view.foreignKeys ?? [])]) {
      if (!Object.hasOwn(properties, key)) setOwn(properties, key, {})
    }
    return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false }
  }

  private node(node: NodePlan, view: LevelView, key: string): JSONSchema {
    if (node.kind !== 'nested') return this.typed(node, view.runsRules, `${view.name}.${key}`)
    const { runsRules, isElement } = view
    const schema = this.object(node.plan, { runsRules, isElement, name: `${view.name}.${key}` })
    const isNullable = node.isNullable && (!view.runsRules || nestedTakesNull(node))
    return isNullable ? this.orNull(schema) : schema
  }

  private typed(node: TypedNodePlan, runsRules: boolean, name: string, mapDepth = 0): JSONSchema {
    const below = { runsRules, name }
    switch (node.kind) {
      case 'subdocument':
        return this.finish(this.level(node.level, { ...below, isElement: false }), node, runsRules)
      case 'documentArray': {
        const items = this.level(node.level, { ...below, isElement: true })
        const elements = runsRules ? withNotes(items, node.schema.element, 'object', this.dialect) : items
        return this.finish({ type: 'array', items: elements }, node, runsRules)
      }
      case 'array': {
        const items = this.item(node.item, runsRules, name)
        const atLeast = runsRules && needsElement(node, behaviorOf(this.model)) ? { minItems: 1 } : {}
        return this.finish({ type: 'array', items, ...atLeast }, node, runsRules)
      }
      case 'map': {
        const runsBelow = runsRules && node.value.kind !== 'mixed' && mapDepth < 2
        return this.finish(this.map(this.typed(node.value, runsBelow, name, mapDepth + 1)), node, runsRules)
      }
      case 'union':
        return this.finish(this.union(node, runsRules, name), node, runsRules)
      default:
        return this.finish(this.value(node, runsRules), node, runsRules)
    }
  }

  private map(values: JSONSchema): JSONSchema {
    return { type: 'object', additionalProperties: values, ...this.dialect.keys(mapKeyPattern()) }
  }

  /** An element of an array that is no sub-document. */
  private item(node: TypedNodePlan, runsRules: boolean, name: string, isInRow = false): JSONSchema {
    switch (node.kind) {
      case 'array':
        return { type: 'array', items: this.item(node.item, runsRules, name, true) }
      case 'documentArray':
        return { type: 'array', items: this.level(node.level, { runsRules, isElement: true, name }) }
      case 'map':
        return this.finish(this.map(this.typed(node.value, false, name, 1)), node, runsRules)
      case 'union':
        return this.finish(this.union(node, runsRules, name, !isInRow), node, runsRules)
      default:
        return this.typed(node, runsRules && node.kind !== 'mixed', name)
    }
  }

  /** Of what is an object, only the first member that takes every object has a say. */
  private union(node: UnionPlan, runsRules: boolean, name: string, isElement = false): JSONSchema {
    const { members } = node
    if (members.some(takesAnything)) return {}
    const validates = runsRules && validatesMembers(node.schema, behaviorOf(this.model), isElement)
    const taker = members.findIndex(({ kind }) => kind === 'subdocument' || kind === 'map')
    const alternatives = members.flatMap((member, index) => {
      const isPast = taker !== -1 && index > taker
      if (isPast && (member.kind === 'subdocument' || member.kind === 'map')) return []
      const schema = this.typed(member, validates && member.kind === 'subdocument', name)
      return isPast ? withoutObjects(schema) : [schema]
    })
    const [first] = alternatives
    return alternatives.length === 1 && first !== undefined ? first : { anyOf: alternatives }
  }

  private value(node: ValuePlan, runsRules: boolean): JSONSchema {
    const { type } = node.schema
    if (takesAnything(node)) return {}
    if (node.kind !== 'leaf') return { 'x-mongoose-type': typeNameOf(type) }
    const { schema, name, isNative } = node.schema.form
    const whole = isNative ? { ...schema } : { ...schema, 'x-mongoose-type': typeNameOf(type) }
    const named = longForms.has(name) ? this.parts.shared(name, whole) : whole
    if (!runsRules) return named
    if (name === 'buffer' && declaredPresence(type).refusesEmpty) return notEmptyBuffer(named)
    return withKeywords(named, ruleKeywords(type, ruledType(node.schema)).keywords, this.dialect)
  }

  /** With null where the place takes it, and what has no keyword. */
  private finish(schema: JSONSchema, node: TypedNodePlan, runsRules: boolean): JSONSchema {
    const { type } = node.schema
    const takesNull = this.takesNull(node, runsRules)
    const isAnything = node.kind === 'mixed' || node.kind === 'custom' || Object.keys(schema).length === 0
    const whole = isAnything
      ? takesNull
        ? schema
        : { ...schema, not: this.dialect.nothing }
      : takesNull
        ? this.orNull(schema)
        : schema
    const jsonType = node.kind === 'leaf' ? ruledType(node.schema) : undefined
    if (!runsRules) return whole
    return withNotes(whole, type, jsonType, this.dialect, node.schema.hasBuiltInCast ? [] : ['cast'])
  }

  private takesNull(node: TypedNodePlan, runsRules: boolean): boolean {
    return node.isNullable && (!runsRules || !declaredPresence(node.schema.type).refusesNull)
  }

  private orNull(schema: JSONSchema): JSONSchema {
    const { type, enum: values, anyOf } = schema
    if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as unknown[]), this.dialect.nothing] }
    if (typeof type !== 'string' || 'oneOf' in schema) return { anyOf: [schema, this.dialect.nothing] }
    const widened = Array.isArray(values) ? { ...schema, enum: [...new Set([...(values as unknown[]), null])] } : schema
    return this.dialect.nullable(widened, type)
  }
}

/** Whether a node holds objects or arrays, and nothing else. */
function isContainer({ kind }: NodePlan): boolean {
  return kind !== 'leaf' && kind !== 'custom' && kind !== 'mixed' && kind !== 'union'
}

function withoutObjects(schema: JSONSchema): JSONSchema[] {
  if (schema.type === 'object') return []
  if (!Array.isArray(schema.anyOf)) return [schema]
  return [{ ...schema, anyOf: (schema.anyOf as JSONSchema[]).flatMap(withoutObjects) }]
}

function notEmptyBuffer(schema: JSONSchema): JSONSchema {
  const properties = schema.properties as Record<string, JSONSchema>
  return { ...schema, properties: { ...properties, data: { ...properties.data, minItems: 1 } } }
}
