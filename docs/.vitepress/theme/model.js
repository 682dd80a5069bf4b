/**
 * A model of Mongoose's browser build. That has schemas, documents and validators, and its models lack two properties by
 * which a guard knows a model.
 */
export function modelOf(mongoose, definition) {
  const schema = new mongoose.Schema(definition)
  const { Document, Error, Types } = mongoose
  return Object.defineProperties(mongoose.model('Playground', schema), {
    schema: { value: schema },
    base: { value: { version: '8.24.10', Document, Error, Types } },
  })
}

/** What a guard says, as text; `mongoose` is the browser build. */
export async function outcomeOf({ mongoose, createGuard }, { schema, allow, partial, body }) {
  const value = (text) => new Function('mongoose', 'Schema', `return (${text}\n)`)(mongoose, mongoose.Schema)
  let step = 'The schema'
  try {
    const model = modelOf(mongoose, value(schema))
    step = 'The allow list'
    const guard = createGuard(model, { allow: value(allow), partial })
    step = 'The body'
    const sent = JSON.parse(body)
    step = 'The check'
    const outcome = await guard.validate(sent)
    return outcome.ok
      ? { kind: 'accepted', title: 'Accepted: req.validated is', text: JSON.stringify(outcome.validated, null, 2) }
      : { kind: 'refused', title: '400 Bad Request', text: JSON.stringify({ errors: outcome.errors }, null, 2) }
  } catch (error) {
    const entries = error?.entries ?? []
    const hints = entries.flatMap(({ entry, suggestion }) =>
      suggestion ? [`"${entry}": Did you mean "${suggestion}"?`] : [],
    )
    return { kind: 'broken', title: `${step} does not work`, text: [String(error), ...hints].join('\n') }
  }
}
