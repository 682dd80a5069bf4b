/** Every value made from `value` by one removal or simplification, large steps first. */
function* simpler(value: unknown): Generator {
  if (Array.isArray(value)) {
    if (value.length > 1) yield value.slice(0, value.length >> 1)
    for (let index = 0; index < value.length; index++) yield value.toSpliced(index, 1)
    for (const [index, item] of value.entries())
      for (const candidate of simpler(item)) yield value.with(index, candidate)
  } else if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value)
    for (const key of keys) yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
    for (const [key, inner] of Object.entries(value)) {
      for (const candidate of simpler(inner))
        yield Object.fromEntries(Object.entries(value).map(([name, old]) => [name, name === key ? candidate : old]))
    }
  } else if (typeof value === 'string' && value.length > 3 && /^(.)\1+$/.test(value)) {
    yield value.slice(0, value.length >> 1)
  }
}

/**
 * The smallest case found that still fails, by greedy removals. Candidates that are no valid case must count as
 * passing.
 */
export async function shrink<Case>(
  failing: Case,
  fails: (candidate: Case) => Promise<boolean>,
  attempts = 3000,
): Promise<Case> {
  let smallest = failing
  let left = attempts
  for (let improved = true; improved && left > 0;) {
    improved = false
    for (const candidate of simpler(smallest)) {
      if (left-- <= 0) break
      if (await fails(candidate as Case)) {
        smallest = candidate as Case
        improved = true
        break
      }
    }
  }
  return smallest
}
