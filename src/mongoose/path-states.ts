import type { MongooseDocument, PathState } from './document.ts'

/** `undefined` where nothing has become of it: a default was set around it, as its content. */
export function stateOf({ $__: { activePaths } }: MongooseDocument, path: string): PathState | undefined {
  return Object.hasOwn(activePaths.paths, path) ? activePaths.paths[path] : undefined
}

/**
 * Whether Mongoose validates what is at a path for the state that it is in (`Document.prototype.$__validate`): what a
 * sub-document's default holds is in none, and what may be required in one of its own.
 */
export function isValidated(state: PathState | undefined): boolean {
  return state === 'modify' || state === 'default' || state === 'init'
}

/** Whether something below a path is modified. */
export function isModifiedIn({ $__: { activePaths } }: MongooseDocument, path: string): boolean {
  const start = `${path}.`
  return Object.entries(activePaths.paths).some(([marked, state]) => state === 'modify' && marked.startsWith(start))
}

/** Whether a path, or something below it, is modified. */
export function isModifiedAt(document: MongooseDocument, path: string): boolean {
  return stateOf(document, path) === 'modify' || isModifiedIn(document, path)
}
