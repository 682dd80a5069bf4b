import { readsText } from '../check/accepted-value.ts'
import type { BuiltInCheck, BuiltInRules } from '../mongoose/built-in-rules.ts'
import { takesValue } from '../mongoose/schema-type.ts'
import type { ValuePlan } from '../plan/plan.ts'
import { copyFree, countTextCode } from './free-content.ts'
import type { GeneratedCode } from './generated-code.ts'

type LeafPlan = ValuePlan & { readonly kind: 'leaf' }

/** Where the code of a leaf finds its value. */
interface LeafTarget {
  /** The variable. */
  readonly v: string
  /** How many arrays the value is inside of, within the function. */
  readonly depth: number
  readonly isNullable: boolean
  /** What is done about a value that is not good. */
  readonly leave: string
}

/** For a leaf whose rules are all run later: the code checks its type alone. */
export const noRules: BuiltInRules = {
  setters: [],
  isRequired: true,
  refusesEmpty: false,
  checks: [],
  presence: undefined,
}

/** Code that goes on where a variable holds a good value of a leaf, and leaves elsewhere. */
export function leafCode(code: GeneratedCode, node: LeafPlan, rules: BuiltInRules, target: LeafTarget): string {
  const { v, depth, isNullable } = target
  const { name } = node.schema.form
  const lines = [...typeCode(code, node, target), ...ruleCode(code, node, rules, target)]
  // Their JSON forms may be objects.
  if (name === 'buffer' || name === 'decimal128')
    lines.push(`${v} = ${code.constant(copyFree)}(${v}, d + ${depth + 1})`)
  const text = lines.map((line) => `\n        ${line}`).join('')
  return isNullable ? `\n        if (${v} !== null) {${text}\n        }` : text
}

/**
 * As the walker, it counts a long text that is read: before the form is, and where that is a text itself, the rules.
 */
function typeCode(code: GeneratedCode, node: LeafPlan, { v, leave }: LeafTarget): string[] {
  const test = `if (!(${formCode(code, node, v)})) ${leave}`
  const { form } = node.schema
  if (!form.isNative) return [`if (typeof ${v} === 'string') ${countTextCode(code, v)}`, test]
  return form.name === 'string' && readsText(node) ? [test, countTextCode(code, v)] : [test]
}

function formCode(code: GeneratedCode, { schema: { type, form } }: LeafPlan, v: string): string {
  switch (form.name) {
    case 'string':
    case 'boolean':
      return `typeof ${v} === '${form.name}'`
    case 'number':
      // Infinity minus itself is NaN.
      return `typeof ${v} === 'number' && ${v} - ${v} === 0`
    default: {
      const casts = (value: unknown) => takesValue(type, value)
      return `${code.constant(form.accepts)}(${v}, ${code.constant(casts)})`
    }
  }
}

function ruleCode(
  code: GeneratedCode,
  { schema: { type, form } }: LeafPlan,
  { setters, refusesEmpty, checks }: BuiltInRules,
  { v, leave }: LeafTarget,
): string[] {
  if (!refusesEmpty && checks.length === 0) return []
  const isCast = !form.isNative
  const makers = setters.length === 0 && isCast ? [(value: unknown) => type.cast(value)] : setters
  const made = makers.reduce((value, maker) => `${code.constant(maker)}(${value})`, v)
  const x = made === v ? v : 'x'
  const tests = checks.map((check) => checkCode(code, check, x, isCast))
  const test = `if (${[...(refusesEmpty ? [`${x} === ''`] : []), ...tests].join(' || ')}) ${leave}`
  return made === v ? [test] : [`const x = ${made}`, test]
}

/** A test that holds where the check fails. */
function checkCode(code: GeneratedCode, { check, limit, values }: BuiltInCheck, v: string, isCast: boolean): string {
  if (values !== undefined && !isCast) return enumCode(code, values, v)
  if (limit === undefined || isCast) return `!${code.constant(check)}(${v})`
  const { operator, number } = limit
  return `!(${v}${operator.startsWith('length') ? '.' : ' '}${operator} ${JSON.stringify(number)})`
}

/** Up to so many texts, to compare with each takes less than `includes`. */
const comparedTexts = 12

function enumCode(code: GeneratedCode, values: readonly unknown[], v: string): string {
  if (values.length > comparedTexts || !values.every((value) => typeof value === 'string')) {
    return `!${code.constant(values)}.includes(${v})`
  }
  // Mongoose looks into the array each time, so that a text must still be where it was.
  const isNone = values.map((value, index) => {
    const text = JSON.stringify(value)
    return `(${v} !== ${text} || ${code.constant(values)}[${index}] !== ${text})`
  })
  return isNone.length === 0 ? 'true' : isNone.join(' && ')
}
