/** MongoDB's limit for the nesting of a document; the body itself is the first level. */
export const maxDepth = 100

/**
 * More values than MongoDB stores in one document of 16 MB: the byte of a Buffer takes one, an object or array at least
 * {@link valuesOfObject}. A text of JSON would have to be as long; but the body of another parser may hold one object in many
 * places, as an alias of YAML does, and stand for any number.
 */
export const maxValues = 17_000_000

/** What BSON needs for an empty one. */
export const valuesOfObject = 5

/** Thrown where a body is past a limit: no single error of it counts any more. */
export class BodyLimitError extends Error {}

export const tooDeep = new BodyLimitError(`The body is nested deeper than ${maxDepth} levels`)
export const tooMany = new BodyLimitError('The body holds more values than MongoDB stores in one document')
