import type { FieldPlan, LevelPlan, NodePlan, ObjectPlan } from '../plan/plan.ts'
import type { Position } from '../plan/position.ts'
import type { ValueRules } from '../rules/value-rules.ts'

/** An object of a body, or the accepted copy of one. */
export type JsonObject = Record<string, unknown>

/** What an object of the body holds. */
export interface Survey {
  /** By the index of the plan's fields. */
  readonly values: unknown[]
  /** Fields that the walker still has to check, in schema order. The values of the others are checked copies. */
  readonly undecided: readonly FieldPlan[]
  /** Keys outside the plan. */
  readonly forbidden: readonly string[]
  /** Makes an object of its values, by the index of their fields; those that are `undefined` are left out. */
  readonly build: (values: readonly unknown[]) => JsonObject
}

/**
 * What spares the walker good bodies, and the good parts of bad ones. It may accept and never refuse; without it every
 * outcome is the same, but for which errors beyond `maxErrors` are left out.
 */
export interface FastPath {
  startBody(): BodyFastPath
  /** Looks an object of this depth through. */
  survey(plan: ObjectPlan, raw: JsonObject, depth: number): Survey | undefined
  /** Gives the copy of an element in an array of this depth, or `undefined` where only the walker can tell. */
  element(plan: LevelPlan): ((value: unknown, depth: number) => unknown) | undefined
  /** Copies of the first elements of an array of this depth, where it has accepted these, and not the next. */
  firstElements(plan: NodePlan, raw: readonly unknown[], depth: number): unknown[] | undefined
}

export interface BodyFastPath {
  /**
   * The copy of a body that is good by built-in rules, as the walker makes it; `undefined` where only the walker can
   * tell.
   */
  readonly accept: (body: unknown) => JsonObject | undefined
  /** What is left to do about such a body, if anything. */
  readonly late: LateRules | undefined
}

/**
 * Runs the rules that call functions of the schema on what the fast path made of the document that starts at `root`.
 */
export type LateRules = (rules: ValueRules, accepted: JsonObject, root: Position) => void
