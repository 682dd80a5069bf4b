import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp } from '../../examples/express/app.ts'
import { Order, User } from '../../examples/express/models.ts'
import { openStorage, type Storage } from '../../examples/express/storage.ts'

interface Answer {
  status: number
  body: unknown
}

type Document = Record<string, unknown> & { _id: string }

let storage: Storage
let server: Server
let origin: string

beforeAll(async () => {
  storage = await openStorage(undefined)
  // Other files, which have no database, switch off what makes them.
  await Promise.all([User.createIndexes(), Order.createIndexes()])
  server = createServer(createApp({ isEmbedded: storage.isEmbedded }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await storage.close()
})

const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = body === undefined ? {} : { body: text, headers: { 'Content-Type': 'application/json' } }
  const response = await fetch(origin + path, { method, ...init })
  return { status: response.status, body: await response.json() }
}
const read = async (path: string): Promise<unknown> => (await send('GET', path)).body
const create = async (path: string, body: unknown): Promise<Document> => {
  const answer = await send('POST', path, body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body as Document
}

const shipping = { street: '18 Gower Street', city: 'London', zip: 'WC1E 6BT' }
const forbidden = (path: string) => ({ code: 'forbidden_field', path, message: 'Field is not allowed' })
const invalidType = (path: string, expected: string, received: string) => ({
  code: 'invalid_type',
  path,
  message: `Expected ${expected}, received ${received}`,
})

let people = 0
const newPerson = () => ({ name: 'Grace Hopper', email: `grace${(people += 1)}@example.com` })

describe('POST /users', () => {
  it('answers 201 with the saved user, which can be read back', async () => {
    const body = { name: 'Grace Hopper', email: 'Grace@example.com', address: { city: 'London' }, tags: ['Navy'] }
    const answer = await send('POST', '/users', body)
    expect(answer).toEqual({
      status: 201,
      body: {
        name: 'Grace Hopper',
        email: 'grace@example.com',
        newsletter: false,
        address: { city: 'London' },
        addresses: [],
        tags: ['navy'],
        role: 'member',
        credit: 0,
        _id: expect.stringMatching(/^[0-9a-f]{24}$/) as unknown,
        createdAt: expect.any(String) as unknown,
        updatedAt: expect.any(String) as unknown,
        __v: 0,
      },
    })
    expect(await read(`/users/${(answer.body as Document)._id}`)).toEqual(answer.body)
  })

  it('answers 400 to a mass assignment and saves nothing', async () => {
    const before = await read('/users')
    const body = {
      name: 'Mallory',
      email: 'mallory@example.com',
      role: 'admin',
      credit: 100000,
      addresses: [{ street: '18 Gower Street', city: 'London', verified: true }],
    }
    expect(await send('POST', '/users', body)).toEqual({
      status: 400,
      body: { errors: [forbidden('addresses.0.verified'), forbidden('role'), forbidden('credit')] },
    })
    expect(await read('/users')).toEqual(before)
  })

  it('answers every problem of a body at once', async () => {
    const body = { name: 'G', age: '37', addresses: [{ label: 'castle', street: 1 }], tags: ['a', 5], _id: 1 }
    expect(await send('POST', '/users', body)).toEqual({
      status: 400,
      body: {
        errors: [
          {
            code: 'invalid_value',
            path: 'name',
            message: 'Path `name` (`G`, length 1) is shorter than the minimum allowed length (2).',
            rule: 'minlength',
          },
          { code: 'invalid_value', path: 'email', message: 'Path `email` is required.', rule: 'required' },
          invalidType('age', 'number', 'string'),
          {
            code: 'invalid_value',
            path: 'addresses.0.label',
            message: '`castle` is not a valid enum value for path `label`.',
            rule: 'enum',
          },
          invalidType('addresses.0.street', 'string', 'number'),
          { code: 'invalid_value', path: 'addresses.0.city', message: 'Path `city` is required.', rule: 'required' },
          invalidType('tags.1', 'string', 'number'),
          forbidden('_id'),
        ],
      },
    })
  })

  it('answers 409 where another user has the email', async () => {
    const person = newPerson()
    await create('/users', person)
    expect(await send('POST', '/users', person)).toEqual({
      status: 409,
      body: { errors: [{ code: 'duplicate', path: 'email', message: 'Another document already has this value.' }] },
    })
  })
})

describe('PATCH /users/:id', () => {
  it('changes what the body names and keeps the siblings', async () => {
    const address = { street: '18 Gower Street', city: 'London', zip: 'WC1E 6BT' }
    const user = await create('/users', { ...newPerson(), address, tags: ['a', 'b'] })
    const answer = await send('PATCH', `/users/${user._id}`, { address: { city: 'Oxford' }, tags: ['c'] })
    const expected = {
      ...user,
      address: { ...address, city: 'Oxford' },
      tags: ['c'],
      updatedAt: expect.any(String) as unknown,
      __v: expect.any(Number) as unknown,
    }
    expect(answer).toEqual({ status: 200, body: expected })
    expect(await read(`/users/${user._id}`)).toEqual(expected)
  })

  it('answers 400 to a mass assignment and leaves the user as it was', async () => {
    const user = await create('/users', newPerson())
    expect(await send('PATCH', `/users/${user._id}`, { name: 'Mallory', role: 'admin' })).toEqual({
      status: 400,
      body: { errors: [forbidden('role')] },
    })
    expect(await read(`/users/${user._id}`)).toEqual(user)
  })

  it.each(['ffffffffffffffffffffffff', 'nobody'])('answers 404 to the unknown id %s', async (id) => {
    const errors = [{ code: 'not_found', message: 'There is no document with this id.' }]
    expect(await send('PATCH', `/users/${id}`, { name: 'Nobody' })).toEqual({ status: 404, body: { errors } })
    expect(await send('GET', `/users/${id}`)).toEqual({ status: 404, body: { errors } })
  })
})

describe('orders', () => {
  it('are priced by the shop', async () => {
    const { _id: customer } = await create('/users', newPerson())
    const items = [
      { sku: 'TEA-100', quantity: 3 },
      { sku: 'MUG-200', quantity: 2 },
    ]
    const order = await create('/orders', { customer, items, shipping, deliverOn: '2027-03-01' })
    expect(order).toMatchObject({
      customer,
      items: [
        { sku: 'TEA-100', quantity: 3, unitPrice: 490 },
        { sku: 'MUG-200', quantity: 2, unitPrice: 1250 },
      ],
      deliverOn: '2027-03-01T00:00:00.000Z',
      status: 'pending',
      total: 3970,
    })
    expect(await read(`/orders/${order._id}`)).toEqual(order)
  })

  it('cannot set their price or status', async () => {
    const { _id: customer } = await create('/users', newPerson())
    const items = [{ sku: 'POT-300', quantity: 10, unitPrice: 1 }]
    expect(await send('POST', '/orders', { customer, items, shipping, status: 'paid', total: 1 })).toEqual({
      status: 400,
      body: { errors: [forbidden('items.0.unitPrice'), forbidden('status'), forbidden('total')] },
    })
  })

  it('need a customer that the database has, at least one item and an address', async () => {
    expect(await send('POST', '/orders', { customer: 'ffffffffffffffffffffffff', items: [] })).toEqual({
      status: 400,
      body: {
        errors: [
          { code: 'invalid_value', path: 'customer', message: 'There is no such customer.', rule: 'user defined' },
          { code: 'invalid_value', path: 'items', message: 'An order needs at least one item.', rule: 'user defined' },
          { code: 'invalid_value', path: 'shipping', message: 'Path `shipping` is required.', rule: 'required' },
        ],
      },
    })
  })

  it('keep the siblings of a changed city, and are priced again with their new items', async () => {
    const { _id: customer } = await create('/users', newPerson())
    const order = await create('/orders', { customer, items: [{ sku: 'TEA-100', quantity: 1 }], shipping })
    const changes = { shipping: { city: 'Oxford' }, items: [{ sku: 'MUG-200', quantity: 1 }] }
    expect(await send('PATCH', `/orders/${order._id}`, changes)).toMatchObject({ status: 200 })
    expect(await read(`/orders/${order._id}`)).toMatchObject({
      shipping: { ...shipping, city: 'Oxford' },
      items: [{ sku: 'MUG-200', quantity: 1, unitPrice: 1250 }],
      total: 1250,
    })
  })
})

describe('any route', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('answers 400 to a body that is not JSON', async () => {
    const answer = await send('POST', '/users', '{"name": }')
    expect(answer).toEqual({
      status: 400,
      body: {
        errors: [{ code: 'malformed_json', message: expect.stringMatching(/^The body is not JSON: /) as unknown }],
      },
    })
  })

  it('answers 400 to a body that is not sent as JSON', async () => {
    const response = await fetch(`${origin}/users`, { method: 'POST', body: JSON.stringify(newPerson()) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ code: 'invalid_body' }] })
  })

  it('answers 413 to a body that is too large', async () => {
    expect(await send('POST', '/users', { name: 'x'.repeat(200_000) })).toEqual({
      status: 413,
      body: { errors: [{ code: 'bad_request', message: 'request entity too large' }] },
    })
  })

  it('answers 404 where there is no route', async () => {
    expect(await send('GET', '/nothing')).toEqual({
      status: 404,
      body: { errors: [{ code: 'not_found', message: 'There is no GET /nothing.' }] },
    })
  })

  it('answers 500 to a surprise, which the log tells and the client does not learn', async () => {
    const surprise = new Error('the password is 1234')
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(User, 'find').mockImplementation(() => {
      throw surprise
    })
    expect(await send('GET', '/users')).toEqual({
      status: 500,
      body: { errors: [{ code: 'internal_error', message: 'The request failed on our side.' }] },
    })
    expect(log).toHaveBeenCalledWith(surprise)
  })
})

describe('the page', () => {
  it('is served with a policy that lets only its own files run', async () => {
    const response = await fetch(origin)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await response.text()).toContain('<title>mongoose-guard demo</title>')
  })

  it('is told which fields the routes accept', async () => {
    expect(await read('/demo.json')).toEqual({
      isEmbedded: true,
      routes: expect.arrayContaining([
        {
          method: 'PATCH',
          path: '/users/:id',
          allow: ['name', 'newsletter', 'address.street', 'address.city', 'address.zip', 'tags'],
          partial: true,
        },
      ]) as unknown,
    })
  })

  interface Example {
    name: string
    body: unknown
  }
  interface PageModule {
    examples: Record<string, Example[]>
    toText: (body: unknown, saved: { users: unknown; orders: unknown }) => string
    locateValues: (text: string) => Map<string, { start: number; end: number }>
  }
  const page = async (file: string) => (await import(`../../examples/express/public/${file}.js`)) as PageModule

  it('has examples that do what their names say', async () => {
    const { examples, toText } = await page('examples')
    const statusOf = new Map([
      ['POST Good', 201],
      ['PATCH Good', 200],
      ['POST Taken email', 409],
    ])
    const answers: { example: string; status: number; codes: unknown[] }[] = []
    for (const [route, routeExamples] of Object.entries(examples)) {
      const [method = '', path = ''] = route.split(' ')
      for (const { name, body } of routeExamples) {
        const users = (await read('/users')) as Document[]
        const orders = (await read('/orders')) as Document[]
        const [target] = path.startsWith('/users') ? users : orders
        const answer = await send(method, path.replace(':id', target?._id ?? ''), toText(body, { users, orders }))
        const { errors = [] } = answer.body as { errors?: { code: string }[] }
        answers.push({ example: `${route} ${name}`, status: answer.status, codes: errors.map(({ code }) => code) })
        expect(answers.at(-1)).toMatchObject({ status: statusOf.get(`${method} ${name}`) ?? 400 })
      }
    }
    const attacks = answers.filter(({ example }) => example.endsWith(' Attack'))
    expect(attacks).toHaveLength(4)
    for (const { codes } of attacks) expect(new Set(codes)).toEqual(new Set(['forbidden_field']))
    const mixed = answers.filter(({ example }) => example.endsWith(' Several problems'))
    expect(mixed).toHaveLength(4)
    for (const { codes } of mixed) expect(new Set(codes).size).toBeGreaterThan(1)
  })

  it('finds the line of every value by its path', async () => {
    const { locateValues } = await page('json-lines')
    const text = '{\n  "a": [1, {\n    "b \\"c\\"": -1.5e3\n  }],\n  "d": {}, "e": "\\\\"\n}\n'
    expect(Object.fromEntries(locateValues(text))).toEqual({
      '': { start: 1, end: 6 },
      a: { start: 2, end: 4 },
      'a.0': { start: 2, end: 2 },
      'a.1': { start: 2, end: 4 },
      'a.1.b "c"': { start: 3, end: 3 },
      d: { start: 5, end: 5 },
      e: { start: 5, end: 5 },
    })
  })

  it.each([
    { text: '', line: 1 },
    { text: '{\n"a": 1,\n}', line: 3 },
    { text: '{\n"a" 1\n}', line: 2 },
    { text: '{\n"a": [1 2]}', line: 2 },
    { text: '{\n"a": "x\n"}', line: 2 },
    { text: '{}\n\nx', line: 3 },
  ])('finds line $line, where $text stops being JSON', async ({ text, line }) => {
    const { locateValues } = await page('json-lines')
    expect(() => locateValues(text)).toThrow(expect.objectContaining({ message: 'not JSON', line }))
  })
})
