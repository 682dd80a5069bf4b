import { describe, expect, it } from 'vitest'
import { guard as expressGuard } from '../../src/adapters/express.ts'
import { guard as webGuard } from '../../src/adapters/web.ts'
import { createGuard, GuardConfigError } from '../../src/index.ts'
import { modelOf } from '../support/models.ts'
import { expressVersions, type Handler, send } from '../support/server.ts'

type Loose<Made> = ((...parameters: unknown[]) => Made) & { with: (defaults?: unknown) => Loose<Made> }

const core = createGuard as unknown as Loose<{ validate: (body: unknown) => unknown }>
const express = expressGuard as unknown as Loose<Handler>
const web = webGuard as unknown as Loose<(request: Request) => Promise<Response>>

const Model = modelOf({ name: { type: String, minlength: 3 }, age: { type: Number, min: 1 } })
const options = { allow: ['name', 'age'] }
const wrong = { name: 'x', age: 0 }
const ready = createGuard(Model as never, options as never)

const request = (body: string) =>
  new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': 'application/json' } })

describe('createGuard.with()', () => {
  it('returns createGuard with other defaults, which the options of a guard go before', async () => {
    const one = core.with({ maxErrors: 1 })
    expect(await one(Model, options).validate(wrong)).toHaveProperty('errors.length', 1)
    expect(await one(Model, { ...options, maxErrors: 2 }).validate(wrong)).toHaveProperty('errors.length', 2)
    expect(await one(Model, { ...options, maxErrors: undefined }).validate(wrong)).toHaveProperty('errors.length', 1)
    expect(await core(Model, options).validate(wrong)).toHaveProperty('errors.length', 2)
  })

  it('adds to the defaults before', async () => {
    const two = core.with({ maxErrors: 1 }).with({ maxErrors: 2 })
    expect(await two(Model, options).validate(wrong)).toHaveProperty('errors.length', 2)
    expect(await core.with({ maxErrors: 1 }).with({})(Model, options).validate(wrong)).toHaveProperty(
      'errors.length',
      1,
    )
  })
})

describe.each(expressVersions)('guard.with() on Express $version', ({ express: createApp }) => {
  const answer = async (middleware: Handler) => {
    const app = createApp()
    app.use(createApp.json())
    app.post('/', middleware, (_req, res) => res.json('reached'))
    return send(app, 'POST', '/', wrong)
  }
  const teapot = (
    errors: unknown[],
    _req: unknown,
    res: { status: (code: number) => { json: (body: unknown) => void } },
  ) => {
    res.status(418).json(errors.length)
  }
  const strict = express.with({ onReject: teapot, maxErrors: 1 })

  it('gives every guard the same response', async () => {
    expect(await answer(strict(Model, options))).toMatchObject({ status: 418, body: 1 })
    expect(await answer(strict.with({ maxErrors: 5 })(Model, options))).toMatchObject({ status: 418, body: 2 })
  })

  it('leaves the last word to the options of a guard', async () => {
    const onReject: typeof teapot = (_errors, _req, res) => {
      res.status(422).json('own')
    }
    expect(await answer(strict(Model, { ...options, onReject }))).toMatchObject({ status: 422, body: 'own' })
    expect(await answer(express(Model, options))).toMatchObject({ status: 400 })
  })

  it('holds for a ready guard, which may have a response of its own and keeps its own maxErrors', async () => {
    expect(await answer(strict(ready))).toMatchObject({ status: 418, body: 2 })
    expect(await answer(express(ready, { onReject: teapot }))).toMatchObject({ status: 418, body: 2 })
  })
})

describe('guard.with() for web handlers', () => {
  const onReject = (errors: unknown[], _request: unknown, status: number) =>
    Response.json(errors.length, { status: status + 18 })
  const strict = web.with({ onReject, maxErrors: 1, maxBytes: 100 })
  const handler = () => Response.json('reached')

  it('gives every route the same response and limits', async () => {
    const route = strict(Model, options, handler)
    expect((await route(request(JSON.stringify(wrong)))).status).toBe(418)
    expect((await route(request(JSON.stringify({ name: 'x'.repeat(100) })))).status).toBe(431)
    expect((await strict(ready, handler)(request(JSON.stringify(wrong)))).status).toBe(418)
  })

  it('leaves the last word to the options of a route, also of a ready guard', async () => {
    const long = request(JSON.stringify({ name: 'x'.repeat(100) }))
    expect((await strict(Model, { ...options, maxBytes: 1000 }, handler)(long)).status).toBe(200)
    const again = request(JSON.stringify({ name: 'x'.repeat(100) }))
    expect((await strict(ready, { maxBytes: 1000 }, handler)(again)).status).toBe(200)
    expect((await web(ready, { onReject }, handler)(request(JSON.stringify(wrong)))).status).toBe(418)
  })
})

describe('defaults that cannot work', () => {
  it.each([
    [
      'createGuard',
      () => core.with({ onReject: () => undefined }),
      'option "onReject" is of guard() in mongoose-guard/express and mongoose-guard/web: createGuard() answers no request',
    ],
    [
      'Express',
      () => express.with({ allow: ['name'] }),
      'option "allow" belongs to each guard, and not to several; the options here are maxErrors, details, allowNull, ignore, onReject',
    ],
    [
      'web',
      () => web.with({ partial: true }),
      'option "partial" belongs to each guard, and not to several; the options here are maxErrors, details, allowNull, ignore, maxBytes, onReject',
    ],
    [
      'createGuard',
      () => core.with({ maxErrors: 0 }),
      'option "maxErrors" must be an integer of at least 1, or Infinity',
    ],
    [
      'Express',
      () => express.with({ onReject: 400 }),
      'option "onReject" must be a function, received a value of type number',
    ],
    ['web', () => web.with({ maxBytes: '1 MB' }), 'option "maxBytes" must be an integer of at least 1, or Infinity'],
    ['Express', () => express.with(undefined), 'options must be an object such as { onReject }, received undefined'],
    ['web', () => web.with([]), 'options must be an object such as { onReject }, received an array'],
    ['createGuard', () => core.with(null), 'options must be an object such as { maxErrors: 100 }, received null'],
  ])('are found at once: %s, %#', (_entry, make, message) => {
    expect(make).toThrow(new GuardConfigError(message))
  })

  it.each([
    ['Express', () => express(ready, { allow: ['name'] })],
    ['Express', () => express(ready, { maxErrors: 5 })],
    ['web', () => web(ready, { partial: true }, () => new Response())],
  ])('so are options that a ready guard has already: %s, %#', (_entry, make) => {
    expect(make).toThrow(
      new GuardConfigError('a guard that is ready takes no further options: give them to createGuard()'),
    )
  })
})
