import { isDeclaredJson, mediaTypeOf, problemOfForm } from './media-type.ts'

/** What is known of a body that nothing has parsed. */
export interface BodyHeaders {
  readonly 'content-type'?: string | undefined
  readonly 'content-length'?: string | undefined
  readonly 'transfer-encoding'?: string | undefined
}

/** What tells how far a request was read (`stream.Readable`), where the host has it. */
export interface UnparsedRequest {
  readonly headers?: BodyHeaders
  /** False until a reader got a byte. */
  readonly readableDidRead?: boolean
  /** True once a reader has come to its end. */
  readonly readableEnded?: boolean
  readonly httpVersionMajor?: number
  /** Of a request over HTTP/2 (`http2.Http2Stream`). */
  readonly stream?: { readonly endAfterHeaders?: boolean }
}

/** Why a request has no parsed body, as far as it tells. */
export function problemOfUnparsed(request: UnparsedRequest, headers: BodyHeaders): string {
  if (cameToNothing(request) || isEmpty(request, headers)) return 'Body is empty: nothing was sent'
  const declared = headers['content-type']
  return problemOfForm(declared ?? '') ?? problemOfType(declared) ?? problemOfParser(declared, request, headers)
}

/** Chunks of an unknown length may have no bytes at all. */
function cameToNothing({ readableDidRead, readableEnded }: UnparsedRequest): boolean {
  return readableEnded === true && readableDidRead === false
}

/** A request has a body where one of two headers says so (RFC 9112, section 6); over HTTP/2, where no frame says no. */
function isEmpty(request: UnparsedRequest, headers: BodyHeaders): boolean {
  if (hasUnknownLength(request, headers)) return request.stream?.endAfterHeaders === true
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}

/** Frames end a body over HTTP/2 (RFC 9113, section 8.1.1), where its length need not be declared. */
function hasUnknownLength({ httpVersionMajor = 1 }: UnparsedRequest, headers: BodyHeaders): boolean {
  return httpVersionMajor >= 2 && headers['content-length'] === undefined
}

function problemOfType(declared: string | undefined): string | undefined {
  if (declared !== undefined && isDeclaredJson(declared)) return undefined
  return `Body is not declared as JSON (${nameOfType(declared)}): send it with the header Content-Type: application/json`
}

function problemOfParser(declared: string | undefined, request: UnparsedRequest, headers: BodyHeaders): string {
  // The parsers of Express take such a body for none (`hasBody` of type-is).
  if (hasUnknownLength(request, headers))
    return 'Body was not parsed: over HTTP/2, send it with the header Content-Length'
  const type = mediaTypeOf(declared ?? '')
  const parser = type === 'application/json' ? 'JSON body parser' : `JSON body parser for ${nameOfType(declared)}`
  return `Body was not parsed: the server has no ${parser} before the guard (in Express, express.json() must run first)`
}

/** Repeats no more of a header than a media type. */
function nameOfType(declared: string | undefined): string {
  if (declared === undefined) return 'no Content-Type'
  const type = mediaTypeOf(declared)
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'unknown Content-Type'
}
