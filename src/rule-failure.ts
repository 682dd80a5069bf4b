import { invalidValue } from './error-item.ts'
import { messageText, type Failed, type RuleProps } from './message.ts'
import type { Position } from './position.ts'
import type { MongooseModel, SchemaType, ValidatorEntry } from './schema.ts'
import type { GuardErrorItem } from './types/error-item.ts'
import { textOf } from './value-text.ts'

/** Where rules run: the position they answer for, and what their functions get as `this`. */
export interface RuleSite {
  readonly model: MongooseModel
  readonly type: SchemaType
  readonly at: Position
  readonly scope: unknown
  /** The body holds a value, whatever a setter made of it. */
  readonly isSent: boolean
}

/** What a rule threw instead of giving an answer. */
export interface Thrown {
  readonly thrown: unknown
  readonly rejected?: boolean
}

/** The item for a rule that a value failed. */
export function failure(site: RuleSite, entry: ValidatorEntry, value: unknown, cause?: Thrown): GuardErrorItem {
  const rule = entry.type ?? 'user defined'
  try {
    return failureItem(site, entry, value, rule, cause)
  } catch (error) {
    // A message function or an error class of the application may throw too; the rule has failed all the same.
    return invalidValue(site.at.path, rule, textOf(messageOf(error) ?? error))
  }
}

function failureItem(
  site: RuleSite,
  entry: ValidatorEntry,
  value: unknown,
  rule: string,
  cause: Thrown | undefined,
): GuardErrorItem {
  const { at, scope } = site
  const props = () => propsOf(site, entry, value, cause)
  if (entry.ErrorConstructor !== undefined) {
    const error = new entry.ErrorConstructor(props(), scope)
    return invalidValue(at.path, typeof error.kind === 'string' ? error.kind : rule, error.message)
  }
  const failed: Failed = { entry, textPath: at.textPath, value, props }
  const message = cause === undefined ? entry.message : props().message
  return invalidValue(at.path, rule, messageText(message, failed, scope, site.model))
}

/** The order of the keys is Mongoose's: a message template is filled in in this order. */
export function propsOf({ type, at }: RuleSite, entry: ValidatorEntry, value: unknown, cause?: Thrown): RuleProps {
  const props: RuleProps = { ...entry, path: at.textPath, fullPath: type.$fullPath, value }
  if (typeof value === 'string') props.length = value.length
  if (cause !== undefined) {
    props.reason = cause.thrown
    const message = messageOf(cause.thrown)
    if (message || cause.rejected === true) props.message = message
  }
  return props
}

export function messageOf(thrown: unknown): unknown {
  return (thrown as { message?: unknown } | null | undefined)?.message
}
