'use server'

import { connect } from '@/lib/database'
import { guardAction } from '@/lib/guard-action'
import { newSuggestion, Suggestion } from '@/lib/suggestion'

export const suggest = guardAction(newSuggestion, async (validated) => {
  await connect()
  const { title } = await Suggestion.create(validated)
  return title
})
