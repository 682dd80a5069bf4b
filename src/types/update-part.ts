/* oxlint-disable typescript/no-explicit-any -- the values of a Map and the names of BSON types do not matter. */
import type { HasPrimitive } from './allow-path.ts'
import type { BodyOf } from './json-form.ts'
import type { RawOf } from './model.ts'

/**
 * Any part of a body for a model, beside values of the server's own: what `toUpdate` takes. A path that holds an id or
 * a date takes that as well as its JSON form, as in `{ ...validated, owner: user._id }`.
 */
export type UpdatePart<SomeModel> = PartOf<BodyOf<SomeModel, null>, RawOf<SomeModel>>

type PartOf<Body, Raw> = Body extends unknown
  ? { [Key in keyof Body]?: PartBelow<Body[Key], ValueAt<Raw, Key>> }
  : never

type PartBelow<Value, Raw> =
  HasPrimitive<Value> extends true ? Value | OwnValue<Raw> : PartOfObject<Value, Raw> | OwnValue<Raw>

type PartOfObject<Value, Raw> = Value extends readonly (infer Item)[]
  ? PartBelow<Item, ItemOf<Raw>>[]
  : Value extends object
    ? string extends keyof Value
      ? Value
      : PartOf<Value, Raw>
    : Value

type ValueAt<Raw, Key> = Raw extends unknown ? (Key extends keyof Raw ? Raw[Key] : never) : never

type ItemOf<Raw> = Raw extends readonly (infer Item)[] ? Item : never

/** What a path of this type holds that JSON has no value for. */
type OwnValue<Raw> = Extract<Raw, bigint | Date | Uint8Array | ReadonlyMap<any, any> | { readonly _bsontype: any }>
