import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'

/** One step from a value to a part of it: a key, or one of several. */
export type Key = string | ReadonlySet<string>

/**
 * Follows a value through the file: aliases, patterns, closures, object literals and functions of the same file that it
 * is handed to. What is looked for lies below the value, at `path`.
 */
export interface Flow {
  /** Called for every expression or pattern property that holds the value; `false` ends this branch. */
  readonly reach: (node: Node, path: readonly Key[], file: SourceFile) => boolean
  /** Called where what is looked for is overwritten. */
  readonly overwrite?: (node: Node, file: SourceFile) => void
  /** Whether a part of the value counts as the value, once `path` has led to it. */
  readonly includesParts?: boolean
  readonly seen: Set<string>
}

export function createFlow(steps: Omit<Flow, 'seen'>): Flow {
  return { ...steps, seen: new Set() }
}

const deepest = 6
const idOf = createIds()

/** Whether a flow comes to `subject` for the first time; a path that only grows is given up. */
export function isNew(flow: Flow, subject: object, path: readonly Key[]): boolean {
  const id = `${String(idOf(subject))}:${path.map(textOf).join('.')}`
  if (path.length > deepest || flow.seen.has(id)) return false
  flow.seen.add(id)
  return true
}

function createIds(): (subject: object) => number {
  const ids = new WeakMap<object, number>()
  let last = 0
  return (subject) => {
    const id = ids.get(subject) ?? ++last
    ids.set(subject, id)
    return id
  }
}

function textOf(key: Key): string {
  return typeof key === 'string' ? key : [...key].join('|')
}

export function matches(step: Key | undefined, key: string | undefined): boolean {
  return step !== undefined && key !== undefined && (typeof step === 'string' ? step === key : step.has(key))
}
