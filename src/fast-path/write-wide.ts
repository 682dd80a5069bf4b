import { copyFew, copyMany, wideFields } from './wide-fields.ts'
import { Freshness } from './freshness.ts'
import type { GeneratedCode } from './generated-code.ts'
import { copyCode, copyFewCode, literal } from './write-copy.ts'
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
  const { few, many } = wide.fields.length > mostInFunction ? lookedUp(wide) : passed(wide)
  const most = Math.floor(wide.fields.length / fewAreOneIn)
  return `let n = 0
  for (const k in b) if (++n > ${most}) return ${many}
  return ${few}`
}

/** Calls that give the copy of an object `b`. */
interface Calls {
  readonly few: string
  readonly many: string
}

function allOf(fields: readonly FieldContent[]): Freshness {
  const all = new Freshness()
  for (const { freshness } of fields) all.include(freshness)
  return all
}

/** Code that goes on where what was read of the schema is as it was. */
function testCode(code: GeneratedCode, freshness: Freshness): string {
  return `if (!${code.test(freshness)}()) { ${code.constant(code.state)}.isStale = true; return }`
}

/** Calls of functions that have a place for each field. */
function passed({ code, name, fields, ignored }: WideObject): Calls {
  const many = code.define(
    `${name}Many`,
    `function ${name}Many(b, d) {
  ${testCode(code, allOf(fields))}
  ${loopCode(code, fields, ignored)}${copyCode(code, fields)}
}`,
  )
  const test = ({ freshness }: FieldContent) => `\n        ${testCode(code, freshness)}`
  const few = code.define(
    `${name}Few`,
    `function ${name}Few(b, d, n) {
  ${loopCode(code, fields, ignored, test)}${copyFewCode(code, fields, 'n')}
}`,
  )
  return { few: `${few}(b, d, n)`, many: `${many}(b, d)` }
}

/** Calls that look up the field of each key. */
function lookedUp({ code, name, fields, ignored }: WideObject): Calls {
  // Fields of one kind share a function, which V8 optimizes the sooner.
  const takers = new Map<string, string>()
  const takerOf = (content: string) => {
    const known =
      takers.get(content) ??
      code.define(`${name}Take${takers.size}`, `function ${name}Take${takers.size}(v, d) {${content}\n  return v\n}`)
    takers.set(content, known)
    return known
  }
  const list = fields.map(({ key, content = '\n  return', freshness, isOptional }, number) => {
    const facts = `key: ${key}, number: ${number}, isNeeded: ${!isOptional}`
    return `{ ${facts}, isFresh: ${code.test(freshness)}, take: ${takerOf(content)} }`
  })
  const needed = fields.filter(({ isOptional }) => !isOptional).length
  const contents = fields.map((field, number) => ({ ...field, local: `values[${number}]` }))
  const build = code.define(`${name}Build`, `function ${name}Build(values) {\n  return ${literal(contents)}\n}`)
  const facts = `fields: [${list.join()}], needed: ${needed}, areFresh: ${code.test(allOf(fields))}, build: ${build}`
  const state = code.constant(code.state)
  const wide = code.define(
    `${name}Wide`,
    `const ${name}Wide = ${code.constant(wideFields)}({ ${facts}, state: ${state} }, ${code.constant(ignored)})`,
  )
  return { few: `${code.constant(copyFew)}(${wide}, b, d)`, many: `${code.constant(copyMany)}(${wide}, b, d)` }
}
