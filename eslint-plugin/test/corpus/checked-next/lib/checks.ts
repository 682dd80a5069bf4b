import { z } from 'zod'

export const newMember = z.object({ name: z.string().min(1), email: z.string().email() })

const known = ['name', 'email']

export function onlyKnown<Body extends object>(body: Body): Body {
  const unknown = Object.keys(body).filter((key) => !known.includes(key))
  if (unknown.length > 0) throw new Error(`Unknown fields: ${unknown.join(', ')}`)
  return body
}

export function nameFirst<Body extends object>(body: Body): Body {
  const unknown = Object.keys(body).filter((key) => !known.includes(key))
  if (unknown.length > 0) console.warn('unknown fields', unknown)
  return body
}

export class MemberChecks {
  assertNew(body: unknown) {
    const { error } = newMember.strict().safeParse(body)
    if (error) throw new Error(error.message)
  }
}
