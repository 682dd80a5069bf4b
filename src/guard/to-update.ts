import { readModel, type SchemaFields, type SchemaLevel, type SchemaNode } from '../mongoose/read-schema.ts'
import type { AnyModel } from '../types/model.ts'
import type { UpdatePart } from '../types/update-part.ts'
import { isPlainObject } from '../values/plain-object.ts'
import { nameOf, requireModel } from './options.ts'

type SubdocumentNode = SchemaNode & { readonly kind: 'subdocument' }

/** An update that sets each given path and leaves its siblings alone. */
export interface Update {
  $set: Record<string, unknown>
}

/**
 * Makes of the `validated` of a `partial` guard an update that does not wipe out what the request did not send: nested
 * objects and single sub-schemas become dotted paths, everything else (arrays, Maps, Mixed, a null) is set as a whole.
 * What the server adds may be an id or a Date.
 *
 * MongoDB refuses a dotted path below a stored null (error 28, "Cannot create field"). Where the schema says
 * `default: null`, a sub-schema that is given with all its fields is set as a whole, for which null does not matter. For
 * less than all of them, load the document: `document.set(validated, undefined, { merge: true })`, then `save()`.
 *
 * Mongoose drops the fields of a discriminator from an update through the base model, unless the filter has the
 * discriminator key: use the discriminator's model there.
 *
 * @throws GuardConfigError when `model` is not a Mongoose model.
 * @throws TypeError when `validated` is not an object, and for a key that the schema does not have: `validated` comes
 *   from a guard of the same model.
 * @example
 * toUpdate(User, { name: 'Ada', address: { city: 'London' } })
 * //=> { $set: { name: 'Ada', 'address.city': 'London' } }
 *
 */
export function toUpdate<SomeModel extends AnyModel>(model: SomeModel, validated: UpdatePart<SomeModel>): Update
export function toUpdate(model: AnyModel, validated: object): Update {
  const level = readModel(requireModel(model))
  if (typeof validated !== 'object' || (validated as unknown) === null || Array.isArray(validated)) {
    const received = nameOf(validated)
    throw new TypeError(
      `mongoose-guard: toUpdate() needs what a partial guard has put into \`validated\`, received ${received}`,
    )
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
      if (node === undefined)
        throw new TypeError(`mongoose-guard: toUpdate() got "${path}", which the schema does not have`)
      if (node.kind === 'nested' && isPlainObject(value)) collectFields(node.fields, value, `${path}.`)
      else if (node.kind === 'subdocument' && isPlainObject(value) && !replacesNull(node, value))
        collect(node.level, value, `${path}.`)
      else if (value !== undefined) $set[path] = value
    }
  }
}

/** Whether a sub-document that the database may hold as null is given so completely that it has no siblings to keep. */
function replacesNull({ type, level }: SubdocumentNode, value: object): boolean {
  return type.defaultValue === null && level.discriminators().size === 0 && isWhole(level.fields(), value)
}

function isWhole(fields: SchemaFields, value: object): boolean {
  return [...fields].every(([key, node]) => {
    const below: unknown = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
    if (below === undefined) return false
    if (!isPlainObject(below)) return true
    if (node.kind === 'nested') return isWhole(node.fields, below)
    return (
      node.kind !== 'subdocument' || (node.level.discriminators().size === 0 && isWhole(node.level.fields(), below))
    )
  })
}
