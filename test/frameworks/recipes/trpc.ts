import { initTRPC } from '@trpc/server'
import { newAccount } from './accounts.ts'

const t = initTRPC.create()

export const router = t.router({
  create: t.procedure.input(newAccount).mutation(({ input }) => ({ saved: input })),
})
export const createCaller = t.createCallerFactory(router)
