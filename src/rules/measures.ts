import { textOfFunction } from '../values/function-text.ts'
import { getOrInsert } from '../values/get-or-insert.ts'

const arrow = /^\(? ?([A-Za-z_]\w*) ?\)? ?=> ?(?:\{ ?return ([^;]*);? ?\}|([^{].*))$/
const returning = /^(?:function ?)?\w* ?\( ?([A-Za-z_]\w*) ?\) ?\{ ?return ([^;]*);? ?\}$/

/** `MAX`, or `limits.lines`, which the function only reads. */
const constant =
  /(?<![\w$.])(?!(?:this|arguments|super|eval|new|await|yield)\b)[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*(?![\w$])/g
const comparison = /^[\d\s<>=!&|()?:]*$/
/** A call, two words beside each other, an assignment. */
const more = /[\d)] ?\(|\d \d|(?<![=!<>])=(?![=>])|<<=|>>=/

const known = new WeakMap<object, boolean>()

/**
 * Whether a rule of an array does nothing with it but to compare its length with constants: `(v) => v.length <= 10`. An
 * array of any kind does for it, and nobody can tell when it was run, or how often. Judged by its source text, and in
 * doubt the answer is no.
 */
export function onlyMeasures(rule: unknown): boolean {
  return typeof rule === 'function' && getOrInsert(known, rule, () => measures(textOfFunction(rule) ?? ''))
}

function measures(text: string): boolean {
  const [, parameter, returned, expression] = arrow.exec(text) ?? returning.exec(text) ?? []
  const body = returned ?? expression
  if (parameter === undefined || body === undefined) return false
  const rest = measuresOf(parameter).reduce((left, measure) => left.replace(measure, '1'), body)
  if (new RegExp(`(?<![\\w$])${parameter}(?![\\w$])`).test(rest)) return false
  const compared = rest.replace(constant, '1')
  return comparison.test(compared) && !more.test(compared)
}

/** What a rule may ask an array, whichever it is. */
function measuresOf(parameter: string): RegExp[] {
  const name = `(?<![\\w$.])${parameter}(?![\\w$])`
  return [
    new RegExp(`(?<![\\w$.])Array\\.isArray\\( ?${parameter} ?\\)`, 'g'),
    new RegExp(`${name} ?\\??\\.length(?![\\w$])`, 'g'),
    new RegExp(`${name} ?[!=]==? ?(?:null|undefined)(?![\\w$])`, 'g'),
    new RegExp(`!${name}(?= ?(?:&&|\\|\\||\\?|\\)|$))`, 'g'),
    new RegExp(`(?<=^|[(&|!] ?)${name}(?= ?(?:&&|\\|\\||\\?))`, 'g'),
  ]
}
