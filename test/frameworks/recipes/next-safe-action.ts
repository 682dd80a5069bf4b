import { createSafeActionClient } from 'next-safe-action'
import { newAccount } from './accounts.ts'

const actions = createSafeActionClient()

export const createAccount = actions.inputSchema(newAccount).action(async ({ parsedInput }) => ({ saved: parsedInput }))
