// Breaks src/ one small piece at a time and runs the tests against each broken version: a mutant that none of them
// notices is a hole in the tests, or changes nothing. It takes an hour, and is run by hand:
//
//   node test/mutants.mjs                         a sample from every module
//   node test/mutants.mjs --seed 7 --count 900    another one, and a larger
//   node test/mutants.mjs walk rules              from the modules whose name has one of these words
//   node test/mutants.mjs --quick                 a first look, with the quick test files alone
//   node test/mutants.mjs --again FILE            those of the same sample that survived by the output of another run
//
// A mutant meets the quick test files that enter its block, on Mongoose 9 and then 8, and if it survives these the
// compiler, and at last the slow ones.
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { Random } from '../bench/random.mjs'
import { compilerError } from './mutants/compiler.mjs'
import { explained } from './mutants/explained.mjs'
import { mutated, mutationsOf } from './mutants/mutations.mjs'
import { blockAt } from './mutants/reach.mjs'
import { Suite } from './mutants/suite.mjs'

const { values, positionals: words } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '420' },
    quick: { type: 'boolean', default: false },
    again: { type: 'string' },
  },
  allowPositionals: true,
})
const src = new URL('../src/', import.meta.url)
// What is quick takes less in all than some of the others alone.
const quickSeconds = 3
// However few mutations a module has.
const leastOfModule = 3

const modules = readdirSync(src, { recursive: true }).filter(
  (name) => name.endsWith('.ts') && !name.startsWith('types/'),
)
const sources = new Map(modules.map((name) => [`src/${name}`, readFileSync(new URL(name, src), 'utf8')]))

/** A share of each module's mutations: a module has the same mutants whether the others are asked for or not. */
function sample() {
  const all = [...sources].map(([file, source]) => ({ file, mutations: mutationsOf(file, source) }))
  const total = all.reduce((sum, { mutations }) => sum + mutations.length, 0)
  const chosen = all.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)))
  return chosen.flatMap(({ file, mutations }) => {
    const share = Math.max(leastOfModule, Math.ceil((Number(values.count) * mutations.length) / total))
    const drawn = new Random(Number(values.seed)).shuffled(mutations).slice(0, share)
    return drawn.map((mutation) => ({ file, ...mutation }))
  })
}

/** Lines move, so that a mutant is known by its file and what it changes. */
function survivorsIn(output) {
  const lines = readFileSync(output, 'utf8').matchAll(/^SURVIVED - ([^:]+):\d+ (.*)$/gm)
  return new Set(Array.from(lines, ([, file, what]) => `${file} ${what}`))
}

/** How many mutants of a module each test file killed so far: it is likely to kill the next one, too. */
const kills = new Map([...sources.keys()].map((file) => [file, new Map()]))

/** Who killed a mutant; `undefined` where nobody did. */
async function killerOf(suite, reach, { file, ...mutation }, isExplained) {
  const source = sources.get(file)
  const text = mutated(source, mutation)
  const block = blockAt(file, source, mutation.from)
  const own = `/${basename(file, '.ts')}.test.ts`
  const isQuick = (test) => test.endsWith(own) || reach.get(test).seconds <= quickSeconds
  const tests = [...reach.keys()].filter((test) => reach.get(test).blocks.includes(block))
  const run = async (project, some) => {
    const costOf = (test) => reach.get(test).seconds / (1 + (kills.get(file).get(test) ?? 0))
    const ordered = some.toSorted((one, other) => costOf(one) - costOf(other))
    const slowest = Math.max(0, ...some.map((test) => reach.get(test).seconds))
    const failure = await suite.failure(project, ordered, 10 + 4 * slowest)
    const killer = ordered.find((test) => failure?.startsWith(test))
    if (killer !== undefined) kills.get(file).set(killer, (kills.get(file).get(killer) ?? 0) + 1)
    return failure
  }
  suite.put(file, text)
  try {
    const quick = tests.filter(isQuick)
    const killer = await run('mongoose-9', quick)
    // The others have had their say when the explanation was written.
    if (killer !== undefined || values.quick || isExplained) return killer
    const slow = tests.filter((test) => !isQuick(test))
    return (await run('mongoose-8', quick)) ?? compilerError(file, text) ?? (await run('mongoose-9', slow))
  } finally {
    suite.put(file, undefined)
  }
}

function reasonFor({ file, what }) {
  return explained.find(({ file: of, mutation }) => file === `src/${of}` && mutation === what)?.reason
}

function percent(part, whole) {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
}

const suite = await Suite.open()
try {
  const reach = await suite.reach(sources)
  const quick = [...reach].filter(([, { seconds, blocks }]) => blocks.length > 0 && seconds <= quickSeconds)
  const tests = quick.map(([test]) => test)
  for (const project of values.quick ? ['mongoose-9'] : ['mongoose-9', 'mongoose-8']) {
    const failure = await suite.failure(project, tests, 120)
    if (failure) throw new Error(`the tests fail without a mutant: ${failure}`)
  }
  const tally = new Map()
  const again = values.again && survivorsIn(values.again)
  for (const mutation of sample()) {
    if (again && !again.has(`${mutation.file} ${mutation.what}`)) continue
    const reason = reasonFor(mutation)
    const killer = await killerOf(suite, reach, mutation, reason !== undefined)
    const fate = killer ? 'killed' : reason ? 'explained' : 'survived'
    const counts = tally.get(mutation.file) ?? { killed: 0, explained: 0, survived: 0 }
    counts[fate]++
    tally.set(mutation.file, counts)
    const line = sources.get(mutation.file).slice(0, mutation.from).split('\n').length
    const name = `${mutation.file}:${line} ${mutation.what}`
    console.log(`${fate === 'survived' ? 'SURVIVED' : fate} - ${name}${killer ? `\n    ${killer}` : ''}`)
    if (killer && reason) console.log('    explained, and killed all the same')
  }
  const sum = { killed: 0, explained: 0, survived: 0 }
  for (const [file, counts] of tally) {
    console.log(`${file}: ${counts.killed} killed, ${counts.explained} explained, ${counts.survived} survived`)
    for (const fate of Object.keys(sum)) sum[fate] += counts[fate]
  }
  const all = sum.killed + sum.explained + sum.survived
  console.log(`${all} mutants: ${sum.killed} killed (${percent(sum.killed, all)}), ${sum.explained} explained`)
  console.log(`${sum.survived} survived without an explanation`)
  process.exitCode = sum.survived > 0 ? 1 : 0
} finally {
  await suite.close()
}
