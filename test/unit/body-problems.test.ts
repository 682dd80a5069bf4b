import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { guard } from '../../src/adapters/express.ts'
import { createGuard, fromForm } from '../../src/index.ts'
import { errorsOf, looseGuard } from '../support/guard.ts'
import { modelOf, User } from '../support/models.ts'
import { expressVersions, type Handler, request, withServer } from '../support/server.ts'

const newUser = createGuard(User, { allow: [] })
const middleware = guard(newUser) as unknown as Handler

describe.each(expressVersions)('Express $version, of a request without a parsed body', ({ express }) => {
  function appOf(...parsers: Handler[]) {
    const app = express()
    for (const parser of parsers) app.use(parser)
    app.post('/', middleware, (_req, res) => void res.status(201).json({}))
    return app
  }

  async function problemOf(init: RequestInit, ...parsers: Handler[]) {
    const { status, body } = await request(appOf(...parsers), '/', { method: 'POST', ...init })
    const { errors = [] } = body as { errors?: { code: string; message: string }[] }
    return [status, ...errors.map(({ code, message }) => `${code}: ${message}`)]
  }

  const refused = (message: string) => [400, `invalid_body: ${message}`]
  const of = (type: string, body: RequestInit['body'] = '{}'): RequestInit => ({
    headers: { 'content-type': type },
    body: body ?? null,
  })
  const parsers: [string, Handler[]][] = [
    ['express.json()', [express.json()]],
    ['no parser', []],
  ]

  it.each(parsers)('says that it is a form, behind %s', async (_, before) => {
    const problem = (type: string) =>
      refused(`Body is a form (${type}): send JSON, with the header Content-Type: application/json`)
    expect(await problemOf(of('application/x-www-form-urlencoded; charset=utf-8', 'a=1'), ...before)).toEqual(
      problem('application/x-www-form-urlencoded'),
    )
    const form = new FormData()
    form.set('a', '1')
    expect(await problemOf({ body: form }, ...before)).toEqual(problem('multipart/form-data'))
  })

  it.each(parsers)('says that there is none, behind %s, whatever is declared', async (_, before) => {
    const nothing = refused('Body is empty: nothing was sent')
    expect(await problemOf({}, ...before)).toEqual(nothing)
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
      expect(await problemOf(of(type, ''), ...before)).toEqual(nothing)
  })

  // The declared length is not known, and fetch() declares one where it has nothing to send.
  it('says that there is none, behind express.json(), where it came to an end without a byte', async () => {
    const body = await withServer(appOf(express.json()), async (url) => {
      const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
      const sent = httpRequest(url, { method: 'POST', headers })
      sent.end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return json(response)
    })
    expect(body).toEqual({ errors: [{ code: 'invalid_body', message: 'Body is empty: nothing was sent' }] })
  })

  it.each(parsers)('says that it is not declared as JSON, behind %s', async (_, before) => {
    const problem = (declared: string) =>
      refused(`Body is not declared as JSON (${declared}): send it with the header Content-Type: application/json`)
    expect(await problemOf(of('text/plain;charset=UTF-8'), ...before)).toEqual(problem('text/plain'))
    expect(await problemOf({ body: new Uint8Array([123, 125]) }, ...before)).toEqual(problem('no Content-Type'))
    expect(await problemOf(of('a"b, <c>'), ...before)).toEqual(problem('unknown Content-Type'))
    expect(await problemOf(of(`a/${'b'.repeat(200)}`), ...before)).toEqual(problem('unknown Content-Type'))
  })

  it('says that the server does not read it, where JSON was sent', async () => {
    const problem = (parser: string) =>
      refused(
        `Body was not parsed: the server has no ${parser} before the guard (in Express, express.json() must run first)`,
      )
    const missing = problem('JSON body parser')
    for (const type of ['application/json', 'Application/JSON; charset=utf-8'])
      expect(await problemOf(of(type))).toEqual(missing)
    expect(await problemOf(of('application/vnd.api+json'), express.json())).toEqual(
      problem('JSON body parser for application/vnd.api+json'),
    )
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{}'))
        controller.close()
      },
    })
    expect(await problemOf({ ...of('application/json', stream), duplex: 'half' } as RequestInit)).toEqual(missing)
  })

  it('takes what was parsed, an empty object too', async () => {
    expect(await problemOf(of('application/json'), express.json())).toEqual([201])
  })

  it('names what another parser made of it', async () => {
    expect(await problemOf(of('application/json'), express.raw({ type: '*/*' }))).toEqual(
      refused('Body must be a JSON object, received Buffer'),
    )
    expect(await problemOf(of('application/json'), express.text({ type: '*/*' }))).toEqual(
      refused('Body must be a JSON object, received string'),
    )
  })

  it.each([Buffer, String])(
    'does not take for parsed what an adapter for AWS Lambda has put there: %o',
    async (kind) => {
      const putBytes =
        (text: string): Handler =>
        (req, _res, next) => {
          req.body = kind === Buffer ? Buffer.from(text) : text
          next()
        }
      expect(await problemOf(of('text/plain'), putBytes('{}'), express.json())).toEqual(
        refused('Body is not declared as JSON (text/plain): send it with the header Content-Type: application/json'),
      )
      expect(await problemOf(of('application/json'), putBytes('{}'))).toEqual(
        refused(
          'Body was not parsed: the server has no JSON body parser before the guard (in Express, express.json() must run first)',
        ),
      )
      expect(await problemOf({}, putBytes(''), express.json())).toEqual(refused('Body is empty: nothing was sent'))
      expect(await problemOf(of('application/json'), putBytes('{}'), express.json())).toEqual([201])
    },
  )

  it('knows nothing of a request that has no headers', () => {
    const answered: unknown[] = []
    const res = { status: (code: number) => ({ json: (body: unknown) => answered.push(code, body) }) }
    middleware({} as never, res as never, () => answered.push('next'))
    const message = 'Body is missing: nothing was sent, or no body parser ran before the guard'
    expect(answered).toEqual([400, { errors: [{ code: 'invalid_body', message }] }])
  })
})

describe('a body that is no JSON object', () => {
  class Dto {
    unknown = 1
  }

  it.each<[string, unknown]>([
    ['Buffer', Buffer.from('{}')],
    ['Uint8Array', new Uint8Array()],
    ['Map', new Map()],
    ['Date', new Date()],
    ['Dto', new Dto()],
    ['URLSearchParams', new URLSearchParams('a=1')],
    ['array', []],
    ['null', null],
    ['string', '{}'],
    [
      'object',
      new (class {
        unknown = 1
      })(),
    ],
  ])('is named: %s', async (received, body) => {
    const Model = modelOf({ name: String })
    expect(await errorsOf(Model, { allow: ['name'] }, body)).toEqual([
      { code: 'invalid_body', message: `Body must be a JSON object, received ${received}` },
    ])
  })

  it('is named where an array is due, too', () => {
    const many = looseGuard(User, { allow: [], each: true })
    expect(many.validate(new Set())).toMatchObject({
      errors: [{ code: 'invalid_body', message: 'Body must be a JSON array, received Set' }],
    })
  })
})

describe('a form route that got no body', () => {
  it('is not told of JSON by a guard', async () => {
    const message = 'Body is missing: nothing was sent, or no body parser ran before the guard'
    expect(await newUser.validate(fromForm(newUser, undefined))).toEqual({
      ok: false,
      errors: [{ code: 'invalid_body', message }],
    })
  })

  it.each(expressVersions)('is not told of JSON in Express $version', async ({ express }) => {
    const app = express()
    app.post('/', express.urlencoded({ extended: true }), (req, _res, next) => {
      req.body = fromForm(newUser, req.body as object)
      next()
    })
    app.post('/', middleware, (_req, res) => void res.status(201).json({}))
    const { body } = await request(app, '/', { method: 'POST' })
    expect(body).toEqual({ errors: [{ code: 'invalid_body', message: 'Body is empty: nothing was sent' }] })
  })
})
