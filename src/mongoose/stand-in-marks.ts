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
  readonly keys: (() => unknown)[]
}

/** Fields that are marked as modified for as long as a document is built, in place of keys in them. */
export class StandInMarks {
  private readonly standIns = new Map<MarkedDocument, Map<string, StandIn>>()

  /** Before a field is marked for a key in it. `markKey` is done in the end, unless Mongoose takes all marks in the field away. */
  note(document: MarkedDocument, field: string, markKey: () => unknown): void {
    const fields = getOrInsert(this.standIns, document, () => new Map<string, StandIn>())
    const standIn = getOrInsert(fields, field, () => {
      return { before: document.$__.activePaths.paths[field], isOwn: false, keys: [] }
    })
    standIn.keys.push(markKey)
  }

  /** Mongoose marks the field itself, too. */
  keep(document: MarkedDocument, field: string): void {
    const standIn = this.standIns.get(document)?.get(field)
    if (standIn !== undefined) standIn.isOwn = true
  }

  /** Marks the keys, and gives fields that only stood in for them the states that they had. */
  resolve(): void {
    for (const [{ $__ }, fields] of this.standIns) {
      const { activePaths } = $__
      for (const [field, { before, isOwn, keys }] of fields) {
        const state = activePaths.paths[field]
        if (state === undefined) continue
        if (state === 'modify' && !isOwn) {
          if (before === undefined) activePaths.clearPath(field)
          else activePaths[before](field)
        }
        for (const markKey of keys) markKey()
      }
    }
  }
}
