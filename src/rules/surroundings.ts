import type { Gate } from '../errors/job-runner.ts'
import { isDocument, type PathState } from '../mongoose/document.ts'
import { stateOf } from '../mongoose/path-states.ts'
import type { Position } from '../plan/position.ts'

/** Where rules are run. */
export interface Surroundings {
  readonly scope: unknown
  readonly at: Position
  readonly gate: Gate | undefined
  /** Inside a sub-document, of which the document above validates what it has noted, but for what is left out. */
  readonly noted?: { readonly isLeftOut: ((path: string) => boolean) | undefined } | undefined
  /** A second pass through a sub-document: what could not be built in it was found in the first. */
  readonly isSecondPass?: boolean | undefined
  /** What the body holds here, where that is known: of an update, only that is judged. */
  readonly sent?: unknown
  /** Whether the body has the sub-document around: what the route demands of it has to be there. */
  readonly isSent?: boolean | undefined
}

/** How the own rules of a node are run. */
export interface RunOfNode {
  /** A condition of `required` gets the document as its argument. */
  readonly passesDocument?: boolean
  /** What the condition has said, when the rules are run. */
  readonly isNeeded?: () => boolean | undefined
  /** For the values of a Map, where not all of them are validated. */
  readonly gateOfKey?: (key: string) => Gate | undefined
  /** It is an element of an array, of whose Maps and Unions Mongoose does not look into all. */
  readonly isElement?: boolean
}

/** Whether the document has noted this state for the place. */
export function hasState({ scope, at }: Surroundings, state: PathState): boolean {
  return isDocument(scope) && stateOf(scope, at.textPath) === state
}
