/** How far an error is followed through its causes: an error may be its own. */
const maxCauses = 8

/** Every error class of the MongoDB driver, and those of Mongoose that pass one on. */
const driverError = /^Mongo(?!oseError$)\w*Error$/
/** Codes of failing connections: libraries over HTTP often give no more, and undici and axios have their own. */
const networkCode =
  /^(?:UND_ERR_\w+|E(?:CONN(?:REFUSED|RESET|ABORTED)|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN|PIPE)|ERR_(?:NETWORK|CANCELED))$/
/** Of an aborted call, and of ioredis without a server. */
const outageName = /^(?:AbortError|MaxRetriesPerRequestError)$/
/**
 * Mongoose has no class of their own for operations that never reached a server. Its whole texts, as an error of the
 * application may repeat what a client sent.
 */
const notConnected =
  /^(?:(?:Operation `[^\n`]*\(\)`|Connection operation) buffering timed out after \d+ms|Cannot call `[^\n`]*\(\)` before initial connection is complete .*|Connection was force closed)$/
/** `fetch` where no answer came, or where it broke off, whatever the cause. */
const fetchFailed = /^(?:fetch failed|terminated)$/

/**
 * Whether an error says that something the rule relies on is out of order, rather than that the value is wrong: an
 * error of the MongoDB driver, of the system (Node.js gives it `syscall` and `errno`) or of the network, an aborted
 * call; or an error that has one of these as its `cause`, as `fetch` gives it, or among its `errors`.
 */
export function isOutage(thrown: unknown): thrown is Error {
  return isOutageWithin(thrown, maxCauses, new Set())
}

function isOutageWithin(thrown: unknown, causes: number, seen: Set<object>): boolean {
  if (typeof thrown !== 'object' || thrown === null || causes === 0 || seen.has(thrown)) return false
  seen.add(thrown)
  try {
    const { name, message, code, syscall, errno, cause, errors } = thrown as Record<string, unknown>
    if (typeof code === 'string') {
      if (networkCode.test(code)) return true
      if (isAboutValue(code, syscall)) return false
    }
    if (syscall !== undefined || errno !== undefined) return true
    if (typeof name === 'string' && (driverError.test(name) || outageName.test(name))) return true
    if (name === 'TimeoutError' && isOfCall(thrown)) return true
    if (isAnsweredWithFailure(thrown)) return true
    if (name === 'TypeError' && typeof message === 'string' && fetchFailed.test(message)) return true
    if (name === 'MongooseError' && typeof message === 'string' && notConnected.test(message)) return true
    const inner = Array.isArray(errors) ? [cause, ...(errors as unknown[]).slice(0, maxCauses)] : [cause]
    return inner.some((error) => isOutageWithin(error, causes - 1, seen))
  } catch {
    // A getter of the error threw: it is not an error of a driver.
    return false
  }
}

/**
 * What `AbortSignal.timeout()` gives, and ky, whose errors have the request; libraries of the application may have
 * errors of this name that mean the value.
 */
function isOfCall(error: object): boolean {
  const { request } = error as { request?: unknown }
  return (
    Object.prototype.toString.call(error) === '[object DOMException]' ||
    Object.prototype.toString.call(request) === '[object Request]'
  )
}

/**
 * A service that was asked had a failure of its own: axios, ky, got and superagent make of such an answer an error that
 * has it as `response`. Their texts may name the service's address.
 */
function isAnsweredWithFailure(error: object): boolean {
  const { response } = error as { response?: unknown }
  if (typeof response !== 'object' || response === null) return false
  const { status, statusCode = status } = response as Record<string, unknown>
  return typeof statusCode === 'number' && statusCode >= 500
}

/**
 * What `node:zlib` says of bytes, in the codes of zlib, Zstandard and Brotli (whose names Node.js puts after `ERR_`).
 */
const decoderCode = /^(?:Z_|ZSTD_error_|ERR__?ERROR_)/
/** What c-ares says of a name: there is none, it has no such record, it can be none. */
const nameCode = /^(?:ENOTFOUND|ENODATA|EBADNAME)$/

/** Some errors have system codes, but are about the value. */
function isAboutValue(code: string, syscall: unknown): boolean {
  if (decoderCode.test(code)) return true
  // `dns.lookup()` asks the system, for the host of a database as well as for a value: only what can be no name is
  // told.
  if (syscall === 'getaddrinfo') return code === 'EINVAL'
  // Services are looked up for a connection: the driver does so for `mongodb+srv:`.
  return nameCode.test(code) && typeof syscall === 'string' && /^query(?!Srv)/.test(syscall)
}
