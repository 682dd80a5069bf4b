import type { GuardErrorItem } from 'mongoose-guard'

export const good = { name: 'Ada', address: { city: 'London' }, emails: [{ to: 'ada@example.org' }] }
/** Typed as a good one, for hosts that check the types of what they are called with. */
export const bad = {
  address: { city: 7 },
  emails: [{ to: 'a@example.org' }, {}],
  role: 'admin',
} as unknown as typeof good

/** What the adapters answer to `bad`. */
export const errors = [
  { code: 'invalid_value', path: 'name', message: 'Path `name` is required.', rule: 'required' },
  { code: 'invalid_type', path: 'address.city', message: 'Expected string, received number' },
  { code: 'invalid_value', path: 'emails.1.to', message: 'Path `to` is required.', rule: 'required' },
  { code: 'forbidden_field', path: 'role', message: 'Field is not allowed' },
] satisfies GuardErrorItem[]

/** The same as issues of a Standard Schema. */
export const issues = errors.map((error) => ({
  ...error,
  path: error.path.split('.').map((segment) => (segment === '1' ? 1 : segment)),
}))

export const jsonRequest = (body: unknown, method = 'POST', url = 'http://localhost/accounts'): Request =>
  new Request(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
