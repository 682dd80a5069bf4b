// Over HTTP/2 a body need not declare its length, and the parsers of Express take one that does not for none.
import { once } from 'node:events'
import { connect, createServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guard } from '../../src/adapters/express.ts'
import { createGuard } from '../../src/index.ts'
import { User } from '../support/models.ts'
import { expressVersions } from '../support/server.ts'

type Middleware = (req: object, res: object, next: (error?: unknown) => void) => void

describe.each(expressVersions)('the parser of Express $version', ({ express }) => {
  const parse = express.json() as unknown as Middleware
  const middleware = guard(createGuard(User, { allow: ['name'], partial: true })) as unknown as Middleware
  const server = createServer((req: Http2ServerRequest, res: Http2ServerResponse) => {
    const response = Object.assign(res, {
      status: (code: number) => Object.assign(response, { statusCode: code }),
      json: (value: unknown) => res.end(JSON.stringify(value)),
    })
    parse(req, response, (error) => {
      if (error !== undefined) response.status(500).json(inspect(error))
      else middleware(req, response, () => response.json((req as { validated?: unknown }).validated))
    })
  })
  const port = () => (server.address() as AddressInfo).port

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => void server.close())

  async function answerTo(text: string, headers: Readonly<Record<string, string>>) {
    const client = connect(`http://127.0.0.1:${String(port())}`)
    try {
      const stream = client.request({ ':method': 'POST', ':path': '/', ...headers }, { endStream: text === '' })
      if (text !== '') stream.end(text)
      return await json(stream)
    } finally {
      client.close()
    }
  }

  const refused = (message: string) => ({ errors: [{ code: 'invalid_body', message }] })
  const type = { 'content-type': 'application/json' }

  it('reads what declares its length', async () => {
    const text = '{"name":"Ada"}'
    expect(await answerTo(text, { ...type, 'content-length': String(text.length) })).toEqual({ name: 'Ada' })
  })

  it('leaves the rest, which is told from no body', async () => {
    expect(await answerTo('{"name":"Ada"}', type)).toEqual(
      refused('Body was not parsed: over HTTP/2, send it with the header Content-Length'),
    )
    expect(await answerTo('', type)).toEqual(refused('Body is empty: nothing was sent'))
    expect(await answerTo('', { ...type, 'content-length': '0' })).toEqual(refused('Body is empty: nothing was sent'))
    expect(await answerTo('a=1', { 'content-type': 'text/plain' })).toEqual(
      refused('Body is not declared as JSON (text/plain): send it with the header Content-Type: application/json'),
    )
  })
})
