import type { ErrorLimit } from '../errors/error-limit.ts'
import { copyOf } from '../values/content-copy.ts'
import { JsonSize } from '../values/json-size.ts'
import { behaviorOf } from './behavior.ts'
import { withoutBookkeeping } from './bookkeeping.ts'
import { forgetIn } from './cast-errors.ts'
import { errorsOfBuild, type MongooseDocument, prepareForRules } from './document.ts'
import { FiledErrors } from './filed-errors.ts'
import { withoutLostPromises } from './lost-promises.ts'
import type { MongooseModel } from './mongoose.ts'
import { withoutImmutability } from './without-immutability.ts'

/** In bytes of JSON. In a shorter body, Mongoose's bookkeeping costs less than replacing it. */
const dearBookkeeping = 1000

type Values = Readonly<Record<string, unknown>>

/** A document that its body is set on. */
interface WritableDocument extends MongooseDocument {
  $set(values: object): unknown
  readonly $__shouldModify: (...given: unknown[]) => boolean
}

/**
 * Builds the document that the functions of a schema see for a body: `new Model(body)`, or for an update a document
 * that is not new, with the body set on it. No query is sent, and no hook runs.
 */
export function buildDocument(
  model: MongooseModel,
  body: Values,
  isUpdate: boolean,
  limit: ErrorLimit,
): MongooseDocument {
  // Functions of the schema may write to what they are given; `validated` and the body stay as they were sent.
  const values = copyOf(body) as Values
  const build = () => (isUpdate ? updated(model, values) : (new model(values) as MongooseDocument))
  // Of these values, not of the body: with `each`, it holds many of them.
  const isDear = new JsonSize(body).hasAtLeast(dearBookkeeping)
  const filed = new FiledErrors(model.base, limit)
  const built = () =>
    withoutLostPromises(model, () => (isDear ? withoutBookkeeping(model, values, filed, build) : build()))
  const document = isUpdate ? withoutImmutability(model, built) : built()
  forgetErrors(document)
  if (isDear) filed.watchTop(document)
  prepareForRules(document, document, behaviorOf(model))
  return document
}

function updated(model: MongooseModel, values: Values): MongooseDocument {
  const document = hydrated(model)
  // Of defaults, whose errors values take away.
  forgetErrors(document)
  withoutThrowingDefaults(document, () => document.$set(values))
  return document
}

/**
 * A value that is set over an equal default counts as modified if the default still gives it. What it reads of what has
 * been set has null in place of a refused element, on which it may throw.
 */
function withoutThrowingDefaults(document: WritableDocument, set: () => void): void {
  const shouldModify = document.$__shouldModify
  Object.defineProperty(document, '$__shouldModify', {
    configurable: true,
    value(...given: unknown[]) {
      try {
        return Reflect.apply(shouldModify, this, given)
      } catch {
        return true
      }
    },
  })
  try {
    set()
  } finally {
    Reflect.deleteProperty(document, '$__shouldModify')
  }
}

/** Handles the rejections of promises that could not be cast. */
function forgetErrors(document: MongooseDocument): void {
  for (const error of Object.values(errorsOfBuild(document) ?? {})) forgetIn(error)
}

/** What `Model.hydrate({})` makes, without the hooks of `init`: they are written for documents that were stored. */
function hydrated(model: MongooseModel): WritableDocument {
  const document = new model(undefined, undefined, { skipId: true, isNew: false, willInit: true })
  Reflect.apply(model.base.Document.prototype.$__init, document, [{}])
  return document as WritableDocument
}
