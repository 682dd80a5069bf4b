import { os } from '@orpc/server'
import { newAccount } from './accounts.ts'

export const router = {
  create: os.input(newAccount).handler(({ input }) => ({ saved: input })),
}
