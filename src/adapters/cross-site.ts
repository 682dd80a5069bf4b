import { isDeclaredJson } from './media-type.ts'

/**
 * True where a page of another origin may have had a browser send this body, with the user's cookies, and without the
 * server's consent.
 *
 * A browser asks before it sends a body that is declared as JSON to another origin, by a preflight; before one of
 * text/plain or of no type at all it does not (Fetch standard, "CORS-safelisted request-header"). But it says where the
 * body comes from, in headers that no page can set: Sec-Fetch-Site (Fetch Metadata Request Headers), and Origin (RFC
 * 6454, section 7) where the browser is older or the connection not secure. A request with neither comes from no
 * browser, and carries no cookies but its sender's own.
 */
export function isForgeable(request: Request): boolean {
  return !isDeclaredJson(request.headers.get('content-type') ?? '') && isFromElsewhere(request)
}

function isFromElsewhere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  return origin !== null && !isSameOrigin(origin, request)
}

/**
 * Behind a proxy, `url` and Host may name a machine that no browser knows, and X-Forwarded-Host what the browser asked
 * for. To believe that header is safe here: no page can set it without a preflight.
 */
function isSameOrigin(origin: string, { headers, url }: Request): boolean {
  const from = readUrl(origin)
  // An origin without a host, such as file:, is never the same.
  if (from === undefined || from.host === '') return false
  const forwarded = headers.get('x-forwarded-host')?.split(',') ?? []
  const hosts = [readUrl(url)?.host, headers.get('host'), ...forwarded]
  return hosts.some(
    (host) => typeof host === 'string' && readUrl(`${from.protocol}//${host.trim()}`)?.host === from.host,
  )
}

function readUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
