import { guard } from 'mongoose-guard/web'
import { type ActionFunctionArgs, createStaticHandler } from 'react-router'
import { expect, it } from 'vitest'
import { newAccount } from './recipes/accounts.ts'
import { bad, errors, good, jsonRequest } from './bodies.ts'

const action: (args: ActionFunctionArgs) => Promise<unknown> = guard(newAccount, ({ validated, params, request }) => ({
  validated,
  id: params.id,
  method: request.method,
}))
const { queryRoute } = createStaticHandler([{ id: 'account', path: '/accounts/:id', action }])

it('a guarded React Router action gets its arguments with validated, and may return data', async () => {
  expect(await queryRoute(jsonRequest(good, 'PUT', 'http://localhost/accounts/7'))).toEqual({
    validated: good,
    id: '7',
    method: 'PUT',
  })
})

it('React Router passes the answer to a bad body on', async () => {
  const response = (await queryRoute(jsonRequest(bad, 'PUT', 'http://localhost/accounts/7'))) as Response
  expect([response.status, await response.json()]).toEqual([400, { errors }])
})
