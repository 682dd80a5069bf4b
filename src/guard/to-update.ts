import { calledBy, GuardConfigError, entriesError } from '../errors/config-error.ts'
import { isMongooseModel, type MongooseModel } from '../mongoose/mongoose.ts'
import { isImmutable } from '../mongoose/own-setters.ts'
import { levelOfModel } from '../mongoose/read-schema.ts'
import type { SchemaFields, SchemaLevel, SchemaNode } from '../mongoose/schema-nodes.ts'
import type { AnyModel } from '../types/model.ts'
import type { UpdatePart } from '../types/update-part.ts'
import { isThenable } from '../values/maybe-promise.ts'
import { classOf, isPlainObject, isRecord } from '../values/plain-object.ts'
import { setOwn } from '../values/set-own.ts'
import { requireModel } from './options.ts'
import { nameOf } from './received.ts'

type SubdocumentNode = SchemaNode & { readonly kind: 'subdocument' }

/** An update that sets each given path and leaves its siblings alone. */
export interface Update {
  $set: Record<string, unknown>
}

/**
 * Makes of the `validated` of a `partial` guard an update that does not wipe out what the request did not send: nested
 * objects and single sub-schemas become dotted paths, everything else (arrays, Maps, Mixed, a null, an immutable
 * sub-schema) is set as a whole. What the server adds may be an id or a Date.
 *
 * MongoDB refuses a dotted path below a stored null (error 28, "Cannot create field"). Where the schema says
 * `default: null`, a sub-schema that is given with all its fields, none of which is immutable, is set as a whole, for
 * which null does not matter. Else load the document: `document.set(toUpdate(Model, validated).$set)`, then `save()`.
 * A sub-document that is not stored yet gets its `_id` and the defaults of its schema so, which no update sets.
 * Mongoose passes over what stands two objects deep in a sub-schema (`home.geo.center.lat`) there, without an error:
 * set that on the sub-document, `document.home.set('geo.center.lat', 51)`.
 *
 * Mongoose drops the fields of a discriminator from an update through the base model, unless the filter has the
 * discriminator key: use the discriminator's model there. It drops those of a sub-document, too, that picks its
 * discriminator inside of another one which does: load the document there.
 *
 * @throws GuardConfigError when `model` is not a Mongoose model, and for what no guard of that model has accepted:
 *   `undefined`, where a guard is missing, or a key that the schema does not have.
 * @example
 * toUpdate(User, { name: 'Ada', address: { city: 'London' } })
 * //=> { $set: { name: 'Ada', 'address.city': 'London' } }
 */
export function toUpdate<SomeModel extends AnyModel>(model: SomeModel, validated: UpdatePart<SomeModel>): Update
export function toUpdate(model: AnyModel, validated: object): Update {
  return calledBy(toUpdate, () => {
    requireOrder(model, validated)
    return updateOf(requireModel(model), validated)
  })
}

/** What is passed alone, or in the place of the model, is no mistake of a model. */
function requireOrder(first: unknown, second: unknown): void {
  const isSwapped = isMongooseModel(second) && !isMongooseModel(first)
  if (isSwapped || (second === undefined && isPlainObject(first))) {
    throw new GuardConfigError('toUpdate() needs the model before `validated`, as in toUpdate(User, req.validated)')
  }
}

function updateOf(model: MongooseModel, validated: object): Update {
  const level = levelOfModel(model)
  const received = nameOfUnaccepted(level, validated)
  if (received !== undefined) {
    throw new GuardConfigError(`toUpdate() needs what a partial guard has put into \`validated\`, received ${received}`)
  }
  const $set: Record<string, unknown> = {}
  collect(level, validated, '')
  return { $set }

  function collect(level: SchemaLevel, values: object, prefix: string): void {
    const picked = level.discriminators().get((values as Record<string, unknown>)[level.discriminatorKey])
    collectFields((picked ?? level).fields(), values, prefix)
  }

  function collectFields(fields: ReturnType<SchemaLevel['fields']>, values: object, prefix: string): void {
    for (const [key, value] of Object.entries(values)) {
      const node = fields.get(key)
      const path = prefix + key
      if (node === undefined) throw unknownField(path, model)
      if (node.kind === 'nested' && isPlainObject(value)) collectFields(node.fields, value, `${path}.`)
      else if (node.kind === 'subdocument' && isPlainObject(value) && !isSetWhole(node, value))
        collect(node.level, value, `${path}.`)
      else if (value !== undefined) setOwn($set, path, value)
    }
  }
}

/** What stands in the place of an accepted body; `undefined` where one may stand there. */
function nameOfUnaccepted(level: SchemaLevel, value: unknown): string | undefined {
  if (value === undefined || value === null) {
    return `${nameOf(value)}: does a guard with partial: true stand before this handler?`
  }
  if (!isRecord(value) || ArrayBuffer.isView(value)) return nameOf(value)
  if (isThenable(value)) return 'a Promise: await it'
  const isOutcome = typeof value.ok === 'boolean' && !level.fields().has('ok')
  if (isOutcome && 'validated' in value) return 'the outcome of a guard: pass its `validated`'
  if (isOutcome) return 'the outcome of a guard that refused the body: there is nothing to update'
  return classOf(value) !== undefined && Object.keys(value).length === 0 ? nameOf(value) : undefined
}

function unknownField(path: string, { modelName }: MongooseModel): GuardConfigError {
  const message = `toUpdate() got "${path}", which the schema does not have: no guard of this model has accepted it`
  return entriesError([{ message, entry: path }], modelName)
}

/** Mongoose drops an immutable sub-schema from an update where the whole of it is set, but not a path in it. */
function isSetWhole(node: SubdocumentNode, value: object): boolean {
  return isImmutable(node.type) || replacesNull(node, value)
}

/**
 * Whether a sub-document that the database may hold as null is given so completely that it has no siblings to keep. Of
 * an immutable field the stored value is kept: Mongoose drops its path from an update, but takes the whole as it is.
 */
function replacesNull({ type, level }: SubdocumentNode, value: object): boolean {
  return type.defaultValue === null && level.discriminators().size === 0 && isWhole(level.fields(), value)
}

function isWhole(fields: SchemaFields, value: object): boolean {
  return [...fields].every(([key, node]) => {
    const below: unknown = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
    if (below === undefined) return false
    if (node.kind === 'nested') return !isPlainObject(below) || isWhole(node.fields, below)
    if (isImmutable(node.type)) return false
    if (node.kind !== 'subdocument' || !isPlainObject(below)) return true
    return node.level.discriminators().size === 0 && isWhole(node.level.fields(), below)
  })
}
