/**
 * Whether a value is none that BSON leaves out of a document, and JSON as well: a function or a symbol. Some formats
 * make functions of what a client sends, and React one that throws at every access (`"$T"` in the arguments of a server
 * action); Mongoose 8 meets it outside of the promise that its caller awaits, which ends the process.
 */
export function isStorable(value: unknown): boolean {
  return typeof value !== 'function' && typeof value !== 'symbol'
}
