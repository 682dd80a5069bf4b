// Ceilings for what the types cost the compiler. Instantiations are counted, which is exact and does not depend on the
// machine: three hundredths above what was counted when the ceiling was set. TypeScript 6 counts, with --native TypeScript 7.
// --print shows the counts. Cases are numbers of paths, of a model from `new Schema()` unless they say otherwise.
import { countNative, withFolder } from '../bench/types/count-native.mjs'
import { count } from '../bench/types/count.mjs'
import { application, files, paths, tree } from '../bench/types/routes.mjs'

const isNative = process.argv.includes('--native')
// `first` and `further`: guards of a model. `whole`: one that allows all of 300 paths, which lie up to six levels deep.
// `union`: the AllowPath of them. `routes`: what three routes cost that accept 20 of the 30 paths of a model, in an
// application of many. The same bodies take zod 4 what `node bench/types/run.mjs --models 100` says. `linked`: the AllowPath
// of eight interfaces that each hold three of the others, alone and in an array, which has to end.
// All cases are one program, in which Mongoose's own types are checked once: each pays what those above it have not.
const ceilings = {
  10: { first: 2970, further: 247 },
  60: { first: 4230, further: 406 },
  300: { first: 6070, further: 907, whole: 11_340, union: 16_140 },
  '300, Schema.create()': { first: 10_210, further: 900 },
  '300, interface': { first: 4670, further: 670 },
  linked: { linked: 25_990 },
  'application, new Schema()': { routes: 2570 },
  'application, Schema.create()': { routes: 2610 },
  'application, interface': { routes: 1640 },
}
// TypeScript 7 counts whole programs only, each from its start: these are what such files of all the cases add to one.
const nativeCeilings = { guards: 368_080, paths: 53_900 }
const whatsOf = { guards: ['first', 'nine', 'further', 'routes'], paths: ['whole', 'union', 'linked'] }
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
const failures = []

/** The files of a case in their order, each with what its ceiling is called. A number is of routes that share a ceiling. */
function filesOf(key) {
  const named = (texts, whats) => Object.entries(texts).map(([name, text], index) => ({ name, text, ...whats(index) }))
  if (key === 'linked') return named(linked, (index) => ({ what: index === 0 ? 'start' : 'linked', share: 1 }))
  if (key.startsWith('application, ')) {
    const { start, routes } = application(key.slice('application, '.length), models)
    return [
      ...named(start, () => ({ what: 'start', share: 1 })),
      ...named(routes, () => ({ what: 'routes', share: models })),
    ]
  }
  const [size, library = 'new Schema()'] = key.split(', ')
  const whats = ['start', 'first', 'nine', 'further', 'whole', 'union']
  return named({ ...files(library, size, [1, 9, further]), ...(key === '300' && wholes) }, (index) => ({
    what: whats[index],
    share: whats[index] === 'further' ? further : 1,
  }))
}

const cases = Object.keys(ceilings).flatMap((key, number) =>
  filesOf(key).map(({ name, ...file }) => ({ ...file, key, path: `case${number}/${name}` })),
)
if (isNative) holdNative()
else holdInMemory()
if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exit(1)
}

function hold(name, cost, highest) {
  if (process.argv.includes('--print')) console.log(`${name}: ${cost} instantiations`)
  if (!(cost > 0 && cost <= highest)) failures.push(`${name}: ${cost} instantiations, at most ${highest}`)
}

function holdInMemory() {
  const counted = count(directory, Object.fromEntries(cases.map(({ path, text }) => [path, text])))
  failures.push(...counted.flatMap(({ errors }, index) => errors.map((message) => `${cases[index].path}: ${message}`)))
  for (const [key, ceilingsOfCase] of Object.entries(ceilings)) {
    for (const [what, highest] of Object.entries(ceilingsOfCase)) {
      const added = cases.flatMap((file, index) =>
        file.key === key && file.what === what ? [counted[index].instantiations / file.share] : [],
      )
      hold(`${key}, ${what}`, sum(added), highest)
    }
  }
}

function holdNative() {
  withFolder(Object.fromEntries(cases.map(({ path, text }) => [path, text])), (folder) => {
    const namesOf = (whats) => cases.flatMap(({ what, path }) => (whats.includes(what) ? [path] : []))
    const names = namesOf(['start'])
    let before = countNative(folder, names).instantiations
    for (const [stage, highest] of Object.entries(nativeCeilings)) {
      names.push(...namesOf(whatsOf[stage]))
      const { instantiations } = countNative(folder, names)
      hold(stage, instantiations - before, highest)
      before = instantiations
    }
  })
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
