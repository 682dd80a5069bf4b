import type { MongooseModel, ValidatorEntry } from './schema.ts'
import { textOf } from './value-text.ts'

/** What a rule's message may refer to, as Mongoose hands it to its own formatter. */
export interface RuleProps {
  [name: string]: unknown
  message?: unknown
  path: string
  value: unknown
}

interface Part {
  readonly literal: string
  /** The token that follows. */
  readonly name: string | undefined
  /** The property that the token was last found to stand for. */
  property?: string
}

/** A message template cut at its `{TOKENS}`; only the first token of a name is ever replaced. */
interface Template {
  readonly message: string
  readonly parts: readonly Part[]
}

const templates = new WeakMap<ValidatorEntry, Template>()

/**
 * The text that Mongoose gives a failed rule (`ValidatorError.prototype.formatMessage`), with one difference: a value
 * is inserted verbatim. Mongoose inserts with `String.replace`, so that `$'` in a value multiplies the text.
 */
export function messageText(entry: ValidatorEntry, props: RuleProps, scope: unknown, model: MongooseModel): string {
  const { messages, ValidatorError } = model.base.Error
  // An empty message is none.
  const message = props.message === '' ? undefined : props.message
  if (typeof message === 'function') return textOf(ValidatorError.prototype.formatMessage(message, props, scope))
  const template = templateOf(entry, textOf(message ?? messages.general.default))
  let text = ''
  for (const part of template.parts) text += part.literal + insertion(part, props)
  return text
}

function templateOf(entry: ValidatorEntry, message: string): Template {
  let template = templates.get(entry)
  // A thrown error replaces the message for this one time.
  if (template?.message !== message) templates.set(entry, (template = { message, parts: cut(message) }))
  return template
}

function cut(message: string): Part[] {
  const parts: Part[] = []
  const used = new Set<string>()
  let from = 0
  for (const { 0: token, index } of message.matchAll(/\{[^{}]*\}/g)) {
    const name = token.slice(1, -1)
    if (used.has(name)) continue
    used.add(name)
    parts.push({ literal: message.slice(from, index), name })
    from = index + token.length
  }
  parts.push({ literal: message.slice(from), name: undefined })
  return parts
}

function insertion(part: Part, props: RuleProps): string {
  const { name: token, property } = part
  if (token === undefined) return ''
  if (token === 'VALUE') return textOf(props.value)
  if (token === 'PATH') return props.path
  if (property !== undefined && Object.hasOwn(props, property)) return textOf(props[property])
  for (const name of Object.keys(props)) {
    if (name !== 'message' && name.toUpperCase() === token) return textOf(props[(part.property = name)])
  }
  return `{${token}}`
}
