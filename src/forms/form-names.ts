import { maxDepth } from '../values/body-limits.ts'

const head = /[^.[]*/y
const inner = /\.([^.[]*)|\[([^\]]*)\]/y

/**
 * The keys that the name of a form's field leads along: `items[0][name]`, `items[0].name` and `items.0.name` are the
 * same. The key of `[]` is empty. A name that is not of this form, or leads deeper than a body may be, is one key.
 */
export function keysOf(name: string): string[] {
  head.lastIndex = 0
  const keys = [head.exec(name)?.[0] ?? '']
  let end = head.lastIndex
  while (end < name.length) {
    inner.lastIndex = end
    const match = inner.exec(name)
    if (match === null || keys.length === maxDepth) return [name]
    keys.push(match[1] ?? match[2] ?? '')
    end = inner.lastIndex
  }
  return keys
}
