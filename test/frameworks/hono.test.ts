import { sValidator } from '@hono/standard-validator'
import { Hono } from 'hono'
import { guard } from 'mongoose-guard/web'
import { expect, it } from 'vitest'
import { newAccount } from './accounts.ts'
import { bad, errors, good, issues, jsonRequest } from './bodies.ts'

it('Hono takes a guard as the schema of its validator, types included', async () => {
  const app = new Hono().post('/accounts', sValidator('json', newAccount), (c) => {
    const { name }: { name: string } = c.req.valid('json')
    return c.json({ name, validated: c.req.valid('json') }, 201)
  })
  const created = await app.request(jsonRequest(good))
  expect([created.status, await created.json()]).toEqual([201, { name: 'Ada', validated: good }])
  const refused = await app.request(jsonRequest(bad))
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ success: false, error: issues })
})

it('Hono serves a guarded web handler with its raw request', async () => {
  const create = guard(newAccount, (request) => Response.json(request.validated, { status: 201 }))
  const app = new Hono().post('/accounts', (c) => create(c.req.raw))
  const created = await app.request(jsonRequest(good))
  expect([created.status, await created.json()]).toEqual([201, good])
  const refused = await app.request(jsonRequest(bad))
  expect([refused.status, await refused.json()]).toEqual([400, { errors }])
})
