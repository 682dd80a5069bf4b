import fastify, { type preHandlerAsyncHookHandler } from 'fastify'
import type { Guard, Validated } from 'mongoose-guard'
import { newAccount } from './accounts.ts'

// A hook and no validator compiler: Fastify lets a body pass whose validator gives a promise of an error.
const guarded =
  (guard: Guard): preHandlerAsyncHookHandler =>
  async (request, reply) => {
    const outcome = await guard.validate(request.body)
    if (!outcome.ok) return reply.code(400).send({ errors: outcome.errors })
    request.body = outcome.validated
  }

export const app = fastify()
app.post<{ Body: Validated<typeof newAccount> }>('/accounts', { preHandler: guarded(newAccount) }, (request, reply) =>
  reply.code(201).send({ saved: request.body }),
)
