import type { ObtainDocumentType, SchemaDefinition } from 'mongoose'
import type { BodyOf, JsonForm } from './json-form.ts'
import type { AnySchema, AnySource, IsAny, ManagedPaths } from './model.ts'
import type { Ruled } from './path-rules.ts'
import type { PartOf as Subset, Selected, ValidatedOf } from './validated.ts'

/** The option `allow`. A Schema may be meant as a whole; of a model, the fields have to be named. */
export type AllowOption<Source, Allow> = Source extends AnySchema ? { allow?: Allow } : { allow: Allow }

/** Everything that a body for `Source` can hold, with null where `AllowNull` is true. */
export type SourceBody<Source, AllowNull> = BodyOf<Source, AllowNull extends true ? null : never>

/** What a route lets through as `validated`. */
export type RouteValidated<Source extends AnySource, Allow, Partial, AllowNull, Required, Nulls, Each> =
  // Most routes have neither rules nor an array.
  [unknown, Each] extends [Required, false]
    ? PartOf<Source, SourceBody<Source, AllowNull>, Allow, Partial>
    : EachOf<Ruled<PartOf<Source, SourceBody<Source, AllowNull>, Allow, Partial>, Required, Nulls>, Each>

// `allow` is `any` where it was left out.
type PartOf<Source, Body, Allow, Partial> =
  IsAny<Allow> extends true
    ? Source extends AnySchema
      ? Declared<Source, Body, Partial>
      : Subset<Body>
    : ValidatedOf<Body, Allow, Partial>

// What a Schema declares, without what Mongoose adds to it.
type Declared<Source, Body, Partial> = Selected<Body, Exclude<keyof Body & string, ManagedPaths<Source>>, Partial>

type EachOf<Document, Each> = Each extends true | { min?: number; max?: number } ? Document[] : Document

/** What a route lets through as `extra`. */
export type RouteExtra<Extra, AllowNull> = Extra extends undefined
  ? undefined
  : Extra extends AnySchema
    ? Declared<Extra, SourceBody<Extra, AllowNull>, false>
    : Extra extends SchemaDefinition
      ? JsonForm<ObtainDocumentType<Extra>, Extra, unknown, AllowNull extends true ? null : never>
      : undefined
