import { parseArgs } from 'node:util'
import { useMongoose } from '../support/mongoose-version.ts'
import type { Disagreement } from './compare.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    bodies: { type: 'string', default: '20000' },
    major: { type: 'string', default: '9' },
    mongoose: { type: 'string' },
    'stop-after': { type: 'string', default: '20' },
    shrink: { type: 'string', default: '5' },
    schemas: { type: 'string' },
    'per-schema': { type: 'string', default: '60' },
  },
})

// The fuzzer imports `mongoose` only. `--mongoose` names the folder of another version.
useMongoose(values.mongoose ?? values.major)

const { default: mongoose } = await import('mongoose')
const { printDisagreement, runFuzz, shrinkDisagreement } = await import('./run.ts')

// Errors by the hundred thousand: their stacks would cost more than the validation.
Error.stackTraceLimit = 0

const seed = Number(values.seed)
const bodies = Number(values.bodies)
const started = Date.now()
console.log(`mongoose ${mongoose.version}, seed ${seed}, ${bodies} bodies`)

let reported = started
const report = await runFuzz({
  seed,
  bodies,
  mongoose,
  stopAfter: Number(values['stop-after']),
  bodiesPerSchema: Number(values['per-schema']),
  ...(values.schemas === undefined ? {} : { only: values.schemas.split(',').map(Number) }),
  onProgress: (tally, disagreements) => {
    if (Date.now() - reported < 30_000) return
    reported = Date.now()
    console.log(`${tally.bodies} bodies, ${disagreements.length} disagreements, ${(reported - started) / 1000} s`)
  },
})

const { tally, schemas, disagreements, failing } = report
const bySort = new Map<string, Disagreement[]>()
for (const one of disagreements) bySort.set(one.what, [...(bySort.get(one.what) ?? []), one])
const onePerSchema = [...new Map(disagreements.map((found) => [found.batch.description, found])).values()]
for (const found of onePerSchema.slice(0, Number(values.shrink))) {
  console.log(printDisagreement(await shrinkDisagreement(found, mongoose)))
}
const excepted = [...tally.excepted].map(([name, count]) => `${name}: ${count}`).join('; ') || 'none'
console.log(
  `${tally.bodies} bodies over ${schemas} schemas in ${(Date.now() - started) / 1000} s: ${tally.accepted} accepted, ` +
    `${disagreements.length} disagreements (${[...bySort].map(([what, all]) => `${what}: ${all.length}`).join(', ')})`,
)
console.log(`bodies that Mongoose cannot judge: ${excepted}`)
const version = values.mongoose === undefined ? `--major ${values.major}` : `--mongoose ${values.mongoose}`
if (failing.length > 0)
  console.log(
    `again: npm run fuzz -- --seed ${seed} ${version} --per-schema ${values['per-schema']} --schemas ${failing.join(',')}`,
  )
process.exitCode = disagreements.length === 0 ? 0 : 1
