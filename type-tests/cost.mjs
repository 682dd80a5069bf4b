// Ceilings for what the types cost the compiler. Instantiations are counted, which is exact and does not depend on the
// machine: three hundredths above what was counted when the ceiling was set. TypeScript 6 counts, with --native TypeScript 7.
// --print shows the counts. Cases are numbers of paths, of a model from `new Schema()` unless they say otherwise.
import { countNative, withFolder } from '../bench/types/count-native.mjs'
import { count } from '../bench/types/count.mjs'
import { application, files, paths, tree } from '../bench/types/routes.mjs'

const isNative = process.argv.includes('--native')
// `whole`: a guard that allows all of 300 paths, which lie up to six levels deep. `union`: the AllowPath of them.
const ceilings = isNative
  ? {
      10: { first: 2715, further: 252 },
      60: { first: 8140, further: 417 },
      300: { first: 8600, further: 919, whole: 11_350, union: 20_840 },
    }
  : {
      10: { first: 2970, further: 247 },
      60: { first: 4230, further: 406 },
      300: { first: 6110, further: 907, whole: 11_340, union: 19_670 },
      '300, Schema.create()': { first: 10_210, further: 900 },
      '300, interface': { first: 4990, further: 670 },
    }
// What three routes cost that accept 20 of the 30 paths of a model, in an application of many; with TypeScript 6 without what
// the cases above have paid already. The same bodies take zod 4 what `node bench/types/run.mjs --models 100` says.
const applicationCeilings = isNative
  ? { 'new Schema()': 2750 }
  : { 'new Schema()': 2570, 'Schema.create()': 2610, interface: 1700 }
// The AllowPath of eight interfaces that each hold three of the others, alone and in an array: what it costs has to end.
const linkedCeiling = isNative ? 27_100 : 25_990
const models = 20

const all = paths(tree(300))
const deepest = all.toSorted((a, b) => b.split('.').length - a.split('.').length)[0]
if (all.length < 300 || deepest.split('.').length !== 6) throw new Error(`${all.length} paths, the deepest ${deepest}`)
const directory = new URL('.', import.meta.url).pathname.replace(/\/$/, '')
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

const interfaces = 8
const ofOthers = (number) =>
  [1, 2, 3]
    .map((step) => (number + step) % interfaces)
    .map((other) => `one${other}?: Linked${other}; many${other}: Linked${other}[]`)
const linked = {
  'start.ts': `import { Schema, model } from 'mongoose'
${Array.from({ length: interfaces }, (_, number) => `interface Linked${number} { name: string; born?: Date; ${ofOthers(number).join('; ')} }`).join('\n')}
export const SomeModel = model<Linked0>('Linked', new Schema<Linked0>({}))
`,
  'union.ts': `${imports}export const list: AllowPath<typeof SomeModel>[] = ['name', 'one1.name', 'one1.many2.one3.many4.name']
// @ts-expect-error: wrong two levels down
export const wrong: AllowPath<typeof SomeModel> = 'one1.nme'
`,
}

const further = 40
function filesOf(key) {
  if (key === 'linked') return linked
  const [size, library = 'new Schema()'] = key.split(', ')
  return { ...files(library, size, [1, 9, further]), ...(key === '300' && wholes) }
}
const failures = []
function hold(key, what, cost, highest) {
  if (process.argv.includes('--print')) console.log(`${key}, ${what}: ${cost} instantiations`)
  if (!(cost > 0 && cost <= highest)) failures.push(`${key}, ${what}: ${cost} instantiations, at most ${highest}`)
}

const applications = Object.fromEntries(
  Object.keys(applicationCeilings).map((library) => [library, application(library, models)]),
)
const added = isNative ? addedNative() : addedInMemory()
for (const [key, ceiling] of Object.entries(ceilings)) {
  const [, first, , more, whole, union] = added.ofFiles(key)
  const costs = { first, further: more / further, whole, union }
  for (const [what, highest] of Object.entries(ceiling)) {
    hold(key, what, costs[what], highest)
  }
}
for (const [library, highest] of Object.entries(applicationCeilings)) {
  hold('application', library, added.ofRoutes(library) / models, highest)
}
hold('interfaces that hold each other', 'union', added.ofFiles('linked')[1], linkedCeiling)
if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exit(1)
}

/** What each file of a case adds, in their order, and what the routes of an application add. */
function addedInMemory() {
  // One program for all: Mongoose's own types are checked once.
  const groups = new Map([
    ...Object.keys(ceilings).map((key) => [key, filesOf(key)]),
    ['linked', linked],
    ...Object.entries(applications).map(([library, { start, routes }]) => [`of ${library}`, { ...start, ...routes }]),
  ])
  const cases = [...groups].flatMap(([group, texts], index) =>
    Object.entries(texts).map(([name, text]) => ({ group, path: `case${index}/${name}`, text })),
  )
  const counted = count(directory, Object.fromEntries(cases.map(({ path, text }) => [path, text])))
  failures.push(...counted.flatMap(({ errors }, index) => errors.map((message) => `${cases[index].path}: ${message}`)))
  const ofFiles = (key) =>
    counted.filter((_, index) => cases[index].group === key).map(({ instantiations }) => instantiations)
  return {
    ofFiles,
    ofRoutes: (library) =>
      ofFiles(`of ${library}`)
        .slice(Object.keys(applications[library].start).length)
        .reduce((total, instantiations) => total + instantiations, 0),
  }
}

function addedNative() {
  return {
    ofFiles(key) {
      const sources = filesOf(key)
      const names = Object.keys(sources)
      const totals = totalsOf(
        sources,
        names.map((_, index) => names.slice(0, index + 1)),
      )
      return totals.map((total, index) => total - (totals[index - 1] ?? 0))
    },
    ofRoutes(library) {
      const { start, routes } = applications[library]
      const all = { ...start, ...routes }
      const [without, whole] = totalsOf(all, [Object.keys(start), Object.keys(all)])
      return whole - without
    },
  }
}

/** Of several programs, each made of some of the files. */
function totalsOf(sources, programs) {
  return withFolder(sources, (folder) => programs.map((names) => countNative(folder, names).instantiations))
}
