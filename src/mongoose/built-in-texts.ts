import { sourceOf } from '../values/function-text.ts'
import type { Callable, SchemaType, ValidatorEntry } from './mongoose.ts'

export interface BuiltInTexts {
  readonly checks: ReadonlyMap<string | undefined, string>
  readonly setters: ReadonlySet<string>
}

/** Methods of schema types that add a rule, with an argument that each of them takes. */
const builders: readonly (readonly [name: string, argument: unknown])[] = [
  ['minlength', 1],
  ['maxlength', 1],
  ['min', 1],
  ['max', 1],
  ['enum', 1],
  ['match', /./],
  ['trim', true],
  ['lowercase', true],
  ['uppercase', true],
]

const textsByPrototype = new WeakMap<object, BuiltInTexts>()

export function builtInTextsOf(type: SchemaType): BuiltInTexts {
  const prototype = Object.getPrototypeOf(type) as object
  let texts = textsByPrototype.get(prototype)
  if (texts === undefined) textsByPrototype.set(prototype, (texts = readBuiltInTexts(prototype)))
  return texts
}

/**
 * The texts of the functions that Mongoose makes rules of. A text tells them, because the identity of a rule is lost
 * when a schema is cloned, as discriminators are.
 */
function readBuiltInTexts(prototype: object): BuiltInTexts {
  const blank = { validators: [] as ValidatorEntry[], setters: [] as Callable[], options: {}, enumValues: [] }
  const type = Object.assign(Object.create(prototype) as object, blank)
  for (const [name, argument] of builders) {
    const build = (type as Record<string, unknown>)[name]
    try {
      if (typeof build === 'function') build.call(type, argument)
    } catch {
      // An array hands `enum` on to its elements, of which a blank one has none.
    }
  }
  return {
    checks: new Map(type.validators.map((entry) => [entry.type, sourceOf(entry.validator)])),
    setters: new Set(type.setters.map(sourceOf).filter((text) => text !== '')),
  }
}

export function isOwnCheck({ checks }: BuiltInTexts, { type, validator }: ValidatorEntry): boolean {
  const text = sourceOf(validator)
  return text !== '' && checks.get(type) === text
}
