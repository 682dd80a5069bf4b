// Ceilings for what the types cost the compiler. Instantiations are counted, which is exact and does not depend on the
// machine: about a tenth above what was counted when the ceiling was set. TypeScript 6 counts, with --native TypeScript 7.
// --print shows the counts. Cases are numbers of paths, of a model from `new Schema()` unless they say otherwise.
import { countNative, withFolder } from '../bench/types/count-native.mjs'
import { count } from '../bench/types/count.mjs'
import { files, paths, tree } from '../bench/types/routes.mjs'

const isNative = process.argv.includes('--native')
// `whole`: a guard that allows all of 300 paths, which lie up to six levels deep. `union`: the AllowPath of them.
const ceilings = isNative
  ? {
      10: { first: 3600, further: 390 },
      60: { first: 14_400, further: 560 },
      300: { first: 16_900, further: 1280, whole: 15_100, union: 28_300 },
    }
  : {
      10: { first: 3050, further: 355 },
      60: { first: 10_100, further: 490 },
      300: { first: 13_600, further: 1200, whole: 14_900, union: 24_200 },
      '300, Schema.create()': { first: 18_100, further: 1090 },
      '300, interface': { first: 9500, further: 830 },
    }

const all = paths(tree(300))
const deepest = all.toSorted((a, b) => b.split('.').length - a.split('.').length)[0]
if (all.length < 300 || deepest.split('.').length !== 6) throw new Error(`${all.length} paths, the deepest ${deepest}`)
const imports = "import { createGuard, type AllowPath } from 'mongoose-guard'\nimport { SomeModel } from './start.ts'\n"
const quoted = all.map((path) => `'${path}'`).join(', ')
const wholes = {
  'guard.ts': `${imports}export const whole = createGuard(SomeModel, { allow: [${quoted}], partial: true })
// @ts-expect-error: wrong six levels down
createGuard(SomeModel, { allow: ['${deepest}x'] })
`,
  'union.ts': `${imports}export const list = [${quoted}] satisfies AllowPath<typeof SomeModel>[]
// @ts-expect-error: wrong six levels down
export const wrong: AllowPath<typeof SomeModel> = '${deepest}x'
`,
}

const further = 40
function filesOf(key) {
  const [size, library = 'new Schema()'] = key.split(', ')
  return { ...files(library, size, [1, 9, further]), ...(key === '300' && wholes) }
}
const failures = []

/** What each file of one case adds, in their order. */
const added = isNative ? addedNative : addedInMemory()
for (const [key, ceiling] of Object.entries(ceilings)) {
  const [, first, , more, whole, union] = added(key)
  const costs = { first, further: more / further, whole, union }
  for (const [what, highest] of Object.entries(ceiling)) {
    const cost = costs[what]
    if (process.argv.includes('--print')) console.log(`${key}, ${what}: ${cost} instantiations`)
    if (!(cost > 0 && cost <= highest)) failures.push(`${key}, ${what}: ${cost} instantiations, at most ${highest}`)
  }
}
if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exit(1)
}

/** One program for all cases: Mongoose's own types are checked once. */
function addedInMemory() {
  const directory = new URL('.', import.meta.url).pathname.replace(/\/$/, '')
  const cases = Object.keys(ceilings).flatMap((key, index) =>
    Object.entries(filesOf(key)).map(([name, text]) => ({ key, path: `case${index}/${name}`, text })),
  )
  const counted = count(directory, Object.fromEntries(cases.map(({ path, text }) => [path, text])))
  failures.push(...counted.flatMap(({ errors }, index) => errors.map((message) => `${cases[index].path}: ${message}`)))
  return (key) => counted.filter((_, index) => cases[index].key === key).map(({ instantiations }) => instantiations)
}

function addedNative(key) {
  const sources = filesOf(key)
  const names = Object.keys(sources)
  return withFolder(sources, (folder) => {
    const totals = names.map((_, index) => countNative(folder, names.slice(0, index + 1)).instantiations)
    return totals.map((total, index) => total - (totals[index - 1] ?? 0))
  })
}
