import { textOfFunction } from '../values/function-text.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import type { Callable, SchemaType } from './mongoose.ts'

type OwnSetters = Readonly<Record<'immutable' | 'auto', Callable | undefined>>

/** What Mongoose makes of the two options, on a type of each prototype. */
const setters = new WeakMap<object, OwnSetters>()

/** Whether an update drops the path, or may do so where a function decides (`helpers/query/handleImmutable`). */
export function isImmutable({ options }: SchemaType): boolean {
  return options.immutable !== undefined && options.immutable !== false
}

/** The setter by which an update gives an immutable path its old value back. */
export function isImmutableSetter(type: SchemaType, setter: Callable): boolean {
  if ((type as { $immutableSetter?: unknown }).$immutableSetter === setter) return true
  // A clone, as discriminators hold them, has the setter of its original.
  const text = textOfFunction(setter)
  return text !== undefined && text === textOfFunction(ownSetters(type).immutable)
}

/** The setter of an automatic id, which has a say only where a value is missing. */
export function isResetId(type: SchemaType, setter: Callable): boolean {
  return ownSetters(type).auto === setter
}

/** The setter of a discriminator's key, which throws for the name of another one (`Model.discriminator`). */
export function isKeySetter({ options }: SchemaType, setter: Callable): boolean {
  return options.$skipDiscriminatorCheck === true && setter === options.set
}

function ownSetters(type: SchemaType): OwnSetters {
  return getOrInsert(setters, Object.getPrototypeOf(type) as object, (prototype) => ({
    immutable: setterBy(prototype, 'immutable'),
    auto: setterBy(prototype, 'auto'),
  }))
}

function setterBy(prototype: object, option: keyof OwnSetters): Callable | undefined {
  const build = Reflect.get(prototype, option) as unknown
  if (typeof build !== 'function') return undefined
  const blank = { validators: [], setters: [] as Callable[], options: { [option]: true } }
  const type = Object.assign(Object.create(prototype) as object, blank)
  Reflect.apply(build as Callable, type, [true])
  return type.setters[0]
}
