import { isDeclaredJson, mediaTypeOf, problemOfForm } from './media-type.ts'

/** What is known of a body that nothing has parsed. */
export interface BodyHeaders {
  readonly 'content-type'?: string | undefined
  readonly 'content-length'?: string | undefined
  readonly 'transfer-encoding'?: string | undefined
}

/** Why a request to Express has no parsed body, as far as its headers tell. */
export function problemOfUnparsed(headers: BodyHeaders): string {
  if (isEmpty(headers)) return 'Body is empty: nothing was sent'
  const declared = headers['content-type']
  return problemOfForm(declared ?? '') ?? problemOfType(declared)
}

/** A request has a body where one of two headers says so (RFC 9112, section 6). */
function isEmpty(headers: BodyHeaders): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}

function problemOfType(declared: string | undefined): string {
  if (declared === undefined || !isDeclaredJson(declared)) {
    return `Body is not declared as JSON (${nameOfType(declared)}): send it with the header Content-Type: application/json`
  }
  const type = mediaTypeOf(declared)
  const parser = type === 'application/json' ? 'JSON body parser' : `JSON body parser for ${nameOfType(declared)}`
  return `Body was not parsed: the server has no ${parser} before the guard (in Express, express.json() must run first)`
}

/** Repeats no more of a header than a media type. */
function nameOfType(declared: string | undefined): string {
  if (declared === undefined) return 'no Content-Type'
  const type = mediaTypeOf(declared)
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'unknown Content-Type'
}
