import { isOutage } from '../errors/outage.ts'
import { sourceOf, textOfFunction } from '../values/function-text.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import { isError } from '../values/is-error.ts'
import { forget } from '../values/maybe-promise.ts'
import { forgetIn } from './cast-errors.ts'
import type { Callable, MongooseModel, RawSchemaType, SchemaType, ValidatorEntry } from './mongoose.ts'
import { hasIdDefault, isImmutableSetter, isResetId } from './own-setters.ts'
import { isArray, ownersBeforeMongoose, prototypeOfMongoose } from './own-types.ts'
import { withForgottenSetters } from './replace-setters.ts'

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

/** What a type is called: one of the application may have given its parent no name. */
export function typeNameOf({ instance, constructor }: SchemaType): string {
  if (typeof (instance as unknown) === 'string') return instance
  const { schemaName, name } = constructor as { schemaName?: unknown; name: string }
  return typeof schemaName === 'string' ? schemaName : name
}

/** A subclass keeps its parent's `instance` but casts in its own way; Mongoose's own types each name themselves. */
export function isBuiltIn(type: RawSchemaType): boolean {
  const { constructor } = type as { constructor: { schemaName?: unknown } }
  return Object.hasOwn(constructor, 'schemaName') && constructor.schemaName === type.instance
}

const methodsOfRules = ['doValidate', 'applySetters', '_applySetters']

/**
 * The method by which a type of the application runs its rules or setters in its own way, where guards run Mongoose's.
 * Of a class for sub-documents it cannot be told.
 */
export function replacedMethod(type: SchemaType): string | undefined {
  const owners = type.instance === 'Embedded' ? [type] : ownersBeforeMongoose(type)
  return owners.flatMap((owner) => methodsOfRules.filter((name) => Object.hasOwn(owner, name))).at(0)
}

/** The method `cast` of a type of the application, if it has one. Of a class for sub-documents it cannot be told. */
export function replacedCast(type: SchemaType): Callable | undefined {
  if (type.instance === 'Embedded') return undefined
  const owner = ownersBeforeMongoose(type).find((some) => Object.hasOwn(some, 'cast'))
  return owner && (Reflect.get(owner, 'cast') as Callable)
}

/**
 * An array's `[]`, an automatic `_id`: defaults that Mongoose gives by itself and that cannot fail. What is given
 * later, by `schemaType.default()`, does not show in the options; a setter of an array gets its `[]`.
 */
export function hasImplicitDefault(type: SchemaType): boolean {
  const { options, defaultValue, setters } = type
  if (options.auto === true && hasIdDefault(type)) return true
  const isOfArray = options.default === undefined && isArray(type as RawSchemaType)
  return isOfArray && setters.length === 0 && isWrittenInConstructor(type, defaultValue)
}

/**
 * Whether a function of a type is one that Mongoose's constructor makes of another, as an array's default is: its text
 * is a part of the constructor's. A minifier changes both alike.
 */
function isWrittenInConstructor(type: SchemaType, fn: unknown): boolean {
  if (typeof fn !== 'function') return false
  return getOrInsert(writtenInConstructors, fn, () => {
    const text = textOfFunction(fn) ?? ''
    // One of the application may be as short as any callback in there.
    if (!text.includes('.call(this)')) return false
    const { constructor } = prototypeOfMongoose(type) as { constructor: unknown }
    return sourceOf(constructor).includes(text)
  })
}

const writtenInConstructors = new WeakMap<object, boolean>()

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
    forget(type.getDefault())
    return true
  } catch (error) {
    forgetIn(error)
    return false
  }
}

/**
 * Whether Mongoose's cast takes a value as it is.
 *
 * @throws what a cast of the application threw, where that is an outage.
 */
export function takesValue(type: SchemaType, value: unknown): boolean {
  return isTaken(() => type.cast(value))
}

/**
 * The same where the type or its cast is the application's: Mongoose runs the setters first, and the cast may want what
 * they make of a value. Setters that read the document get none.
 *
 * @throws what a setter or a cast of the application threw, where that is an outage.
 */
export function takesSetValue(type: SchemaType, value: unknown): boolean {
  const isSet = directSettersOf(type).length > 0 && isTaken(() => setValue(type, value, undefined))
  return isSet || takesValue(type, value)
}

function isTaken(make: () => unknown): boolean {
  try {
    const made = make()
    forget(made)
    // Casts of published types give their error in place of throwing it, and Mongoose would store that.
    return !isError(made)
  } catch (error) {
    forgetIn(error)
    const thrown = reasonOf(error) ?? error
    if (isOutage(thrown)) throw thrown
    return false
  }
}

/** Mongoose's CastError keeps what the cast threw as its reason. */
function reasonOf(error: unknown): unknown {
  try {
    return (error as { reason?: unknown } | null | undefined)?.reason
  } catch {
    // A getter of the error threw.
    return undefined
  }
}

/**
 * The rules among a type's validators: Mongoose skips what is no object (`SchemaType#doValidate`), as plugins may leave
 * it.
 */
export function entriesOf({ validators }: SchemaType): readonly ValidatorEntry[] {
  return validators.every(isEntry) ? validators : validators.filter(isEntry)
}

function isEntry(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null
}

/**
 * The setters that make another value. Two of Mongoose's own are left out: they return what they get, except that in an
 * update they restore an immutable path.
 */
export function settersOf(type: SchemaType): SchemaType['setters'] {
  // A Union runs the setters of the member that it takes.
  return [type, ...(type.schemaTypes ?? [])].flatMap(directSettersOf)
}

/** As {@link settersOf}, without those of a Union's members. */
export function directSettersOf(type: SchemaType): SchemaType['setters'] {
  return type.setters.filter((setter) => !isMongooseSetter(type, setter))
}

function isMongooseSetter(type: SchemaType, setter: Callable): boolean {
  return isImmutableSetter(type, setter) || isResetId(type, setter)
}

/**
 * What the setters and the cast make of a value, but for the setter that gives an immutable path its old value back.
 */
export function setValue(type: SchemaType, raw: unknown, scope: unknown): unknown {
  // A Union looks for its member between the setters and the cast.
  const { schemaTypes } = type
  if (schemaTypes !== undefined)
    return forgotten(withForgottenSetters([type, ...schemaTypes], () => type.applySetters(raw, scope)))
  let value = raw
  const options = { path: type.path }
  for (let last = type.setters.length - 1; last >= 0; last--) {
    const setter = type.setters[last] as (...args: unknown[]) => unknown
    if (isMongooseSetter(type, setter)) continue
    value = setter.call(scope, value, undefined, type, options)
    // A promise is refused by the cast.
    forget(value)
  }
  return value === null || value === undefined ? value : forgotten(type.cast(value))
}

/** A Mixed takes a promise, and so does a cast of the application that is asynchronous. */
function forgotten<T>(value: T): T {
  forget(value)
  return value
}
