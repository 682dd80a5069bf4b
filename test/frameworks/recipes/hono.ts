import { sValidator } from '@hono/standard-validator'
import { Hono } from 'hono'
import { newAccount } from './accounts.ts'

export const app = new Hono().post('/accounts', sValidator('json', newAccount), (c) => {
  const account = c.req.valid('json')
  return c.json({ saved: account }, 201)
})
