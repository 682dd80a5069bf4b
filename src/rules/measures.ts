import { textOfFunction } from '../values/function-text.ts'
import { getOrInsert } from '../values/get-or-insert.ts'

const arrow = /^\(? ?([A-Za-z_]\w*) ?\)? ?=> ?(?:\{ ?return ([^;]*);? ?\}|([^{].*))$/
const returning = /^(?:function ?)?\w* ?\( ?([A-Za-z_]\w*) ?\) ?\{ ?return ([^;]*);? ?\}$/

/** `MAX`, or `limits.lines`, which the function only reads. */
const constant =
  /(?<![\w$.])(?!(?:this|arguments|super|eval|new|await|yield)\b)[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?![\w$])/g
const comparison = /^[\d\s<>=!&|()?:+*%-]*$/
/** A call, two words beside each other, what writes. */
const more = /[\d)] ?\(|\d \d|(?<![=!<>])=(?![=>])|<<=|>>=|\+\+|--/

/** A rule that does nothing with its array but to compare the length with constants. */
export interface Measure {
  /** The constants are in its text: it always says the same of one length. */
  readonly isFixed: boolean
}

const known = new WeakMap<object, { readonly measure: Measure | undefined }>()

/**
 * Tells of a rule like `(v) => v.length <= 10` that it is a {@link Measure}. An array of any kind does for it, and
 * nobody can tell when it was run, or how often. Judged by its source text; in doubt the answer is `undefined`.
 */
export function measureOf(rule: unknown): Measure | undefined {
  if (typeof rule !== 'function') return undefined
  return getOrInsert(known, rule, () => ({ measure: readMeasure(textOfFunction(rule) ?? '') })).measure
}

function readMeasure(text: string): Measure | undefined {
  const [, parameter, returned, expression] = arrow.exec(text) ?? returning.exec(text) ?? []
  const body = returned ?? expression
  if (parameter === undefined || body === undefined) return undefined
  const written = body.replace(/\bvoid 0\b/g, 'undefined')
  const rest = measuresOf(parameter).reduce((left, measure) => left.replace(measure, '1'), written)
  if (new RegExp(`(?<![\\w$])${parameter}(?![\\w$])`).test(rest)) return undefined
  const compared = rest.replace(constant, '1')
  return comparison.test(compared) && !more.test(compared) ? { isFixed: compared === rest } : undefined
}

/** What a rule may ask an array, whichever it is. */
function measuresOf(parameter: string): RegExp[] {
  const name = `(?<![\\w$.])${parameter}(?![\\w$])`
  const nothing = '(?:null|undefined)'
  return [
    new RegExp(`(?<![\\w$.])Array\\.isArray\\( ?${parameter} ?\\)`, 'g'),
    new RegExp(`${name} ?\\??\\.length(?![\\w$])`, 'g'),
    new RegExp(`${name} ?[!=]==? ?${nothing}(?![\\w$])`, 'g'),
    new RegExp(`(?<![\\w$.])${nothing} ?[!=]==? ?${name}(?![.[(\`])`, 'g'),
    new RegExp(`!${name}(?= ?(?:&&|\\|\\||\\?|\\)|$))`, 'g'),
    new RegExp(`(?<=^|[(&|!] ?)${name}(?= ?(?:&&|\\|\\||\\?))`, 'g'),
  ]
}
