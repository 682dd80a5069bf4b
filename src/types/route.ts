import type { ObtainDocumentType, SchemaDefinition } from 'mongoose'
import type { BodyOf, JsonForm } from './json-form.ts'
import type { AnySchema, AnySource, ImpliedPaths, IsAny, SchemaOf } from './model.ts'
import type { Ruled } from './path-rules.ts'
import type { PartOf as Subset, Selected, ValidatedOf } from './validated.ts'

/** A Schema may be meant as a whole; of a model, the fields have to be named. */
export type RequiresAllow<Source, Allow> = Source extends AnySchema ? unknown : { allow: Allow }

/** Everything that a body for `Source` can hold, with null where `AllowNull` is true. */
export type SourceBody<Source, AllowNull> = BodyOf<Source, AllowNull extends true ? null : never>

/** What a route lets through as `validated`. */
export type RouteValidated<Source extends AnySource, Allow, Partial, AllowNull, Required, Nulls, Each> = EachOf<
  Ruled<PartOf<Source, SourceBody<Source, AllowNull>, Allow, Partial>, Required, Nulls>,
  Each
>

// `allow` is `any` where it was left out: what a Schema declares is meant, without what Mongoose adds to it.
type PartOf<Source, Body, Allow, Partial> =
  IsAny<Allow> extends true
    ? Source extends AnySchema
      ? Selected<Body, Exclude<keyof Body & string, keyof ImpliedPaths<SchemaOf<Source>>>, Partial>
      : Subset<Body>
    : ValidatedOf<Body, Allow, Partial>

type EachOf<Document, Each> = Each extends true | { min?: number; max?: number } ? Document[] : Document

/** What a route lets through as `extra`. */
export type RouteExtra<Extra, AllowNull> = Extra extends AnySchema
  ? SourceBody<Extra, AllowNull>
  : Extra extends SchemaDefinition
    ? JsonForm<ObtainDocumentType<Extra>, unknown, unknown, AllowNull extends true ? null : never>
    : undefined
