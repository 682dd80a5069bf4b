import { H3, readValidatedBody } from 'h3'
import { newAccount } from './accounts.ts'

export const app = new H3().post('/accounts', async (event) => {
  const account = await readValidatedBody(event, newAccount)
  return { saved: account }
})
