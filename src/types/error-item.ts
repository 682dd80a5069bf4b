/** The body was not parsed, or is not a JSON object. It has no path because it is about the body as a whole. */
export interface InvalidBodyError {
  code: 'invalid_body'
  message: string
}

/** A key that the route does not allow. */
export interface ForbiddenFieldError {
  code: 'forbidden_field'
  path: string
  message: string
}

/** A value that is not the JSON form of its schema type. */
export interface InvalidTypeError {
  code: 'invalid_type'
  path: string
  message: string
  /** With the option `details`. */
  params?: TypeParams
}

/** A value that a rule of the schema turns away; `rule` is Mongoose's name for it: `required`, `minlength`, `enum`. */
export interface InvalidValueError {
  code: 'invalid_value'
  path: string
  message: string
  rule: string
  /** With the option `details`, of a rule that compares with something. */
  params?: RuleParams
}

/** What a value of the wrong type should have been; the names are those of the message. */
export interface TypeParams {
  expected: string
  received: string
  /** What a value of this type looks like, in words, where its name does not say it: `ISO 8601 date or date-time`. */
  format?: string
  /** A regular expression for the JSON form, where that is a text. */
  pattern?: string
}

/** What a rule compares with. */
export interface RuleParams {
  /** Of `minlength`, `maxlength`, `min` and `max`; a date in ISO 8601. */
  limit?: number | string
  /** Of `enum`. */
  values?: unknown[]
  /** Of `regexp`: the source of the regular expression. */
  pattern?: string
  /** The flags of the regular expression, where it has some. */
  flags?: string
}

/**
 * One problem of a body, as it stands in the `errors` array of the answer. `code` tells which fields it has.
 *
 * @example
 * if (item.code === 'invalid_value') console.log(item.path, item.rule)
 */
export type GuardErrorItem = InvalidBodyError | ForbiddenFieldError | InvalidTypeError | InvalidValueError
