import { describe, expect, it } from 'vitest'
import { guard } from '../../src/adapters/express.ts'
import { guard as webGuard } from '../../src/adapters/web.ts'
import { createGuard, type GuardErrorItem, problemDetails, toFieldErrors } from '../../src/index.ts'
import { json } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { expressVersions, send } from '../support/server.ts'

const Person = modelOf({
  name: { type: String, required: true, minlength: 2 },
  homes: [sub({ city: { type: String, required: true } })],
  scores: { type: Map, of: Number },
})
const allow = ['name', 'homes', 'scores'] as const

async function errorsOf(body: unknown, details = false): Promise<GuardErrorItem[]> {
  const outcome = await createGuard(Person, { allow, details }).validate(body)
  return outcome.ok ? [] : outcome.errors
}

describe('problemDetails', () => {
  it('makes a problem document of RFC 9457 of the errors', async () => {
    const body = { name: 'A', homes: [{ city: 'Rome' }, {}], role: 'admin' }
    expect(problemDetails(await errorsOf(body, true))).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'The body has 3 problems.',
      errors: [
        {
          detail: 'Path `name` (`A`, length 1) is shorter than the minimum allowed length (2).',
          pointer: '#/name',
          code: 'invalid_value',
          rule: 'minlength',
          params: { limit: 2 },
        },
        { detail: 'Path `city` is required.', pointer: '#/homes/1/city', code: 'invalid_value', rule: 'required' },
        { detail: 'Field is not allowed', pointer: '#/role', code: 'forbidden_field' },
      ],
    })
  })

  it('points at the body itself where no field is at fault', async () => {
    expect(problemDetails(await errorsOf([])).errors).toMatchObject([{ pointer: '#', code: 'invalid_body' }])
  })

  it('escapes keys in pointers, and tells a dotted key from a path where it has the body', async () => {
    const body = json('{ "name": "Ada", "a/b~c~d/e": 1, "d e": 2, "é%": 3, "x.y": 4, "\\ud800": 5, "": 6 }')
    const errors = await errorsOf(body)
    const pointers = (options?: object) => problemDetails(errors, options).errors.map(({ pointer }) => pointer)
    expect(pointers({ body })).toEqual(['#/a~1b~0c~0d~1e', '#/d%20e', '#/%C3%A9%25', '#/x.y', '#/%EF%BF%BD', '#/'])
    expect(pointers()[3]).toBe('#/x/y')
  })

  it.each([
    [400, 'Bad Request'],
    [413, 'Content Too Large'],
    [422, 'Unprocessable Content'],
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [409, 'Conflict'],
    [412, 'Precondition Failed'],
    [415, 'Unsupported Media Type'],
    [428, 'Precondition Required'],
    [429, 'Too Many Requests'],
  ])('has the title of status %i', async (status, title) => {
    expect(problemDetails(await errorsOf({}), { status })).toMatchObject({
      status,
      title,
      detail: 'The body has a problem.',
    })
  })

  it('has no title where no specification has a phrase for the status', async () => {
    const problem = problemDetails(await errorsOf({}), { status: 499 })
    expect(Object.keys(problem)).toEqual(['type', 'status', 'detail', 'errors'])
    expect(problem).toMatchObject({ type: 'about:blank', status: 499 })
  })

  it('asks for the error items where it gets the whole outcome, as toFieldErrors does', async () => {
    const outcome = (await createGuard(Person, { allow }).validate({})) as never
    const asks = (name: string) =>
      new TypeError(`mongoose-guard: ${name}() takes an array of error items, as in ${name}(outcome.errors)`)
    expect(() => problemDetails(outcome)).toThrow(asks('problemDetails'))
    expect(() => toFieldErrors(outcome)).toThrow(asks('toFieldErrors'))
  })

  it.each([[null], ['text'], [[]], [{}], [{ code: 'forbidden_field', message: 'm' }], [{ code: 'x', path: 'a' }]])(
    'asks for them where it gets an array of something else: %j',
    (item) => {
      expect(() => problemDetails([item] as never)).toThrow(/^mongoose-guard: problemDetails\(\) takes an array/)
      expect(() => toFieldErrors([item] as never)).toThrow(/^mongoose-guard: toFieldErrors\(\) takes an array/)
    },
  )

  it.each<[what: string, second: unknown, third?: unknown]>([
    ['its options, such as { body, status }, behind the errors, received null', null],
    ['its options, such as { body, status }, behind the errors, received 422', 422],
    ['its options, such as { body, status }, behind the errors, received function', () => undefined],
    ['a status of 200 to 599, received string', { status: '422' }],
    ['a status of 200 to 599, received 0', { status: 0 }],
    ['a status of 200 to 599, received function', { status: () => undefined }],
    ['a status of 200 to 599, received 1', {}, 1],
    ['a status or a response of Express as its third, received null', {}, null],
    ['a status or a response of Express as its third, received object', {}, {}],
  ])('takes %s, no more', (what, second, third) => {
    const untyped = problemDetails as (errors: unknown, second: unknown, third: unknown) => unknown
    expect(() => untyped([], second, third)).toThrow(new TypeError(`mongoose-guard: problemDetails() takes ${what}`))
  })

  it('answers a request and a response that a test library makes of functions', () => {
    const answers: Record<string, unknown> = {}
    const member = (name: string) => (value: unknown) => (answers[name] = value)
    const response = Object.assign(() => undefined, {
      status: member('status'),
      type: member('type'),
      json: member('json'),
    })
    const request = Object.assign(() => undefined, { body: { a: 1 } })
    problemDetails([], request as never, response as never)
    expect(answers).toMatchObject({ status: 400, type: 'application/problem+json', json: { status: 400, errors: [] } })
  })

  it.each(expressVersions)('is an onReject in Express $version', async ({ express }) => {
    const app = express()
    app.use(express.json())
    app.post('/', guard.with({ onReject: problemDetails })(Person, { allow }) as never, () => undefined)
    const refused = { name: 'Ada', 'x.y': 1 }
    const { status, type, body } = await send(app, 'POST', '/', refused)
    expect([status, type]).toEqual([400, 'application/problem+json; charset=utf-8'])
    expect(body).toEqual(problemDetails(await errorsOf(refused), { body: refused }))
  })

  it('is an onReject of web handlers, whatever the status', async () => {
    const POST = webGuard.with({ onReject: problemDetails, maxBytes: 50 })(Person, { allow }, () => new Response())
    const post = (body: string) => POST(new Request('http://localhost', { method: 'POST', body }))
    const refused = await post('{"name":1}')
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/problem+json'])
    expect(await refused.json()).toEqual(problemDetails(await errorsOf({ name: 1 })))
    const large = await post(`{"name":"${'x'.repeat(99)}"}`)
    expect(large.status).toBe(413)
    expect(await large.json()).toMatchObject({ status: 413, title: 'Content Too Large', errors: [{ pointer: '#' }] })
  })
})

describe('toFieldErrors', () => {
  it('gives the messages by their path', async () => {
    expect(toFieldErrors(await errorsOf({ homes: [{}], scores: { a: 'x' } }))).toEqual({
      name: ['Path `name` is required.'],
      'homes.0.city': ['Path `city` is required.'],
      'scores.a': ['Expected number, received string'],
    })
  })

  it('collects several messages of one path, and has the body as a whole under the empty one', async () => {
    const [item] = await errorsOf({ name: 1 })
    if (item === undefined) throw new Error('accepted')
    const next = { ...item, message: 'Too short' }
    expect(toFieldErrors([item, next, next])).toEqual({ name: [item.message, next.message, next.message] })
    const [whole] = await errorsOf(null)
    expect(toFieldErrors(await errorsOf(null))).toEqual({ '': [whole?.message] })
  })

  it('has a forbidden __proto__ as a property of its own', async () => {
    const errors = toFieldErrors(await errorsOf(json('{ "name": "Ada", "__proto__": 1 }')))
    expect(Object.entries(errors)).toEqual([['__proto__', ['Field is not allowed']]])
    expect(Object.getPrototypeOf(errors)).toBe(Object.prototype)
  })
})
