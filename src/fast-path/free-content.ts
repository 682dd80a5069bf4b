import { longText, mostCharacters, requireElements, ValueCount } from '../values/body-limits.ts'
import { ContentCopier } from '../values/content-copy.ts'
import type { GeneratedCode } from './generated-code.ts'
import { isStorable } from '../values/is-storable.ts'

/** Thrown where a body goes to the walker from deep inside. */
const givesUp = new Error('Only the walker can tell')

/**
 * So many values of one body are copied without a look at whether something stands in several places, as an alias of
 * YAML does; the walker sees that.
 */
const mostValues = 1_000_000
// Of the body that is being accepted, which happens in one synchronous call.
let values = 0
let characters = 0
let copier: ContentCopier | undefined

/** Counts anew, for the next body. */
export function startCounting(): void {
  values = 0
  characters = 0
  copier = undefined
}

/** Counts elements, and objects of a schema in itself. */
export function countValues(more: number): void {
  if ((values += more) > mostValues) throw givesUp
}

/** Counts the text of a value or key that is a long one. */
function countText({ length }: string): void {
  if ((characters += length) > mostCharacters) throw givesUp
}

/** A condition on the text in a variable: it is counted where that is worth a call. */
export function countTextCode(code: GeneratedCode, text: string): string {
  return `if (${text}.length > ${longText}) ${code.constant(countText)}(${text})`
}

/** Counts what is in an array. */
export function countElements(array: readonly unknown[]): void {
  requireElements(array)
  countValues(array.length)
}

/** Copies free content as the walker does; what the walker would report makes it give up. */
export function copyFree(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return isStorable(value) ? value : giveUp()
  copier ??= new ContentCopier(new ValueCount())
  return copier.copy(value, depth, giveUp)
}

function giveUp(): never {
  throw givesUp
}
