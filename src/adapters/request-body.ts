import { isForgeable } from './cross-site.ts'
import { problemOfForm } from './media-type.ts'
import { readBytes } from './stream-bytes.ts'

/** The body of a request, or why it is not JSON. */
export type RequestBody = { ok: true; body: unknown } | { ok: false; status: 400 | 413; problem: string }

/**
 * Reads the body of a request as `request.json()` does, but for five things: it gives up at the chunk that exceeds
 * `maxBytes`, whatever Content-Length says, and when `request.signal` is aborted, no stream makes it reject, and it
 * reads no form, nor what a page of another origin may have sent unasked.
 */
export async function readRequestBody(request: Request, maxBytes: number): Promise<RequestBody> {
  let bytes: Uint8Array | undefined
  try {
    const problem = problemOf(request)
    if (problem !== undefined) return failure(problem)
    bytes = request.body === null ? new Uint8Array() : await readBytes(request.body, maxBytes, signalOf(request))
  } catch {
    return failure('Body could not be read to its end')
  }
  if (bytes === undefined) return { ok: false, status: 413, problem: `Body is larger than ${maxBytes} bytes` }
  // The decoder takes a byte order mark off. Simulated browsers of test runners may have none, which is to be told.
  const text = new TextDecoder().decode(bytes)
  if (text === '') return failure('Body is empty: the request needs a JSON body')
  try {
    return { ok: true, body: JSON.parse(text) as unknown }
  } catch (error) {
    return failure(problemOfEncoding(request, text) ?? `Body is not JSON: ${(error as SyntaxError).message}`)
  }
}

function failure(problem: string): RequestBody {
  return { ok: false, status: 400, problem }
}

/** Why the body is not read at all. */
function problemOf(request: Request): string | undefined {
  const form = problemOfForm(request.headers.get('content-type') ?? '')
  if (form !== undefined) return form
  if (isForgeable(request)) {
    return 'Body comes from another origin and is not declared as JSON: send it with the header Content-Type: application/json'
  }
  if (request.bodyUsed || request.body?.locked === true) {
    return 'Body was already read: nothing may read it before the guard does'
  }
  return hasReadableBody(request) ? undefined : notAStream
}

/**
 * express.json() undoes a Content-Encoding, and a Request does not. A host that does may leave the header where it is:
 * compressed bytes are hardly ever UTF-8.
 */
function problemOfEncoding({ headers }: Request, text: string): string | undefined {
  const declared = (headers.get('content-encoding') ?? '').trim()
  if (declared === '' || declared.toLowerCase() === 'identity' || !text.includes('\uFFFD')) return undefined
  // Repeats no more of a header than names of encodings.
  const name = /^[\w.,+ -]{1,60}$/.test(declared) ? declared : 'unknown encoding'
  return `Body has a Content-Encoding (${name}) that the server does not undo: send plain JSON without that header`
}

const notAStream =
  'Body is no ReadableStream: the Request is of a polyfill, such as node-fetch; the server needs that of its platform'

/** What node-fetch has there is a Buffer or a stream of Node.js; whatwg-fetch has nothing. */
function hasReadableBody({ body }: { readonly body: Partial<ReadableStream> | null | undefined }): boolean {
  return body === null || typeof body?.getReader === 'function'
}

/** A runtime that cannot tell when its client is gone may say so by throwing. */
function signalOf(request: Request): AbortSignal | undefined {
  try {
    return request.signal
  } catch {
    return undefined
  }
}
