import fastify, { type preHandlerAsyncHookHandler } from 'fastify'
import type { Guard } from 'mongoose-guard'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAccount } from './accounts.ts'
import { bad, errors, good } from './bodies.ts'

const app = fastify()

// A hook and not `setValidatorCompiler`: Fastify lets a body pass whose validator gives a promise of an error.
const guarded =
  (guard: Guard): preHandlerAsyncHookHandler =>
  async (request, reply) => {
    const outcome = await guard.validate(request.body)
    if (!outcome.ok) return reply.code(400).send({ errors: outcome.errors })
    request.body = outcome.validated
  }

beforeAll(() => {
  app.post('/accounts', { preHandler: guarded(newAccount) }, (request, reply) => reply.code(201).send(request.body))
})
afterAll(() => app.close())

it('Fastify checks a body with a guard in a hook of three lines', async () => {
  const created = await app.inject({ method: 'POST', url: '/accounts', payload: good })
  expect([created.statusCode, created.json()]).toEqual([201, good])
  const refused = await app.inject({ method: 'POST', url: '/accounts', payload: bad })
  expect([refused.statusCode, refused.json()]).toEqual([400, { errors }])
  const absent = await app.inject({ method: 'POST', url: '/accounts' })
  expect([absent.statusCode, absent.json()]).toMatchObject([400, { errors: [{ code: 'invalid_body' }] }])
})
