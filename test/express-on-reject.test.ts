import { describe, expect, it } from 'vitest'
import { guard } from '../src/express.ts'
import { GuardConfigError } from '../src/index.ts'
import { forbidden } from './helpers/guard.ts'
import { modelOf, User } from './helpers/models.ts'
import { expressVersions, type Handler, type Response, send } from './helpers/server.ts'

const looseMiddleware = guard as unknown as (...parameters: unknown[]) => Handler

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
      new GuardConfigError('unknown option "maxBytes"; the options are allow, partial, maxErrors, onReject'),
    )
  })
})
