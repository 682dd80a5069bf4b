/**
 * The members of Mongoose 8 and 9 that this library uses, typed or not. Nothing imports Mongoose at run time:
 * everything comes off the model.
 */

export type Callable = (...args: never[]) => unknown

/** One entry of `SchemaType.validators`: a rule with its message, its kind and what the template may insert. */
export interface ValidatorEntry {
  readonly validator: RegExp | ((this: unknown, value: unknown, props?: object) => unknown)
  readonly message?: string | Callable
  readonly type?: string
  readonly propsParameter?: unknown
  readonly ErrorConstructor?: (new (props: object, scope: unknown) => Error & { kind?: unknown }) | null | false
  readonly [extra: string]: unknown
}

/** The members of Mongoose's SchemaType that are the same in 8.18 and later and in 9, typed or not. */
export interface SchemaType {
  readonly path: string
  readonly instance: string
  readonly options: Readonly<Record<string, unknown>>
  readonly validators: readonly ValidatorEntry[]
  readonly setters: readonly Callable[]
  readonly getters: readonly Callable[]
  readonly defaultValue?: unknown
  readonly isRequired?: boolean
  readonly originalRequiredValue?: unknown
  readonly requiredValidator?: unknown
  readonly $fullPath?: string
  /** Of a field of an array's elements, the array. */
  readonly $parentSchemaDocArray?: object
  /** Members of a Union. */
  readonly schemaTypes?: readonly SchemaType[]
  checkRequired(value: unknown, scope?: unknown): boolean
  applySetters(value: unknown, scope?: unknown): unknown
  cast(value: unknown): unknown
  getDefault(scope?: unknown): unknown
}

/** A schema type for who reads a schema: with what tells its content and its cast, by the names of each version. */
export interface RawSchemaType extends SchemaType {
  readonly schemaTypes?: readonly RawSchemaType[]
  readonly schema?: MongooseSchema
  readonly Constructor?: Discriminated
  readonly caster?: Discriminated
  readonly $isMongooseArray?: boolean
  readonly $isSingleNested?: boolean
  readonly $isSchemaMap?: boolean
  readonly _castFunction?: unknown
  getEmbeddedSchemaType(): RawSchemaType | undefined
}

export interface Discriminated {
  readonly discriminators?: Readonly<Record<string, { readonly schema: MongooseSchema }>> | null
}

export interface MongooseSchema {
  readonly instanceOfSchema: true
  /** The object that it was made of, and that its copies were. */
  readonly obj?: object
  readonly paths: Readonly<Record<string, RawSchemaType>>
  /** Plain nested objects by their path. */
  readonly nested: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>> & { readonly discriminatorKey?: string }
  readonly discriminatorMapping?: { readonly key: string; readonly value: unknown; readonly isRoot: boolean } | null
  /** Paths by their aliases. */
  readonly aliases?: Readonly<Record<string, string>>
  readonly methods?: object
  readonly virtuals?: object
  readonly callQueue?: readonly unknown[]
  indexes(): readonly (readonly [fields: object, options?: object])[]
  /** Gives the schema itself. */
  eachPath(visit: () => void): unknown
  readonly $timestamps?: { readonly createdAt?: unknown; readonly updatedAt?: unknown } | null
}

/** Mongoose's ValidationError. */
export interface ErrorsOfDocument {
  readonly errors: Record<string, Error>
  readonly addError: (this: ErrorsOfDocument, path: string, error: Error) => void
}

/** The members of a Mongoose model that a guard uses. */
export interface MongooseModel extends Discriminated {
  new (body?: object, fields?: undefined, options?: object): unknown
  readonly prototype: object
  readonly schema: MongooseSchema
  readonly modelName: string
  readonly base: {
    readonly version: string
    readonly Model: object
    readonly Document: { readonly prototype: { readonly $__init: (stored: object) => unknown } }
    readonly Types: { readonly Subdocument: { readonly prototype: object } }
    readonly Schema: {
      readonly prototype: object
      readonly Types: { readonly DocumentArray: { readonly prototype: object } }
    }
    readonly Error: {
      readonly CastError: new (
        type: string,
        value: unknown,
        path: string,
        reason: unknown,
      ) => Error & { setModel(model: unknown): void; readonly reason?: unknown }
      readonly ValidationError: {
        new (instance: unknown): ErrorsOfDocument
        readonly prototype: ErrorsOfDocument
      }
      readonly messages: {
        readonly general: { readonly default: string }
        readonly String: { readonly maxlength: unknown }
      }
      readonly ValidatorError: {
        new (properties?: object): Error
        readonly prototype: { formatMessage(message: unknown, props: object, scope: unknown): unknown }
      }
    }
  }
}

/** Duck-typed, because the application may hold another copy of Mongoose than the one this package resolves. */
export function isMongooseModel(value: unknown): value is MongooseModel {
  if (typeof value !== 'function') return false
  const model = value as Partial<MongooseModel>
  const errors = model.base?.Error as Partial<MongooseModel['base']['Error']> | undefined
  return model.schema?.instanceOfSchema === true && typeof errors?.ValidatorError === 'function'
}
