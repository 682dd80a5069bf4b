import type { MemberPlan, UnionPlan } from '../plan/plan.ts'
import { isObjectWith, isPlainObject } from '../values/plain-object.ts'
import { isAccepted } from './accepted-value.ts'

/**
 * The member that Mongoose takes for an object, whether the object fits it or not: Mixed, which casts to the very same
 * value, else the first that casts at all. A sub-schema and a Map cast every object, and drop or refuse its content.
 */
export function objectMember({ members }: UnionPlan, takes: (member: MemberPlan) => boolean): MemberPlan | undefined {
  const mixed = members.find((member) => member.kind === 'mixed' && (member.schema.hasBuiltInCast || takes(member)))
  return mixed ?? members.find((member) => member.kind === 'subdocument' || member.kind === 'map' || takes(member))
}

/** The member that takes a value which is no object. */
export function takerOf({ members }: UnionPlan, raw: unknown): MemberPlan | undefined {
  for (const member of members) if (takesPrimitive(member, raw)) return member
  return undefined
}

/** What a walk that runs no rules would say: there is no content to walk through. */
export function takesPrimitive(member: MemberPlan, raw: unknown): boolean {
  switch (member.kind) {
    case 'leaf':
    case 'custom':
    case 'mixed':
      return isAccepted(member, raw)
    default:
      return false
  }
}

/** An instance of a class, such as a DTO, counts as an object where it does for some member. */
export function isObjectFor({ members }: UnionPlan, raw: unknown): boolean {
  if (isPlainObject(raw)) return true
  return members.some((member) => member.kind === 'subdocument' && isObjectWith(member.level.base().byKey, raw))
}
