import type { MongooseBehavior } from './behavior.ts'
import type { MongooseSchema, RawSchemaType, SchemaType } from './mongoose.ts'
import { containerKindOf } from './own-types.ts'
import type { TypedNode } from './schema-nodes.ts'
import { hasStaticDefault } from './schema-type.ts'

/** A position of a schema, as far as its default goes. */
export interface DefaultSubject {
  readonly type: SchemaType
  /** See {@link readEmptyArrays}. */
  readonly isAbsentWhenEmpty?: boolean
}

/** Whether an array is one of which Mongoose takes an empty one for none. */
export type EmptyArrays = (type: RawSchemaType) => boolean

/** Of the elements of arrays and the members of Unions, whose rules Mongoose runs on nothing that is missing. */
export const keptArrays: EmptyArrays = () => false

/**
 * Tells of the arrays of a schema whether Mongoose takes an empty one for none (`SchemaArray.prototype.cast`): those
 * with a geospatial index, and the `coordinates` of what has one, because MongoDB indexes no `[]`. So they have no
 * default either.
 */
export function readEmptyArrays(schema: MongooseSchema): EmptyArrays {
  let indexed: ReadonlyMap<string, unknown> | undefined
  return (type) => {
    if (containerKindOf(type) !== 'array') return false
    const { path } = type
    // Asked of each schema that has an array, when its fields are read.
    indexed ??= geoIndexes(schema)
    const above = /^(.*)\.coordinates$/.exec(path)?.[1]
    return indexed.has(path) || (above !== undefined && indexed.get(above) === '2dsphere')
  }
}

/** Without those of sub-schemas, which Mongoose gathers along each way through schemas that hold each other. */
function geoIndexes(schema: MongooseSchema): ReadonlyMap<string, unknown> {
  const without = Object.entries(schema.paths).filter(([, type]) => type.schema === undefined)
  const paths = Object.fromEntries(without.map(([path, type]) => [path, withOwnIndex(type)]))
  const own = Object.create(schema, { paths: { value: paths } }) as MongooseSchema
  return new Map(own.indexes().flatMap(([fields]) => Object.entries(fields).filter(([, kind]) => isGeo(kind))))
}

/** Before 8.19.4 `indexes()` deletes the kind from the options of an index that it is asked about. */
function withOwnIndex(type: SchemaType): SchemaType {
  const { _index: own, caster } = type as { _index?: unknown; caster?: { _index?: unknown } | null }
  const index = typeof own === 'object' && own !== null ? own : caster?._index
  if (typeof index !== 'object' || index === null) return type
  return Object.create(type, { _index: { value: { ...index } } }) as SchemaType
}

function isGeo(kind: unknown): boolean {
  return kind === '2dsphere' || kind === '2d'
}

/** Whether rules are run on an array that is none because it is empty; see `judgesEmptyMapValues`. */
export function isJudgedWhenEmpty({ map }: TypedNode, { judgesEmptyMapValues }: MongooseBehavior): boolean {
  if (map === undefined || judgesEmptyMapValues) return true
  return map.isNested || map.type.validators.length > 0 || map.type.$parentSchemaDocArray !== undefined
}

/** Whether Mongoose sets a default where a body has nothing. */
export function setsDefault({ type, isAbsentWhenEmpty }: DefaultSubject): boolean {
  return type.defaultValue !== undefined && !(isAbsentWhenEmpty === true && isEmptyByDefault(type))
}

/** As {@link setsDefault}, before the values of the body. */
export function setsStaticDefault(subject: DefaultSubject): boolean {
  return hasStaticDefault(subject.type) && setsDefault(subject)
}

function isEmptyByDefault(type: SchemaType): boolean {
  if (!hasStaticDefault(type)) return false
  try {
    const value = type.getDefault()
    return Array.isArray(value) && value.length === 0
  } catch {
    // It does not cast.
    return false
  }
}
