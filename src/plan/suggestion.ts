/** How many paths of a schema are compared: a suggestion is not worth a long search. */
const candidateLimit = 5000

/** The path that `entry` was probably meant to be, where one is near enough. */
export function nearestPath(entry: string, paths: Iterable<string>): string | undefined {
  return nearest(withoutIndexes(entry), paths, 2)
}

/** The one of a few names that was probably meant, where one is near enough. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  return nearest(name.toLowerCase(), names, 1)
}

function nearest(wanted: string, paths: Iterable<string>, leastMistakes: number): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(leastMistakes, Math.floor(wanted.length / 3)) + 1
  let looked = 0
  for (const path of paths) {
    if (++looked > candidateLimit) break
    const distance = path === wanted ? 0 : path.endsWith(`.${wanted}`) ? 1 : editDistance(wanted, path, bestDistance)
    if (distance < bestDistance) [best, bestDistance] = [path, distance]
  }
  return best
}

/** Allow entries have no array indexes: `addresses.0.city` and `addresses.$.city` mean `addresses.city`. */
function withoutIndexes(entry: string): string {
  return entry
    .split('.')
    .filter((segment) => !/^(?:\d+|\$(?:\[.*\])?)$/.test(segment))
    .join('.')
    .toLowerCase()
}

/**
 * Levenshtein distance regardless of case, in which two letters that have changed places are one mistake (Damerau's
 * optimal string alignment); `limit` where it is not below that.
 */
function editDistance(from: string, path: string, limit: number): number {
  const to = path.toLowerCase()
  if (Math.abs(from.length - to.length) >= limit) return limit
  let rowBefore: readonly number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let line = 1; line <= from.length; line++) {
    const next = [line]
    for (let column = 1; column <= to.length; column++) {
      const substitution = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1)
      const isSwap = from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1]
      const swap = isSwap ? (rowBefore[column - 2] ?? limit) + 1 : limit
      next.push(Math.min(substitution, swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    rowBefore = row
    row = next
  }
  return row[to.length] ?? limit
}
