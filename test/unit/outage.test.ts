import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { guard } from '../../src/adapters/express.ts'
import { guard as webGuard } from '../../src/adapters/web.ts'
import { isOutage } from '../../src/errors/outage.ts'
import { broken, looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { expressVersions, type Handler, send } from '../support/server.ts'

const named = (name: string, message = 'out of order') => Object.assign(new Error(message), { name })
const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:27017'), { errno: -111, syscall: 'connect' })

const answered = (response: unknown, more = {}) => Object.assign(new Error('bad'), { response }, more)

const outages: [what: string, error: unknown][] = [
  ['a refused connection', refused],
  ['a file that is not there', Object.assign(new Error('ENOENT'), { syscall: 'open' })],
  ['an error with a number of the system', Object.assign(new Error('EPIPE'), { errno: -32 })],
  ['a MongoError', named('MongoError')],
  ['a MongoServerError', named('MongoServerError')],
  ['a MongoNetworkTimeoutError', named('MongoNetworkTimeoutError')],
  ['a server that is not found', new mongoose.Error.MongooseServerSelectionError('no server')],
  [
    'an operation that waited for a connection',
    new mongoose.Error('Operation `users.findOne()` buffering timed out after 10000ms'),
  ],
  [
    'an operation without a connection',
    new mongoose.Error(
      'Cannot call `users.findOne()` before initial connection is complete if `bufferCommands = false`. Make sure you `await mongoose.connect()` if you have `bufferCommands = false`.',
    ),
  ],
  [
    'a session that waited for a connection',
    new mongoose.Error('Connection operation buffering timed out after 10000ms'),
  ],
  [
    'a name server that does not answer',
    Object.assign(new Error('queryMx ETIMEOUT'), { code: 'ETIMEOUT', syscall: 'queryMx' }),
  ],
  [
    'a host that is not found',
    Object.assign(new Error('getaddrinfo ENOTFOUND db'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
  ],
  [
    'a cluster whose name is not found',
    Object.assign(new Error('querySrv ENOTFOUND _mongodb._tcp.db'), { code: 'ENOTFOUND', syscall: 'querySrv' }),
  ],
  ['a connection that the application closed', new mongoose.Error('Connection was force closed')],
  [
    'an answer of another service that is not what it says',
    new TypeError('terminated', { cause: Object.assign(new Error('bad'), { code: 'Z_DATA_ERROR', errno: -3 }) }),
  ],
  ['an aborted call', AbortSignal.abort().reason],
  ['a call that took too long', new DOMException('took too long', 'TimeoutError')],
  ['a code of undici', Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })],
  ['a code of the network', Object.assign(new Error('timeout of 1000ms exceeded'), { code: 'ECONNABORTED' })],
  [
    'a fetch that took too long to connect',
    new TypeError('fetch failed', { cause: Object.assign(new Error('timeout'), { code: 'UND_ERR_CONNECT_TIMEOUT' }) }),
  ],
  ['a network that fails below axios', Object.assign(new Error('Network Error'), { code: 'ERR_NETWORK' })],
  ['a call of axios that was aborted', Object.assign(named('CanceledError'), { code: 'ERR_CANCELED' })],
  [
    'a call of ky that took too long',
    Object.assign(named('TimeoutError'), { request: new Request('http://tax.local') }),
  ],
  ['a Redis that is not there', named('MaxRetriesPerRequestError')],
  ['a service that fails, by axios', answered({ status: 503 }, { code: 'ERR_BAD_RESPONSE' })],
  ['a service that fails, by ky', answered(new Response(null, { status: 500 }))],
  ['a service that fails, by got', answered({ statusCode: 502 }, { code: 'ERR_NON_2XX_3XX_RESPONSE' })],
  ['an error with such a cause', new TypeError('fetch failed', { cause: refused })],
  ['several errors, all of that kind', new AggregateError([refused])],
]

const own: [what: string, error: Error][] = [
  ['an error', new Error('bad')],
  ['an error of Mongoose', new mongoose.Error('bad')],
  ['one that repeats what a client wrote of outages', new mongoose.Error('bad: buffering timed out after 1ms')],
  ['one that repeats more', new mongoose.Error('Unknown plan `x` before initial connection is complete')],
  ['an error with a code', Object.assign(new Error('bad'), { code: 'E_TAKEN' })],
  ['an error named like a cancellation', named('TimeoutError', 'bad')],
  ['an error with a cause of its own', new Error('bad', { cause: new Error('why') })],
  ['a service that knows no such thing, by axios', answered({ status: 404 }, { code: 'ERR_BAD_REQUEST' })],
  ['a service that knows no such thing, by ky', answered(new Response(null, { status: 404 }))],
  ['a service that knows no such thing, by got', answered({ statusCode: 404 })],
  ['an error that has a text for a response', answered('503')],
  ['an error that has a response without a status', answered({})],
  ['an error that is late by itself', Object.assign(named('TimeoutError', 'bad'), { request: {} })],
  ['bytes that are not zipped', Object.assign(new Error('bad'), { code: 'Z_DATA_ERROR', errno: -3 })],
  ['a name that nobody has', Object.assign(new Error('bad'), { code: 'ENOTFOUND', syscall: 'queryMx' })],
  ['what can be no name', Object.assign(new Error('bad'), { code: 'EBADNAME', syscall: 'queryMx' })],
  [
    'a name that is too long to look up',
    Object.assign(new Error('bad'), { code: 'EINVAL', errno: -22, syscall: 'getaddrinfo' }),
  ],
  ['bytes that are not Brotli', Object.assign(new Error('bad'), { code: 'ERR__ERROR_FORMAT_PADDING_2', errno: -15 })],
  ['bytes that are not Zstandard', Object.assign(new Error('bad'), { code: 'ZSTD_error_prefix_unknown', errno: -10 })],
  ['an error that is its own cause', Object.assign(new Error('bad'), { cause: undefined })],
]
for (const [, error] of own.slice(-1)) error.cause = error

const fail = (error: unknown) => () => {
  throw error
}
// oxlint-disable-next-line typescript/prefer-promise-reject-errors -- people reject with what they like
const reject = (error: unknown) => () => Promise.reject(error)
const places: [where: string, definition: (error: unknown) => object, body: object][] = [
  ['a validator throws', (error) => ({ a: { type: String, validate: fail(error) } }), { a: 'x' }],
  ['a validator rejects with', (error) => ({ a: { type: String, validate: reject(error) } }), { a: 'x' }],
  [
    'a validator with this throws',
    (error) => ({
      a: {
        type: String,
        validate(this: unknown) {
          return this && fail(error)()
        },
      },
    }),
    { a: 'x' },
  ],
  [
    'a validator deep inside rejects with',
    (error) => ({ a: { type: Map, of: sub({ list: [sub({ b: { type: String, validate: reject(error) } })] }) } }),
    { a: { k: { list: [{ b: 'x' }] } } },
  ],
  ['a condition of required throws', (error) => ({ a: { type: String, required: fail(error) } }), {}],
]
const others: typeof places = [
  ['a setter throws', (error) => ({ a: { type: String, set: fail(error) } }), { a: 'x' }],
  [
    'a setter with this throws',
    (error) => ({
      a: {
        type: String,
        set(this: unknown) {
          return this && fail(error)()
        },
        minlength: 1,
      },
    }),
    { a: 'x' },
  ],
  ['a default throws', (error) => ({ a: { type: String, default: fail(error), minlength: 1 } }), {}],
  [
    'a message throws',
    (error) => ({ a: { type: String, validate: { validator: () => false, message: fail(error) } } }),
    { a: 'x' },
  ],
]

describe.each([...places, ...others])('where %s an outage', (_where, definition, body) => {
  it.each(outages)('validate rejects with %s', async (_what, error) => {
    const guardOf = looseGuard(modelOf(definition(error)), { allow: ['a'] })
    await expect(guardOf.validate(body)).rejects.toBe(error)
  })
})

describe.each(places)('where %s an error of its own', (_where, definition, body) => {
  it.each(own)('the text of %s is the message', async (_what, error) => {
    const outcome = await looseGuard(modelOf(definition(error)), { allow: ['a'] }).validate(body)
    expect(outcome).toMatchObject({ ok: false, errors: [{ code: 'invalid_value', message: error.message }] })
  })
})

it('is not taken for a wrong type where the cast of the application meets it', async () => {
  const cast = fail(refused)
  const Model = modelOf({ a: { type: Number, cast } })
  await expect(looseGuard(Model, { allow: ['a'] }).validate({ a: 1 })).rejects.toBe(refused)
})

describe('an outage behind a route', () => {
  const Model = modelOf({ a: { type: String, validate: reject(refused) } })
  const looseMiddleware = guard as unknown as (...parameters: unknown[]) => Handler

  it.each(expressVersions)('goes to the error handler of Express $version', async ({ express }) => {
    const app = express()
    const errors: unknown[] = []
    app.use(express.json())
    app.post('/', looseMiddleware(Model, { allow: ['a'] }), (_req, res) => res.status(201).json({}))
    app.use((error: unknown, _req: unknown, res: Parameters<Handler>[1], next: (error: unknown) => void) => {
      errors.push(error)
      if (res.headersSent) next(error)
      else res.status(503).json({ problem: 'later' })
    })
    expect(await send(app, 'POST', '/', { a: 'x' })).toMatchObject({ status: 503, body: { problem: 'later' } })
    expect(errors).toEqual([refused])
  })

  it('rejects in a web handler', async () => {
    const POST = (webGuard as unknown as (...parameters: unknown[]) => (request: Request) => Promise<Response>)(
      Model,
      { allow: ['a'] },
      () => new Response('handled'),
    )
    const request = new Request('http://localhost/', { method: 'POST', body: '{"a":"x"}' })
    await expect(POST(request)).rejects.toBe(refused)
  })

  it('outweighs the errors of the client, which are found again when it is over', async () => {
    const Both = modelOf({ a: { type: String, validate: reject(refused) }, b: Number })
    await expect(looseGuard(Both, { allow: ['a', 'b'] }).validate({ a: 'x', b: 'y' })).rejects.toBe(refused)
    const Fixed = modelOf({ a: { type: String, validate: () => Promise.resolve(false) }, b: Number })
    expect(await looseGuard(Fixed, { allow: ['a', 'b'] }).validate({ a: 'x', b: 'y' })).toMatchObject({
      errors: [broken('a', 'user defined', 'Validator failed for path `a` with value `x`'), { path: 'b' }],
    })
  })
})

it('an error that holds itself in many ways is looked at once', () => {
  let reads = 0
  const error = Object.defineProperty(new Error('own'), 'errors', {
    get() {
      reads++
      return Array.from({ length: 8 }, () => error)
    },
  })
  expect(isOutage(error)).toBe(false)
  expect(reads).toBe(1)
})
