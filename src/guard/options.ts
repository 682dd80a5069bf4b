import { GuardConfigError } from '../errors/config-error.ts'
import { type AddedRules, ruleOptions } from '../mongoose/added-rules.ts'
import { isMongooseModel, type MongooseModel, type MongooseSchema } from '../mongoose/mongoose.ts'
import { isMongooseSchema } from '../mongoose/schema-model.ts'
import { requireSupported } from '../mongoose/supported-version.ts'
import { nearestName } from '../plan/suggestion.ts'
import { maxDepth } from '../values/body-limits.ts'
import { isPlainObject, isRecord } from '../values/plain-object.ts'
import { nameOf, nameOfWrongModel } from './received.ts'

/** The option `check`: what a route demands of an accepted body as a whole. */
export type CheckFunction = (validated: unknown, context: { extra: unknown; request: unknown }) => unknown

/** Options of a guard, checked and complete. */
export interface CompleteOptions {
  /** `undefined` where the fields that a Schema declares are meant. */
  readonly allow: readonly string[] | undefined
  readonly partial: boolean
  readonly maxErrors: number
  readonly details: boolean
  readonly allowNull: boolean
  readonly rules: Readonly<Record<string, AddedRules>>
  readonly ignore: readonly string[]
  /** Of paths that all routes ignore, those that this one cannot are left out. */
  readonly ignoreIsDefault: boolean
  readonly extra: MongooseSchema | object | undefined
  readonly at: readonly string[]
  readonly each: { readonly min: number; readonly max: number } | undefined
  readonly check: CheckFunction | undefined
}

/** Options of a guard or an adapter by their names, some of them missing. */
export type SomeOptions = Readonly<Record<string, unknown>>

/** How many documents a body with `each` holds at most, unless the route says otherwise. */
const mostDocuments = 1000

type Readers = Omit<CompleteOptions, 'ignoreIsDefault'>

/** How the value of each option is checked; of one that is missing, `undefined` is. */
const readers: { readonly [Name in keyof Readers]: (value: unknown) => Readers[Name] } = {
  allow: readAllow,
  partial: (value = false) => readBoolean('partial', value),
  maxErrors: (value = 1000) => readLimit('maxErrors', value),
  details: (value = false) => readBoolean('details', value),
  allowNull: (value = false) => readBoolean('allowNull', value),
  rules: (value = {}) => readRules(value),
  ignore: readIgnore,
  extra: readExtra,
  at: readAt,
  each: readEach,
  check: (value) => (value === undefined ? undefined : (readFunction('check', value) as CheckFunction)),
}

export const guardOptions: readonly string[] = Object.keys(readers)

/** Those that several guards may share. */
export const sharedOptions: readonly string[] = ['maxErrors', 'details', 'allowNull', 'ignore']

const adapterReaders: Readonly<Record<string, (value: unknown) => unknown>> = {
  maxBytes: (value) => readLimit('maxBytes', value),
  onReject: (value) => readFunction('onReject', value),
}

/** Untyped callers get here what the compiler tells the others. */
export function readOptions(options: unknown, defaults: SomeOptions, isSchema: boolean): CompleteOptions {
  if (!isSchema || options !== undefined) requireKnown(options, guardOptions)
  const own = (options ?? {}) as SomeOptions
  const given = merged(defaults, own)
  // A Schema may be meant as a whole.
  if (!isSchema) readPaths('allow', given.allow)
  const values = Object.entries(readers).map(([name, read]) => [
    name,
    (read as (value: unknown) => unknown)(given[name]),
  ])
  return { ...(Object.fromEntries(values) as Readers), ignoreIsDefault: own.ignore === undefined }
}

/** The defaults of `with()`, checked, on top of those before. */
export function withDefaults(
  before: SomeOptions,
  defaults: unknown,
  names: readonly string[],
  example: string,
): SomeOptions {
  requireKnown(defaults, names, example)
  const all: Readonly<Record<string, (value: unknown) => unknown>> = { ...readers, ...adapterReaders }
  for (const [name, value] of Object.entries(defaults)) if (value !== undefined) all[name]?.(value)
  return merged(before, defaults)
}

/**
 * An option that is `undefined` counts as missing. Nothing is inherited: where `Object.prototype` was polluted, no
 * route is to be wider for it.
 */
export function merged(before: SomeOptions, options: SomeOptions): SomeOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.assign(Object.create(null) as SomeOptions, before, Object.fromEntries(given))
}

export function requireKnown(
  options: unknown,
  known: readonly string[],
  example = "{ allow: ['name'] }",
): asserts options is Record<string, unknown> {
  requireObject('options', options, example)
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue
    throw misplaced(name, known) ?? unknownName(name, known)
  }
}

/** An option that there is, elsewhere. */
function misplaced(name: string, known: readonly string[]): GuardConfigError | undefined {
  if (name === 'maxBytes') {
    return new GuardConfigError(
      'option "maxBytes" is of mongoose-guard/web; in Express, express.json({ limit }) says how large a body may be',
    )
  }
  if (name === 'onReject') {
    return new GuardConfigError(
      'option "onReject" is of guard() in mongoose-guard/express and mongoose-guard/web: createGuard() answers no request',
    )
  }
  if (!guardOptions.includes(name)) return undefined
  return new GuardConfigError(
    `option "${name}" belongs to each guard, and not to several; the options here are ${known.join(', ')}`,
  )
}

/** What came behind the last argument would be ignored. */
export function requireNoMore(rest: readonly unknown[], name: string, before: string): void {
  if (rest.every((value) => value === undefined)) return
  throw new GuardConfigError(`${name}() takes ${before} and one object of options`)
}

/** `subject` begins the text of the error, and `advice` ends it where nothing is suggested. */
function unknownName(name: string, known: readonly string[], subject = '', advice = ''): GuardConfigError {
  const suggestion = nearestName(name, known)
  const hint = suggestion === undefined ? '; the' : `; did you mean "${suggestion}"? The`
  const end = suggestion === undefined ? advice : ''
  const message = `${subject}unknown option "${name}"${hint} options are ${known.join(', ')}${end}`
  return new GuardConfigError(message, suggestion === undefined ? {} : { suggestion })
}

export function requireModel(model: unknown): MongooseModel {
  if (isMongooseModel(model)) return model
  throw new GuardConfigError(`the first argument must be a Mongoose model, received ${nameOfWrongModel(model)}`)
}

/** What a guard may be made of: a model, or a Schema in its place. */
export function requireSource(source: unknown): MongooseModel | MongooseSchema {
  if (isMongooseSchema(source)) return source
  const model = requireModel(source)
  requireSupported(model.base.version)
  requireReal(model)
  return model
}

/** The methods of a mock give nothing. It has the fields of its model and none of the rules, and makes no document. */
function requireReal({ schema }: MongooseModel): void {
  if (schema.eachPath(() => undefined) === schema) return
  throw new GuardConfigError('the first argument is a mock of a model: let the test have the model itself')
}

function readAllow(allow: unknown): readonly string[] | undefined {
  return allow === undefined ? undefined : readPaths('allow', allow)
}

function readPaths(option: string, paths: unknown): readonly string[] {
  if (!Array.isArray(paths)) {
    throw new GuardConfigError(`option "${option}" must be an array of schema paths, received ${nameOf(paths)}`)
  }
  for (const entry of paths as unknown[]) {
    if (typeof entry !== 'string') {
      throw new GuardConfigError(`option "${option}" must hold schema paths as strings, received ${nameOf(entry)}`)
    }
  }
  return Object.freeze([...(paths as string[])])
}

function readIgnore(value: unknown = []): readonly string[] {
  const paths = new Set(readPaths('ignore', value))
  for (const path of paths) {
    if (path.split('.').includes('')) throw new GuardConfigError(`ignore entry "${path}" has an empty key`)
  }
  return [...paths]
}

function readBoolean(option: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new GuardConfigError(`option "${option}" must be true or false, received ${nameOf(value)}`)
}

function readRules(rules: unknown): Readonly<Record<string, AddedRules>> {
  requireObject('option "rules"', rules, '{ name: { minlength: 3 } }')
  for (const [path, options] of Object.entries(rules)) {
    requireObject(`rules of "${path}"`, options, '{ required: true }')
    for (const [name, value] of Object.entries(options)) {
      if (!ruleOptions.includes(name)) throw unknownRule(path, name, value)
      if (name === 'allowNull' && value !== undefined) readBoolean('allowNull', value)
    }
  }
  return rules as Readonly<Record<string, AddedRules>>
}

/** Rules of fields may have been written as fields are in a schema, in the object that they are in. */
function unknownRule(path: string, name: string, value: unknown): GuardConfigError {
  const advice = isPlainObject(value) ? `; a field in it has rules by its own path, "${path}.${name}"` : ''
  return unknownName(name, ruleOptions, `rules of "${path}": `, advice)
}

/** An option that an object inherits would not be seen, and a route without its rules be open in silence. */
function requireObject(option: string, value: unknown, example: string): asserts value is Record<string, unknown> {
  if (isPlainObject(value)) return
  const expected = isRecord(value) ? 'a plain object' : 'an object'
  throw new GuardConfigError(`${option} must be ${expected} such as ${example}, received ${nameOf(value)}`)
}

function readExtra(extra: unknown): MongooseSchema | object | undefined {
  if (extra === undefined || isMongooseSchema(extra)) return extra
  requireObject('option "extra"', extra, 'new Schema({ confirmPassword: String })')
  return extra
}

function readAt(at: unknown): readonly string[] {
  if (at === undefined) return []
  const keys = typeof at === 'string' ? at.split('.') : []
  if (keys.length > maxDepth)
    throw new GuardConfigError(
      `option "at" has ${keys.length} keys, and no body is nested deeper than ${maxDepth} levels`,
    )
  if (keys.length > 0 && keys.every((key) => key !== '')) return keys
  throw new GuardConfigError(`option "at" must be the path of the document in the body, received ${nameOf(at)}`)
}

function readEach(each: unknown): CompleteOptions['each'] {
  if (each === undefined || each === false) return undefined
  if (each === true) return { min: 0, max: mostDocuments }
  requireObject('option "each"', each, '{ max: 100 }')
  for (const name of Object.keys(each)) {
    if (name !== 'min' && name !== 'max') throw new GuardConfigError(`option "each" has no "${name}", but min and max`)
  }
  const { min = 0, max = mostDocuments } = each
  if (min === Infinity) throw new GuardConfigError('option "each" has a min that no array reaches')
  const limits = { min: min === 0 ? 0 : readLimit('each.min', min), max: readLimit('each.max', max) }
  if (limits.min > limits.max) throw new GuardConfigError('option "each" has a min above its max')
  return limits
}

export function readLimit(option: string, limit: unknown): number {
  if (limit === Infinity || (Number.isInteger(limit) && (limit as number) >= 1)) return limit as number
  throw new GuardConfigError(`option "${option}" must be an integer of at least 1, or Infinity`)
}

export function readFunction(option: string, value: unknown): (...parameters: never[]) => unknown {
  if (typeof value === 'function') return value as () => unknown
  throw new GuardConfigError(`option "${option}" must be a function, received ${nameOf(value)}`)
}
