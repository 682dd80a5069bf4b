// Ceilings for what the types cost the compiler. Instantiations are counted, which is exact and does not depend on the
// machine: about a tenth above what TypeScript 6 counted when the ceiling was set.
import { count } from '../bench/types/count.mjs'
import { files } from '../bench/types/routes.mjs'

const ceilings = {
  10: { first: 2500, further: 255 },
  60: { first: 10100, further: 390 },
  300: { first: 13600, further: 1090 },
}

const directory = new URL('.', import.meta.url).pathname.replace(/\/$/, '')
const cases = Object.keys(ceilings).flatMap((size) =>
  Object.entries(files('new Schema()', size, [1, 9, 40])).map(([name, text]) => [`of-${size}-paths/${name}`, text]),
)
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
if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exit(1)
}
