import type { MongooseModel } from '../mongoose/mongoose.ts'
import type { ObjectPlan } from '../plan/plan.ts'
import { BuiltInNodes } from './built-in-nodes.ts'
import { GeneratedCode, type GeneratedSource } from './generated-code.ts'
import { BodyWriter } from './write-body.ts'
import { copyCode } from './write-copy.ts'
import { ignoredKeys, keySwitch } from './write-keys.ts'

/** Writes an `ObjectFastPath` for the objects of a plan as JavaScript: the walker's part in the fast path. */
export function writeObject(plan: ObjectPlan, model: MongooseModel): GeneratedSource | undefined {
  if (plan.byKey.has('__proto__')) return undefined
  const code = new GeneratedCode()
  const builtIn = new BuiltInNodes(code, model)
  const survey = writeSurvey(plan, code, builtIn)
  return code.source(`{ survey: ${survey}, build: ${writeBuild(plan, code)} }`)
}

function writeSurvey({ fields, ignored }: ObjectPlan, code: GeneratedCode, builtIn: BuiltInNodes): string {
  const writer = new BodyWriter(code, builtIn)
  const all = code.constant(fields)
  const taken = fields.map(({ key, index, node }): [string, string] => {
    const take = writer.field(node)
    const isThere = `(values[${index}] = v) !== undefined`
    const isUndecided = take === undefined ? isThere : `(values[${index}] = ${take}(v, d)) === undefined && ${isThere}`
    return [key, `o${index} = ${isUndecided}; break`]
  })
  const branches = [...taken, ...ignoredKeys(ignored)]
  const tests = fields.map((field) => {
    const { index } = field
    const mayLack = builtIn.absenceIn(field) === 'accepted'
    return `\n  if (o${index}${mayLack ? '' : ` || values[${index}] === undefined`}) undecided.push(${all}[${index}])`
  })
  return code.define(
    'survey',
    `function survey(b, d) {
  const values = [${fields.map(() => 'undefined').join()}], undecided = [], forbidden = []
  let ${fields.map(({ index }) => `o${index} = false`).join(', ') || 'none'}
  for (const k in b) {
    if (!${writer.has}.call(b, k)) continue
    const v = b[k]
    ${keySwitch(code, 'k', branches, 'forbidden.push(k)')}
  }${tests.join('')}
  return { values, undecided, forbidden }
}`,
  )
}

function writeBuild({ fields }: ObjectPlan, code: GeneratedCode): string {
  const locals = fields.map(({ index }) => `v${index} = values[${index}]`)
  const copy = copyCode(
    code,
    fields.map(({ key, index }) => ({ name: key, key: JSON.stringify(key), local: `v${index}`, isOptional: true })),
  )
  return code.define('build', `function build(values) {\n  const ${locals.join(', ') || 'none = 0'}${copy}\n}`)
}
