/** Not by `instanceof` alone, because an error of another realm is not an instance of this `Error`. */
export function isError(value: unknown): value is Error {
  try {
    return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
  } catch {
    // A revoked proxy throws at every access.
    return false
  }
}
