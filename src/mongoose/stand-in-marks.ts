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

/** Fields that are marked as modified for as long as a document is built, in place of keys in them. */
export class StandInMarks {
  private readonly statesBefore = new Map<MarkedDocument, Map<string, PathState | undefined>>()

  /** Before a field is marked for a key in it. */
  note(document: MarkedDocument, field: string): void {
    const states = getOrInsert(this.statesBefore, document, () => new Map<string, PathState | undefined>())
    if (!states.has(field)) states.set(field, document.$__.activePaths.paths[field])
  }

  /** Mongoose marks the field itself, too. */
  forget(document: MarkedDocument, field: string): void {
    this.statesBefore.get(document)?.delete(field)
  }

  /** Gives all fields the states that they had. */
  takeBack(): void {
    for (const [{ $__ }, states] of this.statesBefore) {
      const { activePaths } = $__
      for (const [field, state] of states) {
        // Mongoose has given it another one meanwhile.
        if (activePaths.paths[field] !== 'modify') continue
        if (state === undefined) activePaths.clearPath(field)
        else activePaths[state](field)
      }
    }
  }
}
