import type { MongooseModel, ValidatorEntry } from './schema.ts'
import { textOf } from './value-text.ts'

/** What a rule's message may refer to, as Mongoose hands it to its own formatter. */
export interface RuleProps {
  [name: string]: unknown
  message?: unknown
  path: string
  value: unknown
}

/** What Mongoose adds to a rule's entry before it fills in the message. */
const added = new Set(['message', 'path', 'fullPath', 'value', 'length', 'reason'])

interface Part {
  readonly literal: string
  /** The token that follows. */
  readonly token: string | undefined
  /** The property of the entry that the token stands for, where that needs no other props. */
  readonly property: string | undefined
}

/** A message template cut at its `{TOKENS}`; only the first token of a name is ever replaced. */
interface Template {
  readonly message: string
  readonly parts: readonly Part[]
}

const templates = new WeakMap<ValidatorEntry, Template>()

/** A failed rule, for its message. */
export interface Failed {
  readonly entry: ValidatorEntry
  readonly textPath: string
  readonly value: unknown
  /** All that a message may refer to; most refer to little of it. */
  props(): RuleProps
}

/**
 * The text that Mongoose gives a failed rule (`ValidatorError.prototype.formatMessage`), with one difference: a value
 * is inserted verbatim. Mongoose inserts with `String.replace`, so that `$'` in a value multiplies the text.
 */
export function messageText(message: unknown, failed: Failed, scope: unknown, model: MongooseModel): string {
  const { messages, ValidatorError } = model.base.Error
  if (typeof message === 'function') {
    return textOf(ValidatorError.prototype.formatMessage(message, failed.props(), scope))
  }
  // An empty message is none.
  const given = message === '' ? undefined : message
  const template = templateOf(failed.entry, textOf(given ?? messages.general.default))
  let text = ''
  for (const part of template.parts) text += part.literal + insertion(part, failed)
  return text
}

function templateOf(entry: ValidatorEntry, message: string): Template {
  let template = templates.get(entry)
  // A thrown error replaces the message for this one time.
  if (template?.message !== message) templates.set(entry, (template = { message, parts: cut(message, entry) }))
  return template
}

function cut(message: string, entry: ValidatorEntry): Part[] {
  const parts: Part[] = []
  const used = new Set<string>()
  let from = 0
  for (const { 0: braced, index } of message.matchAll(/\{[^{}]*\}/g)) {
    const token = braced.slice(1, -1)
    if (used.has(token)) continue
    used.add(token)
    const property = nameOf(token, entry)
    const isOwn = property !== undefined && !added.has(property)
    parts.push({ literal: message.slice(from, index), token, property: isOwn ? property : undefined })
    from = index + braced.length
  }
  parts.push({ literal: message.slice(from), token: undefined, property: undefined })
  return parts
}

function insertion({ token, property }: Part, failed: Failed): string {
  if (token === undefined) return ''
  if (token === 'VALUE') return textOf(failed.value)
  if (token === 'PATH') return failed.textPath
  if (property !== undefined && Object.hasOwn(failed.entry, property)) return textOf(failed.entry[property])
  const props = failed.props()
  const name = nameOf(token, props)
  return name === undefined ? `{${token}}` : textOf(props[name])
}

/** The property that a token stands for. */
function nameOf(token: string, props: object): string | undefined {
  return Object.keys(props).find((name) => name !== 'message' && name.toUpperCase() === token)
}
