import type { AddedRules } from '../mongoose/added-rules.ts'
import type { Callable } from '../mongoose/mongoose.ts'
import { textOfFunction } from '../values/function-text.ts'
import { getOrInsert } from '../values/get-or-insert.ts'

const arrow = /^(?:async\b\s*)?(?:\([^()]*\)|[\w$]+)\s*=>/
/** A parameter that `length` does not count, or a comment, which may hold what looks like the end of the parameters. */
const beyondLength = /^[^)]*(?:\.\.\.|=(?!>)|\/[*/])/
/** The name of a method that is computed, or a text: it may hold what looks like the end of the parameters. */
const anyName = /^(?:(?:async|get|set)\b\s*)?\*?\s*[["']/
const thisWord = /\b(?:this|arguments|eval|super)\b/

const seen = new WeakMap<Callable, boolean>()

/**
 * Whether a function of the schema can get hold of the document: through `this`, or as an argument past the first
 * `harmlessParameters`. Judged by its source text. In doubt the answer is yes, because a wrong no would be a bug; a
 * right one spares building the document. Of a function whose text is not to be had, there is always doubt.
 */
export function canSeeDocument(fn: Callable, harmlessParameters: number): boolean {
  return takesDocument(fn, harmlessParameters) || readsThis(fn)
}

/** As {@link canSeeDocument}, by an argument alone. */
export function takesDocument(fn: Callable, harmlessParameters: number): boolean {
  if (harmlessParameters === Infinity) return false
  if (fn.length > harmlessParameters) return true
  if (isHarmlessNative(fn)) return false
  const text = textOfFunction(fn)
  return text === undefined || anyName.test(text) || beyondLength.test(text)
}

/**
 * Whether some function in rules that a route adds, their messages included, can get hold of the document, or change a
 * date in it.
 */
export function rulesReachDocument(rules: AddedRules): boolean {
  return Object.entries(rules).some(([name, value]) => {
    // Of functions, only a condition gets the document as its first argument.
    const harmlessParameters = name === 'required' ? 0 : Infinity
    return functionsIn(value).some((fn) => canSeeDocument(fn, harmlessParameters) || mayWriteDate(fn))
  })
}

/** A function stands alone, or in `[function, message]`, `{ validator, message }` or a list of these. */
function functionsIn(value: unknown, depth = 2): Callable[] {
  if (typeof value === 'function') return [value as Callable]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.values(value).flatMap((inner) => functionsIn(inner, depth - 1))
}

function readsThis(fn: Callable): boolean {
  return getOrInsert(seen, fn, mayReadThis)
}

function mayReadThis(fn: Callable): boolean {
  const text = textOfFunction(fn)
  if (text === undefined) return !isHarmlessNative(fn) && !isBound(fn)
  // The `this` of an arrow function is that of the place where it was written.
  return !arrow.test(text) && thisWord.test(text)
}

/** A bound function has a receiver of its own, and hides its text. */
function isBound(fn: Callable): boolean {
  return fn.name.startsWith('bound ') && !Object.hasOwn(fn, 'prototype')
}

/** Functions of the language that have no use for a receiver: conversions, and those that only live in an object. */
const harmlessNatives: ReadonlySet<unknown> = new Set<unknown>([
  ...[String, Number, Boolean, BigInt, Symbol, Date, Object, RegExp, Array],
  ...[parseInt, parseFloat, isFinite, isNaN, encodeURI, encodeURIComponent, decodeURI, decodeURIComponent],
  ...[Math, Number, Object, JSON, String, Date].flatMap((owner: object) =>
    Object.getOwnPropertyNames(owner).map((name) => Reflect.get(owner, name) as unknown),
  ),
  Reflect.get(Array, 'isArray'),
])

const dateSetter = /\bset(?:UTC)?(?:Date|FullYear|Hours|Milliseconds|Minutes|Month|Seconds|Time|Year)\b/

/** Whether a rule may change the date that it is given. What it passes it on to is taken to leave it as it is. */
export function mayWriteDate(rule: Callable): boolean {
  return dateSetter.test(textOfFunction(rule) ?? '')
}

function isHarmlessNative(fn: Callable): boolean {
  return harmlessNatives.has(fn)
}
