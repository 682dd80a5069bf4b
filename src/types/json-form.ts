/* oxlint-disable typescript/no-explicit-any -- inference sites and function types are matched by `any`. */
/* oxlint-disable typescript/consistent-indexed-object-style -- `Record` would show in every hover. */
/* oxlint-disable typescript/no-redundant-type-constituents -- what is redundant differs between Mongoose 8 and 9. */
import type { Document, SchemaTypeOptions, Types } from 'mongoose'
import type { BsonForm, SchemaTypeForms, Unpopulated, UuidInBuffer } from './bson-form.ts'
import type { DefinitionAt, DefinitionBelow, PresentKeys, ValuesOf } from './definition.ts'
import type { ImpliedPaths, IsAny, RawOf, SchemaOf, UnseenFields } from './model.ts'

/**
 * Everything that a JSON body for `SomeModel` can hold: the JSON form of each schema path.
 *
 * A property is claimed as present where Mongoose's own type has it as present, arrays, timestamps, `_id` and the
 * version key excepted. A model from `Schema.create()` keeps its definition, which then decides exactly. `Null` is what
 * stands for the null of a field: `null` where the guard allows it, else nothing. Beside fields that the compiler does
 * not see, as those of discriminators, it has an index signature.
 */
export type BodyOf<SomeModel, Null = never> =
  UnseenOf<SomeModel> extends true
    ? { [key: string]: unknown }
    : UnseenOf<SomeModel> extends 'partly'
      ? Flat<
          JsonForm<RawOf<SomeModel>, SchemaOf<SomeModel>, ImpliedPaths<SchemaOf<SomeModel>, Null, SomeModel>, Null> & {
            [key: string]: unknown
          }
        >
      : JsonForm<RawOf<SomeModel>, SchemaOf<SomeModel>, ImpliedPaths<SchemaOf<SomeModel>, Null, SomeModel>, Null>

type UnseenOf<SomeModel> =
  IsAny<SomeModel> extends true
    ? true
    : IsAny<RawOf<SomeModel>> extends true
      ? true
      : // `undefined` is among the keys where Mongoose's inference fails, of some fields or of all.
        keyof RawOf<SomeModel> extends PropertyKey
        ? UnseenFields<SchemaOf<SomeModel>>
        : 'partly'
/**
 * The JSON form of one value: the table of what the run time accepts for each schema type.
 *
 * `Definition` is what `Schema.create()` knows about the value, else `unknown`. `Implied` holds the paths that
 * Mongoose adds to an object by itself.
 */
export type JsonForm<Value, Definition = unknown, Implied = unknown, Null = never> =
  IsAny<Value> extends true
    ? unknown
    : Value extends string | number | boolean
      ? Value
      : Value extends null | undefined
        ? Null // also of `age?: number` in an interface: Mongoose takes null there
        : keyof Value & SpecialKeys extends never
          ? ObjectForm<Value, Definition, Implied, Null>
          : Value extends readonly unknown[]
            ? ArrayForm<Value, Definition, Null>
            : Value extends bigint
              ? string | number
              : Value extends Date
                ? string
                : Value extends { readonly _bsontype: infer BsonType }
                  ? BsonForm<Value, BsonType>
                  : Value extends Uint8Array
                    ? { type: 'Buffer'; data: number[] } | UuidInBuffer
                    : Value extends ReadonlyMap<any, infer Item>
                      ? { [key: string]: JsonForm<Unpopulated<Item>, ValuesOf<Definition>, unknown, Null> }
                      : Value extends AnyFunction
                        ? unknown
                        : Value extends object
                          ? ObjectForm<Value, Definition, Implied, Null>
                          : Unseen<Implied>

// Of arrays and Maps, of Date and bigint, of BSON types.
type SpecialKeys = 'forEach' | 'valueOf' | '_bsontype'
type AnyFunction = (...parameters: any[]) => any

type ArrayForm<Items extends readonly unknown[], Definition, Null> = Items extends { isMongooseDocumentArray: true }
  ? Items extends Types.DocumentArray<infer Raw, any>
    ? ItemForm<Raw, Definition, Null>[]
    : never
  : ItemForm<Items[number], Definition, Null>[]

// A sub-document in an array has an `_id` unless its schema says otherwise, and inferred types leave it out.
type ItemForm<Item, Definition, Null> = JsonForm<Unpopulated<Item>, DefinitionBelow<Definition>, { _id: string }, Null>

type ObjectForm<Value, Definition, Implied, Null> = string extends keyof Value
  ? IndexedForm<Value, Definition, Implied, Null>
  : // Where Mongoose's inference fails (`[Date]`, `[[Number]]`, a required Double), it gives the members of a class as
    // if they were fields. A custom SchemaType comes as its instance, with `$conditionalHandlers`.
    keyof Value & (symbol | number | 'prototype' | '_bsontype' | '$conditionalHandlers') extends never
    ? keyof Value extends never
      ? Unseen<Implied>
      : Value extends { $locals: any; $where: any } // `interface User extends Document`
        ? Fields<FieldsOfDocument<Value>, unknown, Implied, Null>
        : Fields<Value, DefinitionBelow<Definition>, Implied, Null>
    : typeof Symbol.iterator extends keyof Value
      ? RowForm<Value, Null>
      : 'prototype' extends keyof Value
        ? ClassForm<Value, Value['prototype'], Definition, Implied, Null>
        : NumberedForm<Value, DefinitionBelow<Definition>, Implied, Null>

// Of `[[Number]]`, Mongoose infers for a row what an array has as its members.
type RowForm<Value, Null> = number extends keyof Value
  ? ItemForm<NonNullable<Value[number & keyof Value]>, unknown, Null>[]
  : unknown

// Of `[Date]` and `[BigInt]`, the members of the class, and so of that of a type of the application. A field may be
// called `prototype`, too.
type ClassForm<Value, Prototype, Definition, Implied, Null> = [Prototype] extends [NoPrototype]
  ? 'checkRequired' | 'setters' extends keyof Value
    ? SchemaTypeForm<Value, Implied>
    : Fields<Value, DefinitionBelow<Definition>, Implied, Null>
  : 'UTC' extends keyof Value
    ? string
    : 'asIntN' extends keyof Value
      ? string | number
      : SchemaTypeForm<Value, Implied>

// A field called `1` has a number as its key, and a text in its path.
type NumberedForm<Value, Definition, Implied, Null> = keyof Value &
  (symbol | '_bsontype' | '$conditionalHandlers' | '$locals') extends never
  ? number extends keyof Value
    ? Unseen<Implied>
    : Fields<TextKeys<Value>, TextKeys<Definition>, Implied, Null>
  : SchemaTypeForm<Value, Implied>
type TextKeys<Value> = { [Key in keyof Value as Key extends number ? `${Key}` : Key]: Value[Key] }

type NoPrototype = string | number | boolean | null | undefined

// Of an object without a field that the compiler sees. Of a model, as `Model<unknown>`, which has more than an `_id`,
// any field may be allowed.
type Unseen<Implied> = unknown extends Implied
  ? unknown
  : { _id: string } extends Implied
    ? unknown
    : { [key: string]: unknown }

// `HydratedDocument` has the virtual `id`, which is no path, where an interface may have a path of this name.
type FieldsOfDocument<Value> =
  'id' extends Exclude<keyof Value, DocumentMembers<Value>>
    ? Omit<Value, DocumentMembers<Value> | 'id'> & { id?: Value['id'] }
    : Omit<Value, DocumentMembers<Value>>

type DocumentMembers<Value> = Exclude<
  keyof (Value extends { $isSingleNested: any } ? Types.ArraySubdocument : Document),
  '_id' | '__v'
>

// `author: Schema.Types.ObjectId` in an interface names the type of the path in place of that of its value.
type SchemaTypeForm<Value, Implied> = Value extends { readonly schemaName: infer Name }
  ? Name extends keyof SchemaTypeForms
    ? SchemaTypeForms[Name]
    : unknown
  : Unseen<Implied>

// A record, or what Mongoose infers where it cannot see the names of the timestamps, which says that every field holds
// a date: the named fields of that one are true.
type IndexedForm<Value, Definition, Implied, Null> = keyof Named<Value> extends never
  ? { [key: string]: JsonForm<Value[string & keyof Value], ValuesOf<Definition>, unknown, Null> }
  : IsAny<Value[string & keyof Value]> extends true
    ? { [key: string]: unknown }
    : Value[string & keyof Value] extends Date
      ? Fields<Named<Value>, DefinitionBelow<Definition>, Implied, Null>
      : { [key: string]: JsonForm<Value[string & keyof Value], unknown, unknown, Null> }
/** The fields of an object beside those of its index signature. */
export type Named<Value> = {
  [Key in keyof Value as string extends Key ? never : number extends Key ? never : Key]: Value[Key]
}

// `{} extends Definition` holds where no definition is known, and for the wide one of `new Schema<User>()`.
// oxlint-disable-next-line typescript/no-empty-object-type
type Fields<Value, Definition, Implied, Null> = {} extends Definition
  ? FieldsByType<Value, Implied, Null>
  : FieldsByDefinition<Value, Definition, Implied, Null>

// Each key is asked once, and the methods of an interface are left out where there are any only: of all that the types
// do, this costs a model most. `& string` because `keyof` has `undefined` in it where Mongoose's inference fails.
type FieldsByType<Value, Implied, Null> = unknown extends Value[keyof Value & string]
  ? FieldsOfSomeUntyped<WithoutMethods<Value>, Implied, Null>
  : Extract<Value[keyof Value & string], AnyFunction> extends never
    ? FieldsOf<Value, Implied, Null>
    : FieldsOf<WithoutMethods<Value>, Implied, Null>

type WithoutMethods<Value> = {
  [
    Key in keyof Value as Value[Key] extends null | undefined
      ? Key
      : Value[Key] extends AnyFunction | null | undefined
        ? never
        : Key
  ]: Value[Key]
}

// `nick: string | undefined` may be absent as `nick?: string` may, and so may an array, and `nick: string | null`: a
// required path takes no null. Without `strictNullChecks`, only an array can be told. The first question has one
// answer, and keeps the compiler from the second while the model is a parameter.
type OptionalKeys<Value> = unknown extends Value
  ? never
  : {
      [Key in keyof Value]-?: Value[Key] extends NotNull ? (Value[Key] extends readonly unknown[] ? Key : never) : Key
    }[keyof Value & string]
// `any` and `unknown` tell nothing.
type OptionalTypedKeys<Value> = {
  [Key in keyof Value]-?: unknown extends Value[Key]
    ? never
    : Value[Key] extends NotNull
      ? Value[Key] extends readonly unknown[]
        ? Key
        : never
      : Key
}[keyof Value & string]
type NotNull = string | number | boolean | bigint | object

type FieldsOf<Value, Implied, Null> = FieldsByKeys<
  Value,
  Implied,
  Null,
  OptionalKeys<Value> | (keyof Value & (SetByMongoose | keyof Implied))
>
type FieldsOfSomeUntyped<Value, Implied, Null> =
  IsUntypedPath<Value> extends true
    ? Unseen<Implied>
    : FieldsByKeys<
        UnknownForNull<Value>,
        Implied,
        Null,
        OptionalTypedKeys<Value> | (keyof Value & (SetByMongoose | keyof Implied))
      >
// Of `{ type: Long, min: 0 }`, where `Long` comes from a package without types, Mongoose infers an object that has the
// options as its fields.
type IsUntypedPath<Value> = 'type' extends keyof Value
  ? unknown extends Value['type']
    ? Exclude<keyof Value, keyof Named<SchemaTypeOptions<unknown>>> extends never
      ? true
      : false
    : false
  : false
// Where Mongoose infers nothing of a schema, because of the class of a type of the application, it gives that field
// null.
type UnknownForNull<Value> = { [Key in keyof Value]: [Value[Key]] extends [null | undefined] ? unknown : Value[Key] }
type FieldsByKeys<Value, Implied, Null, Optional extends keyof Value> = PresentAndOptional<
  Value,
  Implied,
  Null,
  Exclude<keyof Value & string, Optional>,
  Optional
>
// Keys are parameters because a mapped type keeps `?` then.
type PresentAndOptional<Value, Implied, Null, Present extends keyof Value, Optional extends keyof Value> = Flat<
  { -readonly [Key in Present]: JsonForm<Unpopulated<Value[Key]>, unknown, unknown, Null> } & ([Null] extends [never]
    ? { -readonly [Key in Optional]?: JsonForm<Unpopulated<Value[Key]>> }
    : {
        -readonly [Key in Optional]?: JsonForm<
          Unpopulated<OptionalValue<Value[Key], Key, Implied>>,
          unknown,
          unknown,
          Null
        >
      }) &
    ImpliedFields<Implied, keyof Value>
>

type ImpliedFields<Implied, Known> = unknown extends Implied
  ? unknown
  : { [Key in Exclude<keyof Implied, Known>]?: Implied[Key] }

// Arrays and what Mongoose fills in take no null.
type OptionalValue<Value, Key, Implied> = [Value] extends [readonly unknown[] | null | undefined]
  ? NonNullable<Value>
  : Key extends SetByMongoose | keyof Implied
    ? NonNullable<Value>
    : Value

// Mongoose fills these in, so that a body may lack them although the type of the document has them.
type SetByMongoose = '_id' | '__v' | 'createdAt' | 'updatedAt'

// Mongoose's type with `_id` is another one each time that the compiler asks it, and so would be all that is made of
// it.
type FieldsByDefinition<Value, Definition, Implied, Null> = Value extends (infer Bare) & { _id: Types.ObjectId }
  ? FieldsByPresence<Bare, Definition, Implied, Null, keyof Bare & PresentKeys<Definition>, { _id?: string }>
  : FieldsByPresence<Value, Definition, Implied, Null, keyof Value & PresentKeys<Definition>, unknown>
type FieldsByPresence<
  Value,
  Definition,
  Implied,
  Null,
  Present extends keyof Value & keyof Definition,
  Id,
> = PresentAndOther<Value, Definition, Implied, Null, Present, Exclude<keyof Value, Present>, Id>
// The keys are parameters of their own because an `as` clause would ask each key twice whether it is present.
type PresentAndOther<
  Value,
  Definition,
  Implied,
  Null,
  Present extends keyof Value & keyof Definition,
  Other extends keyof Value,
  Id,
> = Flat<
  { -readonly [Key in Present]-?: FieldForm<Value[Key], Definition[Key], Null> } & {
    -readonly [Key in Other]?: FieldForm<Value[Key], DefinitionAt<Definition, Key>, Null>
  } & ImpliedFields<Implied, keyof Value | '_id'> &
    Id
>

type FieldForm<Value, Definition, Null> = [Value] extends [readonly unknown[] | null | undefined]
  ? JsonForm<NonNullable<Value>, Definition, unknown, Null>
  : JsonForm<Unpopulated<Value>, Definition, unknown, Null>

type Flat<Type> = { [Key in keyof Type]: Type[Key] } & {}
