import { describe, expect, it } from 'vitest'
import { guard } from '../../src/adapters/express.ts'
import { createGuard, GuardConfigError, problemDetails } from '../../src/index.ts'
import { forbidden, looseGuard, wrongType } from '../support/guard.ts'
import { modelOf, Order, User } from '../support/models.ts'
import {
  type App,
  expressVersions,
  type Handler,
  request,
  type Request,
  type Response,
  send,
  withServer,
} from '../support/server.ts'

const looseMiddleware = guard as unknown as (...parameters: unknown[]) => Handler

const invalidBody: unknown = { errors: [{ code: 'invalid_body', message: expect.any(String) as string }] }

/** Answers with what the handler behind a guard can see. */
const show: Handler = (req, res) => res.status(201).json({ validated: req.validated, body: req.body })

const jsonBody = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
})

describe.each(expressVersions)('guard on Express $version', ({ version, express }) => {
  const userGuard = () => looseMiddleware(User, { allow: ['name', 'email', 'address.city', 'addresses', 'tags'] })

  function appWith(...handlers: Handler[]): App {
    const app = express()
    app.use(express.json())
    app.post('/', ...handlers, show)
    return app
  }

  describe('a good body', () => {
    const body = { name: 'Ada', email: 'ADA@example.org', address: { city: 'London' }, tags: ['math'] }

    it('reaches the handler as req.validated', async () => {
      const answer = await send(appWith(userGuard()), 'POST', '/', body)
      expect(answer.status).toBe(201)
      expect(answer.body).toEqual({ validated: body, body })
    })

    it('is still there in req.body, the same object with the same content', async () => {
      let before: unknown
      const seen: unknown[] = []
      const remember: Handler = (req, _res, next) => {
        before = req.body
        next()
      }
      const compare: Handler = (req, _res, next) => {
        seen.push(req.body === before, req.validated === before, structuredClone(req.body))
        next()
      }
      await send(appWith(remember, userGuard(), compare), 'POST', '/', body)
      expect(seen).toEqual([true, false, body])
    })

    it('can be a PATCH with a few fields', async () => {
      const app = express()
      app.use(express.json())
      app.patch('/users/:id', looseMiddleware(User, { allow: ['name', 'address.city'], partial: true }), (req, res) =>
        res.status(200).json({ id: req.params.id, validated: req.validated }),
      )
      const answer = await send(app, 'PATCH', '/users/7', { address: { city: 'Bath' } })
      expect(answer).toMatchObject({ status: 200, body: { id: '7', validated: { address: { city: 'Bath' } } } })
    })

    it('that is an empty JSON object passes where nothing is demanded', async () => {
      const answer = await send(appWith(looseMiddleware(User, { allow: [] })), 'POST', '/', {})
      expect(answer).toMatchObject({ status: 201, body: { validated: {}, body: {} } })
    })
  })

  describe('a bad body', () => {
    it('is answered with status 400 and every problem, as JSON', async () => {
      const answer = await send(appWith(userGuard()), 'POST', '/', {
        name: 'Al',
        role: 'admin',
        address: { city: 5, zip: '1' },
        tags: 'x',
      })
      expect(answer.status).toBe(400)
      expect(answer.type).toMatch(/^application\/json/)
      expect(answer.body).toEqual({
        errors: [
          {
            code: 'invalid_value',
            path: 'name',
            message: 'Path `name` (`Al`, length 2) is shorter than the minimum allowed length (3).',
            rule: 'minlength',
          },
          { code: 'invalid_value', path: 'email', message: 'Path `email` is required.', rule: 'required' },
          wrongType('address.city', 'string', 'number'),
          forbidden('address.zip'),
          wrongType('tags', 'array', 'string'),
          forbidden('role'),
        ],
      })
    })

    it('does not reach the handler, and sets no req.validated', async () => {
      const seen: Request[] = []
      const note: Handler = (req, _res, next) => {
        seen.push(req)
        next()
      }
      const handled: unknown[] = []
      const app = appWith(note, userGuard(), (req, _res, next) => {
        handled.push(req.validated)
        next()
      })
      const answer = await send(app, 'POST', '/', { role: 'admin' })
      expect(answer.status).toBe(400)
      expect(handled).toEqual([])
      expect(seen.map((req) => 'validated' in req)).toEqual([false])
    })

    it('found bad by an asynchronous validator is answered the same way', async () => {
      const Model = modelOf({ code: { type: String, validate: (code: string) => Promise.resolve(code === 'free') } })
      const app = appWith(looseMiddleware(Model, { allow: ['code'] }))
      expect(await send(app, 'POST', '/', { code: 'free' })).toMatchObject({ status: 201 })
      expect(await send(app, 'POST', '/', { code: 'taken' })).toMatchObject({
        status: 400,
        body: { errors: [{ code: 'invalid_value', path: 'code', rule: 'user defined' }] },
      })
    })

    it('with the own key __proto__ is refused and pollutes nothing', async () => {
      const answer = await request(
        appWith(looseMiddleware(User, { allow: [] })),
        '/',
        jsonBody('{"__proto__":{"polluted":1}}'),
      )
      expect(answer).toMatchObject({ status: 400, body: { errors: [forbidden('__proto__')] } })
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    })

    it.each([{}, { onReject: problemDetails }])(
      'is not answered where somebody else has done so while its rules were waited for: %o',
      async (options) => {
        const waiting: ((isGood: boolean) => void)[] = []
        const wait = () => new Promise<boolean>((done) => waiting.push(done))
        const Model = modelOf({ f: { type: String, validate: wait } })
        const problems: unknown[] = []
        const app = express()
        const timeOut: Handler = (_req, res, next) => {
          next()
          if (!res.headersSent) res.status(503).json({ error: 'timed out' })
        }
        app.use(express.json(), timeOut)
        app.post('/', looseMiddleware(Model, { allow: ['f'], ...options }), show)
        app.use((error: unknown, _req: Request, _res: Response, next: (error: unknown) => void) => {
          problems.push(error)
          next(error)
        })
        await withServer(app, async (url) => {
          expect(await fetch(url, jsonBody('{"f":"x"}'))).toMatchObject({ status: 503 })
          for (const done of waiting) done(false)
          // On the same connection.
          expect(await fetch(url, jsonBody('{}'))).toMatchObject({ status: 201 })
        })
        expect(waiting).toHaveLength(1)
        expect(problems).toEqual([])
      },
    )

    it('leaves the process answering the next request', async () => {
      await withServer(appWith(userGuard()), async (url) => {
        for (const body of ['{"name":5}', '[]', '{"name":"Ada","email":"a@b"}']) {
          const response = await fetch(url, jsonBody(body))
          expect(response.status).toBe(body.includes('Ada') ? 201 : 400)
          await response.text()
        }
      })
    })
  })

  describe('invalid_body', () => {
    const open = () => looseMiddleware(User, { allow: [] })

    function bare(...before: Handler[]): App {
      const app = express()
      app.post('/', ...before, open(), show)
      return app
    }

    it('answers a route without a body parser', async () => {
      expect(await request(bare(), '/', jsonBody('{}'))).toMatchObject({ status: 400, body: invalidBody })
    })

    it('answers a route whose body parser comes after the guard', async () => {
      const app = express()
      app.post('/', open(), express.json(), show)
      expect(await request(app, '/', jsonBody('{}'))).toMatchObject({ status: 400, body: invalidBody })
    })

    it('says what to do', async () => {
      const answer = await request(bare(), '/', jsonBody('{}'))
      const message = (answer.body as { errors: { message: string }[] }).errors[0]?.message
      expect(message).toContain('express.json()')
    })

    it.each([
      { what: 'another Content-Type', init: jsonBody('{}', { 'content-type': 'text/plain' }) },
      {
        what: 'another Content-Type, and a body that would be refused',
        init: jsonBody('{"role":1}', { 'content-type': 'text/plain' }),
      },
      { what: 'a form', init: jsonBody('a=1', { 'content-type': 'application/x-www-form-urlencoded' }) },
      { what: 'no Content-Type', init: { method: 'POST', body: new Uint8Array([123, 125]) } },
      { what: 'no body at all', init: { method: 'POST' } },
      {
        what: 'a JSON Content-Type and no body',
        init: { method: 'POST', headers: { 'content-type': 'application/json' } },
      },
      { what: 'the body null', init: jsonBody('null'), strict: false },
      { what: 'an array', init: jsonBody('[]') },
      { what: 'an array of objects', init: jsonBody('[{"name":"Ada"}]') },
      { what: 'a string', init: jsonBody('"name"'), strict: false },
      { what: 'a number', init: jsonBody('5'), strict: false },
      { what: 'true', init: jsonBody('true'), strict: false },
      { what: 'false', init: jsonBody('false'), strict: false },
    ])('answers $what', async ({ init, strict }) => {
      const app = bare(express.json({ strict: strict !== false }))
      expect(await request(app, '/', init)).toMatchObject({ status: 400, body: invalidBody })
    })

    it('answers a body that another parser turned into text', async () => {
      const app = bare(express.text({ type: '*/*' }))
      expect(await request(app, '/', jsonBody('{}'))).toMatchObject({ status: 400, body: invalidBody })
    })

    it.each([
      { what: 'an empty object', init: jsonBody('{}') },
      { what: 'an empty object in blanks', init: jsonBody(' { } ') },
      {
        what: 'an empty object with a charset',
        init: jsonBody('{}', { 'content-type': 'application/json; charset=utf-8' }),
      },
    ])('is not the answer to $what', async ({ init }) => {
      expect(await request(bare(express.json()), '/', init)).toMatchObject({ status: 201, body: { validated: {} } })
    })

    it('is not the answer to JSON under a Content-Type that the parser was told of', async () => {
      const app = bare(express.json({ type: 'application/vnd.api+json' }))
      const init = jsonBody('{}', { 'content-type': 'application/vnd.api+json' })
      expect(await request(app, '/', init)).toMatchObject({ status: 201 })
    })

    it('leaves a body that is no JSON to the parser, which refuses it', async () => {
      const answer = await request(bare(express.json()), '/', jsonBody('{"a":'))
      expect(answer.status).toBe(400)
      expect(answer.type).not.toMatch(/json/)
    })
  })

  describe('next', () => {
    /** Calls the guard's middleware by hand inside a real route, and tells how often it called `next` and when. */
    async function nextCalls(middleware: Handler, body: unknown) {
      const trace: unknown[] = []
      const app = appWith((req, res, next) => {
        middleware(req, res, (error?: unknown) => {
          trace.push(error === undefined ? 'next' : ['next', error])
          if (error === undefined) next()
          else res.status(500).json({ error })
        })
        trace.push('returned')
      })
      const answer = await send(app, 'POST', '/', body)
      return { trace, status: answer.status }
    }

    it('is called once, before the middleware returns', async () => {
      expect(await nextCalls(userGuard(), { name: 'Ada', email: 'a@b' })).toEqual({
        trace: ['next', 'returned'],
        status: 201,
      })
    })

    it('is not called for a bad body, which is answered before the middleware returns', async () => {
      expect(await nextCalls(userGuard(), {})).toEqual({ trace: ['returned'], status: 400 })
    })

    it('is called once, later, where a validator is asynchronous', async () => {
      const Model = modelOf({ f: { type: String, validate: () => Promise.resolve(true) } })
      expect(await nextCalls(looseMiddleware(Model, { allow: ['f'] }), { f: 'x' })).toEqual({
        trace: ['returned', 'next'],
        status: 201,
      })
    })

    it('gets what a body throws when it is read', async () => {
      const trap = Object.defineProperty({}, 'name', {
        enumerable: true,
        get() {
          throw new Error('unreadable')
        },
      })
      const middleware = userGuard()
      const app = appWith((req, res, next) => {
        req.body = trap
        middleware(req, res, (error?: unknown) => {
          if (error === undefined) next()
          else res.status(503).json({ error: (error as Error).message })
        })
      })
      expect(await send(app, 'POST', '/', {})).toMatchObject({ status: 503, body: { error: 'unreadable' } })
    })

    it('is not called again where a later handler throws', async () => {
      const middleware = userGuard()
      const trace: unknown[] = []
      const app = appWith((req, res) => {
        try {
          middleware(req, res, (error?: unknown) => {
            trace.push(error)
            throw new Error('from a later handler')
          })
        } catch (error) {
          trace.push(String(error))
        }
        res.status(200).json({})
      })
      await send(app, 'POST', '/', { name: 'Ada', email: 'a@b' })
      expect(trace).toEqual([undefined, 'Error: from a later handler'])
    })

    it.each([() => true, () => false, () => Promise.resolve(true), () => Promise.resolve(false)])(
      'is missed at once where something else than Express calls the middleware, as Next.js does: %s',
      (validate) => {
        const middleware = looseMiddleware(modelOf({ f: { type: String, validate } }), { allow: ['f'] })
        const call = middleware as unknown as (req: object, res: object) => void
        expect(() => {
          call({ body: { f: 'x' } }, {})
        }).toThrow(
          new TypeError(
            'mongoose-guard: a middleware of mongoose-guard/express was called without next(): where Express does not call it, ask a guard of createGuard() by its validate(body)',
          ),
        )
      },
    )

    it.each([
      ['middie has none', {}],
      ['a reply of Fastify', { status: (): object => ({ send: () => undefined }) }],
      ['a response of Restify', { status: () => 400 }],
    ])('hears of a response that is not that of Express: %s', (_, res) => {
      const failures: unknown[] = []
      const call = userGuard() as unknown as (req: object, res: object, next: (error: unknown) => void) => void
      call({ body: {} }, res, (error) => failures.push(error))
      expect(failures).toEqual([
        new TypeError(
          'mongoose-guard: a middleware of mongoose-guard/express was called with a response that is not that of Express: where Express does not call it, ask a guard of createGuard() by its validate(body)',
        ),
      ])
    })

    it.each([
      { outcome: 'a synchronous', validate: () => false },
      { outcome: 'an asynchronous', validate: () => Promise.resolve(false) },
    ])('gets what goes wrong while $outcome outcome is answered', async ({ validate }) => {
      const unhandled: unknown[] = []
      const note = (reason: unknown) => unhandled.push(reason)
      process.on('unhandledRejection', note)
      try {
        const middleware = looseMiddleware(modelOf({ f: { type: String, validate } }), { allow: ['f'] })
        const errors: unknown[] = []
        const app = express()
        app.use(express.json())
        const answerTooEarly: Handler = (_req, res, next) => {
          res.status(503).write('time')
          next()
        }
        app.post('/', answerTooEarly, middleware, show)
        // Express knows an error handler by its four parameters.
        app.use((error: { code: string }, _req: Request, res: Response, _next: () => void) => {
          errors.push(error.code)
          res.end('out')
        })
        await send(app, 'POST', '/', { f: 'x' })
        await expect.poll(() => errors).toEqual(['ERR_HTTP_HEADERS_SENT'])
        expect(unhandled).toEqual([])
      } finally {
        process.off('unhandledRejection', note)
      }
    })

    it('leads an error of the handler to the error handler of the application', async () => {
      const app = express()
      app.use(express.json())
      app.post('/', userGuard(), () => {
        throw new Error('handler')
      })
      const onError = (error: Error, _req: Request, res: Response, next: (error: Error) => void) => {
        if (res.headersSent) next(error)
        else res.status(502).json({ error: error.message })
      }
      app.use(onError)
      expect(await send(app, 'POST', '/', { name: 'Ada', email: 'a@b' })).toMatchObject({
        status: 502,
        body: { error: 'handler' },
      })
    })
  })

  describe('onReject', () => {
    const options = (onReject: unknown) => ({ allow: ['name'], onReject })

    it('makes the answer in place of the guard', async () => {
      const onReject = (errors: unknown, _req: Request, res: Response) => res.status(422).json({ problems: errors })
      const app = appWith(looseMiddleware(User, options(onReject)))
      expect(await send(app, 'POST', '/', { name: 'Ada', role: 'admin' })).toMatchObject({
        status: 422,
        body: { problems: [forbidden('role')] },
      })
      expect(await send(app, 'POST', '/', { name: 'Ada' })).toMatchObject({ status: 201 })
    })

    it('answers invalid_body too', async () => {
      const onReject = (errors: unknown, _req: Request, res: Response) => res.status(418).json({ problems: errors })
      const app = express()
      app.post('/', looseMiddleware(User, options(onReject)), show)
      expect(await request(app, '/', jsonBody('{}'))).toMatchObject({
        status: 418,
        body: { problems: [{ code: 'invalid_body' }] },
      })
    })

    it('may leave the answer to an error handler', async () => {
      const onReject = (errors: { length: number }, _req: Request, _res: Response, next: (error: Error) => void) => {
        next(new Error(`${errors.length} problems`))
      }
      const app = appWith(looseMiddleware(User, options(onReject)))
      app.use((error: Error, _req: Request, res: Response, next: (error: Error) => void) => {
        if (res.headersSent) next(error)
        else res.status(409).json({ error: error.message })
      })
      expect(await send(app, 'POST', '/', { a: 1, b: 1 })).toMatchObject({ status: 409, body: { error: '3 problems' } })
    })

    it.each([
      {
        how: 'throws',
        onReject: () => {
          throw new Error('sorry')
        },
      },
      { how: 'rejects', onReject: () => Promise.reject(new Error('sorry')) },
    ])('that $how gives its error to next', async ({ onReject }) => {
      const app = appWith(looseMiddleware(User, options(onReject)))
      app.use((error: Error, _req: Request, res: Response, next: (error: Error) => void) => {
        if (res.headersSent) next(error)
        else res.status(500).json({ error: error.message })
      })
      expect(await send(app, 'POST', '/', {})).toMatchObject({ status: 500, body: { error: 'sorry' } })
    })

    it('that is no function is a mistake of set-up', () => {
      expect(() => looseMiddleware(User, options('res.json'))).toThrow(GuardConfigError)
      expect(() => looseMiddleware(User, options(null))).toThrow(GuardConfigError)
    })
  })

  describe('guard(readyGuard)', () => {
    const ready = looseGuard(Order, { allow: ['number', 'items.sku', 'items.quantity'] })

    it('answers as the guard does', async () => {
      const app = appWith(looseMiddleware(ready))
      const good = { number: 1, items: [{ sku: 'A', quantity: 2 }] }
      expect(await send(app, 'POST', '/', good)).toMatchObject({ status: 201, body: { validated: good } })
      const bad = { number: 0, items: [], customer: 'x' }
      const outcome = await ready.validate(bad)
      expect(await send(app, 'POST', '/', bad)).toMatchObject({
        status: 400,
        body: { errors: outcome.ok ? [] : outcome.errors },
      })
    })

    it('answers invalid_body without a parser', async () => {
      const app = express()
      app.post('/', looseMiddleware(looseGuard(User, { allow: [] })), show)
      expect(await request(app, '/', jsonBody('{}'))).toMatchObject({ status: 400, body: invalidBody })
    })

    it('can serve several routes at once', async () => {
      const app = express()
      app.use(express.json())
      const shared = looseMiddleware(ready)
      app.post('/a', shared, show)
      app.patch('/b', shared, show)
      const [first, second] = await Promise.all([
        send(app, 'POST', '/a', { number: 0 }),
        send(app, 'PATCH', '/b', { number: 0 }),
      ])
      expect(first.body).toEqual(second.body)
      expect(first.status).toBe(400)
    })
  })

  it(`reports the same over HTTP as createGuard(…).validate on Express ${version}`, async () => {
    const options = { allow: ['name', 'email', 'age', 'birthday', 'address', 'addresses', 'scores', 'preferences'] }
    const core = createGuard(User as never, options as never) as unknown as ReturnType<typeof looseGuard>
    const app = appWith(looseMiddleware(User, options))
    for (const body of [
      {},
      { name: 'Ada', email: 'a@b' },
      { name: 'Ada', email: 'a@b', age: -1, birthday: '2026-02-30', scores: { 'a.b': 1, c: 'x' } },
      { name: 'Ada', email: 'a@b', addresses: [{}, { city: 'Rome', zip: '12345678901' }], preferences: { a: [null] } },
    ]) {
      const outcome = await core.validate(body)
      const answer = await send(app, 'POST', '/', body)
      expect(answer.body).toEqual(outcome.ok ? { validated: outcome.validated, body } : { errors: outcome.errors })
    }
  })
})

describe('a guard that is given a handler', () => {
  it('is a mistake that shows at set-up', () => {
    const loose = guard as unknown as (...parameters: unknown[]) => unknown
    const set = () => loose(User, { allow: ['name'] }, () => undefined)
    expect(set).toThrow(GuardConfigError)
    expect(set).toThrow(
      "mongoose-guard: guard() of mongoose-guard/express takes no handler: it is a middleware, as in app.post('/users', guard(User, { allow: […] }), handler); ",
    )
  })
})
