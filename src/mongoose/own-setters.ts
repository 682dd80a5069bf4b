import { textOfFunction } from '../values/function-text.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import type { Callable, SchemaType } from './mongoose.ts'

/** What Mongoose makes of an option. */
interface MadeOfOption {
  readonly setters: readonly Callable[]
  readonly defaultValue?: unknown
}

type OwnFunctions = Readonly<Record<'immutable' | 'auto', MadeOfOption>>

const none: MadeOfOption = { setters: [] }

/** On a type of each prototype. */
const functions = new WeakMap<object, OwnFunctions>()

/** Whether an update drops the path, or may do so where a function decides (`helpers/query/handleImmutable`). */
export function isImmutable({ options }: SchemaType): boolean {
  return options.immutable !== undefined && options.immutable !== false
}

/** The setter by which an update gives an immutable path its old value back. */
export function isImmutableSetter(type: SchemaType, setter: Callable): boolean {
  if ((type as { $immutableSetter?: unknown }).$immutableSetter === setter) return true
  // A clone, as discriminators hold them, has the setter of its original.
  const text = textOfFunction(setter)
  return text !== undefined && text === textOfFunction(ownFunctions(type).immutable.setters[0])
}

/** The setter of an automatic id, which has a say only where a value is missing. */
export function isResetId(type: SchemaType, setter: Callable): boolean {
  return ownFunctions(type).auto.setters[0] === setter
}

/** Whether a type has the default that Mongoose gives an automatic id. Where the application gives it, it may fail. */
export function hasIdDefault(type: SchemaType): boolean {
  const { defaultValue } = type
  return (
    ownFunctions(type).auto.defaultValue === defaultValue && onlyConstructs.test(textOfFunction(defaultValue) ?? '')
  )
}

const onlyConstructs = /^function ?[\w$]*\(\) ?\{ ?return new [\w$.]+(?:\(\))?;? ?\}$/

/** The setter of a discriminator's key, which throws for the name of another one (`Model.discriminator`). */
export function isKeySetter({ options }: SchemaType, setter: Callable): boolean {
  return options.$skipDiscriminatorCheck === true && setter === options.set
}

function ownFunctions(type: SchemaType): OwnFunctions {
  return getOrInsert(functions, Object.getPrototypeOf(type) as object, (prototype) => ({
    immutable: madeOf(prototype, 'immutable'),
    auto: madeOf(prototype, 'auto'),
  }))
}

function madeOf(prototype: object, option: keyof OwnFunctions): MadeOfOption {
  const build = Reflect.get(prototype, option) as unknown
  if (typeof build !== 'function') return none
  const blank = { validators: [], setters: [] as Callable[], options: { [option]: true } }
  const type = Object.assign(Object.create(prototype) as object, blank)
  Reflect.apply(build as Callable, type, [true])
  return type
}
