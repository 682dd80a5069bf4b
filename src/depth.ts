/** MongoDB's limit for the nesting of a document; the body itself is the first level. */
export const maxDepth = 100

/** Thrown where a body is nested deeper: no single error of it counts any more. */
export const tooDeep = new Error(`The body is nested deeper than ${maxDepth} levels`)
