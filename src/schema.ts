/**
 * The only module that knows how Mongoose 8 and 9 keep a schema. Everything else works on {@link SchemaLevel} and
 * {@link SchemaNode}, and reaches Mongoose through the few members of {@link SchemaType} declared here.
 */
import { jsonFormOf, type JsonForm } from './json-forms.ts'
import { isOutage } from './outage.ts'

type Callable = (...args: never[]) => unknown

/** One entry of `SchemaType.validators`: a rule with its message, its kind and what the template may insert. */
export interface ValidatorEntry {
  readonly validator: RegExp | ((this: unknown, value: unknown, props?: object) => unknown)
  readonly message?: string | Callable
  readonly type?: string
  readonly propsParameter?: boolean
  readonly ErrorConstructor?: new (props: object, scope: unknown) => Error & { kind?: unknown }
  readonly [extra: string]: unknown
}

/** The members of Mongoose's SchemaType that are the same in 8.18 and later and in 9, typed or not. */
export interface SchemaType {
  readonly path: string
  readonly instance: string
  readonly options: Readonly<Record<string, unknown>>
  readonly validators: readonly ValidatorEntry[]
  readonly setters: readonly Callable[]
  readonly defaultValue?: unknown
  readonly isRequired?: boolean
  readonly originalRequiredValue?: unknown
  readonly requiredValidator?: unknown
  readonly $fullPath?: string
  /** Members of a Union. */
  readonly schemaTypes?: readonly SchemaType[]
  checkRequired(value: unknown, scope?: unknown): boolean
  applySetters(value: unknown, scope?: unknown): unknown
  cast(value: unknown): unknown
  getDefault(scope?: unknown): unknown
}

interface RawSchemaType extends SchemaType {
  readonly schemaTypes?: readonly RawSchemaType[]
  readonly schema?: MongooseSchema
  readonly Constructor?: Discriminated
  readonly caster?: Discriminated
  readonly $isMongooseDocumentArray?: boolean
  readonly $isMongooseArray?: boolean
  readonly $isSingleNested?: boolean
  readonly $isSchemaMap?: boolean
  readonly $isSchemaUnion?: boolean
  readonly _castFunction?: unknown
  getEmbeddedSchemaType(): RawSchemaType | undefined
}

interface Discriminated {
  readonly discriminators?: Readonly<Record<string, { readonly schema: MongooseSchema }>> | null
}

export interface MongooseSchema {
  readonly instanceOfSchema: true
  readonly paths: Readonly<Record<string, RawSchemaType>>
  /** Plain nested objects by their path. */
  readonly nested: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>> & { readonly discriminatorKey?: string }
  readonly discriminatorMapping?: { readonly key: string; readonly value: unknown; readonly isRoot: boolean } | null
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
  readonly modelName: string
  readonly schema: MongooseSchema
  readonly base: {
    readonly version: string
    readonly Document: { readonly prototype: { readonly $__init: (stored: object) => unknown } }
    readonly Types: { readonly Subdocument: { readonly prototype: object } }
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
        new (): Error
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

export function isMongoose8(model: MongooseModel): boolean {
  return model.base.version.startsWith('8.')
}

/** One position of a schema. `type` is Mongoose's schema type; a plain nested object has none. */
export type SchemaNode =
  | { readonly kind: 'nested'; readonly fields: SchemaFields; readonly refusesNull: boolean }
  | (TypedNode & { readonly kind: 'leaf'; readonly form: JsonForm })
  | (TypedNode & { readonly kind: 'custom' | 'mixed' })
  | (TypedNode & { readonly kind: 'subdocument'; readonly level: SchemaLevel })
  | (TypedNode & { readonly kind: 'documentArray'; readonly level: SchemaLevel; readonly element: SchemaType })
  | (TypedNode & { readonly kind: 'array'; readonly item: TypedSchemaNode })
  | (TypedNode & { readonly kind: 'map'; readonly value: TypedSchemaNode })
  | (TypedNode & { readonly kind: 'union'; readonly members: readonly TypedSchemaNode[] })

export interface TypedNode {
  readonly type: SchemaType
  /** Mongoose's own type of the field has no null: ids, version key, timestamps. */
  readonly neverNull: boolean
  /** Stands in a plain nested object. */
  readonly isNested: boolean
  /** False where the application replaced the type's cast: Mongoose may then refuse even the JSON form. */
  readonly castsPlainly: boolean
  /** Rules get a Mongoose container (array, Map, sub-document) rather than a plain value. */
  readonly container: boolean
}

export type TypedSchemaNode = Exclude<SchemaNode, { readonly kind: 'nested' }>

export type SchemaFields = ReadonlyMap<string, SchemaNode>

/** The fields of one Schema, with the discriminators that may take its place. */
export interface SchemaLevel {
  readonly schema: MongooseSchema
  /** Read anew after the first discriminator was registered, for it adds its key to the paths. */
  fields(): SchemaFields
  /** Name of the path that picks a discriminator. */
  readonly discriminatorKey: string
  /** Value of {@link discriminatorKey} that the schema itself stands for, where it is a discriminator's. */
  readonly discriminatorValue: unknown
  /** Value of the key where a body has none: its path may have a default. */
  assumedDiscriminator(): unknown
  /** Discriminators by the value of their key; looked up at each call, for they may be registered later. */
  discriminators(): ReadonlyMap<unknown, SchemaLevel>
}

const none: ReadonlyMap<never, never> = new Map<never, never>()

const levels = new WeakMap<object, SchemaLevel>()

/** The level of a model's own schema. */
export function readModel(model: MongooseModel): SchemaLevel {
  return levelOf(model.schema, model)
}

/**
 * One level for each place that can have discriminators of its own, so that a recursive schema, which holds itself,
 * comes back to the level it started from.
 */
function levelOf(schema: MongooseSchema, owner: Discriminated | undefined): SchemaLevel {
  const key = owner ?? schema
  let level = levels.get(key)
  if (level === undefined) levels.set(key, (level = readLevel(schema, owner)))
  return level
}

function readLevel(schema: MongooseSchema, owner: Discriminated | undefined): SchemaLevel {
  let fields: SchemaFields | undefined
  let readWith = schema.discriminatorMapping
  let discriminators: ReadonlyMap<unknown, SchemaLevel> = none
  let known: readonly unknown[] = []
  return {
    schema,
    get discriminatorKey() {
      return schema.discriminatorMapping?.key ?? schema.options.discriminatorKey ?? '__t'
    },
    get discriminatorValue() {
      return discriminatorValueOf(schema)
    },
    assumedDiscriminator() {
      const given = schema.paths[this.discriminatorKey]?.defaultValue
      return typeof given === 'function' ? undefined : given
    },
    fields() {
      if (fields === undefined || readWith !== schema.discriminatorMapping) fields = readFields(schema)
      readWith = schema.discriminatorMapping
      return fields
    },
    discriminators() {
      const children = owner?.discriminators
      if (!children) return none
      const models = Object.values(children)
      if (models.length !== known.length || models.some((child, index) => child !== known[index])) {
        known = models
        discriminators = new Map(models.map((child) => [valueOf(child.schema), levelOf(child.schema, undefined)]))
      }
      return discriminators
    },
  }
}

/** The value of the key that a schema stands for, where it is a discriminator's. */
export function discriminatorValueOf(schema: MongooseSchema): unknown {
  return schema.discriminatorMapping?.isRoot === false ? valueOf(schema) : undefined
}

/** An ObjectId that stands for a discriminator comes as text in a body. */
function valueOf(schema: MongooseSchema): unknown {
  const value = schema.discriminatorMapping?.value as { toString(): string } | undefined
  return typeof value === 'object' ? value.toString() : value
}

function readFields(schema: MongooseSchema): SchemaFields {
  const fields = new Map<string, SchemaNode>()
  for (const path of Object.keys(schema.paths)) {
    const type = schema.paths[path]
    // `scores.$*` stands for the values of the Map `scores`, which its own schema type holds too.
    if (type === undefined || path.endsWith('.$*')) continue
    const segments = path.split('.')
    const key = segments.pop() ?? path
    let siblings = fields
    for (const segment of segments) siblings = nestedFields(schema, siblings, segment)
    siblings.set(key, readNode(type, { neverNull: isManaged(schema, path), isNested: segments.length > 0 }))
  }
  return fields
}

function readNode(type: RawSchemaType, place = { neverNull: false, isNested: false }): SchemaNode {
  const typed = { type, ...place, castsPlainly: castsPlainly(type), container: true }
  if (type.$isMongooseDocumentArray) {
    const element = type.getEmbeddedSchemaType() ?? type
    return { ...typed, kind: 'documentArray', level: levelOf(schemaOf(type), constructorOf(type)), element }
  }
  if (type.$isSingleNested) {
    return { ...typed, kind: 'subdocument', level: levelOf(schemaOf(type), constructorOf(type)) }
  }
  if (type.$isSchemaMap) return { ...typed, kind: 'map', value: readContent(type) }
  if (type.$isMongooseArray) return { ...typed, kind: 'array', item: readContent(type) }
  if (type.instance === 'Union') {
    const members = (type.schemaTypes ?? []).map((member) => readNode(member) as TypedSchemaNode)
    return { ...typed, kind: 'union', members, container: members.some((member) => member.container) }
  }
  const value = { ...typed, container: false }
  if (type.instance === 'Mixed') return { ...value, kind: 'mixed' }
  const form = jsonFormOf(type.instance)
  return form !== undefined && isBuiltIn(type) ? { ...value, kind: 'leaf', form } : { ...value, kind: 'custom' }
}

/** Elements of an array, values of a Map. */
function readContent(type: RawSchemaType): TypedSchemaNode {
  const content = type.getEmbeddedSchemaType()
  if (content === undefined)
    throw new TypeError(`The ${type.instance} at "${type.path}" has no schema type for its content`)
  return readNode(content) as TypedSchemaNode
}

function nestedFields(schema: MongooseSchema, fields: Map<string, SchemaNode>, key: string): Map<string, SchemaNode> {
  const node = fields.get(key)
  if (node?.kind === 'nested') return node.fields as Map<string, SchemaNode>
  const inner = new Map<string, SchemaNode>()
  // `new Model()` throws at a null there when the schema is strict in that way.
  fields.set(key, { kind: 'nested', fields: inner, refusesNull: schema.options.strict === 'throw' })
  return inner
}

function schemaOf(type: RawSchemaType): MongooseSchema {
  if (type.schema === undefined) throw new TypeError(`The schema type at "${type.path}" has no schema`)
  return type.schema
}

/** Embedded discriminators hang on the constructor: the schema may be shared by paths with different ones. */
function constructorOf(type: RawSchemaType): Discriminated | undefined {
  return type.Constructor ?? type.caster
}

/** The error that Mongoose makes of what a setter or the cast of a field threw (`Document.prototype.$set`). */
export function castError(
  { base }: MongooseModel,
  type: SchemaType,
  value: unknown,
  path: string,
  thrown: unknown,
): unknown {
  const { CastError } = base.Error
  return thrown instanceof CastError ? thrown : new CastError(type.instance, value, path, thrown)
}

/** The model of the document that Mongoose makes of a body with this value of the discriminator key. */
export function discriminatorOf(model: MongooseModel, kind: unknown): MongooseModel {
  const children = Object.values(model.discriminators ?? {}) as MongooseModel[]
  return children.find(({ schema }) => valueOf(schema) === kind) ?? model
}

/** A subclass keeps its parent's `instance` but casts in its own way; Mongoose's own types each name themselves. */
function isBuiltIn(type: RawSchemaType): boolean {
  const { constructor } = type as { constructor: { schemaName?: unknown } }
  return Object.hasOwn(constructor, 'schemaName') && constructor.schemaName === type.instance
}

/** Paths that Mongoose fills by itself. */
function isManaged(schema: MongooseSchema, path: string): boolean {
  return (
    path === '_id' ||
    path === schema.options.versionKey ||
    path === schema.$timestamps?.createdAt ||
    path === schema.$timestamps?.updatedAt
  )
}

/**
 * Whether the cast is Mongoose's own, which takes every value in the JSON form. `SomeType.cast(fn)` and the schema type
 * option `cast` replace it; Mongoose's own are named functions such as `castNumber`.
 */
function castsPlainly(type: RawSchemaType): boolean {
  const { cast } = type.constructor as { cast?: unknown }
  if (type._castFunction !== undefined && type._castFunction !== null) return false
  if (type.options.cast !== undefined) return false
  if (typeof cast !== 'function') return true
  const current: unknown = cast.call(type.constructor)
  return typeof current !== 'function' || /^cast[A-Z]/.test(current.name)
}

/** An array's `[]`, an automatic `_id`: defaults that Mongoose gives by itself and that cannot fail. */
export function hasImplicitDefault(type: SchemaType): boolean {
  if (type.options.auto === true) return true
  return (type as RawSchemaType).$isMongooseArray === true && type.options.default === undefined
}

/** Whether Mongoose sets the default before the values of the body, and so on a path whose parent is null. */
export function hasStaticDefault({ defaultValue }: SchemaType): boolean {
  if (defaultValue === undefined) return false
  return (
    typeof defaultValue !== 'function' || (defaultValue as { $runBeforeSetters?: unknown }).$runBeforeSetters === true
  )
}

/** Whether a static default comes in: one that a setter or the cast refuses leaves its path empty. */
export function takesDefault(type: SchemaType): boolean {
  try {
    type.getDefault()
    return true
  } catch {
    return false
  }
}

/**
 * Whether Mongoose's cast takes a value as it is.
 *
 * @throws what a cast of the application threw, where that is an outage.
 */
export function takesValue(type: SchemaType, value: unknown): boolean {
  try {
    type.cast(value)
    return true
  } catch (error) {
    // Mongoose's CastError keeps what the cast threw as its reason.
    const thrown = (error as { reason?: unknown } | null | undefined)?.reason ?? error
    if (isOutage(thrown)) throw thrown
    return false
  }
}

/**
 * The setters that make another value. Mongoose's own two that keep house are left out: they give back what they get,
 * except that on an update they restore an immutable path.
 */
export function settersOf(type: SchemaType): SchemaType['setters'] {
  // A Union runs the setters of the member that it takes.
  return [type, ...(type.schemaTypes ?? [])].flatMap(ownSettersOf)
}

/** As {@link settersOf}, without those of a Union's members. */
export function ownSettersOf({ setters }: SchemaType): SchemaType['setters'] {
  return setters.filter((setter) => !keepsHouse(setter))
}

function keepsHouse({ name }: Callable): boolean {
  return name === 'immutableSetter' || name === 'resetId'
}

/** What the setters and the cast make of a value, but for the setter that gives an immutable path its old value back. */
export function setValue(type: SchemaType, raw: unknown, scope: unknown): unknown {
  // A Union looks for its member between the setters and the cast.
  if (type.schemaTypes !== undefined) return type.applySetters(raw, scope)
  let value = raw
  const options = { path: type.path }
  for (let last = type.setters.length - 1; last >= 0; last--) {
    const setter = type.setters[last] as (...args: unknown[]) => unknown
    if (!keepsHouse(setter)) value = setter.call(scope, value, undefined, type, options)
  }
  return value === null || value === undefined ? value : type.cast(value)
}
