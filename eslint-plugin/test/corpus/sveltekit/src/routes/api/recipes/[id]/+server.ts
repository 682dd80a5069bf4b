import { error, json } from '@sveltejs/kit'
import { Recipe } from '../../../../lib/server/recipe'
import type { RequestHandler } from './$types'

export const PUT: RequestHandler = async ({ params, request, locals }) => {
  const recipe = await Recipe.findById(params.id)
  if (!recipe || recipe.author !== locals.user.id) error(404)
  recipe.set(await request.json()) // flagged: no-unguarded-write
  return json(await recipe.save())
}

export const DELETE: RequestHandler = async ({ params }) => {
  await Recipe.deleteOne({ _id: params.id })
  return new Response(null, { status: 204 })
}
