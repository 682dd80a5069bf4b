import { type IMember, Member } from './models.ts'

/** Whose session the requests have. */
export const sessionUser = '64b7f9d2c1a4e5f601234567'

export async function updateMember(changes: object): Promise<IMember | null> {
  return Member.findByIdAndUpdate(sessionUser, changes, { returnDocument: 'after' })
}

export async function isTaken(email: string): Promise<boolean> {
  return (await Member.countDocuments({ email: email.toLowerCase() })) > 0
}
