import { sourceOf } from '../values/function-text.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import type { Callable, SchemaType, ValidatorEntry } from './mongoose.ts'
import { prototypeOfMongoose } from './own-types.ts'

export interface BuiltInTexts {
  readonly checks: ReadonlyMap<string | undefined, string>
  readonly setters: ReadonlySet<string>
  /** Of the function of `required`, which reads the document, but only what Mongoose noted there. */
  readonly required: string
}

/** Methods of schema types that add a rule, with an argument that each of them takes. */
const builders: readonly (readonly [name: string, argument: unknown])[] = [
  ['minlength', 1],
  ['maxlength', 1],
  ['min', 1],
  ['max', 1],
  ['enum', 1],
  ['match', /./],
  ['allowNull', false],
  ['trim', true],
  ['lowercase', true],
  ['uppercase', true],
  // Last, and as a condition: beside `required: true`, Mongoose takes no `allowNull`.
  ['required', () => true],
]

const none: BuiltInTexts = { checks: new Map(), setters: new Set(), required: '' }

const textsByPrototype = new WeakMap<object, BuiltInTexts>()

/**
 * Of a class of the application they are those of the one that it extends: a method of its own adds rules of its own.
 */
export function builtInTextsOf(type: SchemaType): BuiltInTexts {
  const prototype = prototypeOfMongoose(type)
  if (prototype === undefined) return none
  return getOrInsert(textsByPrototype, prototype, readBuiltInTexts)
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
  const checks = new Map(type.validators.map((entry) => [entry.type, sourceOf(entry.validator)]))
  return {
    required: checks.get('required') ?? '',
    checks: new Map([...checks].filter(([, text]) => !readsReceiver(text))),
    setters: new Set(type.setters.map(sourceOf).filter((text) => text !== '')),
  }
}

/**
 * The application may have replaced a method of Mongoose, with rules that read the document. Those of a Date hand it on
 * to a limit that is a function.
 */
function readsReceiver(text: string): boolean {
  return /\bthis\b/.test(text.replace('.call(this)', ''))
}

export function isOwnCheck({ checks }: BuiltInTexts, { type, validator }: ValidatorEntry): boolean {
  const text = sourceOf(validator)
  return text !== '' && checks.get(type) === text
}
