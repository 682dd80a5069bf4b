import { H3, readValidatedBody } from 'h3'
import { expect, it } from 'vitest'
import { newAccount } from './accounts.ts'
import { bad, good, issues, jsonRequest } from './bodies.ts'

it('h3 takes a guard as the schema of a body, types included', async () => {
  const app = new H3().post('/accounts', async (event) => {
    const account = await readValidatedBody(event, newAccount)
    const { name }: { name: string } = account
    return { name, account }
  })
  const created = await app.request(jsonRequest(good))
  expect([created.status, await created.json()]).toEqual([200, { name: 'Ada', account: good }])
  const refused = await app.request(jsonRequest(bad))
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ data: { issues } })
})
