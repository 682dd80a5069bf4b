import { guard } from 'mongoose-guard/web'
import type { RequestHandler } from '@sveltejs/kit'
import { newAccount } from '../../../../recipes/accounts.ts'

export const POST: RequestHandler = guard(newAccount, ({ validated, route }) =>
  Response.json({ validated, route: route.id }, { status: 201 }),
)
