import { getOrInsert } from '../values/get-or-insert.ts'
import type { PathState } from './document.ts'

/** A document, as far as the states of its paths go. */
export interface MarkedDocument {
  readonly $__: {
    readonly activePaths: Readonly<Record<PathState, (path: string) => void>> & {
      readonly paths: Readonly<Record<string, PathState>>
      clearPath(path: string): void
    }
  }
}

/** The keys of a field whose marks are deferred. */
interface DeferredKeys {
  readonly before: PathState | undefined
  /** Whether Mongoose has marked the field itself, too. */
  isOwn: boolean
  keys: (() => unknown)[]
}

/** A mark in a field that Mongoose takes away with those of all keys. BSON, and so a body, holds no key with U+0000. */
const witnessOf = (field: string) => `${field}.\0`

/** Marks a field as modified for as long as a document is built, and the keys in it only then. */
export class DeferredMarks {
  private readonly deferred = new Map<MarkedDocument, Map<string, DeferredKeys>>()

  /**
   * Before a field is marked for a key in it. `markKey` is done in the end, unless Mongoose takes all marks in the
   * field away.
   */
  note(document: MarkedDocument, field: string, markKey: () => unknown): void {
    const fields = getOrInsert(this.deferred, document, () => new Map<string, DeferredKeys>())
    const deferred = getOrInsert(fields, field, () => {
      return { before: document.$__.activePaths.paths[field], isOwn: false, keys: [] }
    })
    if (!hasWitness(document, field)) {
      deferred.keys = []
      document.$__.activePaths.modify(witnessOf(field))
    }
    deferred.keys.push(markKey)
  }

  /** Mongoose marks the field itself, too. */
  keep(document: MarkedDocument, field: string): void {
    const deferred = this.deferred.get(document)?.get(field)
    if (deferred !== undefined) deferred.isOwn = true
  }

  /** Marks the keys, and gives fields that were only marked in their place the states that they had. */
  resolve(): void {
    for (const [document, fields] of this.deferred) {
      const { activePaths } = document.$__
      for (const [field, { before, isOwn, keys }] of fields) {
        const isKept = hasWitness(document, field)
        activePaths.clearPath(witnessOf(field))
        const state = activePaths.paths[field]
        if (state === undefined) continue
        if (state === 'modify' && !isOwn) {
          if (before === undefined) activePaths.clearPath(field)
          else activePaths[before](field)
        }
        if (isKept) for (const markKey of keys) markKey()
      }
    }
  }
}

/** Whether Mongoose has left the marks of a field's keys alone since the last of them was noted. */
function hasWitness({ $__: { activePaths } }: MarkedDocument, field: string): boolean {
  return activePaths.paths[witnessOf(field)] === 'modify'
}
