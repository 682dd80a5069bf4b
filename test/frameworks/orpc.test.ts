import { createRouterClient, ORPCError, os } from '@orpc/server'
import { expect, it } from 'vitest'
import { newAccount } from './accounts.ts'
import { bad, good, issues } from './bodies.ts'

const create = os.input(newAccount).handler(({ input }) => {
  const { name }: { name: string } = input
  return { name, input }
})
const client = createRouterClient({ create })

it('oRPC takes a guard as the input of a procedure, types included', async () => {
  expect(await client.create(good)).toEqual({ name: 'Ada', input: good })
  const error: unknown = await client.create(bad as never).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ORPCError)
  expect(error).toMatchObject({ code: 'BAD_REQUEST', data: { issues } })
})
