import { copyFew } from './few-keys.ts'
import { Freshness } from './freshness.ts'
import type { GeneratedCode } from './generated-code.ts'
import { copyCode, copyFewCode } from './write-copy.ts'
import { type FieldContent, loopCode } from './write-loop.ts'

/** An object of whose fields a body mostly has few: what the others rest on is not tested for it. */
export interface WideObject {
  readonly code: GeneratedCode
  /** Of its function. */
  readonly name: string
  readonly fields: readonly FieldContent[]
  readonly ignored: ReadonlySet<string>
}

/**
 * Objects with more fields than this have code for few keys beside that for many. With fewer it would be a little
 * faster for good bodies, and slower for bad ones, which the walker then looks through from the start. An update mostly
 * has few keys; another body mostly has many, and pays for counting them.
 */
const wideFrom = { update: 24, other: 100 }
/** With more keys than one for so many fields, the rules of all fields are tested at once. */
const fewAreOneIn = 4
/** With more fields, V8 takes too long to optimize a function that has a place for each, or never does. */
const mostInFunction = 150

export function isWide(fields: readonly unknown[], partial: boolean): boolean {
  return fields.length > (partial ? wideFrom.update : wideFrom.other)
}

/** Code that returns the copy of an object `b`. */
export function wideCode(wide: WideObject): string {
  const { code, name, fields, ignored } = wide
  const all = new Freshness()
  for (const { freshness } of fields) all.include(freshness)
  const few = fields.length > mostInFunction ? lookedUp(wide) : passed(wide)
  const many = code.define(
    `${name}Many`,
    `function ${name}Many(b, d) {
  ${testCode(code, all)}
  ${loopCode(code, fields, ignored)}${copyCode(code, fields)}
}`,
  )
  const most = Math.floor(fields.length / fewAreOneIn)
  return `let n = 0
  for (const k in b) if (++n > ${most}) return ${many}(b, d)
  return ${few}`
}

/** Code that goes on where what was read of the schema is as it was. */
function testCode(code: GeneratedCode, freshness: Freshness): string {
  return `if (!${code.test(freshness)}()) { ${code.constant(code.state)}.isStale = true; return }`
}

/** A call of a function that has a place for each field. */
function passed({ code, name, fields, ignored }: WideObject): string {
  const test = ({ freshness }: FieldContent) => `\n        ${testCode(code, freshness)}`
  const few = code.define(
    `${name}Few`,
    `function ${name}Few(b, d, n) {
  ${loopCode(code, fields, ignored, test)}${copyFewCode(code, fields, 'n')}
}`,
  )
  return `${few}(b, d, n)`
}

/** A call that looks up the field of each key. */
function lookedUp({ code, name, fields, ignored }: WideObject): string {
  const entries = fields.map(({ key, content = '\n  return', freshness, isOptional }, number) => {
    const take = `function (v, d) {${content}\n  return v\n}`
    return `[${key}, { number: ${number}, isNeeded: ${!isOptional}, isFresh: ${code.test(freshness)}, take: ${take} }]`
  })
  const ignore = Array.from(ignored, (key) => `[${JSON.stringify(key)}, null]`)
  const needed = fields.filter(({ isOptional }) => !isOptional).length
  const byKey = `new Map([${[...entries, ...ignore].join()}])`
  const state = code.constant(code.state)
  const few = code.define(`${name}Few`, `const ${name}Few = { byKey: ${byKey}, needed: ${needed}, state: ${state} }`)
  return `${code.constant(copyFew)}(${few}, b, d)`
}
