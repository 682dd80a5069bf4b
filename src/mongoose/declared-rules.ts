import { isRegExp, matchesText } from '../values/is-regexp.ts'
import { doesAsShown, isAllowNull, isBuiltInRule, isPlainRequired } from './built-in-rules.ts'
import type { SchemaType, ValidatorEntry } from './mongoose.ts'
import { isKeySetter } from './own-setters.ts'
import { presenceKind } from './presence.ts'
import { entriesOf, settersOf } from './schema-type.ts'

/** What a rule compares with, in JSON. */
export type RuleParameter =
  | { readonly kind: 'limit'; readonly limit: number | string }
  | { readonly kind: 'values'; readonly values: readonly unknown[] }
  | { readonly kind: 'pattern'; readonly pattern: RegExp; readonly passesEmpty: boolean }

/** A rule of a schema type, for who describes it instead of running it. */
export interface DeclaredRule {
  /** Mongoose's name for it: `minlength`, `enum`, `user defined`. */
  readonly rule: string
  /** The text that the schema gives it. */
  readonly message: string | undefined
  /** Without one it is a function of the schema. */
  readonly parameter: RuleParameter | undefined
}

/** What a schema type's rules say about a value that is missing. */
export interface DeclaredPresence {
  /** By `required: true`; a condition is a function of the schema. */
  readonly isRequired: boolean
  /** An empty text or Buffer counts as missing. */
  readonly refusesEmpty: boolean
  readonly refusesNull: boolean
}

/** The rules of a schema type in their order, but for those about a missing value that need no function. */
export function declaredRules(type: SchemaType): DeclaredRule[] {
  return entriesOf(type)
    .filter((entry) => !isAboutPresence(type, entry))
    .map((entry) => ({
      rule: ruleName(entry),
      message: messageOf(type, entry),
      parameter: parameterOf(type, entry),
    }))
}

export function declaredPresence(type: SchemaType): DeclaredPresence {
  const entries = entriesOf(type)
  const isRequired = entries.some((entry) => isPlainRequired(type, entry)) && presenceKind(type) !== 'unknown'
  return {
    isRequired,
    refusesEmpty: isRequired && presenceKind(type) === 'not empty',
    refusesNull: isRequired || entries.some((entry) => refusesNull(type, entry)),
  }
}

/** The names of the setters that make another value before rules judge it; `set` for a function of the schema. */
export function declaredSetters(type: SchemaType): string[] {
  const count = settersOf(type).filter((setter) => !isKeySetter(type, setter)).length
  const named = ['trim', 'lowercase', 'uppercase'].filter((name) => type.options[name] === true)
  return count > named.length ? [...named, 'set'] : named
}

/** What a rule compares with, where it is one that Mongoose makes of an option, or a RegExp. */
export function parameterOf(type: SchemaType, entry: ValidatorEntry): RuleParameter | undefined {
  if (isRegExp(entry.validator)) return { kind: 'pattern', pattern: entry.validator, passesEmpty: false }
  if (!isBuiltInRule(type, entry) || !doesAsShown(entry)) return undefined
  switch (entry.type) {
    case 'minlength':
    case 'maxlength':
    case 'min':
    case 'max':
      return type.instance === 'Date' ? dateLimit(entry[entry.type]) : numberLimit(entry, entry.type)
    case 'enum':
      return Array.isArray(entry.enumValues) ? { kind: 'values', values: entry.enumValues as unknown[] } : undefined
    case 'regexp':
      return isRegExp(entry.regexp) ? { kind: 'pattern', pattern: entry.regexp, passesEmpty: true } : undefined
    default:
      return undefined
  }
}

/** JavaScript compares a number with whatever the schema has: a bigint, or a text from the environment. */
function numberLimit(
  entry: ValidatorEntry,
  name: 'minlength' | 'maxlength' | 'min' | 'max',
): RuleParameter | undefined {
  const limit = Number(entry[name])
  return doesAsShown({ ...entry, [name]: limit }) ? { kind: 'limit', limit } : undefined
}

function dateLimit(limit: unknown): RuleParameter | undefined {
  if (limit === Date.now) return { kind: 'limit', limit: 'now' }
  const date = typeof limit === 'bigint' || typeof limit === 'symbol' ? undefined : new Date(limit as string)
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : { kind: 'limit', limit: date.toISOString() }
}

function isAboutPresence(type: SchemaType, entry: ValidatorEntry): boolean {
  return isAllowNull(type, entry) || (isPlainRequired(type, entry) && presenceKind(type) !== 'unknown')
}

function refusesNull(type: SchemaType, entry: ValidatorEntry): boolean {
  const { validator } = entry
  return isAllowNull(type, entry) || (isRegExp(validator) && !matchesText(validator, 'null'))
}

/** Mongoose's name for a rule; applications also give numbers and symbols. */
export function ruleName({ type }: ValidatorEntry): string {
  const name = type as string | number | symbol | undefined
  return name === undefined ? 'user defined' : String(name)
}

/** Mongoose's own text says nothing beyond the rule. */
function messageOf(type: SchemaType, entry: ValidatorEntry): string | undefined {
  const { message } = entry
  if (typeof message !== 'string' || message === '' || isBuiltInRule(type, entry)) return undefined
  if (printsFunction(entry, message)) return undefined
  return message.startsWith('Validator failed for path') || message === 'Path `{PATH}` is required.'
    ? undefined
    : message
}

/** Of a limit that is a function, Mongoose puts the source in the place of `{MIN}` or `{MAX}`: nothing to publish. */
function printsFunction(entry: ValidatorEntry, message: string): boolean {
  return Object.values(entry).some((given) => typeof given === 'function' && message.includes(String(given)))
}
