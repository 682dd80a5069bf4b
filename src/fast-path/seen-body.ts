import type { JsonObject, Survey } from '../check/fast-path.ts'
import type { NodePlan, ObjectPlan } from '../plan/plan.ts'

/** The same object may stand in several places of a body, as an alias of YAML does. */
interface Seen<Plan, Raw> {
  readonly plan: Plan
  readonly raw: Raw
  readonly depth: number
}

/** An object that was looked through to its end. */
interface SeenObject extends Seen<ObjectPlan, JsonObject> {
  readonly survey: Survey
}

/** An array, and copies of the elements before the first that is not good. */
interface SeenArray extends Seen<NodePlan, readonly unknown[]> {
  readonly copies: unknown[]
}

/** Of more arrays than this, the walker looks at all elements again. */
const mostArrays = 8

// Of the body that generated code, of whichever guard, has left to the walker last. Hints: the walker, which follows in
// the same synchronous call, is right without.
let object: SeenObject | undefined
let arrays: SeenArray[] = []

/** Remembers what an object holds that is left to the walker. */
export function rememberObject(plan: ObjectPlan, raw: JsonObject, depth: number, survey: Survey): undefined {
  object = { plan, raw, depth, survey }
  return undefined
}

/** Remembers an array, of whose copy the first elements are `accepted`. */
export function rememberArray(
  plan: NodePlan,
  raw: readonly unknown[],
  depth: number,
  copies: unknown[],
  accepted: number,
): void {
  if (accepted === 0 || arrays.length === mostArrays) return
  copies.length = accepted
  arrays.push({ plan, raw, depth, copies })
}

/** What was seen of an object, once. */
export function seenObject(plan: ObjectPlan, raw: JsonObject, depth: number): Survey | undefined {
  if (object === undefined || !isAt(object, plan, raw, depth)) return undefined
  const { survey } = object
  object = undefined
  return survey
}

/** The copies of the elements before the first that is not good, once. */
export function seenElements(plan: NodePlan, raw: readonly unknown[], depth: number): unknown[] | undefined {
  const seen = arrays.find((array) => isAt(array, plan, raw, depth))
  if (seen !== undefined) arrays = arrays.filter((array) => array !== seen)
  return seen?.copies
}

function isAt<Plan, Raw>(seen: Seen<Plan, Raw>, plan: Plan, raw: Raw, depth: number): boolean {
  return seen.raw === raw && seen.plan === plan && seen.depth === depth
}

/** For the next body. */
export function forgetSeenBody(): void {
  object = undefined
  if (arrays.length > 0) arrays = []
}
