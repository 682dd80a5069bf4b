import { invalidValue } from '../errors/error-item.ts'
import type { Gate, Job } from '../errors/job-runner.ts'
import { elementsOf, isDocument } from '../mongoose/document.ts'
import type { Position } from '../plan/position.ts'
import { textOf } from './value-text.ts'

/**
 * The error of an array of sub-schemas in which something is no sub-document: where a setter leaves false, 0 or an
 * empty text, the cast of the array passes over it. Mongoose 9 refuses it when it validates, and Mongoose 8 throws
 * outside of its promise.
 */
export function* refuseUnmade(array: unknown, { path }: Position, gate: Gate | undefined): Generator<Job> {
  const unmade = Array.isArray(array) ? elementsOf(array).find(isUnmade) : undefined
  if (unmade === undefined) return
  const message = `Parameter "obj" to Document() must be an object, got "${textOf(unmade)}" (type ${typeof unmade})`
  yield { run: (isOpen) => (isOpen ? invalidValue(path, 'user defined', message) : undefined), gate }
}

function isUnmade(element: unknown): boolean {
  return element !== undefined && element !== null && !isDocument(element)
}
