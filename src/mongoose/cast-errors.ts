import { isError } from '../values/is-error.ts'
import { isMap } from '../values/is-map.ts'
import { forget, isThenable } from '../values/maybe-promise.ts'

/** Mongoose's CastError, which prints its value as Node.js does: of a promise what it holds, of an error its stack. */
interface CastError extends Error {
  readonly kind: string
  readonly path: string
  readonly value: unknown
  readonly reason?: unknown
  readonly stringValue: string
  setModel(model: unknown): void
}

type CastErrorClass = new (kind: string, value: unknown, path: string, reason: unknown) => CastError

function isCastError(thrown: unknown): thrown is CastError {
  try {
    if (!isError(thrown) || thrown.name !== 'CastError') return false
    const { stringValue, setModel } = thrown as Partial<CastError>
    return typeof stringValue === 'string' && typeof setModel === 'function'
  } catch {
    // A getter of the error threw.
    return false
  }
}

/** The error itself, or, where it prints what a function of the schema made and no client should read, one without. */
export function withoutServerText<Thrown>(thrown: Thrown): Thrown {
  if (!isCastError(thrown)) return thrown
  const culprit = culpritOf(thrown)
  if (culprit === undefined) return thrown
  const text = Object.prototype.toString.call(culprit)
  const safe = new (thrown.constructor as CastErrorClass)(thrown.kind, text, thrown.path, thrown.reason)
  const { messageFormat, valueType } = thrown as unknown as Record<string, unknown>
  Object.assign(safe, { messageFormat, valueType })
  safe.setModel(null)
  return safe as unknown as Thrown
}

/** What an array could not cast is the value of the error that is its reason: it prints all of its own. */
function culpritOf(error: CastError): object | undefined {
  const { value, reason } = error
  return firstIn(value, isPrintedInFull) ?? (isCastError(reason) ? culpritOf(reason) : undefined)
}

function isPrintedInFull(value: object): boolean {
  try {
    return isError(value) || isThenable(value)
  } catch {
    // A getter threw, and Node.js prints none.
    return false
  }
}

/** Handles the rejections of promises that were cast in vain, which would end the process. */
export function forgetIn(thrown: unknown): void {
  try {
    forget(thrown)
    if (!isCastError(thrown)) return
    firstIn(thrown.value, (value) => {
      forget(value)
      return false
    })
    forgetIn(thrown.reason)
  } catch {
    // A getter of the error threw.
  }
}

/** Node.js prints no more of a value than this. */
const printedDepth = 3
const printedElements = 100

function firstIn(value: unknown, isWanted: (value: object) => boolean, depth = 0): object | undefined {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined
  if (isWanted(value)) return value
  if (depth === printedDepth || ArrayBuffer.isView(value)) return undefined
  for (const inner of printedContentOf(value)) {
    const found = firstIn(inner, isWanted, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** Without what getters give: Node.js calls none. */
function printedContentOf(value: object): unknown[] {
  if (isMap(value)) return [...value.values()].slice(0, printedElements)
  const keys = Object.keys(value).slice(0, printedElements)
  return keys.map((key): unknown => Object.getOwnPropertyDescriptor(value, key)?.value)
}
