import { createRouterClient, type InferRouterInputs, ORPCError } from '@orpc/server'
import { FieldApi } from '@tanstack/form-core'
import { type inferRouterInputs, initTRPC, TRPCError } from '@trpc/server'
import { type H3Event, readValidatedBody } from 'h3'
import { hc, type InferRequestType, type InferResponseType } from 'hono/client'
import type { InferSafeActionFnInput } from 'next-safe-action'
import { Schema } from 'mongoose'
import { createGuard, type Validated } from 'mongoose-guard'
import type { UseFormSetError } from 'react-hook-form'
import { afterAll, expect, expectTypeOf, it } from 'vitest'
import { bad, errors, good, issues, jsonRequest } from './bodies.ts'
import { Account, newAccount } from './recipes/accounts.ts'
import * as fastify from './recipes/fastify.ts'
import * as h3 from './recipes/h3.ts'
import * as hono from './recipes/hono.ts'
import * as nest from './recipes/nest.ts'
import * as nestPipe from './recipes/nest-pipe.ts'
import * as safeAction from './recipes/next-safe-action.ts'
import * as orpc from './recipes/orpc.ts'
import * as hookForm from './recipes/react-hook-form.ts'
import * as tanstackForm from './recipes/tanstack-form.ts'
import * as trpc from './recipes/trpc.ts'

type NewAccount = Validated<typeof newAccount>

it('Hono takes a guard as the schema of its validator', async () => {
  const client = hc<typeof hono.app>('http://localhost')
  expectTypeOf<InferRequestType<typeof client.accounts.$post>['json']>().toEqualTypeOf<NewAccount>()
  expectTypeOf<InferResponseType<typeof client.accounts.$post, 201>['saved']['name']>().toEqualTypeOf<string>()
  const created = await hono.app.request(jsonRequest(good))
  expect([created.status, await created.json()]).toEqual([201, { saved: good }])
  const refused = await hono.app.request(jsonRequest(bad))
  expect([refused.status, await refused.json()]).toMatchObject([400, { success: false, error: issues }])
})

it('h3 takes a guard as the schema of a body', async () => {
  const read = (event: H3Event) => readValidatedBody(event, newAccount)
  expectTypeOf<Awaited<ReturnType<typeof read>>>().toEqualTypeOf<NewAccount>()
  const created = await h3.app.request(jsonRequest(good))
  expect([created.status, await created.json()]).toEqual([200, { saved: good }])
  const refused = await h3.app.request(jsonRequest(bad))
  expect([refused.status, await refused.json()]).toMatchObject([400, { data: { issues } }])
})

it('tRPC takes a guard as the input of a procedure', async () => {
  expectTypeOf<inferRouterInputs<typeof trpc.router>['create']>().toEqualTypeOf<NewAccount>()
  const caller = trpc.createCaller({})
  const { saved } = await caller.create(good)
  expectTypeOf(saved).toEqualTypeOf<NewAccount>()
  expect(saved).toEqual(good)
  const error: unknown = await caller.create(bad).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TRPCError)
  expect(error).toMatchObject({ code: 'BAD_REQUEST', cause: { issues } })
})

it('tRPC hands the whole input to each of several, of which a guard refuses what is not its own', async () => {
  const t = initTRPC.create()
  const newKey = createGuard(new Schema({ key: { type: String, required: true } }))
  const changes = createGuard(Account, { allow: ['_id', 'name'], partial: true })
  const router = t.router({
    several: t.procedure
      .input(newKey)
      .input(newAccount)
      .mutation(({ input }) => input),
    one: t.procedure.input(changes).mutation(({ input }) => input),
  })
  const caller = t.createCallerFactory(router)({})
  const error: unknown = await caller.several({ key: 'k', ...good }).catch((thrown: unknown) => thrown)
  const issue = { code: 'forbidden_field', path: ['name'] }
  expect(error).toMatchObject({
    code: 'BAD_REQUEST',
    cause: { issues: expect.arrayContaining([expect.objectContaining(issue)]) },
  })
  const change = { _id: '64b7f9d2c1a4e5f601234567', name: 'Ada' }
  expect(await caller.one(change)).toEqual(change)
})

it('oRPC takes a guard as the input of a procedure', async () => {
  expectTypeOf<InferRouterInputs<typeof orpc.router>['create']>().toEqualTypeOf<NewAccount>()
  const client = createRouterClient(orpc.router)
  const { saved } = await client.create(good)
  expectTypeOf(saved).toEqualTypeOf<NewAccount>()
  expect(saved).toEqual(good)
  const error: unknown = await client.create(bad).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ORPCError)
  expect(error).toMatchObject({ code: 'BAD_REQUEST', data: { issues } })
})

it('next-safe-action takes a guard as the schema of an action', async () => {
  expectTypeOf<InferSafeActionFnInput<typeof safeAction.createAccount>['clientInput']>().toEqualTypeOf<NewAccount>()
  const { data, ...rest } = await safeAction.createAccount(good)
  expectTypeOf(data).toEqualTypeOf<{ saved: NewAccount } | undefined>()
  expect([data, rest]).toEqual([{ saved: good }, {}])
  expect(await safeAction.createAccount(bad)).toEqual({
    validationErrors: {
      name: { _errors: ['Path `name` is required.'] },
      address: { city: { _errors: ['Expected string, received number'] } },
      emails: { 1: { to: { _errors: ['Path `to` is required.'] } } },
      role: { _errors: ['Field is not allowed'] },
    },
  })
})

it('react-hook-form takes a guard by its resolver, and the errors of a server by their fields', async () => {
  const options = { fields: {}, shouldUseNativeValidation: false }
  const resolved = await hookForm.resolver(good, undefined, options)
  expect(resolved).toEqual({ values: good, errors: {} })
  expectTypeOf<Parameters<typeof hookForm.resolver>[0]>().toEqualTypeOf<NewAccount>()
  expect(await hookForm.resolver(bad, undefined, options)).toMatchObject({
    values: {},
    errors: {
      name: { message: 'Path `name` is required.' },
      address: { city: { message: 'Expected string, received number' } },
      emails: [undefined, { to: { message: 'Path `to` is required.' } }],
      role: { message: 'Field is not allowed' },
    },
  })
  const shown: [string, string | undefined][] = []
  const setError: UseFormSetError<NewAccount> = (path, { message }) => void shown.push([path, message])
  hookForm.showErrors(setError, [...errors, { code: 'invalid_body', message: 'No body is accepted from this sender' }])
  expect(shown).toEqual([
    ...errors.map(({ path, message }) => [path, message]),
    ['root.server', 'No body is accepted from this sender'],
  ])
})

it('TanStack Form takes a guard as a validator, and the errors of a server by their fields', async () => {
  const form = tanstackForm.accountForm(bad)
  expectTypeOf(form.state.values).toEqualTypeOf<NewAccount>()
  const name = new FieldApi({ form, name: 'name' })
  const to = new FieldApi({ form, name: 'emails[1].to' })
  for (const each of [form, name, to]) each.mount()
  await form.validate('change')
  const fields = Object.keys((form.state.errorMap.onChange ?? {}) as object)
  expect(fields).toEqual(expect.arrayContaining(['name', 'address.city', 'emails[1].to', 'role']))
  tanstackForm.showErrors(form, errors)
  expect([name, to].map(({ state }) => state.meta.errorMap.onServer)).toEqual([
    ['Path `name` is required.'],
    ['Path `to` is required.'],
  ])
  const filled = tanstackForm.accountForm(good)
  filled.mount()
  await filled.validate('change')
  expect(filled.state.errorMap.onChange).toBeUndefined()
})

afterAll(() => fastify.app.close())

/** The statuses and bodies with which an application of NestJS answers a good and a bad account. */
async function answersOf(app: Awaited<ReturnType<typeof nest.createApp>>) {
  try {
    await app.listen(0, '127.0.0.1')
    const url = `${await app.getUrl()}/accounts`
    const answerTo = async (body: unknown) => {
      const response = await fetch(jsonRequest(body, 'POST', url))
      return [response.status, await response.json()] as const
    }
    return { created: await answerTo(good), refused: await answerTo(bad) }
  } finally {
    await app.close()
  }
}

it('the pipe of NestJS takes a guard as the schema of a body', async () => {
  const { created, refused } = await answersOf(await nest.createApp())
  expect(created).toEqual([201, { saved: good }])
  expect(refused[0]).toBe(400)
  const { message } = refused[1] as { message: string[] }
  expect(message).toEqual(errors.map(({ message }) => expect.stringContaining(message)))
})

it('NestJS takes a guard in a pipe, as its older versions need one', async () => {
  const { created, refused } = await answersOf(await nestPipe.createApp())
  expect(created).toEqual([201, { saved: good }])
  expect(refused).toEqual([400, { errors }])
})

it('Fastify checks a body with a guard in a hook of three lines', async () => {
  const post = (payload?: object) =>
    fastify.app.inject({ method: 'POST', url: '/accounts', ...(payload && { payload }) })
  const created = await post(good)
  expect([created.statusCode, created.json()]).toEqual([201, { saved: good }])
  const refused = await post(bad)
  expect([refused.statusCode, refused.json()]).toEqual([400, { errors }])
  const absent = await post()
  expect([absent.statusCode, absent.json()]).toMatchObject([400, { errors: [{ code: 'invalid_body' }] }])
})
