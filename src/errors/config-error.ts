const brand = Symbol.for('mongoose-guard.GuardConfigError')

/** A path in the options of a guard that cannot be meant. */
export interface WrongEntry {
  readonly entry: string
  /** The schema path that was probably meant. */
  readonly suggestion?: string
  /** The name of the model; a Schema in its place has none. */
  readonly model?: string
}

/** What a {@link GuardConfigError} knows beyond its message. */
export interface GuardConfigErrorDetails {
  /** The allow entry at fault. */
  entry?: string
  /** What was probably meant: a schema path, an option, a rule. */
  suggestion?: string
  /** All entries at fault, where there may be several. */
  entries?: readonly WrongEntry[]
}

/**
 * Thrown at set-up, when a guard is built from something that cannot work: allow entries that name no schema path, a
 * first argument that is not a Mongoose model, an unknown option. The page of errors in the docs has each of them, with
 * its cause and cure.
 *
 * All wrong entries of a guard are in one error: `message` has a sentence for each, `entries` has them as data, and
 * `stack`, which a crash prints, says below the message what was probably meant.
 *
 * `instanceof` holds across the package's entries and module formats, so an application that loads one part as ESM
 * and another as CommonJS needs a single check.
 *
 * @example
 * try {
 *   createGuard(User, { allow: ['adress.city' as never] })
 * } catch (error) {
 *   if (error instanceof GuardConfigError) console.log(error.entry, error.suggestion) // adress.city address.city
 * }
 */
export class GuardConfigError extends Error {
  declare readonly entry?: string
  declare readonly suggestion?: string
  /** Every entry at fault; none where something else is. */
  declare readonly entries: readonly WrongEntry[]

  /** `message` may be a list of sentences, which become a line each. */
  constructor(message: string | readonly string[], details: GuardConfigErrorDetails = {}) {
    super(
      [message]
        .flat()
        .map((sentence) => `mongoose-guard: ${sentence}`)
        .join('\n'),
    )
    const {
      entry,
      suggestion,
      entries = entry === undefined ? [] : [withoutUndefined({ entry, suggestion })],
    } = details
    Object.assign(this, withoutUndefined({ entry, suggestion, entries }))
    noteEntries(this)
  }
}

// A brand instead of the prototype chain: the ESM and the CommonJS build are two classes in one process. Not in the
// body of the class, where a bundler would rename a class that speaks of itself, and Node.js print the name.
Object.defineProperty(GuardConfigError, Symbol.hasInstance, {
  value(this: unknown, value: unknown): boolean {
    if (this !== GuardConfigError) return Function.prototype[Symbol.hasInstance].call(this as () => void, value)
    return typeof value === 'object' && value !== null && brand in value
  },
})

const nameOfClass = { value: 'GuardConfigError', configurable: true }
Object.defineProperty(GuardConfigError.prototype, brand, { value: true })
Object.defineProperty(GuardConfigError.prototype, 'name', { ...nameOfClass, writable: true })
// Also where an application is minified.
Object.defineProperty(GuardConfigError, 'name', nameOfClass)

/** A wrong entry, the sentence about it, and what the stack says where nothing is suggested. */
export interface EntryProblem extends WrongEntry {
  readonly message: string
  readonly note?: string
}

/** Wrong entries in one error, with the first of them as `entry`. */
export function entriesError(problems: readonly EntryProblem[], model?: string): GuardConfigError {
  const entries = problems.map(({ entry, suggestion, note }) => {
    const wrong = withoutUndefined({ entry, suggestion, model })
    if (note !== undefined) notesOnEntries.set(wrong, note)
    return wrong
  })
  return new GuardConfigError(
    problems.map(({ message }) => message),
    { ...withoutUndefined({ entry: entries[0]?.entry, suggestion: entries[0]?.suggestion }), entries },
  )
}

/** The stack is written anew by {@link calledBy}. */
const notesOnEntries = new WeakMap<WrongEntry, string>()

/** What `setUp` gives. The stack of a set-up error begins where `called` was called, in the application. */
export function calledBy<Result>(called: (...parameters: never[]) => unknown, setUp: () => Result): Result {
  try {
    return setUp()
  } catch (error) {
    const { captureStackTrace } = Error as Partial<typeof Error>
    if (error instanceof GuardConfigError && captureStackTrace !== undefined) {
      captureStackTrace(error, called)
      noteEntries(error)
    }
    throw error
  }
}

/** Says below the message, in the stack, which model the entries are of, and what was probably meant. */
function noteEntries(error: GuardConfigError): void {
  const { entries, stack } = error
  const notes = entries.flatMap((wrong) => {
    const { entry, suggestion } = wrong
    const about = entries.length > 1 ? `"${entry}": ` : ''
    if (suggestion !== undefined) return `${about}Did you mean "${suggestion}"?`
    const note = notesOnEntries.get(wrong)
    return note === undefined ? (noteOnSelect(entry) ?? []) : `${about}${note}`
  })
  const model = entries[0]?.model
  if (model !== undefined) notes.unshift(`Model: ${model}`)
  const end = stack?.indexOf(error.message) ?? -1
  if (stack === undefined || end === -1 || notes.length === 0) return
  const below = end + error.message.length
  const text = notes.map((note) => `\n  ${note}`).join('')
  Object.defineProperty(error, 'stack', {
    value: stack.slice(0, below) + text + stack.slice(below),
    configurable: true,
    writable: true,
  })
}

const nothingIsSelected = 'Name each path that may be set: nothing is excluded, and there are no wildcards'

/** What to do about an entry that only Mongoose's `select` would take. */
function noteOnSelect(entry: string): string | undefined {
  if (isOfSelect(entry)) return nothingIsSelected
  const paths = entry.split(/[\s,]+/).filter((path) => path !== '')
  return paths.length > 1 ? `Each path is an entry of its own: ['${paths.join("', '")}']` : undefined
}

/** Whether an entry is written as for Mongoose's `select`: `-role`, `+role`, `*`. */
export function isOfSelect(entry: string): boolean {
  return /^[-+]|\*$/.test(entry)
}

function withoutUndefined<Value extends object>(
  value: Value,
): { [Key in keyof Value]: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as never
}
