import { GuardConfigError } from '../errors/config-error.ts'
import { fieldOfExtra } from '../plan/place.ts'
import type { CompleteOptions } from './options.ts'

/** Where the entries of `ignore` belong. */
export interface IgnoredPaths {
  /** Paths in the document. */
  readonly document: readonly string[]
  /** Keys beside the document, or beside what is around it, with the keys that lead to them. */
  readonly beside: readonly (readonly string[])[]
  /** Paths in fields of `extra`. */
  readonly extra: readonly string[]
}

/**
 * Tells them apart. Where the document has a place in the body, an entry without a dot is for both sides of it, one
 * that leads to the place and on is for the document, and one inside of what is allowed is for the document whatever
 * else it names.
 *
 * @throws GuardConfigError for an entry that names the place itself, or what is around it; for a field of `extra`
 *   beside a document that has no place.
 */
export function ignoredPaths(
  options: CompleteOptions,
  allow: readonly string[],
  extraKeys: readonly string[],
): IgnoredPaths {
  const { ignore, at, ignoreIsDefault } = options
  const document: string[] = []
  const beside: string[][] = []
  const extra: string[] = []
  for (const path of ignore) {
    const keys = path.split('.')
    const shared = keys.findIndex((key, depth) => key !== at[depth])
    const isAlongPlace = shared === keys.length - 1
    if (at.length > 0 && shared === -1 && keys.length <= at.length) {
      if (ignoreIsDefault) continue
      throw new GuardConfigError(`ignore entry "${path}": the document is there`, { entry: path })
    }
    const isInside = at.length > 0 && isInsideAllowed(path, keys, allow)
    if (isInside) document.push(path)
    if (at.length > 0 && (shared === -1 || shared >= at.length)) {
      const inner = keys.slice(at.length).join('.')
      if (!(isInside && allow.includes(inner))) document.push(inner)
    } else if (extraKeys.includes(keys[0] ?? '') && !isAlongPlace) extra.push(path)
    else {
      const isOfExtra = isAlongPlace && shared === 0 && extraKeys.includes(path)
      if (isOfExtra && at.length === 0 && !ignoreIsDefault) throw fieldOfExtra('ignore', [], path)
      if (at.length > 0 && isAlongPlace && !(isOfExtra && ignoreIsDefault)) beside.push(keys)
      if (at.length === 0 ? !isOfExtra : keys.length === 1 || !isAlongPlace) document.push(path)
    }
  }
  return { document: [...new Set(document)], beside, extra }
}

/** Whether a path is in an object of the document that is allowed in whole or in part, and not itself allowed. */
function isInsideAllowed(path: string, keys: readonly string[], allow: readonly string[]): boolean {
  if (keys.length === 1) return false
  const around = `${keys.slice(0, -1).join('.')}.`
  const isAllowed = allow.some((allowed) => allowed === path || allowed.startsWith(`${path}.`))
  return !isAllowed && allow.some((allowed) => path.startsWith(`${allowed}.`) || allowed.startsWith(around))
}
