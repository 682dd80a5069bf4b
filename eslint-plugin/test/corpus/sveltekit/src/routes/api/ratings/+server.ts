import { json } from '@sveltejs/kit'
import { Recipe } from '../../../lib/server/recipe'

export async function POST({ request }) {
  const { id, stars } = await request.json()
  await Recipe.updateOne({ _id: id }, { $push: { ratings: Number(stars) } }) // flagged: no-unguarded-filter
  return json({ ok: true })
}
