import type { FieldPlan, ObjectPlan } from '../plan/plan.ts'
import { addTo } from '../values/add-to.ts'
import type { GeneratedCode } from './generated-code.ts'

const noItems: readonly never[] = []

/** What is known of a field before any body. */
export interface FieldFacts {
  /** Nothing comes of its absence. */
  readonly isAbsenceAccepted: boolean
  /** There are rules to run on its value, which was accepted but for them. */
  readonly isLate: boolean
}

/**
 * Declares, for each field, the variables of its value and of whether it is left. An accepted value is a copy, any
 * other as it was sent.
 */
export function surveyLocals(fields: readonly FieldPlan[]): string {
  return fields.map(({ index }) => `, v${index}, o${index} = false`).join('')
}

/** Code that makes a `Survey` of an object `b` of these variables; its last line is an expression. */
export function surveyCode(
  code: GeneratedCode,
  plan: ObjectPlan,
  build: string,
  factsOf: (field: FieldPlan) => FieldFacts,
): { readonly statements: string; readonly survey: string } {
  const { fields } = plan
  const all = code.constant(fields)
  const add = code.constant(addTo)
  const tests = fields.map((field) => {
    const { index, key } = field
    const { isAbsenceAccepted, isLate } = factsOf(field)
    const push = `undecided = ${add}(undecided, ${all}[${index}])`
    if (isLate) {
      const raw = `values[${index}] = b[${JSON.stringify(key)}]`
      return `\n  if (v${index} !== undefined) { ${raw}; ${push} }${isAbsenceAccepted ? '' : ` else ${push}`}`
    }
    return `\n  if (${isAbsenceAccepted ? `o${index} && v${index} !== undefined` : `o${index} || v${index} === undefined`}) ${push}`
  })
  const none = code.constant(noItems)
  const values = fields.map(({ index }) => `v${index}`).join()
  return {
    statements: `\n  const values = [${values}]
  let undecided${tests.join('')}`,
    survey: `{ values, undecided: undecided ?? ${none}, forbidden: forbidden ?? ${none}, build: ${build} }`,
  }
}
