import { GuardConfigError } from '../errors/config-error.ts'
import { isMongooseModel, type MongooseModel } from '../mongoose/mongoose.ts'

/** Options of a guard, checked and complete. */
export interface CompleteOptions {
  readonly allow: readonly string[]
  readonly partial: boolean
  readonly maxErrors: number
  readonly details: boolean
}

export const guardOptions: readonly string[] = ['allow', 'partial', 'maxErrors', 'details']

/** Options of a guard or an adapter by their names, some of them missing. */
export type SomeOptions = Readonly<Record<string, unknown>>

/** How the value of an option that may be a default is checked. */
const defaultReaders: Readonly<Record<string, (value: unknown) => unknown>> = {
  maxErrors: (value) => readLimit('maxErrors', value),
  details: (value) => readSwitch('details', value),
  maxBytes: (value) => readLimit('maxBytes', value),
  onReject: (value) => readFunction('onReject', value),
}

/** Untyped callers get here what the compiler tells the others. */
export function readOptions(options: unknown, defaults: SomeOptions): CompleteOptions {
  requireKnown(options, guardOptions)
  const { allow, partial = false, maxErrors = 1000, details = false } = merged(defaults, options)
  return {
    allow: readAllow(allow),
    partial: readSwitch('partial', partial),
    maxErrors: readLimit('maxErrors', maxErrors),
    details: readSwitch('details', details),
  }
}

/** The defaults of `with()`, checked, on top of those before. */
export function withDefaults(
  before: SomeOptions,
  defaults: unknown,
  names: readonly string[],
  example: string,
): SomeOptions {
  requireKnown(defaults, names, example)
  for (const [name, value] of Object.entries(defaults)) if (value !== undefined) defaultReaders[name]?.(value)
  return merged(before, defaults)
}

/** An option that is `undefined` counts as missing. */
export function merged(before: SomeOptions, options: SomeOptions): SomeOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(given) }
}

export function requireKnown(
  options: unknown,
  known: readonly string[],
  example = "{ allow: ['name'] }",
): asserts options is Record<string, unknown> {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new GuardConfigError(`options must be an object such as ${example}`)
  }
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new GuardConfigError(`unknown option "${name}"; the options are ${known.join(', ')}`)
    }
  }
}

export function requireModel(model: unknown): MongooseModel {
  if (isMongooseModel(model)) return model
  throw new GuardConfigError(`the first argument must be a Mongoose model, received ${nameOf(model)}`)
}

function readAllow(allow: unknown): readonly string[] {
  if (!Array.isArray(allow)) {
    throw new GuardConfigError(`option "allow" must be an array of schema paths, received ${nameOf(allow)}`)
  }
  for (const entry of allow as unknown[]) {
    if (typeof entry !== 'string') {
      throw new GuardConfigError(`option "allow" must hold schema paths as strings, received ${nameOf(entry)}`)
    }
  }
  return Object.freeze([...(allow as string[])])
}

function readSwitch(option: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new GuardConfigError(`option "${option}" must be true or false, received ${nameOf(value)}`)
}

export function readLimit(option: string, limit: unknown): number {
  if (limit === Infinity || (Number.isInteger(limit) && (limit as number) >= 1)) return limit as number
  throw new GuardConfigError(`option "${option}" must be an integer of at least 1, or Infinity`)
}

export function readFunction(option: string, value: unknown): (...parameters: never[]) => unknown {
  if (typeof value === 'function') return value as () => unknown
  throw new GuardConfigError(`option "${option}" must be a function, received ${nameOf(value)}`)
}

/** What stands for a value in `received …`. */
export function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return `the string "${value}"`
  return typeof value === 'undefined' ? 'undefined' : `a value of type ${typeof value}`
}
