import { GuardConfigError } from '../errors/config-error.ts'
import { orRefused } from '../errors/or-refused.ts'
import { isPlainObject } from '../values/plain-object.ts'
import type { MongooseModel, MongooseSchema, SchemaType } from './mongoose.ts'
import { requireSupported } from './supported-version.ts'

/** What stands for the name of the model of a Schema, in messages and descriptions. */
export const nameOfSchemaModel = 'Body'

/** Options by which a model would do something with its collection, or add to its schema. */
const unwanted = ['autoCreate', 'autoIndex', 'autoSearchIndex', 'bufferCommands', 'versionKey']

interface CloneableSchema extends MongooseSchema {
  clone(): CloneableSchema
  set(option: string, value: unknown): unknown
  remove(path: string): unknown
  /** What the constructor was given. */
  readonly obj?: object
  /** Set by Mongoose once the plugins of all schemas were applied. */
  $globalPluginsApplied?: boolean
  readonly base?: Base
}

type Base = MongooseModel['base'] & {
  readonly models: object
  readonly Connection: new (base: Base) => {
    readonly models: object
    model(name: string, schema: MongooseSchema): MongooseModel
  }
  readonly Schema: new (definition: object, options: object) => MongooseSchema
}

/** Duck-typed, as models are. */
export function isMongooseSchema(value: unknown): value is MongooseSchema {
  return typeof value === 'object' && value !== null && (value as Partial<MongooseSchema>).instanceOfSchema === true
}

/**
 * A model of a schema that no model is behind, on a connection that is in nobody's list and never opened: no collection
 * is created and no name taken. The schema itself stays as it is, since Mongoose would add a version key; plugins of
 * the application, written for what is stored, are not applied.
 *
 * @throws GuardConfigError where the schema does not tell the Mongoose that it is from, or gives no copy of itself, and
 *   where Mongoose makes no model of it; `what` is what the schema is to the application.
 */
export function modelOfSchema(schema: MongooseSchema, what = 'the schema'): MongooseModel {
  return orRefused(what, () => compile(schema as CloneableSchema))
}

function compile(schema: CloneableSchema): MongooseModel {
  const { base } = schema
  if (base === undefined) throw new GuardConfigError('the schema does not tell which Mongoose it is from')
  requireSupported(base.version)
  const clone = schema.clone() as CloneableSchema | undefined
  if (clone === undefined) throw new GuardConfigError('the schema gives no copy of itself: is it a mock?')
  removeAdded(clone)
  clone.$globalPluginsApplied = true
  for (const option of unwanted) clone.set(option, false)
  const connection = new base.Connection(base)
  const model = connection.model(nameOfSchemaModel, clone)
  // Rules ask the database through the models of the application: `this.model('User')`.
  Object.setPrototypeOf(connection.models, base.models)
  return model
}

/**
 * Takes out what `mongoose.model()` and `Model.discriminator()` have added to the very schema that they were given, so
 * that a guard accepts the same before and after.
 */
function removeAdded(clone: CloneableSchema): void {
  const { options, discriminatorMapping: mapping, obj = {} } = clone
  const { versionKey } = options
  // A schema that no model was made of has the key only where somebody added it.
  const isCompiled = clone.$globalPluginsApplied === true
  if (isCompiled && typeof versionKey === 'string' && !declares(obj, versionKey.split('.'))) clone.remove(versionKey)
  if (mapping?.isRoot !== true) return
  if (isImplicit(clone.paths[mapping.key])) clone.remove(mapping.key)
  Object.assign(clone, { discriminatorMapping: undefined, discriminators: undefined })
}

function declares(definition: object, [key = '', ...rest]: readonly string[]): boolean {
  if (Object.hasOwn(definition, [key, ...rest].join('.'))) return true
  const inner =
    rest.length > 0 && Object.hasOwn(definition, key) ? (Reflect.get(definition, key) as unknown) : undefined
  return isPlainObject(inner) && declares(inner, rest)
}

/**
 * Whether a path is that of the key which Mongoose adds with the first discriminator: a text, by a default of nothing.
 */
function isImplicit(type: SchemaType | undefined): boolean {
  return type !== undefined && Object.hasOwn(type.options, 'default') && type.options.default === undefined
}

/** A schema of what `new Schema()` takes, by the Mongoose that a model is from. */
export function schemaOf({ base }: MongooseModel, definition: object): MongooseSchema {
  // Mongoose warns of names that its documents have for their own (`remove`, `errors`). Nobody keeps such a document.
  return new (base as Base).Schema(definition, { _id: false, suppressReservedKeysWarning: true })
}
