import { describe, expect, it } from 'vitest'
import { guard, guardBy } from '../../src/adapters/express.ts'
import { accessSurface, openapi } from '../../src/adapters/openapi.ts'
import { guardBy as webGuardBy } from '../../src/adapters/web.ts'
import { createGuard, GuardConfigError, problemDetails } from '../../src/index.ts'
import { modelOf } from '../support/models.ts'
import {
  expressVersions,
  type Handler,
  type Request as ExpressRequest,
  type Response as ExpressResponse,
  send,
  withServer,
} from '../support/server.ts'

const User = modelOf({ name: { type: String, required: true }, role: String })
const user = createGuard(User, { allow: ['name'] })
const admin = createGuard(User, { allow: ['name', 'role'] })
const guards = { admin, user }
const body = { name: 'Ada', role: 'admin' }
const refused = { errors: [{ code: 'invalid_body', message: 'No body is accepted from this sender' }] }
const forbidden = { errors: [{ code: 'forbidden_field', path: 'role', message: 'Field is not allowed' }] }

type Ask = (role: string | undefined, body: unknown) => Promise<{ status: number; body: unknown }>

/** The answers to requests whose sender says its role in a header. */
function asking(fetchIt: (init: RequestInit) => Promise<Response>): Ask {
  return async (role, sent) => {
    const headers = { 'content-type': 'application/json', ...(role === undefined ? {} : { 'x-role': role }) }
    const response = await fetchIt({ method: 'POST', headers, body: JSON.stringify(sent) })
    return { status: response.status, body: await response.json() }
  }
}

type Select = (role: string | undefined) => unknown
const selects: [string, Select][] = [
  ['at once', (role) => role],
  ['as a promise', (role) => Promise.resolve(role)],
  [
    'as any thenable',
    (role) => ({
      then: (done: (key: unknown) => void) => {
        done(role)
      },
    }),
  ],
]

const adapters: [string, (select: Select, use: (ask: Ask) => Promise<void>) => Promise<void>][] = [
  ...expressVersions.map(({ version, express }): (typeof adapters)[number] => [
    `Express ${version}`,
    async (select, use) => {
      const app = express()
      app.use(express.json())
      const roleOf = (req: ExpressRequest) =>
        (req as unknown as { get: (name: string) => string | undefined }).get('x-role')
      const middleware = guardBy(((req: ExpressRequest) => select(roleOf(req))) as never, guards) as unknown as Handler
      app.post('/', middleware, (req, res) => res.json({ validated: req.validated }))
      app.use((error: Error, _req: unknown, res: ExpressResponse, next: (error: Error) => void) => {
        if (res.headersSent) next(error)
        else res.status(500).json(error.message)
      })
      await withServer(app, async (url) => use(asking((init) => fetch(url, init))))
    },
  ]),
  [
    'web',
    async (select, use) => {
      const POST = webGuardBy(
        ((carrier: Request) => select(carrier.headers.get('x-role') ?? undefined)) as never,
        guards,
        (request) => Response.json({ validated: request.validated }),
      )
      const answer = async (init: RequestInit) => {
        try {
          return await POST(new Request('http://localhost', init))
        } catch (error) {
          return Response.json((error as Error).message, { status: 500 })
        }
      }
      await use(asking(answer))
    },
  ],
]

describe.each(adapters)('guardBy in %s', (_name, serve) => {
  it.each(selects)('takes the guard of who asks, whose key comes %s', async (_how, select) => {
    await serve(select, async (ask) => {
      expect(await ask('admin', body)).toEqual({ status: 200, body: { validated: body } })
      expect(await ask('user', body)).toEqual({ status: 400, body: forbidden })
      expect(await ask('user', { name: 'Ada' })).toEqual({ status: 200, body: { validated: { name: 'Ada' } } })
    })
  })

  it.each([undefined, '', 'owner', 'constructor', '__proto__', 'toString', 'Admin'])(
    'refuses the key %j, whatever is sent',
    async (key) => {
      await serve(
        () => key,
        async (ask) => {
          expect(await ask('admin', body)).toEqual({ status: 400, body: refused })
          expect(await ask('admin', {})).toEqual({ status: 400, body: refused })
        },
      )
    },
  )

  it.each([null, 0, true, ['admin'], { toString: () => 'admin' }])('refuses what is no text: %j', async (key) => {
    await serve(
      () => key,
      async (ask) => {
        expect(await ask('admin', body)).toEqual({ status: 400, body: refused })
      },
    )
  })

  it('hands on what the choice throws or rejects with', async () => {
    for (const select of [
      () => {
        throw new Error('no session')
      },
      () => Promise.reject(new Error('no session')),
    ]) {
      await serve(select, async (ask) => {
        expect(await ask('admin', body)).toEqual({ status: 500, body: 'no session' })
      })
    }
  })
})

describe('guardBy', () => {
  it('answers by its own onReject, and reads no more than maxBytes', async () => {
    const options = { onReject: problemDetails, maxBytes: 40 }
    const POST = webGuardBy(
      () => 'user',
      guards,
      options,
      () => new Response(),
    )
    const post = (text: string) => POST(new Request('http://localhost', { method: 'POST', body: text }))
    expect((await post('{"role":"admin"}')).headers.get('content-type')).toBe('application/problem+json')
    expect((await post(`{"name":"${'x'.repeat(50)}"}`)).status).toBe(413)
  })

  it('has defaults by with(), in both adapters, which its own options go before', async () => {
    const webBy = webGuardBy.with({ maxBytes: 40 }).with({ onReject: problemDetails })
    const post = async (options: object, body: string) => {
      const POST = webBy(
        () => 'user',
        guards,
        options,
        () => new Response(),
      )
      return POST(new Request('http://localhost', { method: 'POST', body }))
    }
    const problem = await post({}, '{"role":"admin"}')
    expect([problem.status, problem.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
    expect((await post({}, `{"name":"${'x'.repeat(50)}"}`)).status).toBe(413)
    expect((await post({ maxBytes: 100 }, `{"name":"${'x'.repeat(50)}"}`)).status).toBe(200)
    expect((await post({ onReject: () => new Response(null, { status: 422 }) }, '{}')).status).toBe(422)
    for (const { express } of expressVersions) {
      const app = express()
      app.use(express.json())
      const middleware = guardBy.with({ onReject: problemDetails })(() => 'user', guards)
      app.post('/', middleware as unknown as Handler, (_req, res) => res.json({}))
      const { status, type } = await send(app, 'POST', '/', body)
      expect([status, type]).toEqual([400, 'application/problem+json; charset=utf-8'])
    }
    const wrong =
      'option "maxBytes" is of mongoose-guard/web; in Express, express.json({ limit }) says how large a body may be'
    expect(() => guardBy.with({ maxBytes: 1 } as never)).toThrow(new GuardConfigError(wrong))
  })

  it('gives the choice the event that carries a request', async () => {
    const POST = webGuardBy(
      ({ locals }: { request: Request; locals: { role: string } }) => locals.role,
      guards,
      ({ validated, locals }) => Response.json([validated, locals.role]),
    )
    const request = new Request('http://localhost', { method: 'POST', body: '{"name":"Ada"}' })
    const response = await POST({ request, locals: { role: 'user' } })
    expect(await response.json()).toEqual([{ name: 'Ada' }, 'user'])
  })

  it('shows all its guards, in the surface and in documents', () => {
    const handler = webGuardBy(
      () => 'user',
      guards,
      () => new Response(),
    )
    expect(handler.guards).toEqual(guards)
    expect(guardBy(() => 'user', guards).guards).toEqual(guards)
    expect(accessSurface({ 'POST /users': handler }).text).toBe(`POST /users for admin -> ${User.modelName}
  name
  role

POST /users for user -> ${User.modelName}
  name
`)
    const document = openapi({ 'POST /users': handler }, { info: { title: 'Users', version: '1' } })
    const post = document.paths['/users']?.post as { requestBody: { content: object } } | undefined
    const refs = ['PostUsersAdmin', 'PostUsersUser'].map((place) => ({
      $ref: `#/components/schemas/${User.modelName}_${place}`,
    }))
    expect(post?.requestBody.content).toEqual({ 'application/json': { schema: { anyOf: refs } } })
  })

  it.each([
    [
      ['admin', guards],
      'the first argument of guardBy() must be a function that gives a key, received the string "admin"',
    ],
    [[() => 'admin'], 'guardBy() needs guards by their keys, such as { admin, user }, received undefined'],
    [[() => 'admin', {}], 'guardBy() needs guards by their keys, such as { admin, user }, received an empty object'],
    [
      [() => 'admin', admin],
      'guardBy() needs guards by their keys, such as { admin, user }, received a guard: give it a key, as { user: newUser }',
    ],
    [
      [() => 'admin', { admin: User }],
      `guardBy(): "admin" must be a guard of createGuard(), received a model: pass createGuard(${User.modelName}, { allow: […] })`,
    ],
    [
      [() => 'admin', { admin: { allow: ['name'] } }],
      'guardBy(): "admin" must be a guard of createGuard(), received options: pass createGuard(User, { allow: […] })',
    ],
    [
      [() => 'admin', { admin: () => admin }],
      'guardBy(): "admin" must be a guard of createGuard(), received a value of type function',
    ],
    [
      [() => 'admin', { admin: guard(admin) }],
      'guardBy(): "admin" must be a guard of createGuard(), received what guard() gives: call createGuard() in its place',
    ],
    [
      [() => 'admin', guards, { allow: [] }],
      'option "allow" belongs to each guard, and not to several; the options here are onReject',
    ],
    [[() => 'admin', guards, { onReject: 5 }], 'option "onReject" must be a function, received a value of type number'],
  ])('finds a mistake at set-up, %#', (given, message) => {
    expect(() => (guardBy as unknown as (...given: unknown[]) => unknown)(...given)).toThrow(
      new GuardConfigError(message),
    )
  })

  it('needs options by their names', () => {
    const message = 'options must be an object such as { onReject }, received a value of type number'
    const call = webGuardBy as unknown as (...given: unknown[]) => unknown
    expect(() =>
      call(
        () => 'user',
        guards,
        5,
        () => undefined,
      ),
    ).toThrow(new GuardConfigError(message))
    expect(() => webGuardBy.with(5 as never)).toThrow(new GuardConfigError(message))
    expect(() => guardBy.with(5 as never)).toThrow(new GuardConfigError(message))
  })

  it('needs a handler for web routes', () => {
    const message =
      'the last argument must be the route handler; the middleware for Express is guardBy of mongoose-guard/express'
    expect(() => webGuardBy(() => 'user', guards, {}, undefined as never)).toThrow(new GuardConfigError(message))
  })
})
