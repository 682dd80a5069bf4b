import type { MongooseModel, SchemaType } from '../mongoose/mongoose.ts'
import type { Position } from '../plan/position.ts'

/** What is the same for all rules of one body. */
export interface RuleContext {
  readonly model: MongooseModel
  /** Told of each asynchronous rule that was started. */
  readonly inFlight: { track(rule: Promise<unknown>): void }
  /** Asked before a text prints a container. */
  readonly limit: { mayPrint(countValues: () => number): boolean }
}

/** Where rules run: the position that their errors name, and what their functions get as `this`. */
export interface RuleSite {
  readonly context: RuleContext
  readonly type: SchemaType
  readonly at: Position
  readonly scope: unknown
  /** The body holds a value, even if a setter made it undefined. */
  readonly isSent: boolean
  /** What the condition of `required` has said, once it was asked: Mongoose asks once. */
  isNeeded: boolean | undefined
}

export function ruleSite(
  context: RuleContext,
  type: SchemaType,
  at: Position,
  scope?: unknown,
  isSent = false,
  isNeeded?: boolean,
): RuleSite {
  return { context, type, at, scope, isSent, isNeeded }
}
