import { sourceOf } from '../values/function-text.ts'
import { builtInTextsOf, isOwnCheck } from './built-in-texts.ts'
import type { Callable, SchemaType, ValidatorEntry } from './mongoose.ts'
import { isResetId } from './own-setters.ts'
import { type Presence, presenceOf, refusesEmptyText } from './presence.ts'
import { entriesOf } from './schema-type.ts'

/** The rules of a schema type, where all of them are Mongoose's own. */
export interface BuiltInRules {
  /** In the order in which they are applied. */
  readonly setters: readonly Callable[]
  readonly isRequired: boolean
  /** `required` turns '' away, too. */
  readonly refusesEmpty: boolean
  readonly checks: readonly BuiltInCheck[]
  /** What `required` rests on: `SomeType.checkRequired(fn)` replaces it for all schemas. */
  readonly presence: Presence | undefined
}

interface Limit {
  readonly operator: 'length >=' | 'length <=' | '>=' | '<='
  readonly number: number
}

/** One of Mongoose's own functions, and the comparison that it makes where that is known. */
export interface BuiltInCheck {
  readonly check: Callable
  /** It compares with a number. */
  readonly limit: Limit | undefined
  /** It looks a value that is not null up in this array. */
  readonly values: readonly unknown[] | undefined
  /** Of a rule that is not Mongoose's own: it says the same of the same value at any time. */
  readonly isFixed?: boolean
}

/** Of a rule that is not Mongoose's own, the check that may be run in its place any number of times. */
type ReadCheck = (entry: ValidatorEntry) => BuiltInCheck | undefined

/**
 * Reads rules that depend on the value alone, so that they may be run any number of times. Returns `undefined` where
 * some rule or setter is not Mongoose's own, because only the walker may run it, unless `readOther` knows better.
 */
export function readBuiltInRules(type: SchemaType, readOther?: ReadCheck): BuiltInRules | undefined {
  const texts = builtInTextsOf(type)
  const setters = type.setters.filter((setter) => !(type.options.auto === true && isResetId(type, setter))).reverse()
  if (!setters.every((setter) => texts.setters.has(sourceOf(setter)))) return undefined
  const checks: BuiltInCheck[] = []
  let presence: Presence | undefined
  for (const entry of entriesOf(type)) {
    if (isPlainRequired(type, entry)) {
      presence = presenceOf(type)
      if (presence === undefined) return undefined
      continue
    }
    const other = readOther?.(entry)
    if (other !== undefined) {
      checks.push(other)
      continue
    }
    const limit = limitOf(type, entry)
    const values = valuesOf(type, entry)
    const isKnown = limit !== undefined || values !== undefined || isOwnCheck(texts, entry)
    if (!isKnown || functionAsLimit(entry) !== undefined || !takesNull(entry)) return undefined
    checks.push({ check: entry.validator as Callable, limit, values })
  }
  const refusesEmpty = presence !== undefined && refusesEmptyText(presence)
  return { setters, isRequired: presence !== undefined, refusesEmpty, checks, presence }
}

/** Whether a rule is one of those that Mongoose makes of an option, and calls no function of the schema. */
export function isBuiltInRule(type: SchemaType, entry: ValidatorEntry): boolean {
  return isOwnCheck(builtInTextsOf(type), entry) && functionAsLimit(entry) === undefined
}

/** By its text: a clone of the schema type, as discriminators hold them, has lost `allowNullValidator`. */
export function isAllowNull(type: SchemaType, entry: ValidatorEntry): boolean {
  return entry.type === 'allowNull' && isOwnCheck(builtInTextsOf(type), entry)
}

export function isPlainRequired(type: SchemaType, entry: ValidatorEntry): boolean {
  return isOwnRequired(type, entry) && typeof type.originalRequiredValue !== 'function'
}

/** Whether Mongoose made the function by which a type is required: a plugin may have put one around it. */
export function isOwnRequired(type: SchemaType, { validator }: ValidatorEntry): boolean {
  return validator === type.requiredValidator && sourceOf(validator) === builtInTextsOf(type).required
}

const limits = {
  minlength: { operator: 'length >=', validator: 'minlengthValidator' },
  maxlength: { operator: 'length <=', validator: 'maxlengthValidator' },
  min: { operator: '>=', validator: 'minValidator' },
  max: { operator: '<=', validator: 'maxValidator' },
} as const

function isLimit(name: string | undefined): name is keyof typeof limits {
  return name !== undefined && Object.hasOwn(limits, name)
}

function limitOf(type: SchemaType, entry: ValidatorEntry): Limit | undefined {
  if (!isLimit(entry.type)) return undefined
  const { operator, validator } = limits[entry.type]
  const number = entry[entry.type]
  if (typeof number !== 'number' || !isMadeByMongoose(type, validator, entry)) return undefined
  return doesAsShown(entry) ? { operator, number } : undefined
}

/** A rule that throws cannot use its argument (`match: null`, `min: 'soon'`). */
function accepts(check: unknown, value: unknown): boolean {
  try {
    return Boolean((check as (value: unknown) => unknown)(value))
  } catch {
    return false
  }
}

/** All of Mongoose's own take null, but not with an argument that they cannot use. */
function takesNull({ validator }: ValidatorEntry): boolean {
  return accepts(validator, null)
}

function comparesWith(check: unknown, operator: Limit['operator'], limit: number): boolean {
  const inside = operator.endsWith('>=') ? 1 : -1
  if (operator === '>=' || operator === '<=') {
    const step = Math.max(Math.abs(limit) * Number.EPSILON, Number.MIN_VALUE)
    return Number.isFinite(limit) && accepts(check, limit) && !accepts(check, limit - inside * step)
  }
  // A longer text than this is no body.
  if (!Number.isInteger(limit) || limit < 0 || limit > 1e8) return false
  const ofLength = (length: number) => accepts(check, 'x'.repeat(length))
  return ofLength(limit) && (limit - inside < 0 || !ofLength(limit - inside))
}

function valuesOf(type: SchemaType, entry: ValidatorEntry): readonly unknown[] | undefined {
  const { enumValues } = type as { enumValues?: unknown }
  const isKnown =
    entry.type === 'enum' && isMadeByMongoose(type, 'enumValidator', entry) && entry.enumValues === enumValues
  return isKnown && Array.isArray(enumValues) && doesAsShown(entry) ? (enumValues as unknown[]) : undefined
}

/** Whether a rule's function compares with what its entry shows: of an entry that somebody wrote to, they differ. */
export function doesAsShown(entry: ValidatorEntry): boolean {
  const { type, validator, enumValues } = entry
  if (type === 'enum') return Array.isArray(enumValues) && takesAll(validator, enumValues as unknown[])
  const limit = isLimit(type) ? entry[type] : undefined
  return typeof limit !== 'number' || (isLimit(type) && comparesWith(validator, limits[type].operator, limit))
}

/** Each is looked up among all. */
const mostProbed = 1000

function takesAll(check: unknown, values: readonly unknown[]): boolean {
  return values.slice(0, mostProbed).every((value) => accepts(check, value))
}

/** By identity as well: the same text may close over something else than the entry shows. */
function isMadeByMongoose(type: SchemaType, name: string, entry: ValidatorEntry): boolean {
  const isLatest = (type as unknown as Record<string, unknown>)[name] === entry.validator
  return isLatest && isOwnCheck(builtInTextsOf(type), entry)
}

/** `min: () => …` of a Date: Mongoose's own rule, but it calls this function of the schema, on its own `this`. */
export function functionLimitOf(type: SchemaType, entry: ValidatorEntry): Callable | undefined {
  return isOwnCheck(builtInTextsOf(type), entry) ? functionAsLimit(entry) : undefined
}

function functionAsLimit(entry: ValidatorEntry): Callable | undefined {
  const limit = entry.type === 'min' || entry.type === 'max' ? entry[entry.type] : undefined
  return typeof limit === 'function' && limit !== Date.now ? (limit as Callable) : undefined
}
