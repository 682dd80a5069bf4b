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

interface StandIn {
  readonly before: PathState | undefined
  /** Whether Mongoose has marked the field itself, too. */
  isOwn: boolean
  keys: (() => unknown)[]
}

/** A mark in a field that Mongoose takes away with those of all keys. BSON, and so a body, holds no key with U+0000. */
const witnessOf = (field: string) => `${field}.\0`

/** Fields that are marked as modified for as long as a document is built, in place of keys in them. */
export class StandInMarks {
  private readonly standIns = new Map<MarkedDocument, Map<string, StandIn>>()

  /**
   * Before a field is marked for a key in it. `markKey` is done in the end, unless Mongoose takes all marks in the
   * field away.
   */
  note(document: MarkedDocument, field: string, markKey: () => unknown): void {
    const fields = getOrInsert(this.standIns, document, () => new Map<string, StandIn>())
    const standIn = getOrInsert(fields, field, () => {
      return { before: document.$__.activePaths.paths[field], isOwn: false, keys: [] }
    })
    if (!hasWitness(document, field)) {
      standIn.keys = []
      document.$__.activePaths.modify(witnessOf(field))
    }
    standIn.keys.push(markKey)
  }

  /** Mongoose marks the field itself, too. */
  keep(document: MarkedDocument, field: string): void {
    const standIn = this.standIns.get(document)?.get(field)
    if (standIn !== undefined) standIn.isOwn = true
  }

  /** Marks the keys, and gives fields that only stood in for them the states that they had. */
  resolve(): void {
    for (const [document, fields] of this.standIns) {
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
