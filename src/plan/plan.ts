import type { SchemaFields, SchemaLevel, SchemaNode, TypedSchemaNode } from '../mongoose/read-schema.ts'
import type { Selection } from './selection.ts'

/**
 * What a guard does at one object of a body: the allowed fields in schema order. A key that `byKey` lacks is forbidden.
 */
export interface ObjectPlan {
  /** Absent fields are neither required nor given their defaults. */
  readonly partial: boolean
  readonly fields: readonly FieldPlan[]
  readonly byKey: ReadonlyMap<string, FieldPlan>
}

export interface FieldPlan {
  /** Its place in the order of the schema. */
  readonly index: number
  readonly key: string
  readonly node: NodePlan
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
export type UnionPlan = TypedPlan<'union'> & { readonly members: readonly TypedNodePlan[] }

/** The plans of one Schema and of the discriminators that may take its place. */
export interface LevelPlan {
  readonly schema: SchemaLevel
  /** The same as in its objects. */
  readonly partial: boolean
  /** Whether the key that picks a discriminator is allowed. */
  readonly isKeyAllowed: boolean
  /** Compiled at first use, so that recursive schemas end. */
  base(): ObjectPlan
  /** The plan of the discriminator with this key value. */
  child(value: unknown): ObjectPlan | undefined
}

/** Compiles the plan of a guard: schema and selection, once. */
export function compilePlan(level: SchemaLevel, selection: Selection, partial: boolean): LevelPlan {
  return new PlanCompiler().levelPlan(level, selection, partial)
}

class PlanCompiler {
  private readonly compiled = new Map<SchemaLevel, Map<Selection, Map<boolean, LevelPlan>>>()

  levelPlan(schema: SchemaLevel, allowed: Selection, partial: boolean): LevelPlan {
    const bySelection = entryOf(this.compiled, schema, () => new Map<Selection, Map<boolean, LevelPlan>>())
    const byPartial = entryOf(bySelection, allowed, () => new Map<boolean, LevelPlan>())
    return entryOf(byPartial, partial, () => this.lazyLevel(schema, allowed, partial))
  }

  private lazyLevel(schema: SchemaLevel, allowed: Selection, partial: boolean): LevelPlan {
    const plans = new Map<SchemaFields, ObjectPlan>()
    const planOf = (fields: SchemaFields) => entryOf(plans, fields, () => this.objectPlan(fields, allowed, partial))
    let base: { readonly fields: SchemaFields; readonly plan: ObjectPlan } | undefined
    return {
      schema,
      partial,
      isKeyAllowed: allowed === 'whole' || allowed.has(schema.discriminatorKey),
      base() {
        const fields = schema.fields()
        if (base?.fields !== fields) base = { fields, plan: planOf(fields) }
        return base.plan
      },
      child(value) {
        const child = schema.discriminators().get(value)
        return child === undefined ? undefined : planOf(child.fields())
      },
    }
  }

  private objectPlan(fields: SchemaFields, allowed: Selection, partial: boolean): ObjectPlan {
    const byKey = new Map<string, FieldPlan>()
    for (const [key, node] of fields) {
      const below = allowed === 'whole' ? 'whole' : allowed.get(key)
      const plan = below === undefined ? undefined : this.nodePlan(node, below, partial)
      if (plan !== undefined) byKey.set(key, { index: byKey.size, key, node: plan })
    }
    return { partial, fields: [...byKey.values()], byKey }
  }

  private nodePlan(node: SchemaNode, allowed: Selection, partial: boolean): NodePlan | undefined {
    if (node.kind !== 'nested') return this.typedPlan(node, allowed, partial, isNullable(node))
    return {
      kind: 'nested',
      isNullable: node.isNullable && allowed === 'whole',
      plan: this.objectPlan(node.fields, allowed, partial),
    }
  }

  private typedPlan(
    node: TypedSchemaNode,
    allowed: Selection,
    partial: boolean,
    nullable: boolean,
  ): TypedNodePlan | undefined {
    const whole = allowed === 'whole'
    // A saved null would take the siblings with it that the route may not touch.
    const facts = { isNullable: nullable && whole }
    switch (node.kind) {
      case 'subdocument':
        return { ...facts, kind: node.kind, schema: node, level: this.levelPlan(node.level, allowed, partial) }
      case 'documentArray':
        // An element is a whole new value and has to be complete, also in an update.
        return { ...facts, kind: node.kind, schema: node, level: this.levelPlan(node.level, allowed, false) }
      default:
        // An entry reaches below this path in a discriminator where it has named fields, but not here.
        return whole ? this.planWithoutFields(node, facts) : undefined
    }
  }

  private planWithoutFields(
    node: Exclude<TypedSchemaNode, { kind: 'subdocument' | 'documentArray' }>,
    facts: { isNullable: boolean },
  ): TypedNodePlan {
    switch (node.kind) {
      case 'array':
        return { ...facts, kind: node.kind, schema: node, item: this.contentPlan(node.item) }
      case 'map':
        return { ...facts, kind: node.kind, schema: node, value: this.contentPlan(node.value) }
      case 'union':
        return {
          ...facts,
          kind: node.kind,
          schema: node,
          members: node.members.map((member) => this.contentPlan(member)),
        }
      case 'leaf':
        return { ...facts, kind: node.kind, schema: node }
      default:
        return { ...facts, kind: node.kind, schema: node } as ValuePlan
    }
  }

  /**
   * Elements, Map values and what a Union holds are whole new values and have to be complete, also in an update. Only
   * Mixed has null.
   */
  private contentPlan(node: TypedSchemaNode): TypedNodePlan {
    const plan = this.typedPlan(node, 'whole', false, node.kind === 'mixed')
    if (plan === undefined) throw new TypeError('What is wholly allowed has a plan')
    return plan
  }
}

function isNullable(node: TypedSchemaNode): boolean {
  if (node.kind === 'mixed') return true
  if (node.kind === 'array' || node.kind === 'documentArray' || node.isManaged) return false
  // Mongoose would store the null and skip the default; with a default of null, both are the same.
  return node.type.defaultValue === undefined || node.type.defaultValue === null
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
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
      return node.schema.type.instance.toLowerCase()
  }
}
