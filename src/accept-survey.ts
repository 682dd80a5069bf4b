import { copyOf } from './accept-copy.ts'
import { Writer } from './accept-source.ts'
import { BuiltIn } from './built-in.ts'
import { GeneratedCode, type GeneratedSource } from './generated-code.ts'
import type { ObjectPlan } from './plan.ts'
import type { MongooseModel } from './schema.ts'

/** Writes `ObjectShortcuts` for the objects of a plan as JavaScript: the walker's part in the fast path. */
export function writeObject(plan: ObjectPlan, partial: boolean, model: MongooseModel): GeneratedSource | undefined {
  if (plan.by.has('__proto__')) return undefined
  const code = new GeneratedCode()
  const builtIn = new BuiltIn(code, model)
  const survey = writeSurvey(plan, partial, code, builtIn)
  return code.source(`{ survey: ${survey}, build: ${writeBuild(plan, code)} }`)
}

function writeSurvey({ fields }: ObjectPlan, partial: boolean, code: GeneratedCode, builtIn: BuiltIn): string {
  const writer = new Writer(code, builtIn)
  const field = code.constant(fields)
  const cases = fields.map(({ key, index, node }) => {
    const take = writer.field(node, partial)
    const isThere = `(values[${index}] = v) !== undefined`
    const isOpen = take === undefined ? isThere : `(values[${index}] = ${take}(v, d)) === undefined && ${isThere}`
    return `\n      case ${JSON.stringify(key)}: if (${isOpen}) open.push(${field}[${index}]); break`
  })
  const absent = partial ? [] : fields.filter(({ node }) => builtIn.absenceOf(node) !== 'free')
  const absence = absent.map(({ index }) => `\n  if (values[${index}] === undefined) open.push(${field}[${index}])`)
  return code.define(
    'survey',
    `function survey(b, d) {
  const values = new Array(${fields.length}), open = [], forbidden = []
  for (const k in b) {
    if (!${writer.has}.call(b, k)) continue
    const v = b[k]
    switch (k) {${cases.join('')}
      default: forbidden.push(k)
    }
  }${absence.join('')}
  if (open.length > 1) open.sort((a, b) => a.index - b.index)
  return { values, open, forbidden }
}`,
  )
}

function writeBuild({ fields }: ObjectPlan, code: GeneratedCode): string {
  const locals = fields.map(({ index }) => `v${index} = values[${index}]`)
  const copy = copyOf(
    fields.map(({ key, index }) => ({ key: JSON.stringify(key), local: `v${index}`, optional: true })),
  )
  return code.define('build', `function build(values) {\n  const ${locals.join(', ') || 'none = 0'}${copy}\n}`)
}
