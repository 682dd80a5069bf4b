import { Hono } from 'hono'
import { guard } from 'mongoose-guard/web'
import { expect, it } from 'vitest'
import { newAccount } from './recipes/accounts.ts'
import { bad, errors, good, jsonRequest } from './bodies.ts'

it('Hono serves a guarded web handler with its raw request', async () => {
  const create = guard(newAccount, (request) => Response.json(request.validated, { status: 201 }))
  const app = new Hono().post('/accounts', (c) => create(c.req.raw))
  const created = await app.request(jsonRequest(good))
  expect([created.status, await created.json()]).toEqual([201, good])
  const refused = await app.request(jsonRequest(bad))
  expect([refused.status, await refused.json()]).toEqual([400, { errors }])
})
