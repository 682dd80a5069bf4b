import { describe, expect, it } from 'vitest'
import * as web from '../../src/adapters/web.ts'
import { User } from '../support/models.ts'

const looseGuard = web.guard as unknown as (...parameters: unknown[]) => (first: unknown) => Promise<Response>
const guarded = looseGuard(User, { allow: ['name'], partial: true }, () => new Response(null, { status: 201 }))

const url = 'https://shop.example/users'
const requestWith = (headers: Record<string, string>, to = url) =>
  new Request(to, { method: 'POST', headers, body: new TextEncoder().encode('{"name":"Ada"}') })

const statusOf = async (headers: Record<string, string>, to?: string) =>
  (await guarded(requestWith(headers, to))).status

const refusal =
  'Body comes from another origin and is not declared as JSON: send it with the header Content-Type: application/json'

describe('a body that a browser sends from elsewhere', () => {
  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }

  it('is refused unread where no preflight was needed for it, by a message that names the header to send', async () => {
    for (const headers of [elsewhere, { ...elsewhere, 'content-type': 'text/plain' }]) {
      const request = requestWith(headers)
      const response = await guarded(request)
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ errors: [{ code: 'invalid_body', message: refusal }] })
      expect(request.bodyUsed).toBe(false)
    }
  })

  it('is refused as well where an event carries its request', async () => {
    expect((await guarded({ request: requestWith(elsewhere), params: {} })).status).toBe(400)
    expect((await guarded({ request: requestWith({}), params: {} })).status).toBe(201)
  })

  it('is told to onReject', async () => {
    const onReject = (errors: { message: string }[], _request: unknown, status: number) =>
      new Response(errors[0]?.message ?? '', { status: status + 22 })
    const response = await looseGuard(User, { allow: [], onReject }, () => undefined)(requestWith(elsewhere))
    expect([response.status, await response.text()]).toEqual([422, refusal])
  })

  it.each([
    'application/json',
    'APPLICATION/JSON',
    ' application/json ; charset=utf-8',
    'application/json;',
    'application/json; charset="utf-8, or so"',
    'application/vnd.api+json',
    'application/merge-patch+json; profile="a\\"b"',
    'Application/LD+JSON;charset=UTF-8',
  ])('passes where it is declared as JSON: %j', async (type) => {
    expect(await statusOf({ ...elsewhere, 'content-type': type })).toBe(201)
  })

  it.each([
    '',
    'text/plain',
    'text/plain; application/json',
    'text/plain;charset=utf-8;x=application/json',
    'text/plain, application/json',
    'application/json, text/plain',
    'application/json; charset=utf-8, text/plain',
    'application/json; charset="utf-8", text/plain',
    'application/json; charset="utf-8',
    'text/plain;+json',
    'text/plain /+json',
    'text/json',
    'application/jsonp',
    'application/json-seq',
    'application/x-json',
    'application/+json',
    '+json',
    'x/y/z+json',
    'json',
    'image/png',
  ])('is refused where it is not: %j', async (type) => {
    expect(await statusOf({ ...elsewhere, 'content-type': type })).toBe(400)
  })

  it('keeps the message of a form', async () => {
    const form = { ...elsewhere, 'content-type': 'application/x-www-form-urlencoded' }
    expect(await (await guarded(requestWith(form))).json()).toMatchObject({
      errors: [{ message: expect.stringMatching(/^Body is a form/) as unknown }],
    })
  })
})

describe('where a body comes from', () => {
  it.each([
    ['no browser says', {}, 201],
    ['Sec-Fetch-Site says: the same origin', { 'sec-fetch-site': 'same-origin' }, 201],
    ['Sec-Fetch-Site says: the user', { 'sec-fetch-site': 'none' }, 201],
    ['Sec-Fetch-Site says: another site', { 'sec-fetch-site': 'cross-site' }, 400],
    ['Sec-Fetch-Site says: another origin of the site', { 'sec-fetch-site': 'same-site' }, 400],
    ['Sec-Fetch-Site says: a value to come', { 'sec-fetch-site': 'same-planet' }, 400],
    ['Sec-Fetch-Site says nothing', { 'sec-fetch-site': '' }, 400],
    ['Sec-Fetch-Site says two things', { 'sec-fetch-site': 'same-origin, cross-site' }, 400],
    ['Origin has no say beside Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin', origin: 'null' }, 201],
    [
      'Origin has no say against Sec-Fetch-Site',
      { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example' },
      400,
    ],
    ['Origin is that of the URL', { origin: 'https://shop.example' }, 201],
    ['Origin is that of the URL, behind a proxy that ends TLS', { origin: 'http://shop.example' }, 201],
    ['Origin has another host', { origin: 'https://evil.example' }, 400],
    ['Origin has a host that begins alike', { origin: 'https://shop.example.evil.example' }, 400],
    ['Origin has a host that ends alike', { origin: 'https://evilshop.example' }, 400],
    ['Origin has the host as its user', { origin: 'https://shop.example@evil.example' }, 400],
    ['Origin has another port', { origin: 'https://shop.example:8443' }, 400],
    ['Origin is opaque', { origin: 'null' }, 400],
    ['Origin is opaque, and so is the host', { origin: 'null', host: 'null' }, 400],
    ['Origin is a file', { origin: 'file://' }, 400],
    ['Origin is empty', { origin: '' }, 400],
    ['Origin is a host alone', { origin: 'shop.example' }, 400],
    ['Origin is a list', { origin: 'https://shop.example https://evil.example' }, 400],
    ['Origin is joined', { origin: 'https://shop.example, https://evil.example' }, 400],
  ])('%s', async (_, headers, status) => {
    expect(await statusOf(headers)).toBe(status)
  })

  it.each([
    ['Host', { host: 'shop.example' }, 201],
    ['Host with the port that goes without saying', { host: 'shop.example:443' }, 201],
    ['Host in capitals', { host: 'Shop.Example' }, 201],
    ['X-Forwarded-Host', { host: 'app:3000', 'x-forwarded-host': 'shop.example' }, 201],
    ['X-Forwarded-Host of several proxies', { 'x-forwarded-host': 'shop.example, inner.example' }, 201],
    ['no header', { host: 'app:3000' }, 400],
    ['another Host', { host: 'evil.example', 'x-forwarded-host': 'shop.example.evil.example' }, 400],
    ['empty headers', { host: '', 'x-forwarded-host': ',' }, 400],
  ])('is the public host behind a proxy, by %s', async (_, headers, status) => {
    expect(await statusOf({ origin: 'https://shop.example', ...headers }, 'http://app:3000/users')).toBe(status)
  })

  it('may be a port of this machine', async () => {
    const to = 'http://localhost:3000/users'
    expect(await statusOf({ origin: 'http://localhost:3000' }, to)).toBe(201)
    expect(await statusOf({ origin: 'http://localhost:3001' }, to)).toBe(400)
    expect(await statusOf({ origin: 'http://[::1]:3000' }, 'http://[::1]:3000/users')).toBe(201)
    // The URL standard makes no host of it, and none is none of a file.
    expect(await statusOf({ origin: 'file://' }, 'http://localhost/users')).toBe(400)
  })

  it('is told by the headers alone where a polyfill has no absolute URL', async () => {
    const polyfill = (headers: Record<string, string>) =>
      Object.defineProperty(requestWith(headers), 'url', { value: '/users' })
    const origin = 'https://shop.example'
    expect((await guarded(polyfill({ origin }))).status).toBe(400)
    expect((await guarded(polyfill({ origin, host: 'shop.example' }))).status).toBe(201)
  })
})
