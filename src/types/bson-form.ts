import type { ObtainDocumentType, Schema, Types } from 'mongoose'

/** The JSON form of what BSON has a type of its own for, by the name of that. */
export type BsonForm<Value, BsonType> = Value extends { toHexString(): string }
  ? string // ObjectId, UUID
  : BsonType extends 'Decimal128'
    ? string | number | { $numberDecimal: string }
    : BsonType extends 'Double' | 'Int32'
      ? number
      : BsonType extends 'Long'
        ? string | number
        : string

/** Mongoose 8 infers a UUID path as `Buffer`, so that a value typed as `Buffer` may be a UUID string there. */
export type UuidInBuffer =
  ObtainDocumentType<{ value: typeof Schema.Types.UUID }> extends { value?: infer Value }
    ? Extract<Value, Uint8Array> extends never
      ? never
      : string
    : never

/** The JSON forms of paths whose type is given by their SchemaType, by the name of that. */
export interface SchemaTypeForms {
  ObjectId: string
  UUID: string
  Decimal128: BsonForm<unknown, 'Decimal128'>
  Double: number
  Int32: number
}

/**
 * `author: ObjectId | Author` (a populated reference), or `posts: ObjectId[] | Post[]`: a body holds the ids. `never`
 * comes from failed inference too.
 */
export type Unpopulated<Value> = string extends keyof Value
  ? [Value] extends [never]
    ? unknown
    : Value
  : keyof (Value & {}) extends keyof Types.ObjectId | keyof Types.Decimal128 | keyof Types.Array<unknown>
    ? UnpopulatedAny<Value>
    : Value
type UnpopulatedAny<Value> =
  Extract<Value, Bson> extends never
    ? Extract<Value, readonly Bson[]>[number] & Bson extends never // `[]` is a list of all that there is
      ? Value
      : Value extends NotAnObject | readonly NotAnObject[]
        ? Value
        : never
    : Value extends NotAnObject
      ? Value
      : never
interface Bson {
  readonly _bsontype: unknown
}
type NotAnObject = string | number | boolean | bigint | null | undefined | Date | Uint8Array | Bson
