// Ceilings for what the types cost the compiler. Instantiations are counted, which is exact and does not depend on the
// machine: about a tenth above what TypeScript 6 counted when the ceiling was set.
import { count } from '../bench/types/count.mjs'
import { files, paths, tree } from '../bench/types/routes.mjs'

const ceilings = {
  10: { first: 2500, further: 250 },
  60: { first: 10100, further: 390 },
  300: { first: 13600, further: 1090 },
}

// A guard that allows all of 300 paths, which lie up to six levels deep, and their union.
const wholeCeiling = { guard: 14_900, union: 24_200 }
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

const directory = new URL('.', import.meta.url).pathname.replace(/\/$/, '')
const cases = Object.keys(ceilings).flatMap((size) =>
  Object.entries(files('new Schema()', size, [1, 9, 40])).map(([name, text]) => [`of-${size}-paths/${name}`, text]),
)
cases.push(...Object.entries(wholes).map(([name, text]) => [`of-300-paths/${name}`, text]))
// One program for all sizes: Mongoose's own types are checked once.
const counted = count(directory, Object.fromEntries(cases))

const failures = counted.flatMap(({ errors }, index) => errors.map((message) => `${cases[index][0]}: ${message}`))
for (const [index, [size, ceiling]] of Object.entries(ceilings).entries()) {
  const [first, , more] = counted.slice(index * 4 + 1).map(({ instantiations }) => instantiations)
  for (const [which, cost] of [
    ['first', first],
    ['further', more / 40],
  ]) {
    if (process.argv.includes('--print')) console.log(`${size} paths, ${which} guard: ${cost} instantiations`)
    if (cost > ceiling[which])
      failures.push(`${size} paths: the ${which} guard costs ${cost} instantiations, the ceiling is ${ceiling[which]}`)
  }
}
for (const [index, what] of Object.keys(wholeCeiling).entries()) {
  const cost = counted.at(index - 2).instantiations
  if (process.argv.includes('--print')) console.log(`all of 300 paths, ${what}: ${cost} instantiations`)
  if (cost > wholeCeiling[what])
    failures.push(`all of 300 paths: the ${what} costs ${cost} instantiations, the ceiling is ${wholeCeiling[what]}`)
}
if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exit(1)
}
