/** One request to a guarded route, and what came back. */
export interface Exchange {
  readonly method: string
  readonly url: string
  readonly sent: object
  readonly status: string
  readonly answer: unknown
}

let last: Exchange | undefined
const listeners = new Set<() => void>()

export function show(exchange: Exchange): void {
  last = exchange
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const lastExchange = (): Exchange | undefined => last
