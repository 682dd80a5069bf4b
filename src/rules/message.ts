import { behaviorOf } from '../mongoose/behavior.ts'
import { withoutServerText } from '../mongoose/cast-errors.ts'
import type { SchemaType, ValidatorEntry } from '../mongoose/mongoose.ts'
import { entriesOf } from '../mongoose/schema-type.ts'
import { forget } from '../values/maybe-promise.ts'
import type { RuleContext, RuleSite } from './rule-site.ts'
import { printedText, textOf } from './value-text.ts'

/** A rule that a value failed. */
export interface Failure {
  readonly site: RuleSite
  readonly entry: ValidatorEntry
  readonly value: unknown
  /** What the rule threw instead of returning. */
  readonly cause: Cause | undefined
}

export interface Cause {
  readonly thrown: unknown
  readonly hasRejected?: boolean
  /** A condition of `required` threw it that Mongoose asks before it validates, which takes a text for the message. */
  readonly isEarly?: boolean
}

/** What a rule's message may refer to, as Mongoose hands it to its own formatter. */
type RuleProps = Record<string, unknown>

/** What Mongoose puts over a rule's entry before it fills in the message. */
const addedProps = new Set(['path', 'fullPath', 'value', 'length', 'reason'])

/** The order of the keys is Mongoose's: a message template is filled in in this order. */
export function propsOf(
  { type, at, context }: RuleSite,
  entry: ValidatorEntry,
  value: unknown,
  cause?: Cause,
): RuleProps {
  // V8 takes thirty times as long to add properties to the result of a spread.
  const props: RuleProps = Object.assign({}, entry)
  props.path = at.textPath
  props.fullPath = type.$fullPath
  props.value = value
  if (typeof value === 'string') {
    props.length = value.length
    if (value.length > shownLength && behaviorOf(context.model).shortensValues) props.value = shorten(value)
  }
  if (cause !== undefined) {
    props.reason = cause.thrown
    props.message = thrownText(cause) ?? messageFor(entry, cause)
  }
  return props
}

/** The message of a rule that failed without a text of its own; Mongoose's default where it rejected. */
function messageFor(entry: ValidatorEntry, cause: Cause | undefined): unknown {
  return cause?.hasRejected === true ? undefined : entry.message
}

/** The text of the error that a rule threw, which stands for the rule's message. */
export function thrownText({ thrown, isEarly }: Cause): string | undefined {
  if (isEarly === true && typeof thrown === 'string' && thrown !== '') return thrown
  const message = messageOf(thrown)
  return message ? textOf(message) : undefined
}

/** The message of a thrown value of any type. */
export function messageOf(thrown: unknown): unknown {
  try {
    const message = (withoutServerText(thrown) as { message?: unknown } | null | undefined)?.message
    // The source of a function must not reach a client.
    return typeof message === 'function' ? undefined : message
  } catch {
    // A getter of the error threw.
    return undefined
  }
}

/**
 * The text that Mongoose gives a failed rule (`ValidatorError.prototype.formatMessage`), with two differences. A value
 * is inserted verbatim: Mongoose inserts with `String.replace`, so that `$'` in a value multiplies the text. And the
 * text of an error that a rule threw is not a template: it may repeat the value, whose braces would print properties of
 * the rule.
 */
export function messageText(failure: Failure): string {
  const { site, entry, value, cause } = failure
  const thrown = cause && thrownText(cause)
  if (thrown !== undefined) return thrown
  const message = messageFor(entry, cause)
  if (typeof message === 'function' && !(isWrapped(site.type, entry) && isFilledAlike(failure))) {
    const { ValidatorError } = site.context.model.base.Error
    const text = ValidatorError.prototype.formatMessage(message, propsOf(site, entry, value, cause), site.scope)
    forget(text)
    // As an Error has it, whose message is given as undefined.
    return text === undefined ? '' : textOf(text)
  }
  // An empty message is none.
  const given = (message === '' ? undefined : message) ?? site.context.model.base.Error.messages.general.default
  let text = ''
  for (const { literal, insertion } of templateOf(entry, given)) {
    text += literal + insertion(failure)
  }
  return text
}

/** Whether the text for a failed rule of a type may hold the value. */
export function mayPrintValue(type: SchemaType): boolean {
  return entriesOf(type).some(
    ({ message }) => typeof message !== 'string' || message === '' || message.includes('{VALUE}'),
  )
}

/**
 * Whether a rule's message is the function that Mongoose makes of the text of `maxlength`, which shortens the value. It
 * is a function of the schema's own only where the schema gives one.
 */
export function isWrapped({ options }: SchemaType, { type, maxlength }: ValidatorEntry): boolean {
  const given = options.maxlength ?? options.maxLength
  if (type !== 'maxlength' || given === undefined) return false
  const [length, message] = Array.isArray(given) ? (given as unknown[]) : [given, undefined]
  return length === maxlength && typeof message !== 'function'
}

/**
 * Whether Mongoose's formatter, which takes ten times as long, would fill in the text of `maxlength` as is done here.
 */
function isFilledAlike({ site, value }: Failure): boolean {
  if (typeof site.context.model.base.Error.messages.String.maxlength !== 'string' || typeof value !== 'string')
    return false
  return !/[{$]/.test(value.slice(0, shownLength)) && !/[{$]/.test(site.at.textPath)
}

/** What is put in place of a token. */
type Insertion = (failure: Failure) => string
type ValueText = (value: unknown, context: RuleContext) => string

/** A message template cut at its `{TOKENS}`, each with the text before it. */
type Template = readonly { readonly literal: string; readonly insertion: Insertion }[]

const templates = new WeakMap<ValidatorEntry, { readonly message: unknown; readonly template: Template }>()

function templateOf(entry: ValidatorEntry, message: unknown): Template {
  const known = templates.get(entry)
  if (known !== undefined && known.message === message) return known.template
  const template = readTemplate(message, entry)
  templates.set(entry, { message, template })
  return template
}

function readTemplate(message: unknown, entry: ValidatorEntry): Template {
  if (typeof message !== 'function') return parseTemplate(textOf(message), entry, printedAsUsual)
  // Mongoose's own function, which fills in nothing where there is nothing to fill in.
  return parseTemplate(textOf((message as (props: object) => unknown)({})), entry, shortened)
}

/** Of the value in a text of `maxlength`, and in all texts of an older Mongoose. */
const shownLength = 30

function shortened(value: unknown, context: RuleContext): string {
  const text = printedText(value, context)
  return typeof value === 'string' && text.length > shownLength ? shorten(text) : text
}

function printedAsUsual(value: unknown, context: RuleContext): string {
  return behaviorOf(context.model).shortensValues ? shortened(value, context) : printedText(value, context)
}

function shorten(text: string): string {
  return `${text.slice(0, shownLength)}...`
}

/** Only the first token of a name is ever replaced. */
function parseTemplate(message: string, entry: ValidatorEntry, valueText: ValueText): Template {
  const parts: { literal: string; insertion: Insertion }[] = []
  const used = new Set<string>()
  let from = 0
  for (const { 0: braced, index } of message.matchAll(/\{[^{}]*\}/g)) {
    const token = braced.slice(1, -1)
    if (used.has(token)) continue
    used.add(token)
    parts.push({ literal: message.slice(from, index), insertion: insertionOf(token, nameOf(token, entry), valueText) })
    from = index + braced.length
  }
  return [...parts, { literal: message.slice(from), insertion: () => '' }]
}

/** `property` is what the token stands for in the entry, if anything. */
function insertionOf(token: string, property: string | undefined, valueText: ValueText): Insertion {
  if (token === 'VALUE') return ({ value, site }) => valueText(value, site.context)
  if (token === 'PATH') return ({ site }) => site.at.textPath
  if (token === 'LENGTH' && property === undefined) {
    return (failure) => (typeof failure.value === 'string' ? String(failure.value.length) : fromProps(token, failure))
  }
  if (property === undefined || addedProps.has(property)) return (failure) => fromProps(token, failure)
  return (failure) => {
    const inEntry = failure.entry[property]
    return inEntry === undefined ? fromProps(token, failure) : textOf(inEntry)
  }
}

function fromProps(token: string, { site, entry, value, cause }: Failure): string {
  const props = propsOf(site, entry, value, cause)
  const name = nameOf(token, props)
  return name === undefined ? `{${token}}` : textOf(props[name])
}

/** The property that a token stands for. */
function nameOf(token: string, props: object): string | undefined {
  return Object.keys(props).find((name) => name !== 'message' && name.toUpperCase() === token)
}
