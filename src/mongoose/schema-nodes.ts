import type { JsonForm } from '../values/json-forms.ts'
import type { Discriminated, MongooseSchema, SchemaType } from './mongoose.ts'

/** One position of a schema. `type` is Mongoose's schema type; a plain nested object has none. */
export type SchemaNode =
  | {
      readonly kind: 'nested'
      readonly fields: SchemaFields
      readonly isNullable: boolean
      /**
       * The schema has a path of the same name besides: a discriminator, or a dotted path, redefines one of the two.
       */
      readonly isFieldToo: boolean
    }
  | (TypedNode & { readonly kind: 'leaf'; readonly form: JsonForm })
  | (TypedNode & { readonly kind: 'custom' | 'mixed' })
  | (TypedNode & { readonly kind: 'subdocument'; readonly level: SchemaLevel })
  | (TypedNode & { readonly kind: 'documentArray'; readonly level: SchemaLevel; readonly element: SchemaType })
  | (TypedNode & { readonly kind: 'array'; readonly item: TypedSchemaNode })
  | (TypedNode & { readonly kind: 'map'; readonly value: TypedSchemaNode })
  | (TypedNode & { readonly kind: 'union'; readonly members: readonly TypedSchemaNode[] })

export interface TypedNode {
  readonly type: SchemaType
  /** Mongoose's own type of the field has no null: ids, version key, timestamps. */
  readonly isManaged: boolean
  /** Stands in a plain nested object. */
  readonly isNested: boolean
  /** False where the application replaced the type's cast: Mongoose may then refuse even the JSON form. */
  readonly hasBuiltInCast: boolean
  /** Rules get a Mongoose container (array, Map, sub-document) rather than a plain value. */
  readonly isContainer: boolean
  /** An array of which Mongoose takes an empty one for none. */
  readonly isAbsentWhenEmpty: boolean
  /** Of a value, the Map around it: Mongoose sets no default there. */
  readonly map: TypedNode | undefined
}

export type TypedSchemaNode = Exclude<SchemaNode, { readonly kind: 'nested' }>

export type SchemaFields = ReadonlyMap<string, SchemaNode>

/** The fields of one Schema, with the discriminators that may take its place. */
export interface SchemaLevel {
  readonly schema: MongooseSchema
  /** What its discriminators are registered with. */
  readonly owner: Discriminated | undefined
  /** Read anew after the first discriminator was registered, for it adds its key to the paths. */
  fields(): SchemaFields
  /** Name of the path that picks a discriminator. */
  readonly discriminatorKey: string
  /** Value of {@link discriminatorKey} that the schema itself stands for, where it is a discriminator's. */
  readonly discriminatorValue: unknown
  /** Value of the key where a body has none: its path may have a default. What a function gives is not known. */
  defaultDiscriminator(): unknown
  /** As {@link defaultDiscriminator}, with what a function gives that needs no document. */
  assumedDiscriminator(): unknown
  /**
   * Discriminators by the value of their key, and those that no body can pick, as the ones by an ObjectId, by their
   * schema; looked up at each call, for they may be registered later.
   */
  discriminators(): ReadonlyMap<unknown, SchemaLevel>
}

/** Fields of a level and of every discriminator that may take its place. */
export function fieldsOf(level: SchemaLevel): SchemaFields[] {
  return [level.fields(), ...[...level.discriminators().values()].map((child) => child.fields())]
}

/** What is in a container, or may stand for a Union. */
export function nodesInside(node: TypedSchemaNode): readonly TypedSchemaNode[] {
  switch (node.kind) {
    case 'array':
      return [node.item]
    case 'map':
      return [node.value]
    case 'union':
      return node.members
    default:
      return []
  }
}

/**
 * The paths that a schema and its discriminators name themselves, and not those that Mongoose adds: an id, a version
 * key, timestamps. A nested object that holds one of these is named by what else is in it.
 */
export function declaredPaths(level: SchemaLevel): string[] {
  const levels = [level, ...level.discriminators().values()]
  return [...new Set(levels.flatMap((one) => declaredIn(one.fields(), '')))]
}

/** The first keys of {@link declaredPaths}. */
export function declaredKeys(level: SchemaLevel): string[] {
  return [...new Set(declaredPaths(level).map((path) => path.split('.', 1)[0] ?? path))]
}

function declaredIn(fields: SchemaFields, prefix: string): string[] {
  return [...fields].flatMap(([key, node]) => {
    const path = prefix + key
    if (node.kind === 'nested') return holdsManaged(node.fields) ? declaredIn(node.fields, `${path}.`) : path
    return !node.isManaged || (path === '_id' && node.type.options.auto !== true) ? path : []
  })
}

function holdsManaged(fields: SchemaFields): boolean {
  return [...fields.values()].some((node) => (node.kind === 'nested' ? holdsManaged(node.fields) : node.isManaged))
}
