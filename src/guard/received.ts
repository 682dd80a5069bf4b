import { isMongooseModel } from '../mongoose/mongoose.ts'
import { isThenable } from '../values/maybe-promise.ts'
import { classOf } from '../values/plain-object.ts'

/** What stands for a value in `received …`. */
export function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return `the string "${value}"`
  if (typeof value === 'undefined') return 'undefined'
  const name = classOf(value)
  return name === undefined ? `a value of type ${typeof value}` : `an instance of ${name}`
}

/** The same for what stands where a model is due, with what to do about it. */
export function nameOfWrongModel(value: unknown): string {
  if (value === undefined) {
    return 'undefined: is it exported under this name, and by a module that does not import this one?'
  }
  if (typeof value === 'string') return `${nameOf(value)}: pass mongoose.model("${value}")`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return nameOf(value)
  if (isThenable(value) && !('model' in value)) return 'a Promise: await it, and pass the model that it gives'
  const { constructor, model, models, connection } = partsOf(value)
  if (isMongooseModel(constructor)) return `a document: pass its model, ${constructor.modelName}`
  if (typeof model === 'function' && typeof models === 'object') {
    return connection === undefined
      ? 'a connection: pass one of its models, as connection.model("User")'
      : 'Mongoose itself: pass one of its models, as mongoose.model("User")'
  }
  const name = nameOfModelIn(value)
  return name === undefined ? nameOf(value) : `an object that has a model as "${name}": pass that`
}

interface Parts {
  readonly constructor?: unknown
  readonly model?: unknown
  readonly models?: unknown
  readonly connection?: unknown
}

function partsOf(value: Parts): Parts {
  try {
    const { constructor, model, models, connection } = value
    return { constructor, model, models, connection }
  } catch {
    return {}
  }
}

/** Of a module, or of an object that holds the models of an application. */
function nameOfModelIn(value: object): string | undefined {
  if (classOf(value) !== undefined) return undefined
  try {
    return Object.entries(value).find(([, part]) => isMongooseModel(part))?.[0]
  } catch {
    // In a circle of imports, what a module exports may not be there yet.
    return undefined
  }
}
