import { json } from '@sveltejs/kit'
import { guard } from 'mongoose-guard/web'
import { Recipe } from '../../../lib/server/recipe'
import type { RequestHandler } from './$types'

const create = guard(Recipe, { allow: ['title', 'steps'] }, async (req) => {
  const raw = await req.clone().text() // flagged: no-body-after-guard
  console.debug('new recipe', raw.length)
  return json(await Recipe.create(req.validated), { status: 201 })
})

export const GET: RequestHandler = async ({ url }) => json(await Recipe.find({ title: url.searchParams.get('title') }))
export const POST: RequestHandler = ({ request }) => create(request)
