import type { FieldPlan, ObjectPlan } from '../plan/plan.ts'
import { addTo } from '../values/add-to.ts'
import type { GeneratedCode } from './generated-code.ts'
import { rememberObject } from './seen-body.ts'
import { type FieldFacts, surveyCode, surveyLocals } from './survey-code.ts'
import { copyCode, writeBuild } from './write-copy.ts'
import { ignoredKeys, keySwitch } from './write-keys.ts'
import { eachKey, emptyCode, type FieldContent } from './write-loop.ts'

/** Code that leaves a field to the walker. */
export function leaving(index: number): string {
  return `{ v${index} = b[k]; o${index} = isLeft = true; break taken }`
}

/** As `loopCode`, but it looks an object that it leaves through to its end, and tells the walker what it saw. */
export function seenCode(
  code: GeneratedCode,
  name: string,
  plan: ObjectPlan,
  fields: readonly FieldContent[],
  factsOf: (field: FieldPlan) => FieldFacts,
): string {
  const taken = fields.map(({ name: key, local, content = '' }, index): [string, string] => {
    const end = content === '' ? leaving(index) : `${local} = v; break`
    return [key, `{${content}\n        ${end}\n      }`]
  })
  const forbid = `isLeft = true; forbidden = ${code.constant(addTo)}(forbidden, k)`
  const build = writeBuild(plan, code, `${name}Build`)
  const { statements, survey } = surveyCode(code, plan, build, factsOf)
  const lacks = fields.flatMap(({ local, isOptional }) => (isOptional ? [] : ` || ${local} === undefined`))
  return `let forbidden, isLeft = false${surveyLocals(plan.fields)}
  ${eachKey(code, `taken: ${keySwitch(code, 'k', [...taken, ...ignoredKeys(plan.ignored)], forbid)}`)}
  if (isLeft${lacks.join('')}) {${statements}
    return ${code.constant(rememberObject)}(${code.constant(plan)}, b, d, ${survey})
  }${emptyCode(code, fields)}${copyCode(code, fields)}`
}
