/** One of another realm, too, which is no instance of this `RegExp`. */
export function isRegExp(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === '[object RegExp]'
}
