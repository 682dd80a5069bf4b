/* oxlint-disable typescript/no-explicit-any -- Mongoose's generics are matched by `any`: a stricter argument would turn models away that `any` lets in. */
import type { InferSchemaType, Model, ObtainSchemaGeneric, Schema } from 'mongoose'

/**
 * Any Mongoose model, whatever its generics, in Mongoose 8 and 9.
 *
 * It is structural because `Model<T>` as a parameter type rejects models that Mongoose 9 infers from a
 * schema in several positions, and because comparing two members is cheap.
 */
export interface AnyModel {
  readonly modelName: string
  castObject(object: never, options?: never): unknown
}

/**
 * Any Mongoose Schema, which may stand where a model stands: structural, as {@link AnyModel} is.
 *
 * @example
 * const login: AnySchema = new Schema({ email: String, password: String })
 */
export interface AnySchema {
  readonly paths: object
  pathType(path: string): string
}

/** What a guard is made of. */
export type ModelOrSchema = AnyModel | AnySchema

/** Whether a type is `any`, to which every type would fit. */
export type IsAny<Type> = 0 extends 1 & Type ? true : false

// `castObject(): TRawDocType` is in both majors. `Model<infer Raw, ...>` finds a second candidate for `Raw` in
// Mongoose 9, whose 7th parameter has a default that mentions the first, and so gives a union.
export type RawOf<Source> = Source extends { castObject(object: any, options?: any): infer Raw }
  ? Raw
  : Source extends AnySchema
    ? InferSchemaType<Source>
    : never

// While the model is a parameter, `Model<T>`, the compiler looks at both branches, and works out how Mongoose's types
// vary for the last comparison: that of Mongoose 9 it gets right only if it knows of `Schema` before it asks about
// `Model`. With the wrong one that it keeps, no inferred model fits a `Model<T>`.
export type SchemaOf<Source> =
  RawOf<Source> extends never
    ? KnownOfSchema
    : Source extends Model<any, any, any, any, any, infer SomeSchema>
      ? SomeSchema
      : Source extends AnySchema
        ? Source
        : unknown
type KnownOfSchema = Schema<object> extends Schema ? never : never

/**
 * The paths that Mongoose adds to the documents of a schema, some of which it leaves out of the inferred type. Only
 * options that the compiler sees as literals are known.
 */
export type ImpliedPaths<SomeSchema, Null = never, SomeModel = unknown> = ImpliedBy<
  IsAny<SomeSchema> extends true ? OptionsOfEach<SomeModel> : ObtainSchemaGeneric<SomeSchema, 'TSchemaOptions'>,
  Null
>
// Of a union with a discriminator's model, whose schema is not in its type, the others tell the key that picks it.
type OptionsOfEach<SomeModel> = SomeModel extends unknown
  ? IsAny<SchemaOf<SomeModel>> extends true
    ? object
    : ObtainSchemaGeneric<SchemaOf<SomeModel>, 'TSchemaOptions'>
  : never

/**
 * Whether a schema has fields that its type does not show: `true` where the options are any (`const options:
 * SchemaOptions`), of which Mongoose infers no field, or wrong ones; `'partly'` where they name the key that picks a
 * discriminator, whose fields a model takes as its own.
 */
export type UnseenFields<SomeSchema> =
  IsAny<SomeSchema> extends true ? false : UnseenBy<ObtainSchemaGeneric<SomeSchema, 'TSchemaOptions'>>
type UnseenBy<Options> = 'typeKey' extends keyof Options
  ? string extends Options['typeKey']
    ? true
    : OfDiscriminators<Options>
  : OfDiscriminators<Options>
// Mongoose's default options, of a schema without any, name its default key.
type OfDiscriminators<Options> = Options extends { discriminatorKey: infer Key }
  ? Key extends '__t'
    ? false
    : 'partly'
  : false

/** The names of these paths, without those that the schema declares itself, and of the timestamps, which it cannot. */
export type ManagedPaths<SomeSchema, Own> =
  | Exclude<keyof ImpliedPaths<SomeSchema>, Own>
  | TimestampsBy<ObtainSchemaGeneric<SomeSchema, 'TSchemaOptions'>>
type TimestampsBy<Options> = Options extends { timestamps: true } ? 'createdAt' | 'updatedAt' : TimestampNames<Options>

type ImpliedBy<Options, Null> = {
  [
    Key in '_id' | VersionKey<Options> | DiscriminatorKey<Options> | TimestampNames<Options>
  ]: Key extends VersionKey<Options> ? number : Key extends DiscriminatorKey<Options> ? string | Null : string
}
type VersionKey<Options> = Options extends { versionKey: infer Key }
  ? Key extends string
    ? KnownName<Key>
    : Key extends true
      ? '__v'
      : never
  : '__v'
type DiscriminatorKey<Options> = Options extends { discriminatorKey: infer Key }
  ? Exclude<KnownName<Key>, '__t'>
  : never
// With `timestamps: true` they are in the inferred type.
type TimestampNames<Options> = Options extends { timestamps: infer Timestamps extends object }
  ? TimestampName<Timestamps, 'createdAt'> | TimestampName<Timestamps, 'updatedAt'>
  : never
type TimestampName<Timestamps, Path> = Path extends keyof Timestamps
  ? Timestamps[Path] extends true
    ? Path
    : KnownName<Timestamps[Path]>
  : Path
type KnownName<Key> = Key extends string ? (string extends Key ? never : Key) : never

export type DefinitionOf<SomeSchema> = IsAny<SomeSchema> extends true ? unknown : DefinitionGeneric<SomeSchema>

// Mongoose 8 has no such generic and evaluates this to `unknown`, which is right. The directive has the JSDoc form
// because `//` comments do not get into the .d.ts, and the type is one line because the directive covers one.
// oxlint-disable-next-line typescript/ban-ts-comment -- an error under Mongoose 8 only
/** @ts-ignore TS2344 under Mongoose 8 */
type DefinitionGeneric<SomeSchema> = ObtainSchemaGeneric<SomeSchema, 'TSchemaDefinition'>
