import { createGuard, type Validated } from 'mongoose-guard'
import { Member } from './member'

// What a person may say about themselves. `role` and `fines` are not among it.

// A form sends null where the field is empty, and takes a stored age away so.
const rules = { age: { allowNull: true } } as const

export const newMember = createGuard(Member, {
  allow: ['name', 'email', 'age', 'card', 'address', 'interests', 'newsletter'],
  rules,
})

export const memberChanges = createGuard(Member, {
  allow: ['name', 'age', 'card', 'address.street', 'address.city', 'address.postcode', 'interests', 'newsletter'],
  partial: true,
  rules,
})

export type NewMember = Validated<typeof newMember>
export type MemberChanges = Validated<typeof memberChanges>
