import { isMongooseModel } from '../mongoose/mongoose.ts'
import { isMongooseSchema } from '../mongoose/schema-model.ts'
import { sourceOf } from '../values/function-text.ts'
import { isThenable } from '../values/maybe-promise.ts'
import { classOf, isPlainObject, isRecord } from '../values/plain-object.ts'
import { isGuard } from './brand.ts'

/** What stands for a value in `received …`. */
export function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return `the string "${value}"`
  if (typeof value === 'undefined') return 'undefined'
  if (isAdapted(value)) return 'what guard() gives: call createGuard() in its place'
  const name = classOf(value)
  return name === undefined ? `a value of type ${typeof value}` : `an instance of ${name}`
}

/** The same for what stands where a model is due, with what to do about it. */
export function nameOfWrongModel(value: unknown): string {
  if (value === undefined) {
    return 'undefined: is it exported under this name, and by a module that does not import this one?'
  }
  if (typeof value === 'string') return `${nameOf(value)}: pass mongoose.model("${value}")`
  if (typeof value === 'function' && !isAdapted(value)) return nameOfFunction(value)
  if (!isRecord(value)) return nameOf(value)
  if (isGuard(value)) return 'a guard that is ready: pass its model'
  if (isModuleLike(value) && Object.keys(value).length === 0) return nameOfEmpty
  if (isThenable(value) && !('model' in value)) return 'a Promise: await it, and pass the model that it gives'
  const { constructor, model, models, connection, instance, schema } = partsOf(value)
  if (isMongooseModel(constructor)) return `a document: pass its model, ${constructor.modelName}`
  if (typeof model === 'function' && typeof models === 'object') {
    return connection === undefined
      ? 'a connection: pass one of its models, as connection.model("User")'
      : 'Mongoose itself: pass one of its models, as mongoose.model("User")'
  }
  // What `User.schema.path('addresses')` gives; a query, too, has the schema of its model, and no `instance`.
  if (typeof instance === 'string' && isMongooseSchema(schema))
    return 'the type of a path: pass its schema, as path.schema'
  if (!isModuleLike(value)) return nameOfFirst(value, 'guard(User, { allow: […] })')
  if ('allow' in value) return 'options: the model comes first, as in guard(User, { allow: […] })'
  const name = nameOfModelIn(value)
  return name === undefined
    ? 'an object: if it defines fields, wrap it, as in new Schema({ name: String })'
    : `an object that has a model as "${name}": pass that`
}

/** The same for what stands where a guard is due. */
export function nameOfWrongGuard(value: unknown): string {
  if (isMongooseModel(value)) return `a model: pass createGuard(${value.modelName}, { allow: […] })`
  if (isPlainObject(value) && 'allow' in value) return 'options: pass createGuard(User, { allow: […] })'
  return nameOf(value)
}

/** The same for what stands where guards by their keys are due. */
export function nameOfWrongGuards(value: unknown): string {
  if (isGuard(value)) return 'a guard: give it a key, as { user: newUser }'
  return isPlainObject(value) ? 'an empty object' : nameOf(value)
}

/** Classes have their fields from decorators; of other functions many make a model, or give it late. */
function nameOfFunction(value: object): string {
  if ('hydrate' in value) return 'the class Model, or one that extends it: pass mongoose.model("User", userSchema)'
  const isClass = sourceOf(value).startsWith('class')
  return isClass
    ? 'a class: pass the model made of it, as getModelForClass(User), or its schema, as SchemaFactory.createForClass(User)'
    : 'a function: if it gives the model, call it'
}

/** The same for the first argument of what Express or Next.js may call itself, where nobody has: `call` is how. */
export function nameOfFirst(value: unknown, call: string): string {
  const isRequest = isRecord(value) && 'headers' in value && 'method' in value
  return isRequest ? `a request: ${call.replace(/\(.*/, '')} was not called, as in ${call}` : nameOf(value)
}

const nameOfEmpty =
  'an empty object: module.exports is missing, or two modules require each other (build guards in a third one)'

/** A middleware or handler that an adapter made. */
function isAdapted(value: unknown): boolean {
  return typeof value === 'function' && isGuard((value as { guard?: unknown }).guard)
}

/** In a circle of `require()`, Node.js gives an object whose prototype is a Proxy, of class Object. */
function isModuleLike(value: object): boolean {
  return (classOf(value) ?? 'Object') === 'Object'
}

interface Parts {
  readonly constructor?: unknown
  readonly model?: unknown
  readonly models?: unknown
  readonly connection?: unknown
  readonly instance?: unknown
  readonly schema?: unknown
}

function partsOf(value: Parts): Parts {
  try {
    const { constructor, model, models, connection, instance, schema } = value
    return { constructor, model, models, connection, instance, schema }
  } catch {
    return {}
  }
}

/** Of a module, or of an object that holds the models of an application. */
function nameOfModelIn(value: object): string | undefined {
  try {
    return Object.entries(value).find(([, part]) => isMongooseModel(part))?.[0]
  } catch {
    // In a circle of imports, what a module exports may not be there yet.
    return undefined
  }
}
