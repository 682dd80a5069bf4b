import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { guard } from '../../src/adapters/express.ts'
import { createGuard, GuardConfigError } from '../../src/index.ts'
import { forbidden } from '../support/guard.ts'
import { modelOf, User } from '../support/models.ts'
import { expressVersions, type Handler, type Response, send } from '../support/server.ts'

const looseMiddleware = guard as unknown as (...parameters: unknown[]) => Handler

type Next = (error?: unknown) => void

const throwing = (thrown: unknown) => (): never => {
  throw thrown
}

const rejecting = (thrown: unknown) => async (): Promise<never> => {
  await Promise.resolve()
  throw thrown
}

/** Of a realm that has errors of its own. */
const foreign = runInContext(
  "({ error: new TypeError('elsewhere'), rejecting: () => Promise.reject('route') })",
  createContext({}),
) as { error: unknown; rejecting: () => Promise<never> }

// Express skips handlers for 'route' and 'router', and takes whatever is falsy for no error at all.
const noErrors = [
  undefined,
  null,
  false,
  0,
  0n,
  NaN,
  '',
  'route',
  'router',
  'log is full',
  { status: 422 },
  Symbol('s'),
]

describe.each(expressVersions)('onReject on Express $version', ({ express }) => {
  const sendTo = (onReject: unknown, body: unknown, model: unknown = User) => {
    const app = express()
    app.use(express.json())
    const middleware = looseMiddleware(model, { allow: ['name'], partial: true, onReject })
    app.post('/', middleware, (req, res) => res.status(201).json(req.validated))
    app.use((error: Error, _req: unknown, res: Response, next: (error: Error) => void) => {
      if (res.headersSent) next(error)
      else res.status(500).json(error.message)
    })
    return send(app, 'POST', '/', body)
  }

  it.each([
    ['an object', { bad: true }, 'a value of type object'],
    ['an array', [], 'an array'],
    ['a Response', new Response(null, { status: 422 }), 'an instance of Response'],
  ])(
    'that gives %s as its answer, as in a web handler, is a mistake and no hanging request',
    async (_, given, name) => {
      const body = `mongoose-guard: onReject must answer with res: what it returns is not sent, received ${name}`
      const expected = { status: 500, body }
      expect(await sendTo(() => given, { role: 'admin' })).toMatchObject(expected)
      expect(await sendTo(() => Promise.resolve(given), { role: 'admin' })).toMatchObject(expected)
    },
  )

  it('runs no handler by the next of the router that Express keeps in the request', async () => {
    const app = express()
    app.use(express.json())
    const onReject = async (_errors: unknown, req: { next: Next }) => {
      await Promise.resolve()
      req.next()
    }
    app.use('/', looseMiddleware(User, { allow: ['name'], partial: true, onReject }))
    app.use((_req: unknown, res: Response) => res.json('ran'))
    app.use((error: Error, req: { next: Next }, res: Response, next: Next) => {
      res.status(500).json([error.message, req.next === next])
    })
    expect(await send(app, 'POST', '/', { role: 'admin' })).toMatchObject({
      status: 500,
      body: ['mongoose-guard: onReject called next() without an error, for a body that was refused', true],
    })
    expect(await send(app, 'POST', '/', { name: 'Ada' })).toMatchObject({ status: 200, body: 'ran' })
  })

  it('may return what it likes where it answers, hands on or answers later', async () => {
    const answer = (_errors: unknown, _req: unknown, res: Response) => {
      res.status(422).json('own')
      return {}
    }
    const handOn = (_errors: unknown, _req: unknown, _res: unknown, next: Next) => {
      next(new Error('own'))
      return {}
    }
    const later = (_errors: unknown, _req: unknown, res: Response) => setTimeout(() => res.status(422).json('own'), 5)
    for (const [onReject, status] of [[answer, 422] as const, [handOn, 500] as const, [later, 422] as const]) {
      expect(await sendTo(onReject, { role: 'admin' })).toMatchObject({ status, body: 'own' })
    }
  })

  it('answers in place of the guard, from the errors and the request', async () => {
    const onReject = (errors: unknown, req: { body: unknown }, res: Response) =>
      res.status(422).json({ problems: errors, body: req.body })
    expect(await sendTo(onReject, { role: 'admin' })).toMatchObject({
      status: 422,
      body: { problems: [forbidden('role')], body: { role: 'admin' } },
    })
    expect(await sendTo(onReject, { name: 'Ada' })).toMatchObject({ status: 201, body: { name: 'Ada' } })
  })

  it('may leave the answer to the error handler of the application', async () => {
    const onReject = (errors: unknown[], _req: unknown, _res: unknown, next: (error: Error) => void) => {
      next(new Error(`${errors.length} problems`))
    }
    expect(await sendTo(onReject, { a: 1, b: 2 })).toMatchObject({ status: 500, body: '2 problems' })
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('log is full')
      },
    ],
    ['rejects', () => Promise.reject(new Error('log is full'))],
  ])('that %s ends in the error handler', async (_, onReject) => {
    expect(await sendTo(onReject, { role: 'admin' })).toMatchObject({ status: 500, body: 'log is full' })
  })

  /** The errors that reach the error handler of the application, and what the client gets: 201 where the handler ran. */
  async function failuresOf(middleware: Handler, body: unknown, ...before: Handler[]) {
    const errors: unknown[] = []
    const app = express()
    app.use(express.json())
    app.post('/', ...before, middleware, (_req, res) => res.status(201).json('handler'))
    app.post('/', (_req, res) => res.status(202).json('handler of the next route'))
    app.use((error: unknown, _req: unknown, res: Response, next: Next) => {
      errors.push(error)
      if (res.headersSent) next(error)
      else res.status(500).json('error handler')
    })
    const { status } = await send(app, 'POST', '/', body)
    return { status, errors }
  }

  const guarding = (onReject: unknown, model: unknown = User) => looseMiddleware(model, { allow: ['name'], onReject })

  const wrapped = (cause: unknown, message: RegExp) => {
    const matching = expect.objectContaining({
      stack: expect.any(String) as string,
      message: expect.stringMatching(message) as string,
      cause,
    }) as unknown
    return { status: 500, errors: [matching] }
  }

  describe.each([
    ['throws', throwing],
    ['rejects with', rejecting],
    [
      'gives a thenable that rejects with',
      (thrown: unknown) => () => ({
        then: (_: Next, no: Next) => {
          no(thrown)
        },
      }),
    ],
    ['gives a thenable whose `then` throws', (thrown: unknown) => () => ({ then: throwing(thrown) })],
    [
      'gives an object whose getter of `then` throws',
      (thrown: unknown) => () => Object.defineProperty({}, 'then', { get: throwing(thrown) }),
    ],
  ])('that %s', (_, failingWith) => {
    it.each(noErrors)('%o keeps the handler from running, and reaches the error handler as a cause', async (thrown) => {
      expect(await failuresOf(guarding(failingWith(thrown)), {})).toEqual(
        wrapped(
          thrown,
          new RegExp(`^mongoose-guard: onReject failed with ${thrown === null ? 'null' : typeof thrown},`),
        ),
      )
    })

    it.each([
      ['an Error', new Error('log is full')],
      ['an error of a class of its own', new (class LogError extends RangeError {})()],
      ['an error without a stack or a constructor', Object.create(Error.prototype)],
      ['an error of another realm', foreign.error],
      ['a DOMException', new DOMException('too slow', 'TimeoutError')],
    ])('%s hands on that very error', async (_kind, thrown) => {
      const { status, errors } = await failuresOf(guarding(failingWith(thrown)), {})
      expect(status).toBe(500)
      expect(errors).toHaveLength(1)
      expect(errors[0]).toBe(thrown)
    })
  })

  it('that fails with no error after an asynchronous rule runs no handler either', async () => {
    const Slow = modelOf({ name: { type: String, validate: () => Promise.resolve(false) } })
    for (const onReject of [throwing('route'), rejecting('route'), foreign.rejecting]) {
      expect(await failuresOf(guarding(onReject, Slow), { name: 'Ada' })).toEqual(wrapped('route', /onReject/))
    }
  })

  it('that gives a thenable which calls back several times has failed once at most', async () => {
    const both =
      (first: unknown, ...more: unknown[]) =>
      () => ({
        then: (yes: Next, no: Next) => {
          for (const call of [first, ...more]) (call === 'yes' ? yes : no)(call)
          setImmediate(no, 'late')
        },
      })
    expect(await failuresOf(guarding(both('no', 'no', 'yes')), {})).toEqual(wrapped('no', /onReject/))
    const answering = (_errors: unknown, _req: unknown, res: Response) => {
      res.status(422).json({})
      return both('yes', 'no')()
    }
    expect(await failuresOf(guarding(answering), {})).toEqual({ status: 422, errors: [] })
  })

  it('that fails after its answer is still heard of', async () => {
    const answering = (_errors: unknown, _req: unknown, res: Response) => {
      res.status(422).json({})
      return rejecting(undefined)()
    }
    expect(await failuresOf(guarding(answering), {})).toEqual({ ...wrapped(undefined, /onReject/), status: 422 })
  })

  describe('and its next', () => {
    const passing = (...passed: unknown[]) =>
      guarding((_errors: unknown, _req: unknown, _res: unknown, next: Next) => {
        next(...(passed as [unknown]))
      })

    it.each([[[]], ...[undefined, null, false, 0, ''].map((falsy) => [[falsy]])])(
      'does not run the handler for a body that was refused: next(...%j) is an error',
      async (passed) => {
        expect(await failuresOf(passing(...passed), {})).toEqual({
          status: 500,
          errors: [new Error('mongoose-guard: onReject called next() without an error, for a body that was refused')],
        })
      },
    )

    it('hands on whatever else it is given, also what is no Error', async () => {
      for (const error of [new Error('mine'), { status: 422 }, 'text']) {
        const { status, errors } = await failuresOf(passing(error), {})
        expect(status).toBe(500)
        expect(errors).toEqual([error])
        expect(errors[0]).toBe(error)
      }
    })

    it('leaves the route with next("route")', async () => {
      expect(await failuresOf(passing('route'), {})).toEqual({ status: 202, errors: [] })
    })
  })

  describe('a check that fails', () => {
    const ready = createGuard(User, { allow: ['name'] })
    const failing = (validate: () => unknown) =>
      looseMiddleware(Object.create(ready, { validate: { value: validate } }))

    it.each(noErrors)('with %o runs no handler, whether it throws or rejects', async (thrown) => {
      const check = wrapped(thrown, /^mongoose-guard: the check of the body failed with /)
      const trap: Handler = (req, _res, next) => {
        req.body = Object.defineProperty({}, 'name', { enumerable: true, get: throwing(thrown) })
        next()
      }
      expect(await failuresOf(looseMiddleware(ready), {}, trap)).toEqual(check)
      const unreadable: Handler = (req, _res, next) => {
        Object.defineProperty(req, 'body', { get: throwing(thrown) })
        next()
      }
      expect(await failuresOf(looseMiddleware(ready), {}, unreadable)).toEqual(check)
      expect(await failuresOf(failing(rejecting(thrown)), {})).toEqual(check)
    })

    it('with an Error hands on that very error', async () => {
      for (const validate of [throwing(foreign.error), rejecting(foreign.error)]) {
        const { status, errors } = await failuresOf(failing(validate), {})
        expect(status).toBe(500)
        expect(errors[0]).toBe(foreign.error)
      }
    })

    it('because the request takes no `validated` is told, also after an asynchronous rule', async () => {
      const Slow = modelOf({ name: { type: String, validate: () => Promise.resolve(true) } })
      const occupied: Handler = (req, _res, next) => {
        Object.defineProperty(req, 'validated', { value: {}, writable: false })
        next()
      }
      for (const model of [User, Slow]) {
        const middleware = looseMiddleware(model, { allow: ['name'], partial: true })
        const { status, errors } = await failuresOf(middleware, { name: 'Ada' }, occupied)
        expect({ status, errors }).toEqual({ status: 500, errors: [expect.any(TypeError)] })
      }
    })
  })

  it('that throws after an asynchronous rule ends there, too', async () => {
    const Slow = modelOf({ name: { type: String, validate: () => Promise.resolve(false) } })
    const onReject = (): never => {
      throw new Error('log is full')
    }
    expect(await sendTo(onReject, { name: 'Ada' }, Slow)).toMatchObject({ status: 500, body: 'log is full' })
  })

  it('is given error items of its own, which it may change', async () => {
    const onReject = (errors: { message: string }[], _req: unknown, res: Response) => {
      const messages = errors.map(({ message }) => message)
      errors.length = 0
      return res.status(400).json(messages)
    }
    const first = await sendTo(onReject, [])
    expect(await sendTo(onReject, [])).toEqual(first)
    expect(first.body).toHaveLength(1)
  })

  it.each([null, 'json', {}])('that is %j is refused at set-up', (onReject) => {
    expect(() => looseMiddleware(User, { allow: [], onReject })).toThrow(GuardConfigError)
    expect(() => looseMiddleware(User, { allow: [], onReject })).toThrow(
      /option "onReject" must be a function, received/,
    )
  })

  it('is named among the options that Express has, and maxBytes is not', () => {
    expect(() => looseMiddleware(User, { allow: [], maxBytes: 1 })).toThrow(
      new GuardConfigError(
        'option "maxBytes" is of mongoose-guard/web; in Express, express.json({ limit }) says how large a body may be',
      ),
    )
  })
})
