import type { GuardErrorItem } from 'mongoose-guard'
import { show } from './exchange'

export type Sent = { ok: true } | { ok: false; errors: readonly GuardErrorItem[] }

/** Sends JSON to a guarded route. Whatever goes wrong comes back as error items. */
export async function send(method: 'POST' | 'PATCH', url: string, body: object): Promise<Sent> {
  try {
    const response = await fetch(url, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    show({ method, url, sent: body, status: `${response.status} ${response.statusText}`, answer })
    if (response.ok) return { ok: true }
    const { errors }: { errors: GuardErrorItem[] } = answer
    return { ok: false, errors }
  } catch {
    const message = 'The library does not answer. Please try again.'
    return { ok: false, errors: [{ code: 'invalid_body', message }] }
  }
}
