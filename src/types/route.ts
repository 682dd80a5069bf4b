/* oxlint-disable typescript/no-explicit-any -- stands for an `allow` that was left out. */
import type { ObtainDocumentType, SchemaDefinition } from 'mongoose'
import type { Guard } from './guard.ts'
import type { BodyOf, JsonForm, Named } from './json-form.ts'
import type { AnyModel, AnySchema, DefinitionOf, ModelOrSchema, IsAny, ManagedPaths, RawOf } from './model.ts'
import type { Ruled } from './path-rules.ts'
import type { GuardOrMiddleware, PartOf as Subset, Selected, ValidatedOf } from './validated.ts'

/** The option `allow`. A Schema may be meant as a whole; of a model, the fields have to be named. */
export type AllowOption<Source, Allow> = Source extends AnySchema ? { allow?: Allow } : { allow: Allow }

/** Everything that a body for `Source` can hold, with null where `AllowNull` is true. */
export type SourceBody<Source, AllowNull> = BodyOf<Source, AllowNull extends true ? null : never>

/** What a route lets through as `validated`. */
export type RouteValidated<Source extends ModelOrSchema, Allow, Partial, AllowNull, Required, Nulls, Each> =
  // Most routes have neither rules nor an array.
  [unknown, Each] extends [Required, false]
    ? AllowedPart<Source, SourceBody<Source, AllowNull>, Allow, Partial>
    : EachOf<Ruled<AllowedPart<Source, SourceBody<Source, AllowNull>, Allow, Partial>, Required, Nulls>, Each>

/** The part of a body that an allow list lets through; all of it where the list was left out, and is `any`. */
export type AllowedPart<Source, Body, Allow, Partial> = unknown extends Allow
  ? WholePart<Source, Body, Partial>
  : ValidatedOf<Body, Allow, Partial>

/** The part of a body that a guard without an allow list lets through. */
export type WholePart<Source, Body, Partial> = Source extends AnySchema ? Declared<Source, Body, Partial> : Subset<Body>

// What a Schema declares, without what Mongoose adds to it: that is an `_id` only where the Schema has none of its own.
type Declared<Source, Body, Partial> = Selected<
  Body,
  Exclude<NamesOf<Body>, ManagedPaths<Source, OwnNames<RawOf<Source>, DefinitionOf<Source>>>>,
  Partial
>
// The type of a document has an `_id` also where `Schema.create()` has added it. `{} extends Definition` holds where
// none is known.
// oxlint-disable-next-line typescript/no-empty-object-type
type OwnNames<Raw, Definition> = {} extends Definition ? keyof Named<Raw> : keyof Definition
type NamesOf<Body> = string extends keyof Body
  ? [keyof Named<Body>] extends [never]
    ? string
    : keyof Named<Body> & string
  : keyof Body & string

// No distributive condition: where the model is a parameter, the compiler would infer `Each` from a handler there.
type EachOf<Document, Each> = [Each] extends [false]
  ? Document
  : [false] extends [Each]
    ? Document | Document[]
    : Document[]

/** What a route lets through as `extra`. */
export type RouteExtra<Extra, AllowNull> = Extra extends undefined
  ? undefined
  : Extra extends AnySchema
    ? Declared<Extra, SourceBody<Extra, AllowNull>, false>
    : Extra extends SchemaDefinition
      ? JsonForm<ObtainDocumentType<Extra>, Extra, unknown, AllowNull extends true ? null : never>
      : undefined

/**
 * What may stand alone where a guard is made: a ready one, or a Schema, which is meant as a whole then. What an adapter
 * has made of a guard is refused, and is here so that the error can say so.
 */
export type GuardOrModelOrSchema = GuardOrMiddleware | ModelOrSchema

/**
 * A parameter of a function that is called. Where Express asks whether the function itself fits as a handler, the
 * compiler puts `any` for the type parameters of overloads, and `app.post('/', guard)`, which lacks the call, would
 * pass: `never` takes no `any`.
 */
export type InCall<Called, Type> = IsAny<Called> extends true ? never : Type

/**
 * The `this` of a call without options: a message for a model, or for what an adapter has made of a guard, which stands
 * in the compiler's error. Without it, that says first what the model is, at length. What is none of these is the
 * argument's own error.
 */
export type WithoutOptions<Ready, Message> = [Ready] extends [Guard | AnySchema]
  ? unknown
  : [Ready] extends [AnyModel]
    ? Message
    : [Ready] extends [GuardOrMiddleware]
      ? 'This is a guarded route already: give the guard, or the model and its options'
      : unknown

/** What a Schema lets through that is meant as a whole. */
export type WholeSchema<Source extends AnySchema, AllowNull extends boolean> = RouteValidated<
  Source,
  any,
  false,
  AllowNull,
  unknown,
  unknown,
  false
>
