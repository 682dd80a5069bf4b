import type { GuardErrorItem } from 'mongoose-guard'

/** Runs a write, and answers what only the database can know in the shape of the guard's own answers. */
export async function answerTakenEmail(write: () => Promise<Response>): Promise<Response> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 11000)) throw error
    const message = 'Somebody has joined with this address already.'
    const errors: GuardErrorItem[] = [{ code: 'invalid_value', path: 'email', message, rule: 'unique' }]
    return Response.json({ errors }, { status: 409 })
  }
}
