import { readFileSync } from 'node:fs'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { guard as expressGuard } from '../../src/adapters/express.ts'
import { createGuard, GuardConfigError } from '../../src/index.ts'
import { guard as webGuard, GuardConfigError as FromWeb } from '../../src/adapters/web.ts'
import { broken, errorsOf, forbidden, looseGuard, outcomeOf, wrongType } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { type App, expressVersions, type Handler, request, send } from '../support/server.ts'

// Every clause and table row of the specification has a test here, titled with its section and number.

const guard = expressGuard as unknown as (...parameters: unknown[]) => Handler

const User = modelOf(
  {
    name: { type: String, required: true, minlength: 3 },
    email: { type: String, lowercase: true, enum: ['ada@example.org', 'bob@example.org'] },
    age: { type: Number, min: 18 },
    role: { type: String, default: 'user' },
    address: { city: String, zip: String },
    home: sub({ city: String, zip: String }),
    addresses: [sub({ city: String, zip: String })],
    profile: { links: { github: String, website: String }, bio: String },
    tags: [String],
    scores: { type: Map, of: Number },
    preferences: mongoose.Schema.Types.Mixed,
  },
  { timestamps: true },
)

const thrownBy = (setUp: () => unknown): unknown => {
  try {
    setUp()
  } catch (error) {
    return error
  }
  return undefined
}

describe.each(expressVersions)('on Express $version', ({ express }) => {
  /** An application with one guarded route, and what its handler was given. */
  function application(options: object, method: 'post' | 'patch' = 'post') {
    const handled: unknown[] = []
    const app: App = express()
    app.use(express.json())
    app[method]('/users', guard(User, options), (req, res) => {
      handled.push(req.validated)
      return res.status(method === 'post' ? 201 : 200).json(req.validated)
    })
    return { app, handled }
  }

  describe('What the service does', () => {
    it('1: guard(Model, options) returns a middleware', () => {
      const middleware = guard(User, { allow: ['name'] })
      expect(middleware).toBeTypeOf('function')
      expect(middleware).toHaveLength(3)
    })

    it('2: the schema defines what is valid: types, required, minimum length, minimum value, enum, lowercase, defaults', async () => {
      const { app } = application({ allow: ['name', 'email', 'age', 'role'] })
      const good = { name: 'Ada', email: 'ADA@EXAMPLE.ORG', age: 18 }
      expect(await send(app, 'POST', '/users', good)).toMatchObject({ status: 201, body: good })
      expect(await send(app, 'POST', '/users', { email: 'eve@example.org', age: 17, role: 5 })).toMatchObject({
        status: 400,
        body: {
          errors: [
            broken('name', 'required', 'Path `name` is required.'),
            broken('email', 'enum', '`eve@example.org` is not a valid enum value for path `email`.'),
            broken('age', 'min', 'Path `age` (17) is less than minimum allowed value (18).'),
            wrongType('role', 'string', 'number'),
          ],
        },
      })
      expect(await send(app, 'POST', '/users', { name: 'Al' })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'name', rule: 'minlength' }] },
      })
    })

    it('3: a field that is in the schema but not in the allow list is rejected', async () => {
      const { app, handled } = application({ allow: ['name'] })
      expect(await send(app, 'POST', '/users', { name: 'Ada', role: 'admin' })).toMatchObject({
        status: 400,
        body: { errors: [forbidden('role')] },
      })
      expect(handled).toEqual([])
    })

    it('4: validation needs no database connection', async () => {
      expect(mongoose.connection.readyState).toBe(0)
      const { app } = application({ allow: ['name'] })
      expect(await send(app, 'POST', '/users', { name: 'Ada' })).toMatchObject({ status: 201 })
    })

    it('5: a string for a number field is an error and is not turned into a number', async () => {
      const { app } = application({ allow: ['name', 'age'] })
      expect(await send(app, 'POST', '/users', { name: 'Ada', age: '42' })).toMatchObject({
        status: 400,
        body: { errors: [wrongType('age', 'number', 'string')] },
      })
    })

    it('6: on success the handler runs and req.validated holds the fields that passed', async () => {
      const { app, handled } = application({ allow: ['name', 'address', 'role'] })
      const body = { name: 'Ada', address: { city: 'London' } }
      expect(await send(app, 'POST', '/users', body)).toMatchObject({ status: 201, body })
      expect(handled).toEqual([body])
    })

    it('7: on failure the handler does not run and the answer is 400 with an errors array', async () => {
      const { app, handled } = application({ allow: ['name'] })
      const answer = await send(app, 'POST', '/users', {})
      expect(answer.status).toBe(400)
      expect(answer.type).toMatch(/^application\/json/)
      expect(answer.body).toEqual({ errors: [broken('name', 'required', 'Path `name` is required.')] })
      expect(handled).toEqual([])
    })

    it('8: without the JSON body parser before it every request fails with invalid_body', async () => {
      const app: App = express()
      app.post('/users', guard(User, { allow: ['name'] }), express.json(), (_req, res) => res.status(201).json({}))
      for (const body of [{ name: 'Ada' }, {}, { role: 'admin' }]) {
        expect(await send(app, 'POST', '/users', body)).toMatchObject({
          status: 400,
          body: { errors: [{ code: 'invalid_body' }] },
        })
      }
    })
  })

  describe('Fit', () => {
    it('row 1: a create route whose body is a subset of a document', async () => {
      const { app } = application({ allow: ['name', 'email'] })
      const answer = await send(app, 'POST', '/users', { name: 'Ada', email: 'ada@example.org' })
      await expect(new User(answer.body as object).validate()).resolves.toBeUndefined()
    })

    it('row 2: an update route with a few fields, with partial: true', async () => {
      const { app } = application({ allow: ['name', 'email', 'age'], partial: true }, 'patch')
      expect(await send(app, 'PATCH', '/users', { age: 20 })).toMatchObject({ status: 200, body: { age: 20 } })
      expect(await send(app, 'PATCH', '/users', { age: 2 })).toMatchObject({ status: 400 })
    })
  })

  describe('States and transitions', () => {
    it('row 1: an acceptable body sets req.validated and the handler runs', async () => {
      const { app, handled } = application({ allow: ['name'] })
      expect((await send(app, 'POST', '/users', { name: 'Ada' })).status).toBe(201)
      expect(handled).toEqual([{ name: 'Ada' }])
    })

    it('row 2: one or more problems give 400 with errors, and the handler does not run', async () => {
      for (const body of [{}, { name: 'Ada', x: 1 }, { name: 5 }, { name: 'A', x: 1, age: 1 }]) {
        const { app, handled } = application({ allow: ['name'] })
        const answer = await send(app, 'POST', '/users', body)
        expect(answer.status).toBe(400)
        expect((answer.body as { errors: unknown[] }).errors.length).toBeGreaterThan(0)
        expect(handled).toEqual([])
      }
    })
  })

  describe('Middleware', () => {
    it('Input: the parsed body at req.body', async () => {
      const app: App = express()
      const parsed: Handler = (req, _res, next) => {
        req.body = { name: 'Ada' }
        next()
      }
      app.post('/users', parsed, guard(User, { allow: ['name'] }), (req, res) => res.status(201).json(req.validated))
      expect(await send(app, 'POST', '/users', {})).toMatchObject({ status: 201, body: { name: 'Ada' } })
    })

    it('Output on success: nothing is sent before the next handler', async () => {
      const app: App = express()
      app.use(express.json())
      app.post('/users', guard(User, { allow: ['name'] }), (req, res) =>
        res.status(res.headersSent ? 500 : 204).json(req.validated),
      )
      expect((await send(app, 'POST', '/users', { name: 'Ada' })).status).toBe(204)
    })

    it('Output on failure: HTTP 400 and JSON with errors alone', async () => {
      const { app } = application({ allow: [] })
      const answer = await send(app, 'POST', '/users', { a: 1 })
      expect(answer).toMatchObject({ status: 400, type: 'application/json; charset=utf-8' })
      expect(answer.body).toEqual({ errors: [forbidden('a')] })
    })

    it('Set-up time: every allow entry is checked when guard() is called', () => {
      expect(thrownBy(() => guard(User, { allow: ['name', 'email', 'nope'] }))).toBeInstanceOf(GuardConfigError)
    })

    it('a middleware before the guard decides who may call the route', async () => {
      const app: App = express()
      app.use(express.json())
      const adminOnly: Handler = (_req, res) => res.status(403).json({ error: 'admins only' })
      app.post('/users', adminOnly, guard(User, { allow: ['role'] }), (_req, res) => res.status(201).json({}))
      expect(await send(app, 'POST', '/users', { nope: 1 })).toMatchObject({ status: 403 })
    })
  })

  describe('Errors, response errors', () => {
    it('row invalid_body: the body was not parsed', async () => {
      const app: App = express()
      app.post('/users', guard(User, { allow: ['name'] }), (_req, res) => res.status(201).json({}))
      const answer = await request(app, '/users', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"Ada"}',
      })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ errors: [{ code: 'invalid_body', message: expect.stringMatching(/./) as string }] })
    })
  })
})

describe('What the service does', () => {
  it('1: the package exports guard from the subpath express', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      exports: Record<string, unknown>
    }
    expect(Object.keys(manifest.exports)).toEqual(expect.arrayContaining(['.', './express', './web']))
  })

  it('9: Node.js 20 or newer is required', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      engines: { node: string }
    }
    expect(manifest.engines.node).toBe('>=20')
  })
})

describe('Guard options', () => {
  it('allow: [] is valid and means no field is accepted', async () => {
    expect(await outcomeOf(User, { allow: [] }, {})).toEqual({ ok: true, validated: {} })
    expect(await errorsOf(User, { allow: [] }, { name: 'Ada', tags: [] })).toEqual([
      forbidden('name'),
      forbidden('tags'),
    ])
  })

  it('allow is required', () => {
    expect(thrownBy(() => looseGuard(User, {}))).toBeInstanceOf(GuardConfigError)
    expect(thrownBy(() => looseGuard(User))).toBeInstanceOf(GuardConfigError)
  })

  it('partial is optional, a boolean, for update routes', async () => {
    expect(await errorsOf(User, { allow: ['name'], partial: true }, {})).toEqual([])
    expect(await errorsOf(User, { allow: ['name'], partial: false }, {})).toHaveLength(1)
    expect(await errorsOf(User, { allow: ['name'] }, {})).toHaveLength(1)
  })
})

describe('Allow entry', () => {
  const passes = async (allow: string[], body: unknown) => {
    expect(await outcomeOf(User, { allow, partial: true }, body)).toEqual({ ok: true, validated: body })
  }
  const forbids = async (allow: string[], body: unknown, ...paths: string[]) => {
    expect(await errorsOf(User, { allow, partial: true }, body)).toEqual(paths.map((path) => forbidden(path)))
  }

  it('form `name` allows the top-level field', async () => {
    await passes(['name'], { name: 'Ada' })
    await forbids(['name'], { name: 'Ada', role: 'x' }, 'role')
  })

  it.each(['address', 'home'])('form `%s` allows the whole object and everything inside it', async (field) => {
    await passes([field], { [field]: { city: 'Rome', zip: '1' } })
    await forbids([field], { [field]: { city: 'Rome' }, name: 'Ada' }, 'name')
  })

  it.each(['address', 'home'])('form `%s.city` allows only city inside it; its zip is rejected', async (field) => {
    await passes([`${field}.city`], { [field]: { city: 'Rome' } })
    await forbids([`${field}.city`], { [field]: { city: 'Rome', zip: '1' } }, `${field}.zip`)
  })

  it('form `addresses.city` allows city in every element of the array', async () => {
    await passes(['addresses.city'], { addresses: [{ city: 'Rome' }, { city: 'Bari' }, {}] })
    await forbids(['addresses.city'], { addresses: [{ city: 'Rome' }, { zip: '1' }] }, 'addresses.1.zip')
  })

  it('form `profile.links.github` allows one field three levels down and none of its siblings', async () => {
    await passes(['profile.links.github'], { profile: { links: { github: 'ada' } } })
    await forbids(
      ['profile.links.github'],
      { profile: { links: { github: 'ada', website: 'x' }, bio: 'y' } },
      'profile.links.website',
      'profile.bio',
    )
  })

  it('rule 1: a parent allows everything below it, a child none of its siblings', async () => {
    await passes(['profile'], { profile: { links: { github: 'a', website: 'b' }, bio: 'c' } })
    await passes(['profile.links'], { profile: { links: { github: 'a', website: 'b' } } })
    await forbids(['profile.links'], { profile: { bio: 'c' } }, 'profile.bio')
    await passes(['profile', 'profile.bio'], { profile: { links: { github: 'a' } } })
  })

  it('rule 2: array indexes never appear in entries', () => {
    for (const entry of ['addresses.0', 'addresses.0.city', 'addresses.$.city']) {
      expect(thrownBy(() => looseGuard(User, { allow: [entry] }))).toBeInstanceOf(GuardConfigError)
    }
  })

  it('rule 3: nested objects, sub-schemas and arrays of sub-schemas follow the same rules', async () => {
    for (const field of ['address', 'home']) {
      await passes([`${field}.city`], { [field]: {} })
      await forbids([`${field}.city`], { [field]: { nope: 1 } }, `${field}.nope`)
    }
    await passes(['addresses.city'], { addresses: [{}] })
    await forbids(['addresses.city'], { addresses: [{ nope: 1 }] }, 'addresses.0.nope')
    await passes(['addresses'], { addresses: [{ city: 'a', zip: 'b' }] })
  })

  it.each([
    { path: '_id', value: '507f1f77bcf86cd799439011' },
    { path: 'createdAt', value: '2026-11-20' },
    { path: 'updatedAt', value: '2026-11-20' },
    { path: '__v', value: 0 },
  ])('rule 4: $path is rejected unless it is listed', async ({ path, value }) => {
    await forbids(['name'], { name: 'Ada', [path]: value }, path)
    await passes(['name', path], { name: 'Ada', [path]: value })
  })

  it.each([
    { type: 'Array of primitives', entry: 'tags.0', field: 'tags', value: ['a', 'b'] },
    { type: 'Map', entry: 'scores.math', field: 'scores', value: { math: 1, art: 2 } },
    { type: 'Mixed', entry: 'preferences.theme', field: 'preferences', value: { theme: { dark: true } } },
  ])('rule 5: $type cannot be narrowed by $entry; $field is allowed whole', async ({ entry, field, value }) => {
    expect(thrownBy(() => looseGuard(User, { allow: [entry] }))).toMatchObject({
      name: 'GuardConfigError',
      message: `mongoose-guard: allow entry "${entry}" reaches inside "${field}", which has no named fields`,
    })
    await passes([field], { [field]: value })
  })
})

describe('Validated data', () => {
  it('holds only the fields of the body that passed validation', async () => {
    const body = { name: 'Ada', addresses: [{ city: 'Rome' }], preferences: { a: [1, null] } }
    expect(await outcomeOf(User, { allow: ['name', 'addresses.city', 'preferences', 'age', 'role'] }, body)).toEqual({
      ok: true,
      validated: body,
    })
  })
})

describe('Error item', () => {
  it('code, path, message and rule are present as the table says, and nothing else is', async () => {
    const errors = await errorsOf(User, { allow: ['name', 'age'] }, { name: 'A', age: '1', role: 'x' })
    expect(errors.map((item) => Object.keys(item).sort())).toEqual([
      ['code', 'message', 'path', 'rule'],
      ['code', 'message', 'path'],
      ['code', 'message', 'path'],
    ])
    expect(errors.map(({ code }) => code)).toEqual(['invalid_value', 'invalid_type', 'forbidden_field'])
    expect(errors.every(({ message }) => typeof message === 'string' && message !== '')).toBe(true)
    const [invalidBody, ...others] = await errorsOf(User, { allow: [] }, undefined)
    expect(Object.keys(invalidBody ?? {}).sort()).toEqual(['code', 'message'])
    expect(others).toEqual([])
  })

  it('path is the dot path of the offending field', async () => {
    const body = { address: { city: 5 }, addresses: [{}, { nope: 1 }], scores: { math: 'x' }, tags: ['a', 1] }
    const allow = ['address', 'addresses', 'scores', 'tags']
    expect((await errorsOf(User, { allow }, body)).map(({ path }) => path)).toEqual([
      'address.city',
      'addresses.1.nope',
      'tags.1',
      'scores.math',
    ])
  })
})

describe('Endpoints: checks on a request', () => {
  it('1: a key not covered by the allow list gives one forbidden_field item', async () => {
    expect(await errorsOf(User, { allow: ['name'] }, { name: 'Ada', address: { city: 'x', zip: 5 } })).toEqual([
      forbidden('address'),
    ])
  })

  it('2: a value of the wrong type gives an invalid_type item', async () => {
    expect(await errorsOf(User, { allow: ['age'] }, { age: '18' })).toEqual([wrongType('age', 'number', 'string')])
  })

  it('3: a violated schema rule gives an invalid_value item with rule', async () => {
    expect(await errorsOf(User, { allow: ['name'] }, {})).toEqual([
      broken('name', 'required', 'Path `name` is required.'),
    ])
    expect(await errorsOf(User, { allow: ['age'] }, { age: 1 })).toEqual([
      broken('age', 'min', 'Path `age` (1) is less than minimum allowed value (18).'),
    ])
  })

  it('4: {} with allow: [] passes', async () => {
    expect(await outcomeOf(User, { allow: [] }, {})).toEqual({ ok: true, validated: {} })
  })
})

describe('createGuard', () => {
  it('checks the allow entries at call time, as guard does', () => {
    for (const entry of ['nope', 'tags.0', 'scores.math', 'preferences.theme', 'address.nope']) {
      const fromCore = thrownBy(() => createGuard(User, { allow: [entry] }))
      const fromExpress = thrownBy(() => guard(User, { allow: [entry] }))
      expect(fromCore).toBeInstanceOf(GuardConfigError)
      expect(fromExpress).toBeInstanceOf(GuardConfigError)
      expect(String(fromCore)).toBe(String(fromExpress))
    }
  })
})

describe('<package>/web variant', () => {
  const route = webGuard as unknown as (...parameters: unknown[]) => (request: Request) => Promise<Response>
  const post = (body: unknown) => new Request('http://localhost/users', { method: 'POST', body: JSON.stringify(body) })
  const create = ({ validated }: { validated: unknown }) => Response.json(validated, { status: 201 })

  it('Fit, row 3: a route handler that creates a document', async () => {
    const POST = route(User, { allow: ['name', 'address.city'] }, create)
    const good = await POST(post({ name: 'Ada', address: { city: 'London' } }))
    expect([good.status, await good.json()]).toEqual([201, { name: 'Ada', address: { city: 'London' } }])
    const bad = await POST(post({ name: 'Ada', role: 'admin' }))
    expect([bad.status, await bad.json()]).toEqual([400, { errors: [forbidden('role')] }])
  })

  it('checks the allow entries at call time, as guard does', () => {
    expect(FromWeb).toBe(GuardConfigError)
    expect(thrownBy(() => route(User, { allow: ['nope'] }, create))).toBeInstanceOf(GuardConfigError)
  })
})

describe('Errors, response errors', () => {
  it('row forbidden_field', async () => {
    expect(
      await errorsOf(User, { allow: ['address.city'] }, { address: { zip: '1' }, role: 'admin', nope: 1 }),
    ).toEqual([
      { code: 'forbidden_field', path: 'address.zip', message: 'Field is not allowed' },
      { code: 'forbidden_field', path: 'role', message: 'Field is not allowed' },
      { code: 'forbidden_field', path: 'nope', message: 'Field is not allowed' },
    ])
  })

  it('row invalid_type', async () => {
    expect(await errorsOf(User, { allow: ['age', 'tags'] }, { age: '5', tags: 'x' })).toEqual([
      { code: 'invalid_type', path: 'age', message: 'Expected number, received string' },
      { code: 'invalid_type', path: 'tags', message: 'Expected array, received string' },
    ])
  })

  it('row invalid_value, with the texts for required and minlength', async () => {
    expect(await errorsOf(User, { allow: ['name'] }, {})).toEqual([
      { code: 'invalid_value', path: 'name', rule: 'required', message: 'Path `name` is required.' },
    ])
    expect(await errorsOf(User, { allow: ['name'] }, { name: 'ab' })).toEqual([
      {
        code: 'invalid_value',
        path: 'name',
        rule: 'minlength',
        message: 'Path `name` (`ab`, length 2) is shorter than the minimum allowed length (3).',
      },
    ])
  })

  it('rule 1: all problems of one request are reported together', async () => {
    const body = { name: 'ab', age: '5', tags: [1], role: 'x', nope: 1 }
    expect(await errorsOf(User, { allow: ['name', 'age', 'tags', 'email'] }, body)).toHaveLength(5)
  })

  it('rule 2: a missing required allowed field gives invalid_value with rule required', async () => {
    expect(await errorsOf(User, { allow: ['name', 'age'] }, { age: 20 })).toMatchObject([
      { code: 'invalid_value', path: 'name', rule: 'required' },
    ])
    expect(await errorsOf(User, { allow: ['age'] }, { age: 20 })).toEqual([])
  })

  it('rule 3: a string shorter than the schema minimum gives invalid_value with rule minlength', async () => {
    expect(await errorsOf(User, { allow: ['name'] }, { name: 'ab' })).toMatchObject([
      { code: 'invalid_value', path: 'name', rule: 'minlength' },
    ])
  })

  it('rule 4: a number sent as a string gives invalid_type', async () => {
    expect(await errorsOf(User, { allow: ['age'] }, { age: '20' })).toMatchObject([
      { code: 'invalid_type', path: 'age' },
    ])
  })
})

describe('Errors, set-up errors', () => {
  it.each(['nope', 'address.nope', 'adress.city', 'name.first'])(
    'row 1: the entry %s matches no schema path',
    (entry) => {
      for (const setUp of [looseGuard, guard]) {
        expect(thrownBy(() => setUp(User, { allow: [entry] }))).toMatchObject({
          name: 'GuardConfigError',
          message: `mongoose-guard: allow entry "${entry}" does not match the schema ("${entry}" not found)`,
        })
      }
    },
  )

  it.each([
    ['tags.0', 'tags'],
    ['scores.math', 'scores'],
    ['preferences.theme', 'preferences'],
  ])('row 2: the entry %s reaches inside %s', (entry, field) => {
    for (const setUp of [looseGuard, guard]) {
      expect(thrownBy(() => setUp(User, { allow: [entry] }))).toMatchObject({
        name: 'GuardConfigError',
        message: `mongoose-guard: allow entry "${entry}" reaches inside "${field}", which has no named fields`,
      })
    }
  })
})
