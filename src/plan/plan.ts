import { GuardConfigError } from '../errors/config-error.ts'
import { type Demand, demandOf } from '../mongoose/added-rules.ts'
import type { MongooseSchema } from '../mongoose/mongoose.ts'
import { withAddedRules } from '../mongoose/read-schema.ts'
import type { SchemaFields, SchemaLevel, SchemaNode, TypedSchemaNode } from '../mongoose/schema-nodes.ts'
import { typeNameOf } from '../mongoose/schema-type.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import { type Selection, selectedField, wholeSelection } from './selected-fields.ts'
import { requireKnownMethods, requireOneMeaning } from './sound-nodes.ts'

/**
 * What a guard does at one object of a body: the allowed fields in schema order. A key that neither `byKey` nor
 * `ignored` has is forbidden.
 */
export interface ObjectPlan {
  /** Absent fields are neither required, but where the route says so, nor given their defaults. */
  readonly partial: boolean
  readonly fields: readonly FieldPlan[]
  readonly byKey: ReadonlyMap<string, FieldPlan>
  readonly ignored: ReadonlySet<string>
}

export interface FieldPlan {
  /** Its place in the order of the schema. */
  readonly index: number
  readonly key: string
  readonly node: NodePlan
  /**
   * What its absence is judged by: it may be required, and its default is checked. Under `partial` only what the route
   * requires counts.
   */
  readonly whenAbsent: NodePlan | undefined
  /** Whether the route requires it, beyond its model. */
  readonly demand: Demand | undefined
}

/** Allowed part of a schema position. */
export type NodePlan = NestedPlan | ValuePlan | LevelNodePlan | ArrayPlan | MapPlan | UnionPlan
export type TypedNodePlan = Exclude<NodePlan, NestedPlan>

export interface NestedPlan {
  readonly kind: 'nested'
  readonly isNullable: boolean
  readonly plan: ObjectPlan
}

interface TypedPlan<Kind extends SchemaNode['kind']> {
  readonly kind: Kind
  readonly schema: TypedSchemaNode & { readonly kind: Kind }
  /**
   * Whether the type of the field in the model has null. A null elsewhere is an error, by a rule about null or by its
   * type.
   */
  readonly isNullable: boolean
}

export type ValuePlan = TypedPlan<'leaf'> | TypedPlan<'custom'> | TypedPlan<'mixed'>
export type LevelNodePlan = (TypedPlan<'subdocument'> | TypedPlan<'documentArray'>) & { readonly level: LevelPlan }
export type DocumentArrayPlan = LevelNodePlan & { readonly kind: 'documentArray' }
export type ArrayPlan = TypedPlan<'array'> & { readonly item: TypedNodePlan }
export type MapPlan = TypedPlan<'map'> & { readonly value: TypedNodePlan }
export type UnionPlan = TypedPlan<'union'> & { readonly members: readonly MemberPlan[] }
export type MemberPlan = Exclude<TypedNodePlan, { readonly kind: 'union' }>

/** The plans of one Schema and of the discriminators that may take its place. */
export interface LevelPlan {
  readonly schema: SchemaLevel
  /** The same as in its objects. */
  readonly partial: boolean
  /** Whether all of it is allowed. */
  readonly isWhole: boolean
  /** Whether the key that picks a discriminator is allowed. */
  readonly isKeyAllowed: boolean
  /** Compiled at first use, so that recursive schemas end. */
  base(): ObjectPlan
  /** The plan of the discriminator with this key value. */
  child(value: unknown): ObjectPlan | undefined
  /** The plan of the discriminator of this schema, where no key value of a body picks it. */
  unpicked(schema: MongooseSchema): ObjectPlan | undefined
}

/** What a plan is compiled by, beside the selection. */
export interface PlanOptions {
  readonly partial: boolean
  /** Whether a field takes null where its type in the model has it. */
  readonly allowNull: boolean
}

/**
 * Compiles the plan of a guard: schema and selection, once.
 *
 * @throws GuardConfigError for rules that a path cannot have, where that is known before the first body.
 */
export function compilePlan(level: SchemaLevel, selection: Selection, { partial, allowNull }: PlanOptions): LevelPlan {
  return new PlanCompiler(allowNull).levelPlan(level, selection, partial)
}

/** The plans of all objects that may stand at a level: its own first, then those of its discriminators. */
export function objectPlansOf(level: LevelPlan): ObjectPlan[] {
  const kinds = [...level.schema.discriminators().keys()]
  return [level.base(), ...kinds.flatMap((kind) => level.child(kind) ?? [])]
}

/**
 * Compiles the part of a plan that a path leads to, which else waits for the first body.
 *
 * @throws GuardConfigError for rules that a path cannot have.
 */
export function compileAlong(plan: LevelPlan, keys: readonly string[]): void {
  for (const object of objectPlansOf(plan)) inObject(object, keys)

  function inObject({ byKey }: ObjectPlan, [key = '', ...rest]: readonly string[]): void {
    const node = byKey.get(key)?.node
    if (node?.kind === 'nested') inObject(node.plan, rest)
    else if (node !== undefined && 'level' in node && rest.length > 0) compileAlong(node.level, rest)
  }
}

class PlanCompiler {
  private readonly compiled = new Map<SchemaLevel, Map<Selection, Map<boolean, LevelPlan>>>()

  constructor(private readonly allowNull: boolean) {}

  levelPlan(schema: SchemaLevel, allowed: Selection, partial: boolean): LevelPlan {
    const bySelection = getOrInsert(this.compiled, schema, () => new Map<Selection, Map<boolean, LevelPlan>>())
    const byPartial = getOrInsert(bySelection, allowed, () => new Map<boolean, LevelPlan>())
    return getOrInsert(byPartial, partial, () => this.lazyLevel(schema, allowed, partial))
  }

  private lazyLevel(schema: SchemaLevel, allowed: Selection, partial: boolean): LevelPlan {
    const plans = new Map<SchemaFields, ObjectPlan>()
    const planOf = (fields: SchemaFields) => getOrInsert(plans, fields, () => this.objectPlan(fields, allowed, partial))
    const childPlan = (value: unknown) => {
      const child = schema.discriminators().get(value)
      return child === undefined ? undefined : planOf(child.fields())
    }
    let base: { readonly fields: SchemaFields; readonly plan: ObjectPlan } | undefined
    return {
      schema,
      partial,
      isWhole: allowed === wholeSelection,
      isKeyAllowed: selectedField(allowed, schema.discriminatorKey)?.isIgnored === false,
      base() {
        const fields = schema.fields()
        if (base?.fields !== fields) base = { fields, plan: planOf(fields) }
        return base.plan
      },
      child: (value) => (typeof value === 'object' ? undefined : childPlan(value)),
      unpicked: childPlan,
    }
  }

  private objectPlan(fields: SchemaFields, allowed: Selection, partial: boolean): ObjectPlan {
    const byKey = new Map<string, FieldPlan>()
    for (const [key, schema] of fields) {
      const below = selectedField(allowed, key)
      if (below === undefined || below.isIgnored) continue
      const node = this.nodePlan(key, schema, below, partial)
      if (node === undefined) continue
      const whenAbsent = partial ? this.requiredByRoute(node, schema, below) : node
      const demand = below.rules && demandOf(below.rules)
      byKey.set(key, { index: byKey.size, key, node, whenAbsent, demand })
    }
    const ignored = new Set<string>()
    for (const [key, { isIgnored }] of allowed.fields) if (isIgnored) ignored.add(key)
    return { partial, fields: [...byKey.values()], byKey, ignored }
  }

  private nodePlan(path: string, schema: SchemaNode, allowed: Selection, partial: boolean): NodePlan | undefined {
    const { rules } = allowed
    requireOneMeaning([schema], [path])
    if (schema.kind !== 'nested') {
      const isMixed = schema.kind === 'mixed' && rules?.allowNull !== false
      const canBeNull = this.takesNull(schema.type.path, isNullable(schema), allowed)
      const ruled = rules === undefined ? schema : withAddedRules(schema, rules)
      return this.typedPlan(ruled, allowed, partial, isMixed || canBeNull)
    }
    const [ruleName] = Object.keys(rules ?? {}).filter((name) => name !== 'allowNull')
    if (ruleName !== undefined) {
      throw new GuardConfigError(`rules of "${path}": a nested object has no "${ruleName}": name the fields in it`)
    }
    return {
      kind: 'nested',
      isNullable: this.takesNull(path, schema.isNullable, allowed) && allowed.isWhole,
      plan: this.objectPlan(schema.fields, allowed, partial),
    }
  }

  /**
   * The fields in a nested object are fields of the document: what is required of them is required where it is absent.
   */
  private requiredByRoute(node: NodePlan, schema: SchemaNode, allowed: Selection): NodePlan | undefined {
    if (node.kind === 'nested') return node.plan.fields.some(({ whenAbsent }) => whenAbsent) ? node : undefined
    const { rules } = allowed
    if (schema.kind === 'nested' || rules === undefined || demandOf(rules) === undefined) return undefined
    if (schema.type.isRequired !== true) return node
    return this.typedPlan(withAddedRules(schema, rules, { isPartial: true }), allowed, true, node.isNullable)
  }

  /** Whether a field takes null, given whether it could. */
  private takesNull(path: string, isPossible: boolean, { rules, isWhole }: Selection): boolean {
    if (rules?.allowNull === true && !(isPossible && isWhole)) {
      throw new GuardConfigError(`rules of "${path}": the path takes no null, so that "allowNull" cannot be true`)
    }
    return isPossible && (rules?.allowNull ?? this.allowNull)
  }

  private typedPlan(
    schema: TypedSchemaNode,
    allowed: Selection,
    partial: boolean,
    canBeNull: boolean,
  ): TypedNodePlan | undefined {
    requireKnownMethods(schema)
    // A saved null would take the siblings with it that the route may not touch.
    const facts = { isNullable: canBeNull && allowed.isWhole }
    switch (schema.kind) {
      case 'subdocument':
        return { ...facts, kind: schema.kind, schema, level: this.levelPlan(schema.level, allowed, partial) }
      case 'documentArray':
        // An element is a whole new value and has to be complete, also in an update.
        return { ...facts, kind: schema.kind, schema, level: this.levelPlan(schema.level, allowed, false) }
      default:
        // An entry reaches below this path in a discriminator where it has named fields, but not here.
        return allowed.isWhole ? this.planWithoutFields(schema, facts) : undefined
    }
  }

  private planWithoutFields(
    schema: Exclude<TypedSchemaNode, { kind: 'subdocument' | 'documentArray' }>,
    facts: { isNullable: boolean },
  ): TypedNodePlan {
    switch (schema.kind) {
      case 'array':
        return { ...facts, kind: schema.kind, schema, item: this.contentPlan(schema.item) }
      case 'map':
        return { ...facts, kind: schema.kind, schema, value: this.contentPlan(schema.value) }
      case 'union':
        return {
          ...facts,
          kind: schema.kind,
          schema,
          members: membersOf(schema).map((member) => this.contentPlan(member) as MemberPlan),
        }
      default:
        return { ...facts, kind: schema.kind, schema } as ValuePlan
    }
  }

  /**
   * Elements, Map values and what a Union holds are whole new values and have to be complete, also in an update. Only
   * Mixed has null.
   */
  private contentPlan(schema: TypedSchemaNode): TypedNodePlan {
    const plan = this.typedPlan(schema, wholeSelection, false, schema.kind === 'mixed')
    if (plan === undefined) throw new TypeError('What is wholly allowed has a plan')
    return plan
  }
}

/** With those of a Union in the Union: what one of them took, Mongoose treats as what a member of its own took. */
function membersOf(schema: TypedSchemaNode): TypedSchemaNode[] {
  return schema.kind === 'union' ? schema.members.flatMap(membersOf) : [schema]
}

function isNullable(schema: TypedSchemaNode): boolean {
  if (schema.kind === 'mixed') return true
  if (schema.kind === 'array' || schema.kind === 'documentArray' || schema.isManaged) return false
  // Mongoose would store the null and skip the default; with a default of null, both are the same.
  return schema.type.defaultValue === undefined || schema.type.defaultValue === null
}

/**
 * Whether something in a nested object has a default: Mongoose sets it where the object is null, which by then is `{}`,
 * whatever the default comes to (`$applyDefaultsToNested`).
 */
export function hasDefault(plan: ObjectPlan): boolean {
  return plan.fields.some(({ node }) =>
    node.kind === 'nested' ? hasDefault(node.plan) : node.schema.type.defaultValue !== undefined,
  )
}

/** What stands for the node in `Expected <name>, received …`. */
export function expectedName(node: TypedNodePlan): string {
  switch (node.kind) {
    case 'leaf':
      return node.schema.form.name
    case 'subdocument':
      return 'object'
    case 'documentArray':
      return 'array'
    default:
      return typeNameOf(node.schema.type).toLowerCase()
  }
}
