/**
 * Something about a guard that a reviewer should have seen. It is no error: each of these may be meant.
 *
 * @example
 * const concerns: ReviewNote['concern'][] = newUser.review().map(({ concern }) => concern)
 */
export interface ReviewNote {
  /** The dot path in the schema, without array indexes. */
  path: string
  /**
   * `sensitive`: a name such as `role` or `balance`, allowed by a parent that is allowed as a whole. `immutable`,
   * `hidden` (`select: false`): a field with this option is allowed. `missing`: a required field without a default is
   * not allowed, and `create()` fails unless the handler adds it. `discriminator`: the client picks the kind of
   * document. `unreachable`: a field of a discriminator is allowed without the key that picks it, and so is in no body.
   */
  concern: 'sensitive' | 'immutable' | 'hidden' | 'missing' | 'discriminator' | 'unreachable'
  message: string
}
