import type { MongooseBehavior } from '../mongoose/behavior.ts'
import { type DefaultSubject, setsStaticDefault } from '../mongoose/empty-arrays.ts'
import { takesDefault } from '../mongoose/schema-type.ts'
import type { DocumentArrayPlan, TypedNodePlan } from '../plan/plan.ts'
import { type Position, withTextPath } from '../plan/position.ts'
import { type RuleFacts, ruleFactsOf } from './rule-facts.ts'

/** What holds the rules of a position. */
export interface RuleSubject extends DefaultSubject {
  readonly isContainer: boolean
  readonly isNested: boolean
}

export function factsOf({ type, isContainer }: RuleSubject): RuleFacts {
  return ruleFactsOf(type, isContainer)
}

/**
 * Whether a `required` function gets the document as its argument although the path is there: Mongoose calls it
 * so before it validates paths below a plain nested object, unless a default was set first.
 */
export function passesDocumentTo(subject: RuleSubject): boolean {
  const { type, isNested } = subject
  if (!isNested || typeof type.originalRequiredValue !== 'function') return false
  return !setsStaticDefault(subject) || !takesDefault(type)
}

/** As {@link passesDocumentTo}, at a position that may be the first key of a Map. */
export function passesDocumentAt(subject: RuleSubject, { isFirstKey }: Position): boolean {
  return isFirstKey || passesDocumentTo(subject)
}

/** Mongoose prints an array of sub-documents by its schema type's path, also where it is the value of a Map. */
export function rulePosition(node: TypedNodePlan, at: Position): Position {
  return node.kind === 'documentArray' ? withTextPath(at, node.schema.type.path) : at
}

/** Whether the rules on sub-documents in an array are run; see {@link MongooseBehavior.runsElementRules}. */
export function runsElementRules(
  { element, map }: DocumentArrayPlan['schema'],
  array: Position,
  behavior: MongooseBehavior,
  isDefault = false,
): boolean {
  if (behavior.runsElementRules) return true
  // A field of another array's element, and not of a nested object in there.
  const isInElement = typeof array.parent?.key === 'number'
  return Boolean(element.options.required) && (isInElement || isDefault || map !== undefined)
}
