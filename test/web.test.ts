import { describe, expect, it } from 'vitest'
import { GuardConfigError as FromCore } from '../src/index.ts'
import { guard, GuardConfigError } from '../src/web.ts'
import { forbidden, looseGuard, wrongType } from './helpers/guard.ts'
import { modelOf, User } from './helpers/models.ts'

interface Guarded {
  validated: unknown
}

type Handler = (carrier: Guarded, ...rest: unknown[]) => unknown
type Route = (carrier: unknown, ...rest: unknown[]) => Promise<unknown>

/** `guard` as a JavaScript caller sees it. */
const looseRoute = guard as unknown as (...parameters: unknown[]) => Route

const options = { allow: ['name', 'email', 'address.city', 'tags'] }
const show: Handler = ({ validated }) => Response.json({ validated }, { status: 201 })

const post = (body: BodyInit | null, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  new Request('http://localhost/users', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)

async function answerOf(answer: unknown) {
  const response = answer as Response
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: (await response.json()) as unknown,
  }
}

const invalidBody = (text = /./): unknown => ({
  errors: [{ code: 'invalid_body', message: expect.stringMatching(text) as string }],
})

describe('a guarded web handler', () => {
  it('runs on a good body and reads it from `validated` of its request', async () => {
    const body = { name: 'Ada', email: 'a@b', address: { city: 'London' } }
    const answer = await answerOf(await looseRoute(User, options, show)(post(JSON.stringify(body))))
    expect(answer).toMatchObject({ status: 201, body: { validated: body } })
  })

  it('does not run on a bad body, which is answered with 400 and every problem', async () => {
    let runs = 0
    const route = looseRoute(User, options, () => (runs += 1))
    const answer = await answerOf(await route(post('{"name":"Al","email":"a@b","tags":"x","role":"admin"}')))
    expect(answer).toEqual({
      status: 400,
      type: 'application/json',
      body: {
        errors: [
          {
            code: 'invalid_value',
            path: 'name',
            rule: 'minlength',
            message: 'Path `name` (`Al`, length 2) is shorter than the minimum allowed length (3).',
          },
          wrongType('tags', 'array', 'string'),
          forbidden('role'),
        ],
      },
    })
    expect(runs).toBe(0)
  })

  it('gets the very request, every other argument and `this`, and its answer is handed on', async () => {
    const answer = new Response('made')
    const seen: unknown[] = []
    const route = looseRoute(User, { allow: [] }, function (this: unknown, ...parameters: unknown[]) {
      seen.push(this, ...parameters)
      return answer
    })
    const request = post('{}')
    const context = { params: Promise.resolve({ id: '7' }) }
    const receiver = {}
    expect(await Reflect.apply(route, receiver, [request, context, 'more'])).toBe(answer)
    expect(seen).toEqual([receiver, request, context, 'more'])
    expect(seen[1]).toBe(request)
  })

  it('keeps its name', () => {
    const POST = () => new Response()
    expect(looseRoute(User, options, POST).name).toBe('POST')
  })

  it('may return what a framework knows, not only a Response', async () => {
    const route = looseRoute(User, { allow: [] }, () => ({ ok: true }))
    expect(await route(post('{}'))).toEqual({ ok: true })
  })

  it('that throws or rejects does so for the framework to see', async () => {
    const thrown = new Error('redirect')
    const throwing = looseRoute(User, { allow: [] }, () => {
      throw thrown
    })
    await expect(throwing(post('{}'))).rejects.toBe(thrown)
    await expect(looseRoute(User, { allow: [] }, () => Promise.reject(thrown))(post('{}'))).rejects.toBe(thrown)
  })

  it('takes an object that carries the request, and sets `validated` there', async () => {
    const event = { request: post('{"name":"Ada","email":"a@b"}'), params: { id: '7' } }
    const seen: unknown[] = []
    const route = looseRoute(User, options, (carrier: unknown) => {
      seen.push(carrier)
      return new Response()
    })
    await route(event)
    expect(seen).toEqual([event])
    expect(seen[0]).toBe(event)
    expect(event).toMatchObject({ params: { id: '7' }, validated: { name: 'Ada', email: 'a@b' } })
    expect('validated' in event.request).toBe(false)
  })

  it('takes a guard that is ready', async () => {
    const ready = looseGuard(User, { allow: ['name'], partial: true })
    const route = looseRoute(ready, show)
    expect(await answerOf(await route(post('{"name":"Ada"}')))).toMatchObject({
      status: 201,
      body: { validated: { name: 'Ada' } },
    })
    expect(await answerOf(await route(post('{"role":"admin"}')))).toMatchObject({
      status: 400,
      body: { errors: [forbidden('role')] },
    })
  })

  it('awaits asynchronous validators', async () => {
    const Model = modelOf({ code: { type: String, validate: (code: string) => Promise.resolve(code === 'free') } })
    const route = looseRoute(Model, { allow: ['code'] }, show)
    expect(await answerOf(await route(post('{"code":"free"}')))).toMatchObject({ status: 201 })
    expect(await answerOf(await route(post('{"code":"taken"}')))).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'code' }] },
    })
  })
})

describe('the body of a web request', () => {
  const open = looseRoute(User, { allow: ['name'], partial: true }, show)

  it.each([
    { what: 'no body', request: () => post(null) },
    { what: 'an empty body', request: () => post('') },
    { what: 'blanks', request: () => post('  ') },
    { what: 'a body that is no JSON', request: () => post('{"name":') },
    { what: 'JSON and more', request: () => post('{} {}') },
    { what: 'null', request: () => post('null') },
    { what: 'an array', request: () => post('[{"name":"Ada"}]') },
    { what: 'a string', request: () => post('"name"') },
    { what: 'a number', request: () => post('5') },
    { what: 'true', request: () => post('true') },
    { what: 'a form', request: () => post(new URLSearchParams({ name: 'Ada' }), {}), text: /form/i },
    { what: 'a multipart form', request: () => post(multipart(), {}), text: /form/i },
    {
      what: 'JSON under the Content-Type of a form',
      request: () => post('{"name":"Ada"}', { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }),
      text: /form/i,
    },
  ])('is invalid_body when it is $what', async ({ request, text }) => {
    const answer = await answerOf(await open(request()))
    expect(answer).toMatchObject({ status: 400, body: invalidBody(text) })
  })

  it('is invalid_body when it was read before', async () => {
    const request = post('{"name":"Ada"}')
    await request.text()
    expect(await answerOf(await open(request))).toMatchObject({ status: 400, body: invalidBody() })
  })

  it('is invalid_body while something else is reading it', async () => {
    const request = post('{"name":"Ada"}')
    const reader = request.body?.getReader()
    expect(await answerOf(await open(request))).toMatchObject({ status: 400, body: invalidBody() })
    await reader?.cancel()
  })

  it('is invalid_body when it breaks off', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":"A'))
      },
      pull(controller) {
        controller.error(new Error('connection lost'))
      },
    })
    expect(await answerOf(await open(post(broken)))).toMatchObject({ status: 400, body: invalidBody() })
  })

  it.each([
    { what: 'under no Content-Type', text: '{"name":"Ada"}', headers: {} },
    { what: 'under another Content-Type', text: '{"name":"Ada"}', headers: { 'content-type': 'text/plain' } },
    { what: 'with a byte order mark', text: '\uFEFF{"name":"Ada"}' },
    { what: 'in blanks', text: ' \n{ "name" : "Ada" }\t' },
    { what: 'with a key twice', text: '{"name":"Bob","name":"Ada"}' },
    { what: 'with letters of every length', text: '{"name":"aé€👍\\ud83d\\udc4d"}' },
    { what: 'that is an empty object', text: '{}' },
  ])('is read as request.json() reads it: JSON $what', async ({ text, headers }) => {
    const answer = await answerOf(await open(post(text, headers)))
    expect(answer).toMatchObject({ status: 201, body: { validated: (await post(text).json()) as unknown } })
  })

  it('is read right where its chunks end within a letter', async () => {
    const bytes = new TextEncoder().encode('{"name":"aé€👍"}')
    const drops = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect(await answerOf(await open(post(drops)))).toMatchObject({
      status: 201,
      body: { validated: { name: 'aé€👍' } },
    })
  })
})

function multipart(): FormData {
  const form = new FormData()
  form.set('name', 'Ada')
  return form
}

describe('maxBytes', () => {
  const tooLarge = { status: 413, body: invalidBody() }
  const sized = (bytes: number) => `{"name":"${'a'.repeat(bytes - 11)}"}`

  it.each([
    { maxBytes: undefined, fits: 100 * 1024 },
    { maxBytes: 50, fits: 50 },
    { maxBytes: 200_000, fits: 200_000 },
  ])('of $maxBytes takes $fits bytes and answers 413 to one more', async ({ maxBytes, fits }) => {
    const route = looseRoute(
      User,
      { allow: ['name'], partial: true, ...(maxBytes !== undefined && { maxBytes }) },
      show,
    )
    expect(await answerOf(await route(post(sized(fits))))).toMatchObject({ status: 201 })
    expect(await answerOf(await route(post(sized(fits + 1))))).toMatchObject(tooLarge)
  })

  it('counts bytes, not letters', async () => {
    const route = looseRoute(User, { allow: ['name'], partial: true, maxBytes: 20 }, show)
    expect(await answerOf(await route(post('{"name":"ééé"}')))).toMatchObject({ status: 201 })
    expect(await answerOf(await route(post('{"name":"ééééé"}')))).toMatchObject(tooLarge)
  })

  it('ends the reading of a body without end', async () => {
    let chunks = 0
    let cancelled = false
    const endless = new ReadableStream({
      pull(controller) {
        chunks += 1
        controller.enqueue(new Uint8Array(1000).fill(32))
      },
      cancel() {
        cancelled = true
      },
    })
    const route = looseRoute(User, { allow: ['name'], partial: true, maxBytes: 10_000 }, show)
    expect(await answerOf(await route(post(endless)))).toMatchObject(tooLarge)
    expect(chunks).toBeLessThan(20)
    expect(cancelled).toBe(true)
  })

  it('does not believe Content-Length', async () => {
    const route = looseRoute(User, { allow: ['name'], partial: true, maxBytes: 50 }, show)
    const lying = post(sized(60), { 'content-type': 'application/json', 'content-length': '10' })
    expect(await answerOf(await route(lying))).toMatchObject(tooLarge)
    const boasting = post(sized(40), { 'content-type': 'application/json', 'content-length': '1000000' })
    expect(await answerOf(await route(boasting))).toMatchObject({ status: 201 })
  })
})

describe('onReject', () => {
  it('makes the answer in place of the guard', async () => {
    const seen: unknown[] = []
    const onReject = (errors: unknown, request: Request) => {
      seen.push(errors, request)
      return Response.json({ problems: errors }, { status: 422 })
    }
    const request = post('{"role":"admin"}')
    const answer = await looseRoute(User, { allow: [], onReject }, show)(request)
    expect(await answerOf(answer)).toMatchObject({ status: 422, body: { problems: [forbidden('role')] } })
    expect(seen).toEqual([[forbidden('role')], request])
  })

  it('gets the request that an event carries, and what was wrong with the body itself', async () => {
    const seen: unknown[] = []
    const onReject = (errors: unknown, request: Request) => {
      seen.push(errors, request)
      return Promise.resolve(new Response('no'))
    }
    const request = post('{')
    const answer = (await looseRoute(User, { allow: [], onReject }, show)({ request })) as Response
    expect(await answer.text()).toBe('no')
    expect(seen).toEqual([[{ code: 'invalid_body', message: expect.any(String) as string }], request])
  })

  it('is not called for a good body', async () => {
    let calls = 0
    const route = looseRoute(User, { allow: [], onReject: () => (calls += 1) }, show)
    expect(await answerOf(await route(post('{}')))).toMatchObject({ status: 201 })
    expect(calls).toBe(0)
  })
})

describe('set-up', () => {
  it('throws the GuardConfigError of the core', () => {
    expect(GuardConfigError).toBe(FromCore)
    expect(() => looseRoute(User, { allow: ['nmae'] }, show)).toThrow(
      'mongoose-guard: allow entry "nmae" does not match the schema ("nmae" not found)',
    )
  })

  it.each([
    { what: 'no handler', parameters: [User, options] },
    { what: 'a handler that is no function', parameters: [User, options, {}] },
    { what: 'a ready guard without a handler', parameters: [looseGuard(User, { allow: [] })] },
    { what: 'an unknown option', parameters: [User, { ...options, max: 5 }, show] },
    { what: 'maxBytes: 0', parameters: [User, { ...options, maxBytes: 0 }, show] },
    { what: 'maxBytes: a string', parameters: [User, { ...options, maxBytes: '1mb' }, show] },
    { what: 'onReject: an object', parameters: [User, { ...options, onReject: {} }, show] },
    { what: 'something that is no model', parameters: [{}, options, show] },
    { what: 'a wrong core option', parameters: [User, { ...options, maxErrors: 0 }, show] },
  ])('refuses $what', ({ parameters }) => {
    let thrown: unknown
    try {
      looseRoute(...parameters)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(GuardConfigError)
    expect(String(thrown)).toMatch(/^GuardConfigError: mongoose-guard: ./)
  })
})
