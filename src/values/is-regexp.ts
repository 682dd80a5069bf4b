/** One of another realm, too, which is no instance of this `RegExp`. */
export function isRegExp(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === '[object RegExp]'
}

/**
 * Whether a copy of a pattern matches, which remembers no place where it left off. One that is too large for the
 * engine, which says so when it is first used, matches nothing: as a rule, it refuses every value.
 */
export function matchesText(pattern: RegExp, text: string): boolean {
  try {
    return new RegExp(pattern).test(text)
  } catch {
    return false
  }
}
