/** MongoDB's limit for the nesting of a document; the body itself is the first level. */
export const maxDepth = 100

/**
 * More objects, arrays and free values than MongoDB stores in one document: with its type and its key each takes at least
 * five of the 16 MB. A text of JSON would have to be as long; but the body of another parser may hold one object in many
 * places, as an alias of YAML does, and stand for any number.
 */
export const maxValues = 3_500_000

/** Thrown where a body is past a limit: no single error of it counts any more. */
export class BodyLimitError extends Error {}

export const tooDeep = new BodyLimitError(`The body is nested deeper than ${maxDepth} levels`)
export const tooMany = new BodyLimitError('The body holds more values than MongoDB stores in one document')
