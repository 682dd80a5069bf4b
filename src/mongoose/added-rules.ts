import { GuardConfigError } from '../errors/config-error.ts'
import type { Callable, RawSchemaType } from './mongoose.ts'

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

/** In the order in which Mongoose's own methods are called; each adds a validator of this name. */
const methods = ['required', 'enum', 'match', 'minlength', 'maxlength', 'min', 'max', 'validate'] as const

export const ruleOptions: readonly string[] = [...methods, 'allowNull']

/** What a schema type keeps of the one validator that a method would replace. */
const kept = ['enumValidator', 'minlengthValidator', 'maxlengthValidator', 'minValidator', 'maxValidator'] as const

type Writable = { -readonly [Key in keyof RawSchemaType]: RawSchemaType[Key] } & {
  enumValues?: unknown[]
} & Partial<Record<string, unknown>>

/** Whether a path has to be in a body whatever else it holds, because the route says so. */
export function isAlwaysRequired({ required }: AddedRules): boolean {
  const value: unknown = Array.isArray(required) ? required[0] : required
  if (typeof value === 'object' && value !== null) return (value as { isRequired?: unknown }).isRequired === true
  return value === true || typeof value === 'string'
}

/**
 * A copy of a schema type that has these rules as well as its own, made by Mongoose's own methods, so that their
 * semantics and messages are Mongoose's. The type itself stays as it is.
 *
 * @throws GuardConfigError for an option that this type does not have, or that Mongoose refuses.
 */
export function withRules(type: RawSchemaType, rules: AddedRules): RawSchemaType {
  const copy = copyOfType(type)
  for (const name of methods) {
    const value = rules[name]
    if (value === undefined || value === false || value === null) continue
    if (name === 'enum' && type.$isMongooseArray === true && type.$isMongooseDocumentArray !== true) {
      addToElements(copy, { enum: value })
    } else if (name === 'required') {
      addRequired(copy, value)
    } else {
      call(copy, name, value)
    }
  }
  return copy
}

/** With the very validators of the type, by whose identity Mongoose knows its own: `SchemaType#clone` makes others. */
function copyOfType(type: RawSchemaType): Writable {
  const prototype = Object.getPrototypeOf(type) as object
  const copy = Object.create(prototype, Object.getOwnPropertyDescriptors(type)) as Writable
  copy.validators = [...type.validators]
  copy.options = Object.assign(Object.create(Object.getPrototypeOf(type.options) as object) as object, type.options)
  // Else a method would take the model's own rule away before it adds the route's.
  for (const name of kept) if (Object.hasOwn(copy, name)) copy[name] = undefined
  if (Array.isArray(copy.enumValues)) copy.enumValues = []
  return copy
}

function call(copy: Writable, name: string, value: unknown): void {
  const method = copy[name]
  if (typeof method !== 'function') {
    throw new GuardConfigError(`rules of "${copy.path}": a path of type ${copy.instance} has no option "${name}"`)
  }
  try {
    // As the constructor of SchemaType does with its options.
    Reflect.apply(method as Callable, copy, Array.isArray(value) ? value : [value])
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new GuardConfigError(`rules of "${copy.path}": "${name}" is refused by Mongoose (${problem})`)
  }
}

function addRequired(copy: Writable, value: unknown): void {
  const model = copy.isRequired === true ? copy.originalRequiredValue : undefined
  const isCertain = copy.isRequired === true && typeof model !== 'function'
  const hasText = typeof value !== 'function' && value !== true
  if (isAlwaysRequired({ required: value })) {
    // It wins over a default, which Mongoose would set before it looks.
    copy.defaultValue = undefined
    Reflect.deleteProperty(copy.options, 'default')
    if (isCertain && !hasText) return
    dropRequired(copy)
    call(copy, 'required', value)
  } else if (!isCertain) {
    dropRequired(copy)
    call(copy, 'required', typeof model === 'function' ? eitherOf(model as Callable, value) : value)
  }
}

function dropRequired(copy: Writable): void {
  const { requiredValidator } = copy
  if (requiredValidator === undefined) return
  copy.validators = copy.validators.filter(({ validator }) => validator !== requiredValidator)
}

/** Both conditions, with the text of the route's. */
function eitherOf(model: Callable, route: unknown): unknown {
  const parts: unknown[] = Array.isArray(route) ? route : [route]
  const [condition, ...text] = parts
  const { isRequired = condition } = (condition ?? {}) as { isRequired?: unknown }
  if (typeof isRequired !== 'function') return [model, ...text]
  const either = function (this: unknown, ...scope: unknown[]) {
    return Boolean(Reflect.apply(model, this, scope)) || Boolean(Reflect.apply(isRequired, this, scope))
  }
  return isRequired === condition ? [either, ...text] : [{ ...(condition as object), isRequired: either }]
}

/** As the `enum` of Mongoose's arrays does, but for the elements of this copy alone. */
function addToElements(copy: Writable, rules: AddedRules): void {
  const element = copy.getEmbeddedSchemaType()
  if (element === undefined) return
  const item = withRules(element, rules)
  Object.defineProperty(copy, 'getEmbeddedSchemaType', { value: () => item })
}
