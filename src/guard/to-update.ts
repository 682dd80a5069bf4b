import { readModel, type SchemaLevel } from '../mongoose/read-schema.ts'
import type { BodyOf } from '../types/json-form.ts'
import type { AnyModel } from '../types/model.ts'
import type { PartOf } from '../types/validated.ts'
import { isPlainObject } from '../values/plain-object.ts'
import { nameOf, requireModel } from './options.ts'

/** An update that sets each given path and leaves its siblings alone. */
export interface Update {
  $set: Record<string, unknown>
}

/**
 * Makes of the `validated` of a `partial` guard an update that does not wipe out what the request did not send: nested
 * objects and single sub-schemas become dotted paths, everything else (arrays, Maps, Mixed, a null) is set as a whole.
 *
 * MongoDB refuses a dotted path below a stored `null` (error 28). Mongoose drops the fields of a discriminator from an
 * update through the base model, unless the filter has the discriminator key: use the discriminator's model there.
 *
 * @throws GuardConfigError when `model` is not a Mongoose model.
 * @throws TypeError when `validated` is not an object, and for a key that the schema does not have: `validated` comes
 *   from a guard of the same model.
 * @example
 * toUpdate(User, { name: 'Ada', address: { city: 'London' } })
 * //=> { $set: { name: 'Ada', 'address.city': 'London' } }
 *
 */
export function toUpdate<SomeModel extends AnyModel>(
  model: SomeModel,
  validated: PartOf<BodyOf<SomeModel, null>>,
): Update
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
      else if (node.kind === 'subdocument' && isPlainObject(value)) collect(node.level, value, `${path}.`)
      else if (value !== undefined) $set[path] = value
    }
  }
}
