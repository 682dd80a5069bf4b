import type { DocumentLike, ErrorLike, ModelLike } from './internals.ts'
import type { JsonObject } from './shape.ts'

/** What Mongoose says about one path of one body. */
export interface Verdict {
  rule: string
  message: string
  /** What the rule saw, which may be what setters made of the value in the body. */
  value: unknown
  /** The value did not cast, or a function of the schema threw outside a rule. */
  isRaw: boolean
  isCast: boolean
}

export type Verdicts = Map<string, Verdict>

/** Thrown where Mongoose fails by something else than a list of errors. */
export class OracleFailure extends Error {
  override readonly name = 'OracleFailure'
}

const toVerdict = (error: ErrorLike): Verdict => ({
  rule: error.kind ?? error.properties?.type ?? error.name ?? 'Error',
  message: textOf(error),
  value: error.value,
  isRaw: error.name !== 'ValidatorError',
  isCast: error.name === 'CastError',
})

/** Mongoose takes the text of a thrown error for a template; the guard does not, as the text may repeat the value. */
function textOf({ name, message, reason }: ErrorLike): string {
  const thrown = (reason as { message?: unknown } | null | undefined)?.message
  return name === 'ValidatorError' && typeof thrown === 'string' && thrown !== '' ? thrown : message
}

/** Waits until everything that a validation of Mongoose has left behind is over. */
const afterwards = (): Promise<void> =>
  new Promise((done) => setImmediate(() => setImmediate(() => setImmediate(done))))

/**
 * Asks Mongoose about each body: `new Model(body).validate()`. Mongoose 9 answers before all elements of an array of
 * sub-schemas have; the errors of the slower ones arrive on the document and are collected there.
 */
export async function askMongoose(
  model: ModelLike,
  bodies: readonly JsonObject[],
): Promise<(Verdicts | OracleFailure)[]> {
  const documents: (DocumentLike | OracleFailure)[] = bodies.map((body) => {
    try {
      return new model(body)
    } catch (error) {
      return new OracleFailure(`new Model(body) threw ${String(error)}`, { cause: error })
    }
  })
  const answers = await Promise.all(
    documents.map(async (document): Promise<Verdicts | OracleFailure> => {
      const verdicts: Verdicts = new Map()
      if (document instanceof OracleFailure) return document
      try {
        await document.validate()
      } catch (error) {
        const { errors } = error as { errors?: Record<string, ErrorLike> }
        if (errors === undefined) return new OracleFailure(`validate() threw ${String(error)}`, { cause: error })
        for (const [path, one] of Object.entries(errors)) verdicts.set(path, toVerdict(one))
      }
      return verdicts
    }),
  )
  await afterwards()
  for (const [index, document] of documents.entries()) {
    const answer = answers[index]
    if (document instanceof OracleFailure || answer instanceof OracleFailure) continue
    for (const [path, one] of Object.entries(document.$__.validationError?.errors ?? {})) {
      if (answer?.has(path) === false) answer.set(path, toVerdict(one))
    }
  }
  return answers
}

const placeholder = '\uE000'

/**
 * Runs `work` with Mongoose's message templates inserting values verbatim, as the guard documents it: Mongoose gives
 * each value to `String.prototype.replace`, which reads `$` patterns in it, and then replaces tokens within it.
 */
export async function withVerbatimValues<Result>(work: () => Promise<Result>): Promise<Result> {
  // oxlint-disable-next-line typescript/unbound-method -- called below with its receiver
  const original = String.prototype.replace as (this: string, pattern: unknown, by: unknown) => string
  const patched = function (this: string, pattern: unknown, by: unknown): string {
    if (typeof pattern !== 'string' || !/^\{[A-Z]+\}$/.test(pattern) || typeof by === 'function') {
      return original.call(this, pattern, by)
    }
    const text = String(by).split('{').join(placeholder)
    return original.call(this, pattern, () => text)
  }
  Object.defineProperty(String.prototype, 'replace', { value: patched, writable: true, configurable: true })
  try {
    return await work()
  } finally {
    Object.defineProperty(String.prototype, 'replace', { value: original, writable: true, configurable: true })
  }
}

export const fromPlaceholders = (message: string): string => message.split(placeholder).join('{')

/**
 * Runs `work` with unhandled rejections ignored: Mongoose 9 drops the promise of an asynchronous rule when a
 * synchronous one fails on the same path, and a test runner would take that for a failure of the test.
 */
export async function withRejectionsIgnored<Result>(work: () => Promise<Result>): Promise<Result> {
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  const ignore = (): void => undefined
  process.on('unhandledRejection', ignore)
  try {
    const result = await work()
    await afterwards()
    return result
  } finally {
    process.off('unhandledRejection', ignore)
    for (const listener of listeners) process.on('unhandledRejection', listener)
  }
}
