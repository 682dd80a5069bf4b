/**
 * Looks for hostile bodies, and prints what each costs. By default schemas are drawn; with `--corpus` the list of
 * families is measured whose names match a pattern. `--mongoose` names the folder of another version of Mongoose.
 */
import { parseArgs } from 'node:util'
import { drawFamily } from './generate.ts'
import { judge, printed, steepestTime } from './limits.ts'
import { measureAll } from './measure.ts'
import { cases, casesOf } from './subject.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    schemas: { type: 'string', default: '50' },
    major: { type: 'string', default: '9' },
    mongoose: { type: 'string' },
    corpus: { type: 'string' },
    bounds: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
})
const version = values.mongoose ?? values.major
const seed = Number(values.seed)
const from = Number(values.from)
const drawn = Array.from({ length: Number(values.schemas) }, (_, index) => drawFamily(seed, from + index))
const pattern = values.corpus === undefined ? undefined : new RegExp(values.corpus)
const wanted = pattern === undefined ? casesOf(drawn) : cases.filter(({ name }) => pattern.test(name))
const abouts = new Map(drawn.map(({ name, about }) => [name, about]))
const names = wanted.map(({ name }) => name)
let found = 0

function say(isFound: boolean, name: string, text: string): void {
  if (isFound) found++
  if (!isFound && !values.all) return
  const about = abouts.get(name.replace(/: \w+$/, ''))
  console.log(`${name}: ${text}${about === undefined ? '' : `\n  ${about}`}`)
}

console.log(`mongoose ${version}, ${pattern === undefined ? `seed ${seed}, ` : ''}${names.length} cases`)
if (values.bounds) {
  for (const [name, measured] of measureAll('times', version, names)) {
    const row = await measured
    if ('died' in row) say(true, name, row.died)
    else say(row.exponent > steepestTime, name, JSON.stringify(row))
  }
} else {
  for (const [name, measured] of measureAll('growth', version, names)) {
    const row = await measured
    if ('died' in row) {
      say(true, name, row.died)
      continue
    }
    const judgements = judge(row, version)
    const isFound = judgements.some(({ isSteep, isDear }) => isSteep || isDear)
    say(isFound, name, judgements.map(printed).join('; '))
  }
}
console.log(`${found} found`)
process.exitCode = found === 0 ? 0 : 1
