import type { FieldPlan, ObjectPlan } from '../plan/plan.ts'
import { addTo } from '../values/add-to.ts'
import { BuiltInNodes, type FastPathGuard } from './built-in-nodes.ts'
import { GeneratedCode, type GeneratedSource } from './generated-code.ts'
import { BodyWriter } from './write-body.ts'
import { type FieldFacts, surveyCode, surveyLocals } from './survey-code.ts'
import { writeBuild } from './write-copy.ts'
import { ignoredKeys, keySwitch } from './write-keys.ts'
import { eachKey } from './write-loop.ts'

/** Writes the function that looks an object of a plan through, as JavaScript: the walker's part in the fast path. */
export function writeSurvey(plan: ObjectPlan, guard: FastPathGuard): GeneratedSource {
  const code = new GeneratedCode()
  const builtIn = new BuiltInNodes(code, guard)
  const writer = new BodyWriter(code, builtIn)
  const { fields, ignored } = plan
  const taken = fields.map(({ key, index, node }): [string, string] => {
    const take = writer.field(node)
    const isThere = `(v${index} = v) !== undefined`
    const isUndecided = take === undefined ? isThere : `(v${index} = ${take}(v, d)) === undefined && ${isThere}`
    return [key, `o${index} = ${isUndecided}; break`]
  })
  const factsOf = (field: FieldPlan): FieldFacts => ({
    isAbsenceAccepted: builtIn.absenceIn(field) === 'accepted',
    isLate: false,
  })
  const { statements, survey } = surveyCode(code, plan, writeBuild(plan, code), factsOf)
  const forbid = `forbidden = ${code.constant(addTo)}(forbidden, k)`
  const text = `function survey(b, d) {
  let forbidden${surveyLocals(fields)}
  ${eachKey(code, keySwitch(code, 'k', [...taken, ...ignoredKeys(ignored)], forbid))}${statements}
  return ${survey}
}`
  return code.source(code.define('survey', text))
}
