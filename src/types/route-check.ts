import type { HasPrimitive } from './allow-path.ts'

/** One failure of the option `check`; without a path, it is about the body as a whole. */
export interface CheckFailure<Path = string> {
  /** Dot path in the document, with array indexes, or of a field of `extra`. */
  readonly path?: Path
  readonly message: string
  /** `check` where it is left out. */
  readonly rule?: string
}

// `void`, for functions that return nothing on some way.
// oxlint-disable-next-line typescript/no-invalid-void-type
type TrueOrWhatIsWrong<Path> = void | true | undefined | CheckFailure<Path> | readonly CheckFailure<Path>[]

/**
 * The option `check`: asked about a body that is good by everything else. It gives nothing or `true`, or what is wrong.
 * What it throws is no 400: it reaches the error handler.
 */
export type RouteCheck<Validated, Extra, Request> = (
  validated: Validated,
  context: { readonly extra: Extra; readonly request: Request },
) =>
  | TrueOrWhatIsWrong<ErrorPath<Validated> | KeyOf<Extra>>
  | Promise<TrueOrWhatIsWrong<ErrorPath<Validated> | KeyOf<Extra>>>

type KeyOf<Extra> = Extra extends object ? keyof Extra & string : never

// Below arrays and records any text goes: a path there has indexes and keys in it.
type ErrorPath<Value> = Value extends readonly (infer Item)[]
  ? `${number}` | `${number}.${string extends keyof Item ? string : keyof Item & string}${'' | `.${string}`}`
  : Value extends object
    ? string extends keyof Value
      ? string
      : { [Key in keyof Value & string]-?: Key | PathBelow<Key, NonNullable<Value[Key]>> }[keyof Value & string]
    : string
type PathBelow<Key extends string, Value> =
  HasPrimitive<Value> extends true
    ? never
    : Value extends readonly unknown[]
      ? `${Key}.${number}${'' | `.${string}`}`
      : Value extends object
        ? string extends keyof Value
          ? `${Key}.${string}`
          : `${Key}.${keyof Value & string}${'' | `.${string}`}`
        : `${Key}.${string}`
