import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { createGuard, GuardConfigError } from '../../src/index.ts'
import * as web from '../../src/adapters/web.ts'
import { forbidden, wrongType } from '../support/guard.ts'
import { modelOf, Post, sub, User } from '../support/models.ts'

setFlagsFromString('--expose-gc')

type Validated = Record<string, unknown>
type Guarded = (first: unknown, ...rest: unknown[]) => Promise<Response>

/** `guard` as a JavaScript caller sees it: the tests also hand it what the compiler would refuse. */
const looseGuard = web.guard as unknown as (...parameters: unknown[]) => Guarded

const allow = ['name', 'email', 'address.city', 'tags']
const good = { name: 'Ada', email: 'ADA@example.org', address: { city: 'London' }, tags: ['math'] }
const LIMIT = 102_400

interface Answer {
  status: number
  body: unknown
}

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json(),
})

const post = (body?: BodyInit | null, init: RequestInit = {}): Request =>
  new Request('http://localhost/users', {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    ...init,
  })

/** Shows what the handler was given. */
const show = (request: { validated: Validated }): Response => Response.json(request.validated, { status: 201 })

const sendTo = async (guarded: Guarded, ...parameters: Parameters<typeof post>): Promise<Answer> =>
  answerOf(await guarded(post(...parameters)))
const send = (...parameters: Parameters<typeof post>): Promise<Answer> =>
  sendTo(looseGuard(User, { allow }, show), ...parameters)

const rejected = (message: unknown, status = 400): Answer => ({
  status,
  body: { errors: [{ code: 'invalid_body', message }] },
})
const tooLarge = (limit = LIMIT): Answer => rejected(`Body is larger than ${limit} bytes`, 413)

/** A body of valid JSON that is exactly `bytes` long. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify({ ...good, name: '' })
  return JSON.stringify({ ...good, name: 'x'.repeat(bytes - empty.length) })
}

/** A stream of `chunks` that counts how many of them were asked for, and tells when it was cancelled. */
function streamOf(chunks: Iterable<unknown>) {
  const state = { pulled: 0, isCancelled: false }
  const iterator = chunks[Symbol.iterator]()
  const stream = new ReadableStream<unknown>(
    {
      pull(controller) {
        const { done, value } = iterator.next() as IteratorResult<unknown, undefined>
        state.pulled += 1
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        state.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  ) as ReadableStream<Uint8Array>
  return { stream, state }
}

const bytes = (text: string) => new TextEncoder().encode(text)

function* split(text: string, size: number): Generator<Uint8Array> {
  const whole = bytes(text)
  for (let start = 0; start < whole.length; start += size) yield whole.subarray(start, start + size)
}

describe('a guarded handler', () => {
  it('runs for a good body and reads the accepted subset from request.validated', async () => {
    expect(await send(JSON.stringify(good))).toEqual({ status: 201, body: good })
  })

  it('gets the very request that the framework passed, with the other arguments after it', async () => {
    const seen: unknown[] = []
    const guarded = looseGuard(User, { allow }, (...parameters: unknown[]) => {
      seen.push(...parameters)
      return 'returned as it is'
    })
    const request = post(JSON.stringify(good))
    const context = { params: Promise.resolve({ id: '7' }) }
    expect(await guarded(request, context, 'third')).toBe('returned as it is')
    expect(seen[0]).toBe(request)
    expect(seen.slice(1)).toEqual([context, 'third'])
    expect(request).toHaveProperty('validated', good)
  })

  it('is called on the object that it is a method of', async () => {
    const app = {
      greeting: 'hello',
      fetch: looseGuard(User, { allow }, function (this: { greeting: string }) {
        return this.greeting
      }),
    }
    expect(await app.fetch(post(JSON.stringify(good)))).toBe('hello')
  })

  it('keeps the name of the handler for traces', () => {
    expect(
      looseGuard(User, { allow }, function createUser() {
        return undefined
      }),
    ).toHaveProperty('name', 'createUser')
    expect(looseGuard(User, { allow }, () => undefined)).toHaveProperty('name', '')
  })

  it('does not run for a bad body, which is answered with every problem as JSON', async () => {
    let runs = 0
    const guarded = looseGuard(User, { allow }, () => ++runs)
    const response = await guarded(post(JSON.stringify({ ...good, name: 7, role: 'admin' })))
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await answerOf(response)).toEqual({
      status: 400,
      body: { errors: [wrongType('name', 'string', 'number'), forbidden('role')] },
    })
    expect(runs).toBe(0)
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('database down')
      },
    ],
    ['rejects', () => Promise.reject(new Error('database down'))],
  ])('that %s is not swallowed', async (_, handler) => {
    await expect(looseGuard(User, { allow }, handler)(post(JSON.stringify(good)))).rejects.toThrow('database down')
  })

  it('serves many requests at once without mixing them up', async () => {
    const guarded = looseGuard(User, { allow }, show)
    const names = Array.from({ length: 50 }, (_, nth) => `Ada ${nth}`)
    const answers = await Promise.all(names.map((name) => sendTo(guarded, JSON.stringify({ ...good, name }))))
    expect(answers.map(({ body }) => (body as Validated).name)).toEqual(names)
  })

  it('takes a partial update', async () => {
    const guarded = looseGuard(User, { allow, partial: true }, show)
    expect(await sendTo(guarded, '{"address":{"city":"Bath"}}', { method: 'PATCH' })).toEqual({
      status: 201,
      body: { address: { city: 'Bath' } },
    })
  })

  it('waits for asynchronous rules, whichever way they go', async () => {
    const Account = modelOf({
      handle: {
        type: String,
        validate: {
          validator: (handle: string) => Promise.resolve(handle !== 'taken'),
          message: 'This handle is taken',
        },
      },
    })
    const guarded = looseGuard(Account, { allow: ['handle'] }, show)
    expect(await sendTo(guarded, '{"handle":"free"}')).toEqual({ status: 201, body: { handle: 'free' } })
    expect(await sendTo(guarded, '{"handle":"taken"}')).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'invalid_value', path: 'handle', message: 'This handle is taken' }] },
    })
  })
})

describe('an event that carries its request', () => {
  it('gets validated itself, beside what it carries (SvelteKit, React Router, Astro)', async () => {
    const guarded = looseGuard(User, { allow }, (event: { validated: Validated; params: object }) =>
      Response.json({ validated: event.validated, params: event.params }),
    )
    const event = { request: post(JSON.stringify(good)), params: { id: '7' }, locals: {} }
    expect(await answerOf(await guarded(event))).toEqual({
      status: 200,
      body: { validated: good, params: { id: '7' } },
    })
    expect(event.request).not.toHaveProperty('validated')
  })

  it('may be an instance of a class', async () => {
    class Context {
      readonly #request = post(JSON.stringify(good))
      get request(): Request {
        return this.#request
      }
    }
    expect((await looseGuard(User, { allow }, show)(new Context())).status).toBe(201)
  })

  it('hands the request itself to onReject', async () => {
    const seen: unknown[] = []
    const onReject = (_errors: unknown, request: unknown): Response => {
      seen.push(request)
      return new Response(null, { status: 422 })
    }
    const event = { request: post('{}') }
    await looseGuard(User, { allow, onReject }, show)(event)
    expect(seen).toEqual([event.request])
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'http://localhost/'],
    ['an Express request', { body: good, headers: {} }],
    ['an event without a request', { params: {} }],
    ['an event with something else as its request', { request: { body: good } }],
  ])('%s in its place is a mistake of the developer, told as such', async (_, first) => {
    await expect(looseGuard(User, { allow }, show)(first)).rejects.toThrow(
      new TypeError(
        'mongoose-guard: a guarded handler takes a Request first, or an object with one as `request` (for Express there is mongoose-guard/express, for pages/api createGuard() and its validate(req.body))',
      ),
    )
  })
})

describe('a ready guard', () => {
  const ready = createGuard(User, { allow: ['name', 'email'] })

  it('is taken in place of a model with options', async () => {
    expect(await sendTo(looseGuard(ready, show), '{"name":"Ada","email":"a@example.org"}')).toEqual({
      status: 201,
      body: { name: 'Ada', email: 'a@example.org' },
    })
  })

  it('takes no further options', () => {
    expect(() => looseGuard(ready, { allow: ['name'] }, show)).toThrow(
      new GuardConfigError('a guard that is ready takes no further options: give them to createGuard()'),
    )
  })
})

describe('the body', () => {
  it.each([
    ['JSON that breaks off', '{"name":"Ada"'],
    ['text', 'name=Ada'],
    ['two JSON values', '{} {}'],
    ['JSON with a comment', '{/* name */}'],
    ['JSON in UTF-16', new Uint8Array(Buffer.from('{"name":"Ada"}', 'utf16le'))],
    ['white space', ' \n '],
  ])('%s is no JSON', async (_, body) => {
    expect(await send(body)).toEqual(rejected(expect.stringMatching(/^Body is not JSON: /)))
  })

  it.each([
    ['gzip', 'gzip'],
    ['several encodings', 'gzip, br'],
    ['one that nobody knows', 'x"<script>'],
  ])('in %s, which nobody has undone, is told as such', async (_, encoding) => {
    const init = { headers: { 'content-type': 'application/json', 'content-encoding': encoding } }
    const name = encoding === 'x"<script>' ? 'unknown encoding' : encoding
    const text = `Body has a Content-Encoding (${name}) that the server does not undo: send plain JSON without that header`
    expect(await send(gzipSync(JSON.stringify(good)), init)).toEqual(rejected(text))
    // Hosts that undo it leave the header where it is.
    expect(await send(JSON.stringify(good), init)).toMatchObject({ status: 201 })
    expect(await send('{"name":', init)).toEqual(rejected(expect.stringMatching(/^Body is not JSON: /)))
  })

  it.each(['identity', ''])('that is declared to have no encoding (%j) is not JSON', async (encoding) => {
    const init = { headers: { 'content-encoding': encoding } }
    expect(await send(gzipSync('{}'), init)).toEqual(rejected(expect.stringMatching(/^Body is not JSON: /)))
  })

  it.each([
    ['absent', undefined],
    ['empty text', ''],
    ['no bytes', new Uint8Array()],
    ['a stream that ends at once', streamOf([]).stream],
    ['a byte order mark', '\uFEFF'],
  ])('%s is empty', async (_, body) => {
    expect(await send(body)).toEqual(rejected('Body is empty: the request needs a JSON body'))
  })

  it.each([
    ['null', 'null', 'null'],
    ['an array', '[{"name":"Ada"}]', 'array'],
    ['a string', '"Ada"', 'string'],
    ['a number', '7', 'number'],
    ['a boolean', 'true', 'boolean'],
  ])('%s is no object', async (_, body, received) => {
    expect(await send(body)).toEqual(rejected(`Body must be a JSON object, received ${received}`))
  })

  it('is read once: a body that somebody has read is told apart from an empty one', async () => {
    const problem = 'Body was already read: nothing may read it before the guard does'
    const guarded = looseGuard(User, { allow }, show)
    const read = post(JSON.stringify(good))
    await read.json()
    expect(await answerOf(await guarded(read))).toEqual(rejected(problem))

    const locked = post(JSON.stringify(good))
    locked.body?.getReader()
    expect(await answerOf(await guarded(locked))).toEqual(rejected(problem))

    const twice = post(JSON.stringify(good))
    expect((await guarded(twice)).status).toBe(201)
    expect(await answerOf(await guarded(twice))).toEqual(rejected(problem))
  })

  it('of a clone is left to others', async () => {
    const request = post(JSON.stringify(good))
    const clone = request.clone()
    expect((await looseGuard(User, { allow }, show)(request)).status).toBe(201)
    expect(await clone.json()).toEqual(good)
  })

  it('may be of any media type that is no form, as with request.json()', async () => {
    for (const type of ['application/json', 'application/vnd.api+json', 'text/plain', 'image/png', 'nonsense']) {
      expect(await send(JSON.stringify(good), { headers: { 'content-type': type } })).toMatchObject({ status: 201 })
    }
  })

  it('that is a form is refused unread, by a message that says so', async () => {
    const form = new FormData()
    form.set('name', 'Ada')
    const bodies = {
      'multipart/form-data': form,
      'application/x-www-form-urlencoded': new URLSearchParams({ name: 'Ada' }),
    }
    for (const [type, body] of Object.entries(bodies)) {
      const request = post(body)
      expect(await answerOf(await looseGuard(User, { allow }, show)(request))).toEqual(
        rejected(`Body is a form (${type}): send JSON, with the header Content-Type: application/json`),
      )
      expect(request.bodyUsed).toBe(false)
    }
    const disguised = { headers: { 'content-type': ' Application/X-WWW-Form-UrlEncoded ; charset=utf-8' } }
    expect(await send(JSON.stringify(good), disguised)).toMatchObject({ status: 400 })
  })

  it.each([
    ['an ArrayBuffer', bytes(JSON.stringify(good)).buffer],
    ['a Blob', new Blob([JSON.stringify(good)])],
    ['a view into a larger buffer', new Uint8Array(bytes(`##${JSON.stringify(good)}##`).subarray(2, -2))],
  ])('may come as %s', async (_, body) => {
    expect(await send(body)).toEqual({ status: 201, body: good })
  })

  describe('reads as request.json() does', () => {
    const loose = looseGuard(modelOf({ any: {}, text: String }, { strict: false }), { allow: ['any', 'text'] }, show)

    it.each([
      ['a byte order mark', bytes('\uFEFF{"text":"Ada"}')],
      ['duplicate keys', bytes('{"text":"first","text":"last"}')],
      ['a broken UTF-8 sequence', new Uint8Array([...bytes('{"text":"'), 0xff, 0xfe, 0xe2, 0x82, ...bytes('"}')])],
      ['a lone surrogate as an escape', bytes('{"text":"\\ud800"}')],
      ['NUL characters', bytes('{"text":"\\u0000"}')],
      ['large and tiny numbers', bytes('{"any":[12345678901234567890,1e-400]}')],
      ['deep nesting within the limit', bytes(`{"any":${'['.repeat(90)}${']'.repeat(90)}}`)],
    ])('%s', async (_, body) => {
      const expected: unknown = await post(body)
        .json()
        .catch(() => 'no JSON')
      const answer = await sendTo(loose, body)
      expect(answer.status === 201 ? answer.body : 'no JSON').toEqual(expected)
    })

    it('a character that two chunks share', async () => {
      const { stream } = streamOf(split('{"text":"Zürich €"}', 1))
      expect(await sendTo(loose, stream)).toEqual({ status: 201, body: { text: 'Zürich €' } })
    })
  })

  it('with __proto__ as a key pollutes nothing', async () => {
    const answer = await send('{"name":"Ada","email":"a@example.org","__proto__":{"role":"admin"}}')
    expect(answer).toEqual({ status: 400, body: { errors: [forbidden('__proto__')] } })
    expect({}).not.toHaveProperty('role')
  })
})

describe('the size of the body', () => {
  it('may be 100 kB by default, and not one byte more', async () => {
    const guarded = looseGuard(Post, { allow: ['title', 'slug', 'author'] }, show)
    const bare = (length: number): string => JSON.stringify({ title: 'x'.repeat(length - '{"title":""}'.length) })
    expect(bare(LIMIT)).toHaveLength(LIMIT)
    expect((await sendTo(guarded, bare(LIMIT))).status).toBe(400)
    expect(await sendTo(guarded, bare(LIMIT + 1))).toEqual(tooLarge())
    expect((await send(bodyOf(LIMIT))).status).toBe(201)
    expect(await send(bodyOf(LIMIT + 1))).toEqual(tooLarge())
  })

  it('counts bytes, not characters', async () => {
    const body = JSON.stringify({ ...good, name: '€€€€' })
    const guarded = (maxBytes: number): Guarded => looseGuard(User, { allow, maxBytes }, show)
    expect(bytes(body).length).toBeGreaterThan(body.length)
    expect((await sendTo(guarded(bytes(body).length), body)).status).toBe(201)
    expect(await sendTo(guarded(body.length), body)).toEqual(tooLarge(body.length))
  })

  it('has no limit with maxBytes: Infinity', async () => {
    const guarded = looseGuard(User, { allow, maxBytes: Infinity }, show)
    expect((await sendTo(guarded, bodyOf(3_000_000))).status).toBe(201)
  })

  it('is counted while the body arrives: an endless stream is read to the limit, then cancelled', async () => {
    const endless = {
      *[Symbol.iterator](): Generator<Uint8Array> {
        for (;;) yield bytes('x'.repeat(1000))
      },
    }
    const { stream, state } = streamOf(endless)
    expect(await send(stream)).toEqual(tooLarge())
    expect(state).toEqual({ pulled: 103, isCancelled: true })
  })

  it('is not what Content-Length says', async () => {
    const small = { headers: { 'content-length': '2' } }
    const large = { headers: { 'content-length': '99999999' } }
    expect(await send(streamOf(split(bodyOf(LIMIT + 1), 10_000)).stream, small)).toEqual(tooLarge())
    expect(await send(streamOf(split(JSON.stringify(good), 7)).stream, large)).toEqual({ status: 201, body: good })
  })

  it('is answered even where the sender never hears of the cancellation', async () => {
    const chunks = [new Uint8Array(LIMIT + 1)]
    const stuck = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks.pop()
        if (chunk !== undefined) controller.enqueue(chunk)
      },
      cancel: () => new Promise(() => undefined),
    })
    const failing = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(LIMIT + 1))
      },
      cancel: () => Promise.reject(new Error('gone')),
    })
    expect(await send(stuck)).toEqual(tooLarge())
    expect(await send(failing)).toEqual(tooLarge())
  })

  it.each([
    [
      'empty chunks among the others',
      [bytes('{"name":"Ada",'), new Uint8Array(), bytes('"email":"a@example.org"}')],
      201,
    ],
    ['texts in place of bytes', ['{"name":"Ada"}'], 400],
    ['numbers in place of bytes', [1, 2, 3], 400],
  ])('of a stream with %s', async (_, chunks, status) => {
    const answer = await send(streamOf(chunks).stream)
    expect(answer.status).toBe(status)
    if (status === 400) expect(answer).toEqual(rejected('Body could not be read to its end'))
  })

  it.each([
    [
      'fails',
      (controller: ReadableStreamDefaultController) => {
        controller.error(new Error('socket hang up'))
      },
    ],
    [
      'is aborted by its sender',
      (controller: ReadableStreamDefaultController) => {
        controller.error(new DOMException('aborted', 'AbortError'))
      },
    ],
  ])('of a stream that %s halfway is unknown: the body is refused', async (_, end) => {
    let pulls = 0
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (++pulls === 1) controller.enqueue(bytes('{"name":'))
        else end(controller)
      },
    })
    expect(await send(stream)).toEqual(rejected('Body could not be read to its end'))
  })
})

describe('the reading of the body', () => {
  const unreadable = rejected('Body could not be read to its end')
  const whole = () => bytes(JSON.stringify(good))

  /** A body that sends `chunks` and then neither more nor its end. */
  function silentAfter(...chunks: Uint8Array[]) {
    const state: { cancelled: unknown[] } = { cancelled: [] }
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk)
      },
      cancel(reason) {
        state.cancelled.push(reason)
      },
    })
    return { stream, state }
  }

  /** A signal that outlives its requests, as a host may have one, and the count of its listeners. */
  function longLivedSignal() {
    const controller = new AbortController()
    const state = { listeners: 0, added: 0 }
    const { signal } = controller
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...parameters: Parameters<typeof add>) => {
      state.listeners++
      state.added++
      add(...parameters)
    }
    signal.removeEventListener = (...parameters: Parameters<typeof remove>) => {
      state.listeners--
      remove(...parameters)
    }
    return { controller, signal, state }
  }

  const withSignal = (request: Request, signal: unknown) => Object.defineProperty(request, 'signal', { value: signal })

  const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

  it.each([
    ['before anything came', []],
    ['halfway', [bytes('{"name":')]],
    ['after all of it', [bytes(JSON.stringify(good))]],
  ])('ends at once where the request is aborted %s, and lets the sender know', async (_, chunks) => {
    const { stream, state } = silentAfter(...chunks)
    const controller = new AbortController()
    const answer = send(stream, { signal: controller.signal })
    await soon()
    expect(state.cancelled).toHaveLength(0)
    controller.abort(new Error('the client is gone'))
    expect(await answer).toEqual(unreadable)
    expect(state.cancelled).toHaveLength(1)
  })

  it('does not begin where the request was aborted before', async () => {
    const { stream, state } = streamOf([whole()])
    expect(await send(stream, { signal: AbortSignal.abort() })).toEqual(unreadable)
    expect(state).toEqual({ pulled: 0, isCancelled: true })
  })

  it('ends at once where the sender never hears of it', async () => {
    const stuck = new ReadableStream<Uint8Array>({ cancel: () => new Promise(() => undefined) })
    const failing = new ReadableStream<Uint8Array>({ cancel: () => Promise.reject(new Error('gone')) })
    for (const stream of [stuck, failing]) {
      expect(await send(stream, { signal: AbortSignal.timeout(5) })).toEqual(unreadable)
    }
  })

  it('leaves no listener on the signal, however it ends', async () => {
    const { controller, signal, state } = longLivedSignal()
    const guarded = looseGuard(User, { allow }, show)
    const broken = new ReadableStream<Uint8Array>({
      pull(pulling) {
        pulling.error(new Error('socket hang up'))
      },
    })
    const statuses: number[] = []
    for (const body of [whole(), '{', '', new Uint8Array(LIMIT + 1), broken, streamOf(['text']).stream]) {
      statuses.push((await guarded(withSignal(post(body), signal))).status)
      expect(state.listeners).toBe(0)
    }
    expect(statuses).toEqual([201, 400, 400, 413, 400, 400])
    const waiting = guarded(withSignal(post(silentAfter().stream), signal))
    await soon()
    expect(state.listeners).toBe(1)
    controller.abort()
    expect((await waiting).status).toBe(400)
    expect(state.listeners).toBe(0)
    expect(state.added).toBeGreaterThan(0)
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['an object that knows no events', {}],
  ])('works where a polyfill has no signal: %s', async (_, signal) => {
    const guarded = looseGuard(User, { allow }, show)
    expect((await guarded(withSignal(post(JSON.stringify(good)), signal))).status).toBe(201)
    expect((await guarded(withSignal(post('{'), signal))).status).toBe(400)
  })

  it('works where the getter of the signal throws', async () => {
    const request = Object.defineProperty(post(JSON.stringify(good)), 'signal', {
      get() {
        throw new Error('not supported')
      },
    })
    expect((await looseGuard(User, { allow }, show)(request)).status).toBe(201)
  })

  it.each(['bodyUsed', 'body', 'headers'])('refuses a request whose %s throws', async (property) => {
    const request = Object.defineProperty(post(JSON.stringify(good)), property, {
      get() {
        throw new Error('not supported')
      },
    })
    expect(await answerOf(await looseGuard(User, { allow }, show)(request))).toEqual(unreadable)
  })

  it.each([
    [
      'getReader throws',
      {
        getReader: () => {
          throw new Error('not supported')
        },
      },
    ],
    ['reader cannot be cancelled', { getReader: () => ({ read: () => Promise.reject(new Error('no')) }) }],
    [
      'reader throws in all it does',
      {
        getReader: () => ({
          read: () => {
            throw new Error('no')
          },
          cancel: () => {
            throw new Error('no')
          },
          releaseLock: () => {
            throw new Error('no')
          },
        }),
      },
    ],
  ])('refuses a request whose %s', async (_, body) => {
    const request = Object.defineProperty(post(JSON.stringify(good)), 'body', { value: body })
    expect(await answerOf(await looseGuard(User, { allow }, show)(request))).toEqual(unreadable)
  })

  it.each([
    ['bytes, as that of node-fetch 2', Buffer.from(JSON.stringify(good))],
    ['a stream of Node.js, as that of node-fetch 3', Readable.from([JSON.stringify(good)])],
    ['missing, as in whatwg-fetch', undefined],
  ])('tells of a polyfill where the body of the request is %s', async (_, body) => {
    const request = Object.defineProperty(post(JSON.stringify(good)), 'body', { value: body })
    const message =
      'Body is no ReadableStream: the Request is of a polyfill, such as node-fetch; the server needs that of its platform'
    expect(await answerOf(await looseGuard(User, { allow }, show)(request))).toEqual(rejected(message))
  })

  it('does not take a missing decoder for a broken body', async () => {
    vi.stubGlobal('TextDecoder', undefined)
    try {
      await expect(looseGuard(User, { allow }, show)(post(JSON.stringify(good)))).rejects.toThrow('TextDecoder')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('gives the stream back when it ends, whichever way', async () => {
    const tooMuch = streamOf([new Uint8Array(LIMIT + 1), whole()])
    const texts = streamOf(['text', whole()])
    for (const { stream } of [streamOf([whole()]), tooMuch, texts]) {
      const request = post(stream)
      await looseGuard(User, { allow }, show)(request)
      expect([request.bodyUsed, request.body?.locked]).toEqual([true, false])
    }
    expect(tooMuch.state).toEqual({ pulled: 1, isCancelled: true })
    expect(texts.state).toEqual({ pulled: 1, isCancelled: true })
  })

  /** As good as endless; an end lets a test fail that would else hang. */
  function* repeated(chunk: Uint8Array): Generator<Uint8Array> {
    for (let count = 0; count < 1_000_000; count++) yield chunk
  }

  it('lets timers run beside a stream of empty chunks that never waits', async () => {
    const empty = streamOf(repeated(new Uint8Array()))
    expect(await send(empty.stream, { signal: AbortSignal.timeout(20) })).toEqual(unreadable)
    expect(empty.state.isCancelled).toBe(true)
  })

  it('lets timers run beside a stream of tiny chunks without a limit', async () => {
    const tiny = streamOf(repeated(bytes(' ')))
    const guarded = looseGuard(User, { allow, maxBytes: Infinity }, show)
    expect(await sendTo(guarded, tiny.stream, { signal: AbortSignal.timeout(20) })).toEqual(unreadable)
  })

  it('keeps nothing of chunks without bytes', async () => {
    const kept: WeakRef<ArrayBuffer>[] = []
    const collect = runInNewContext('gc') as () => void
    let held = NaN
    const chunks = {
      *[Symbol.iterator]() {
        for (let count = 0; count < 5000; count++) {
          const chunk = new Uint8Array()
          kept.push(new WeakRef(chunk.buffer))
          yield chunk
        }
        yield whole()
      },
    }
    const { stream } = streamOf(chunks)
    const counting = stream.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        async transform(chunk, controller) {
          if (chunk.byteLength > 0) {
            // A WeakRef lets go of nothing before the turn of the event loop is over.
            await soon()
            collect()
            held = kept.filter((reference) => reference.deref() !== undefined).length
          }
          controller.enqueue(chunk)
        },
      }),
    )
    expect(await send(counting)).toEqual({ status: 201, body: good })
    expect(held).toBeLessThan(100)
  })

  it('holds a body in tiny chunks in a few times its bytes', async () => {
    const collect = runInNewContext('gc') as () => void
    const size = 150_000
    const length = JSON.stringify({ ...good, name: '' }).length
    const text = JSON.stringify({ ...good, name: 'x'.repeat(size - length) })
    const used = (): number => {
      collect()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      return heapUsed + arrayBuffers
    }
    let growth = NaN
    const chunks = {
      *[Symbol.iterator]() {
        const before = used()
        for (let at = 0; at < size; at++) {
          if (at === size - 1) growth = used() - before
          yield bytes(text[at] ?? '')
        }
      },
    }
    const guarded = looseGuard(User, { allow, maxBytes: size }, show)
    expect((await sendTo(guarded, streamOf(chunks).stream)).status).toBe(201)
    expect(growth).toBeLessThan(10 * size)
  })

  it('takes chunks that their sender uses again', async () => {
    const buffer = new Uint8Array(1)
    const chunks = {
      *[Symbol.iterator]() {
        for (const byte of whole()) {
          buffer[0] = byte
          yield buffer
        }
      },
    }
    expect(await send(streamOf(chunks).stream)).toEqual({ status: 201, body: good })
  })
})

describe('onReject', () => {
  it('makes the answer from the errors, the request and the status', async () => {
    const onReject = (errors: unknown[], request: Request, status: number): Response =>
      Response.json({ type: request.url, problems: errors.length }, { status, headers: { 'x-own': 'yes' } })
    const guarded = looseGuard(User, { allow, onReject, maxBytes: 60 }, show)
    const response = await guarded(post('{"name":7,"role":"admin"}'))
    expect(response.headers.get('x-own')).toBe('yes')
    expect(await answerOf(response)).toEqual({ status: 400, body: { type: 'http://localhost/users', problems: 3 } })
    expect((await guarded(post('{'))).status).toBe(400)
    expect((await guarded(post(JSON.stringify(good)))).status).toBe(413)
  })

  it('may be asynchronous', async () => {
    const onReject = (): Promise<Response> => Promise.resolve(new Response(null, { status: 422 }))
    expect((await looseGuard(User, { allow, onReject }, show)(post('{}'))).status).toBe(422)
  })

  it.each([
    ['nothing', undefined, 'undefined'],
    ['the answer as Express has it', { errors: [] }, 'a value of type object'],
    ['a status alone', { status: 422 }, 'a value of type object'],
    ['a text', 'wrong', 'the string "wrong"'],
    ['null', null, 'null'],
  ])('that gives %s rejects: the host would send an answer of its own, or none', async (_, given, received) => {
    for (const onReject of [() => given, () => Promise.resolve(given)]) {
      const guarded = looseGuard(User, { allow, onReject, maxBytes: 60 }, show)
      const wrong = new TypeError(`mongoose-guard: onReject must give a Response, received ${received}`)
      await expect(guarded(post('{}'))).rejects.toThrow(wrong)
      await expect(guarded(post('{'))).rejects.toThrow(wrong)
    }
  })

  it.each([
    ['another realm', runInNewContext('({ status: 422, headers: new Map(), body: null })') as unknown],
    [
      'a polyfill',
      new (class Response {
        readonly status = 422
        readonly headers = new Headers()
      })(),
    ],
    ['the platform, for a redirection', Response.redirect('http://localhost/')],
  ])('may give a Response of %s', async (_, response) => {
    const onReject = () => response
    expect(await looseGuard(User, { allow, onReject }, show)(post('{}'))).toBe(response)
  })

  it('is not called for a good body', async () => {
    const onReject = (): Response => new Response(null, { status: 422 })
    expect(await sendTo(looseGuard(User, { allow, onReject }, show), JSON.stringify(good))).toMatchObject({
      status: 201,
    })
  })

  it('that throws is not swallowed', async () => {
    const onReject = (): never => {
      throw new Error('log is full')
    }
    await expect(looseGuard(User, { allow, onReject }, show)(post('{}'))).rejects.toThrow('log is full')
  })
})

describe('set-up', () => {
  const inner = modelOf({ name: String, address: sub({ city: String }) })
  const noHandler =
    'the last argument must be the route handler; the middleware for Express is guard of mongoose-guard/express'

  it.each([
    ['no handler', [inner, { allow: ['name'] }], noHandler],
    ['a handler that is no function', [inner, { allow: ['name'] }, {}], noHandler],
    ['a ready guard without a handler', [createGuard(inner, { allow: [] })], noHandler],
    [
      'a handler in place of options',
      [inner, show],
      "options must be an object such as { allow: ['name'] }, received undefined",
    ],
    [
      'no model',
      [undefined, { allow: ['name'] }, show],
      expect.stringMatching(/^the first argument must be a Mongoose model, received undefined: /) as string,
    ],
    [
      'a wrong allow entry',
      [inner, { allow: ['adress.city'] }, show],
      'allow entry "adress.city" does not match the schema ("adress.city" not found)',
    ],
    [
      'an unknown option',
      [inner, { allow: ['name'], maxByte: 1 }, show],
      'unknown option "maxByte"; did you mean "maxBytes"? The options are allow, partial, maxErrors, details, allowNull, rules, ignore, extra, at, each, check, maxBytes, onReject',
    ],
    ...[0, -1, 1.5, NaN, '100kb', null].map((maxBytes): [string, unknown[], string] => [
      `maxBytes: ${String(maxBytes)}`,
      [inner, { allow: ['name'], maxBytes }, show],
      'option "maxBytes" must be an integer of at least 1, or Infinity',
    ]),
    ...[null, 'json', {}].map((onReject): [string, unknown[], string] => [
      `onReject: ${JSON.stringify(onReject)}`,
      [inner, { allow: ['name'], onReject }, show],
      expect.stringMatching(/^option "onReject" must be a function, received /) as string,
    ]),
  ])('refuses %s', (_, parameters, message) => {
    let thrown: unknown
    try {
      looseGuard(...parameters)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(GuardConfigError)
    expect((thrown as Error).message.replace('mongoose-guard: ', '')).toEqual(message)
  })

  it('leaves the options of the adapters to them', () => {
    const create = createGuard as unknown as (...parameters: unknown[]) => unknown
    expect(() => create(inner, { allow: [], onReject: show })).toThrow(
      new GuardConfigError(
        'option "onReject" is of guard() in mongoose-guard/express and mongoose-guard/web: createGuard() answers no request',
      ),
    )
  })

  it('throws the GuardConfigError of every entry', () => {
    expect(web.GuardConfigError).toBe(GuardConfigError)
  })
})
