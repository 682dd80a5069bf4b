import { isPlainObject } from '../values/plain-object.ts'
import type { Freshness } from './freshness.ts'
import type { GeneratedCode } from './generated-code.ts'
import { type FieldCode, lackCode } from './write-copy.ts'
import { ignoredKeys, keySwitch } from './write-keys.ts'

/** A field of an object `b`, with what checks and copies its value. */
export interface FieldContent extends FieldCode {
  /** `undefined` where only the walker can tell. */
  readonly content: string | undefined
  /** What the content rests on. */
  readonly freshness: Freshness
}

/** The name of `Object.prototype.hasOwnProperty`. */
export function hasOwn(code: GeneratedCode): string {
  return code.constant(Reflect.get(Object.prototype, 'hasOwnProperty'))
}

/**
 * Code that leaves the values of an object `b` in the variables of its fields, or returns. `before` precedes a field's.
 */
export function loopCode(
  code: GeneratedCode,
  fields: readonly FieldContent[],
  ignored: ReadonlySet<string>,
  before: (field: FieldContent) => string = () => '',
): string {
  const taken = fields.map((field): [string, string] => {
    const { name, local, content } = field
    return [
      name,
      content === undefined ? 'return' : `{${before(field)}${content}\n        ${local} = v; break\n      }`,
    ]
  })
  return `let ${fields.map(({ local }) => local).join(', ') || 'none'}
  ${eachKey(code, keySwitch(code, 'k', [...taken, ...ignoredKeys(ignored)], 'return'))}${emptyCode(code, fields)}${lackCode(fields, 'return')}`
}

/** Code that runs `statements` for each own key `k` of an object `b`, with the key's value in `v`. */
export function eachKey(code: GeneratedCode, statements: string): string {
  return `for (const k in b) {
    if (!${hasOwn(code)}.call(b, k)) continue
    let v = b[k]
    ${statements}
  }`
}

/**
 * An object of any class that has a field passes `isObjectWith`; `Object.getPrototypeOf`, a call into C++ in V8,
 * would take a tenth of the time of a good body.
 */
export function emptyCode(code: GeneratedCode, fields: readonly FieldCode[]): string {
  if (fields.some(({ isOptional }) => !isOptional)) return ''
  const isEmpty = fields.map(({ local }) => `${local} === undefined && `).join('')
  return `\n  if (${isEmpty}!${code.constant(isPlainObject)}(b)) return`
}
