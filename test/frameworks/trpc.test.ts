import { initTRPC, TRPCError } from '@trpc/server'
import { expect, it } from 'vitest'
import { newAccount } from './accounts.ts'
import { bad, good, issues } from './bodies.ts'

const t = initTRPC.create()
const router = t.router({ create: t.procedure.input(newAccount).mutation(({ input }) => input) })
const caller = t.createCallerFactory(router)({})

it('tRPC takes a guard as the input of a procedure, types included', async () => {
  const { name }: { name: string } = await caller.create(good)
  expect(name).toBe('Ada')
  expect(await caller.create(good)).toEqual(good)
  const error: unknown = await caller.create(bad as never).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TRPCError)
  expect(error).toMatchObject({ code: 'BAD_REQUEST', cause: { issues } })
})
