/** The parts of Mongoose's schema types that its declarations leave out and that mean the same in 8 and 9. */
export interface SchemaTypeLike {
  instance: string
  path: string
  options: Record<string, unknown>
  validators: ValidatorLike[]
  setters: unknown[]
  defaultValue?: unknown
  originalRequiredValue?: unknown
  requiredValidator?: unknown
  schema?: SchemaLike
  schemaTypes?: SchemaTypeLike[]
  Constructor?: ConstructorLike
  caster?: ConstructorLike
  $isMongooseDocumentArray?: boolean
  $isMongooseArray?: boolean
  $isSingleNested?: boolean
  $isSchemaMap?: boolean
  getEmbeddedSchemaType(): SchemaTypeLike | undefined
  cast(value: unknown): unknown
  applySetters(value: unknown, scope: unknown): unknown
}

export interface ValidatorLike {
  validator: unknown
  message?: unknown
  type?: string
}

export interface ConstructorLike {
  discriminators?: Record<string, { schema: SchemaLike }>
}

export interface SchemaLike {
  paths: Record<string, SchemaTypeLike>
  options: Record<string, unknown>
  discriminatorMapping?: { key: string; value: unknown; isRoot: boolean } | null
  $timestamps?: { createdAt?: unknown; updatedAt?: unknown }
}

export interface ErrorLike {
  name?: string
  kind?: string
  message: string
  value?: unknown
  properties?: { type?: string }
  reason?: unknown
}

export interface DocumentLike {
  validate(): Promise<void>
  toObject(options?: object): Record<string, unknown>
  $__: { validationError?: { errors: Record<string, ErrorLike> } | null }
}

export interface ModelLike extends ConstructorLike {
  new (body: unknown): DocumentLike
  schema: SchemaLike
  modelName: string
  base: { version: string; Error: { ValidatorError: new (properties: object, document?: unknown) => Error } }
}
