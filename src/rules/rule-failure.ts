import { invalidValue } from '../errors/error-item.ts'
import { isOutage } from '../errors/outage.ts'
import { behaviorOf } from '../mongoose/behavior.ts'
import { forgetIn, withoutServerText } from '../mongoose/cast-errors.ts'
import type { MongooseModel } from '../mongoose/mongoose.ts'
import type { Position } from '../plan/position.ts'
import type { GuardErrorItem, InvalidValueError } from '../types/error-item.ts'
import { type Failure, messageOf, messageText, propsOf, thrownText } from './message.ts'
import { textOf } from './value-text.ts'

/**
 * The item for a rule that a value failed.
 *
 * @throws what the rule threw, or its message function, where that is an outage: it is not the client's fault.
 */
export function failureItem(failure: Failure): GuardErrorItem {
  const { site, entry, cause } = failure
  if (cause !== undefined) {
    throwIfOutage(cause.thrown)
    forgetIn(cause.thrown)
  }
  // Applications also give numbers.
  const rule = textOf(entry.type ?? 'user defined')
  try {
    const { ErrorConstructor } = entry
    if (!ErrorConstructor) return invalidValue(site.at.path, rule, messageText(failure))
    const error = new ErrorConstructor(propsOfError(failure, ErrorConstructor), site.scope)
    return invalidValue(site.at.path, typeof error.kind === 'string' ? error.kind : rule, textOf(error.message))
  } catch (error) {
    // A message function or an error class of the application may throw too; the rule has failed all the same.
    throwIfOutage(error)
    forgetIn(error)
    return invalidValue(site.at.path, rule, textOf(messageOf(error) ?? error))
  }
}

/** A subclass of Mongoose's own error fills in a message that is a text, but not one that a function gives. */
function propsOfError(failure: Failure, ErrorConstructor: { readonly prototype: unknown }): object {
  const { site, entry, value, cause } = failure
  const props = propsOf(site, entry, value, cause)
  const text = cause && thrownText(cause)
  const { ValidatorError } = site.context.model.base.Error
  const fillsIn = ErrorConstructor.prototype instanceof ValidatorError
  return text !== undefined && fillsIn ? Object.assign(props, { message: () => text }) : props
}

/**
 * The item for a value of which a setter or a cast made nothing, or a default that could not be made.
 *
 * @throws an outage, as {@link failureItem}.
 */
export function buildErrorItem(
  model: MongooseModel,
  at: Position,
  thrown: unknown,
  documentModel: () => unknown,
): InvalidValueError {
  const { CastError, ValidatorError } = model.base.Error
  const isCastError = thrown instanceof CastError
  throwIfOutage(isCastError ? thrown.reason : thrown)
  forgetIn(thrown)
  const shown = withoutServerText(thrown)
  if (shown instanceof CastError && behaviorOf(model).namesModelInCastErrors) {
    const named = documentModel() as { name?: unknown }
    // Mongoose goes by the name of the class (`Document#invalidate`): it does not where the application extends it.
    if (named.name === 'model') shown.setModel(named)
  }
  // Of an error that a rule has filed by `this.invalidate()`, the kind that it was given.
  const { kind } = shown instanceof ValidatorError ? (shown as { kind?: unknown }) : {}
  return invalidValue(at.path, typeof kind === 'string' ? kind : 'user defined', textOf(messageOf(shown) ?? shown))
}

function throwIfOutage(thrown: unknown): void {
  if (isOutage(thrown)) throw thrown
}
