import { invalidValue } from './error-item.ts'
import { messageText, type RuleProps } from './message.ts'
import { canSeeDocument } from './receiver.ts'
import type { MaybePromise } from './maybe-promise.ts'
import { ownSettersOf, settersOf, type MongooseModel, type SchemaType, type ValidatorEntry } from './schema.ts'
import type { GuardErrorItem } from './types/error-item.ts'
import { textOf } from './value-text.ts'

export type Verdict = GuardErrorItem | undefined

/** A position of the body. */
export interface Position {
  /** Full path, with array indexes and Map keys, as in Mongoose's `err.errors`. */
  readonly path: string
  /** Path within the nearest schema, which is what Mongoose prints. */
  readonly textPath: string
  /**
   * The first key of a Map: Mongoose asks a `required` function of the values once, with the document as its argument,
   * and takes the answer for the first of them.
   */
  readonly isFirstKey?: true
}

/** The position of a field, element or key of what stands at a position. */
export function below({ path, textPath }: Position, key: string | number): Position {
  return {
    path: path === '' ? String(key) : `${path}.${key}`,
    textPath: textPath === '' ? String(key) : `${textPath}.${key}`,
  }
}

/** Where rules run: the position they answer for, and what their functions get as `this`. */
export interface RuleSite extends Position {
  readonly model: MongooseModel
  readonly type: SchemaType
  readonly scope: unknown
  /** The body holds a value, whatever a setter made of it. */
  readonly isSent?: boolean
}

/** What set-up knows of a schema type's rules. They are read live: rules added to a compiled model count. */
export interface RuleFacts {
  readonly validators: readonly ValidatorEntry[]
  readonly count: number
  readonly allSetters: number
  /** Setters that make another value. */
  readonly setterCount: number
  /** Those among them that get a container before its content is looked at. */
  readonly contentSetterCount: number
  /** A setter, rule, message or condition can see the document, or wants Mongoose's own container as its value. */
  readonly seesDocument: boolean
  /** Some rule can fail on a value that is there: not only a plain `required`. */
  readonly judgesPresence: boolean
  /** Some rule is about null. */
  readonly judgesNull: boolean
  /** As {@link seesDocument}, for the default. */
  readonly defaultSeesDocument: boolean
}

const factsByType = new WeakMap<SchemaType, RuleFacts>()

/** `container` tells whether the rules get a Mongoose array, Map or sub-document rather than a plain value. */
export function ruleFactsOf(type: SchemaType, container: boolean): RuleFacts {
  const facts = factsByType.get(type)
  if (facts?.validators === type.validators && facts.count === type.validators.length) {
    if (facts.allSetters === type.setters.length) return facts
  }
  const fresh = readFacts(type, container)
  factsByType.set(type, fresh)
  return fresh
}

function readFacts(type: SchemaType, container: boolean): RuleFacts {
  const setters = settersOf(type)
  const given = container ? type.options.default : type.defaultValue
  return {
    validators: type.validators,
    count: type.validators.length,
    allSetters: type.setters.length,
    setterCount: setters.length,
    contentSetterCount: container ? ownSettersOf(type).length : 0,
    seesDocument:
      type.validators.some((entry) => entrySeesDocument(type, entry, container)) ||
      setters.some((setter) => canSeeDocument(setter, Infinity)) ||
      (container && setters.length > 0),
    judgesPresence: type.validators.some((entry) => !isAboutAbsence(type, entry)),
    judgesNull: type.isRequired === true || type.validators.some(isAllowNull),
    defaultSeesDocument: typeof given === 'function' && canSeeDocument(given as () => unknown, 0),
  }
}

function isAboutAbsence(type: SchemaType, entry: ValidatorEntry): boolean {
  if (entry.validator === type.requiredValidator) return typeof type.originalRequiredValue !== 'function'
  return isAllowNull(entry)
}

/**
 * Mongoose wraps the text of `maxlength` in a function that hands the document on, which matters only where the
 * schema gives a function itself.
 */
function isOwnMessage({ options }: SchemaType, { type }: ValidatorEntry): boolean {
  const given = options.maxlength ?? options.maxLength
  if (type !== 'maxlength' || given === undefined) return false
  return !Array.isArray(given) || typeof given[1] !== 'function'
}

/** By its type: a clone of the schema type, as discriminators hold them, has lost `allowNullValidator`. */
function isAllowNull({ type }: ValidatorEntry): boolean {
  return type === 'allowNull'
}

function entrySeesDocument(type: SchemaType, entry: ValidatorEntry, container: boolean): boolean {
  const { validator, message, ErrorConstructor } = entry
  if (ErrorConstructor !== undefined) return true
  if (typeof message === 'function' && !isOwnMessage(type, entry) && canSeeDocument(message, 1)) return true
  if (validator === type.requiredValidator) {
    const condition = type.originalRequiredValue
    return typeof condition === 'function' && canSeeDocument(condition as () => unknown, 0)
  }
  if (isAllowNull(entry)) return false
  if (container) return true
  if (typeof validator !== 'function') return false
  if (type.instance === 'Date' && (entry.type === 'min' || entry.type === 'max')) {
    // Mongoose's own validator mentions `this`, but uses it only to call a limit that is a function.
    const limit = entry[entry.type]
    return typeof limit === 'function' && limit !== Date.now && canSeeDocument(limit as () => unknown, Infinity)
  }
  return canSeeDocument(validator, Infinity)
}

/** Which of a schema type's rules to run: a null that the type has no room for meets only the rules about null. */
export type RuleChoice = 'all' | 'nullness' | 'required' | 'allowNull'

function isChosen(choice: RuleChoice, isRequired: boolean, isAllowNull: boolean): boolean {
  if (choice === 'all') return true
  return (isRequired && choice !== 'allowNull') || (isAllowNull && choice !== 'required')
}

/**
 * Runs the rules of one schema type on one value, as Mongoose's `SchemaType.prototype.doValidate` does: in declared
 * order with `required` first, up to the first failure; asynchronous ones are started on the way and awaited only
 * where none failed before. `asked` tells that a `required` function is called with the document as its argument, as
 * Mongoose does where the path is absent or below a plain nested object.
 */
export function runRules(
  site: RuleSite,
  value: unknown,
  asked: boolean,
  choice: RuleChoice = 'all',
): MaybePromise<Verdict> {
  const { type } = site
  const pending: Promise<Verdict>[] = []
  for (const entry of type.validators) {
    if (typeof entry !== 'object' || (entry as unknown) === null) continue
    const isRequired = type.requiredValidator !== undefined && entry.validator === type.requiredValidator
    if (!isChosen(choice, isRequired, isAllowNull(entry))) continue
    if (value === undefined && !isRequired && !testsUndefined(site, entry)) continue
    const verdict = runRule(site, entry, value, isRequired && asked)
    if (verdict instanceof Promise) pending.push(verdict)
    else if (verdict !== undefined) return verdict
  }
  if (pending.length === 0) return undefined
  return pending.length === 1 ? pending[0] : firstToSettle(pending)
}

/** Mongoose 8 tests a RegExp against the text `undefined` where a setter made nothing of a value. */
function testsUndefined({ model, isSent }: RuleSite, { validator }: ValidatorEntry): boolean {
  return isSent === true && isRegExp(validator) && isMongoose8(model)
}

export function isMongoose8(model: MongooseModel): boolean {
  return model.base.version.startsWith('8.')
}

function runRule(site: RuleSite, entry: ValidatorEntry, value: unknown, asksCondition: boolean): MaybePromise<Verdict> {
  const { validator } = entry
  const { type, scope } = site
  if (isRegExp(validator)) {
    return matches(validator, value) ? undefined : failure(site, entry, value)
  }
  if (typeof validator !== 'function') return undefined
  let answer: unknown
  try {
    if (asksCondition && typeof type.originalRequiredValue === 'function') {
      const condition = type.originalRequiredValue as (this: unknown, scope: unknown) => unknown
      answer = condition.call(scope, scope) ? type.checkRequired(value, scope) : true
    } else if (entry.propsParameter === true) {
      answer = validator.call(scope, value, propsOf(site, entry, value))
    } else {
      answer = validator.call(scope, value)
    }
  } catch (error) {
    return failure(site, entry, value, { thrown: error })
  }
  if (isThenable(answer)) return settle(site, entry, value, answer)
  return answer === undefined || answer ? undefined : failure(site, entry, value)
}

function matches(pattern: RegExp, value: unknown): boolean {
  // A global or sticky RegExp would go on from where its last match ended.
  pattern.lastIndex = 0
  return pattern.test(textOf(value))
}

/** Mongoose 9 takes only `false` for a failure of an asynchronous rule, Mongoose 8 every falsy value. */
async function settle(
  site: RuleSite,
  entry: ValidatorEntry,
  value: unknown,
  answer: PromiseLike<unknown>,
): Promise<Verdict> {
  try {
    const settled = await answer
    const failed = isMongoose8(site.model) ? settled !== undefined && !settled : settled === false
    return failed ? failure(site, entry, value) : undefined
  } catch (error) {
    return failure(site, entry, value, { thrown: error, rejected: true })
  }
}

/** The failure that settles first answers for the path, once all have settled. */
async function firstToSettle(pending: readonly Promise<Verdict>[]): Promise<Verdict> {
  let first: Verdict
  await Promise.all(
    pending.map(async (verdict) => {
      const settled = await verdict
      first ??= settled
    }),
  )
  return first
}

interface Thrown {
  readonly thrown: unknown
  readonly rejected?: boolean
}

function failure(site: RuleSite, entry: ValidatorEntry, value: unknown, cause?: Thrown): GuardErrorItem {
  const rule = entry.type ?? 'user defined'
  try {
    return failureItem(site, entry, value, rule, cause)
  } catch (error) {
    // A message function or an error class of the application may throw too; the rule has failed all the same.
    return invalidValue(site.path, rule, textOf(messageOf(error) ?? error))
  }
}

function failureItem(
  site: RuleSite,
  entry: ValidatorEntry,
  value: unknown,
  rule: string,
  cause: Thrown | undefined,
): GuardErrorItem {
  const props = propsOf(site, entry, value)
  if (cause !== undefined) {
    props.reason = cause.thrown
    const message = messageOf(cause.thrown)
    if (message || cause.rejected === true) props.message = message
  }
  if (entry.ErrorConstructor === undefined) {
    return invalidValue(site.path, rule, messageText(entry, props, site.scope, site.model))
  }
  const error = new entry.ErrorConstructor(props, site.scope)
  return invalidValue(site.path, typeof error.kind === 'string' ? error.kind : rule, error.message)
}

export function messageOf(thrown: unknown): unknown {
  return (thrown as { message?: unknown } | null | undefined)?.message
}

/** The order of the keys is Mongoose's: a message template is filled in in this order. */
function propsOf(site: RuleSite, entry: ValidatorEntry, value: unknown): RuleProps {
  const props: RuleProps = { ...entry, path: site.textPath, fullPath: site.type.$fullPath, value }
  if (typeof value === 'string') props.length = value.length
  return props
}

function isRegExp(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === '[object RegExp]'
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
