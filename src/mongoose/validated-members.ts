import type { MongooseBehavior } from './behavior.ts'
import type { TypedNode } from './schema-nodes.ts'

/**
 * Whether Mongoose validates the sub-document that a Union took; see `validatesUnionMembers`. As an element of an array
 * that does not itself stand in an array, only if the Union has a validator.
 */
export function validatesMembers(
  { type }: TypedNode,
  { validatesUnionMembers }: MongooseBehavior,
  isElement: boolean,
): boolean {
  return validatesUnionMembers && (!isElement || type.validators.length > 0)
}
