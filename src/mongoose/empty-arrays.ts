import type { MongooseSchema, SchemaType } from './mongoose.ts'
import { hasStaticDefault } from './schema-type.ts'

/** A position of a schema, as far as its default goes. */
export interface DefaultSubject {
  readonly type: SchemaType
  /** See {@link readEmptyArrays}. */
  readonly isAbsentWhenEmpty?: boolean
}

/**
 * Tells of the arrays of a schema whether Mongoose takes an empty one for none (`SchemaArray.prototype.cast`): those with a
 * geospatial index, and the `coordinates` of what has one, because MongoDB indexes no `[]`. So they have no default either.
 */
export function readEmptyArrays(schema: MongooseSchema): (path: string) => boolean {
  let indexed: ReadonlyMap<string, unknown> | undefined
  return (path) => {
    // Asked of each schema that has an array, when its fields are read.
    indexed ??= geoIndexes(schema)
    const above = /^(.*)\.coordinates$/.exec(path)?.[1]
    return indexed.has(path) || (above !== undefined && indexed.get(above) === '2dsphere')
  }
}

/** Without those of sub-schemas, which Mongoose gathers along each way through schemas that hold each other. */
function geoIndexes(schema: MongooseSchema): ReadonlyMap<string, unknown> {
  const paths = Object.fromEntries(Object.entries(schema.paths).filter(([, type]) => type.schema === undefined))
  const own = Object.create(schema, { paths: { value: paths } }) as MongooseSchema
  return new Map(own.indexes().flatMap(([fields]) => Object.entries(fields).filter(([, kind]) => isGeo(kind))))
}

function isGeo(kind: unknown): boolean {
  return kind === '2dsphere' || kind === '2d'
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
