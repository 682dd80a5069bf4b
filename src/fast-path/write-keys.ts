import type { GeneratedCode } from './generated-code.ts'

/** V8 compares a text with one `case` after the other. */
const mostCompared = 80

/** Keys that are passed over. */
export function ignoredKeys(keys: ReadonlySet<string>): [key: string, code: string][] {
  return Array.from(keys, (key) => [key, 'break'])
}

/**
 * A `switch` over the key in a variable; `otherwise` is for what is none of these. Of more branches than `most`, the
 * one is looked up.
 */
export function keySwitch(
  code: GeneratedCode,
  variable: string,
  branches: readonly (readonly [key: string | number, code: string])[],
  otherwise: string,
  most = mostCompared,
): string {
  const isNumbered = branches.length > most
  const numbers = new Map(branches.map(([key], number) => [key, number]))
  const subject = isNumbered ? `${code.constant(numbers)}.get(${variable})` : variable
  const cases = branches.map(
    ([key, text], number) => `\n      case ${isNumbered ? number : JSON.stringify(key)}: ${text}`,
  )
  return `switch (${subject}) {${cases.join('')}\n      default: ${otherwise}\n    }`
}
