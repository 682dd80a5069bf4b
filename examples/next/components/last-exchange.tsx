'use client'

import { useSyncExternalStore } from 'react'
import { lastExchange, subscribe } from '@/lib/exchange'

/** What the form beside it has sent, and the response. */
export function LastExchange({ method }: { method: string }) {
  const exchange = useSyncExternalStore(subscribe, lastExchange, () => undefined)
  const isShown = exchange?.method === method
  return (
    <section className="wire" aria-labelledby="wire">
      <h2 id="wire">Request and response</h2>
      {isShown ? (
        <>
          <pre tabIndex={0} aria-label="The request">
            <code>{`${exchange.method} ${exchange.url}\n\n${JSON.stringify(exchange.sent, null, 2)}`}</code>
          </pre>
          <pre tabIndex={0} aria-label="The response">
            <code>{`${exchange.status}\n\n${JSON.stringify(exchange.answer, null, 2)}`}</code>
          </pre>
        </>
      ) : (
        <p className="empty">Nothing sent yet: both appear here when you send the form.</p>
      )}
    </section>
  )
}
