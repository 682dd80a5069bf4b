import { GuardConfigError } from '../errors/config-error.ts'
import { orRefused } from '../errors/or-refused.ts'
import { isRegExp } from '../values/is-regexp.ts'
import { forget } from '../values/maybe-promise.ts'
import type { Callable, RawSchemaType } from './mongoose.ts'
import { containerKindOf, isArray } from './own-types.ts'
import { entriesOf, typeNameOf } from './schema-type.ts'

/** What a route demands of a path beyond its model, in the words of Mongoose's schema type options. */
export interface AddedRules {
  readonly required?: unknown
  readonly minlength?: unknown
  readonly maxlength?: unknown
  readonly min?: unknown
  readonly max?: unknown
  readonly enum?: unknown
  readonly match?: unknown
  readonly validate?: unknown
  readonly allowNull?: boolean
}

export const ruleOptions: readonly string[] = [
  'required',
  'minlength',
  'maxlength',
  'min',
  'max',
  'enum',
  'match',
  'validate',
  'allowNull',
]

export interface RulesOptions {
  /** Whether the type's own `required` does not count, as of a field that an update leaves alone. */
  readonly isPartial?: boolean
}

/** What a schema type keeps of the one validator that a method would replace. */
const kept = ['enumValidator', 'minlengthValidator', 'maxlengthValidator', 'minValidator', 'maxValidator'] as const

type Writable = { -readonly [Key in keyof RawSchemaType]: RawSchemaType[Key] } & {
  enumValues?: unknown[]
} & Partial<Record<string, unknown>>

/** What Mongoose takes for the condition of `required`; of options without one, it is true. */
function conditionOf({ required }: AddedRules): unknown {
  const first: unknown = Array.isArray(required) ? required[0] : required
  return typeof first === 'object' && first !== null ? ((first as { isRequired?: unknown }).isRequired ?? true) : first
}

/**
 * Whether a path has to be in a body because the route says so: `always`, whatever else the body holds, or `sometimes`,
 * on a condition.
 */
export type Demand = 'always' | 'sometimes'

/** `undefined` where the route does not require a path. */
export function demandOf(rules: AddedRules): Demand | undefined {
  const condition = conditionOf(rules)
  if (condition === undefined || condition === null || condition === false) return undefined
  return typeof condition === 'function' ? 'sometimes' : 'always'
}

/**
 * A copy of a schema type that has these rules as well as its own, made by Mongoose's own methods, so that their
 * semantics and messages are Mongoose's. The type itself stays as it is.
 *
 * @throws GuardConfigError for an option that this type does not have, that can never hold, or that Mongoose refuses.
 */
export function withRules(
  type: RawSchemaType,
  rules: AddedRules,
  { isPartial = false }: RulesOptions = {},
): RawSchemaType {
  const copy = copyOfType(type)
  // In the order of the route, as in that of a schema.
  for (const [name, value] of Object.entries(rules) as [keyof AddedRules, unknown][]) {
    if (name === 'allowNull' || value === undefined || value === false || value === null) continue
    requireUsable(copy, name, value)
    if (name === 'enum' && containerKindOf(type) === 'array') {
      addToElements(copy, { enum: value })
    } else if (name === 'required') {
      addRequired(copy, value, isPartial)
    } else {
      const { length } = copy.validators
      call(copy, name, value)
      // As of a Date whose limit is 0, or of an enum of undefined.
      if (copy.validators.length === length) throw cannotBeMeant(copy, name)
    }
  }
  return copy
}

/** Mongoose takes nearly everything, and then refuses every value, or none. */
function requireUsable(copy: Writable, name: keyof AddedRules, value: unknown): void {
  const first: unknown = Array.isArray(value) && name !== 'enum' ? value[0] : value
  if (usable[name]?.holds(first, copy) === false) throw cannotBeMeant(copy, name)
}

function cannotBeMeant(copy: Writable, name: keyof AddedRules): GuardConfigError {
  const hint = usable[name] === undefined ? '' : `: it takes ${usable[name].takes(copy)}`
  return new GuardConfigError(`rules of "${copy.path}": "${name}" has a value that cannot be meant${hint}`)
}

interface Usable {
  readonly holds: (value: unknown, type: Writable) => boolean
  readonly takes: (type: Writable) => string
}

const length: Usable = {
  holds: (value) => Number.isInteger(value) && (value as number) >= 0,
  takes: () => 'an integer from 0 on',
}
const limit: Usable = {
  holds: (value, type) => {
    if (type.instance !== 'Date') return typeof value === 'number' && !Number.isNaN(value)
    if (typeof value === 'function') return true
    try {
      return !Number.isNaN(Number(type.cast(value)))
    } catch {
      return false
    }
  },
  takes: ({ instance }) => (instance === 'Date' ? 'a date, as new Date(0)' : 'a number'),
}
const usable: Partial<Record<keyof AddedRules, Usable>> = {
  minlength: length,
  maxlength: length,
  min: limit,
  max: limit,
  match: { holds: isRegExp, takes: () => 'a regular expression' },
  enum: {
    holds: (value) => typeof value === 'object' && value !== null && Object.keys(value).length > 0,
    takes: () => 'a list of values',
  },
  validate: { holds: (value) => value !== undefined, takes: () => 'a function' },
}

/** With the very validators of the type, by whose identity Mongoose knows its own: `SchemaType#clone` makes others. */
function copyOfType(type: RawSchemaType): Writable {
  const prototype = Object.getPrototypeOf(type) as object
  const properties = Object.getOwnPropertyDescriptors(type) as Record<string, PropertyDescriptor>
  // The model's type may be frozen.
  for (const property of Object.values(properties)) if ('value' in property) property.writable = true
  const copy = Object.create(prototype, properties) as Writable
  copy.validators = [...entriesOf(type)]
  copy.options = Object.assign(Object.create(Object.getPrototypeOf(type.options) as object) as object, type.options)
  // Else a method would take the model's own rule away before it adds the route's.
  for (const name of kept) if (Object.hasOwn(copy, name)) copy[name] = undefined
  if (Array.isArray(copy.enumValues)) copy.enumValues = []
  return copy
}

function call(copy: Writable, name: string, value: unknown): void {
  const method = copy[name]
  if (typeof method !== 'function') {
    const own = ruleOptions.filter((option) => {
      if (option === 'allowNull') return !isArray(copy)
      if (option === 'enum' && containerKindOf(copy) === 'documentArray') return false
      return typeof copy[option] === 'function'
    })
    throw new GuardConfigError(
      `rules of "${copy.path}": a path of type ${typeNameOf(copy)} has no option "${name}", but ${own.join(', ')}`,
    )
  }
  orRefused(`rules of "${copy.path}": "${name}"`, () => {
    // As the constructor of SchemaType does with its options.
    Reflect.apply(method as Callable, copy, Array.isArray(value) ? value : [value])
  })
}

function addRequired(copy: Writable, value: unknown, isPartial: boolean): void {
  const model = copy.isRequired === true ? copy.originalRequiredValue : false
  const isCertain = copy.isRequired === true && typeof model !== 'function'
  const hasText = typeof value !== 'function' && value !== true
  if (demandOf({ required: value }) === 'always') {
    // It wins over a default, which Mongoose would set before it looks.
    copy.defaultValue = undefined
    Reflect.deleteProperty(copy.options, 'default')
    if (isCertain && !hasText) return
    dropRequired(copy)
    call(copy, 'required', value)
  } else if (!isCertain || isPartial) {
    const { message } = copy.validators.find(({ validator }) => validator === copy.requiredValidator) ?? {}
    const condition = isPartial || typeof model !== 'function' ? never : (model as Callable)
    dropRequired(copy)
    call(copy, 'required', copy.isRequired === true ? eitherOf(condition, value, message) : value)
  }
}

const never = () => false

function dropRequired(copy: Writable): void {
  const { requiredValidator } = copy
  if (requiredValidator === undefined) return
  copy.validators = copy.validators.filter(({ validator }) => validator !== requiredValidator)
}

/** Both conditions, with the text of the route's, or else that of the model's. */
function eitherOf(model: Callable, route: unknown, modelText: unknown): unknown {
  const parts: unknown[] = Array.isArray(route) ? route : [route]
  const [condition, ...given] = parts
  const text = given.length > 0 ? given : [modelText]
  const { isRequired = condition } = (condition ?? {}) as { isRequired?: unknown }
  if (typeof isRequired !== 'function') return [model, ...text]
  const either = function (this: unknown, ...parameters: unknown[]) {
    return [model, isRequired].some((condition) => {
      const result: unknown = Reflect.apply(condition as Callable, this, parameters)
      // Mongoose does not await it either: a promise is true.
      forget(result)
      return Boolean(result)
    })
  }
  return isRequired === condition
    ? [either, ...text]
    : [{ message: modelText, ...(condition as object), isRequired: either }]
}

/** As the `enum` of Mongoose's arrays does, but for the elements of this copy alone. */
function addToElements(copy: Writable, rules: AddedRules): void {
  const element = copy.getEmbeddedSchemaType()
  if (element === undefined) return
  const item = withRules(element, rules)
  Object.defineProperty(copy, 'getEmbeddedSchemaType', { value: () => item })
}
