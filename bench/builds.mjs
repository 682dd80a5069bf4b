// What a body costs in several builds of the library, once V8 has optimized them, in one process in which they take
// turns: `node bench/builds.mjs <workload> <corpus> <folder of a built library>...`, for example `signUp mixed`. In
// nanoseconds a body and times `JSON.parse`, both medians. Only bodies of that corpus are met: 5,000 a round, or as many
// as `--bodies` says.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { contestants } from './contestants.mjs'
import { median } from './median.mjs'
import { Random } from './random.mjs'
import { workloads } from './workloads.mjs'

const { values, positionals } = parseArgs({
  options: { bodies: { type: 'string', default: '5000' } },
  allowPositionals: true,
})
const [name, corpus, ...folders] = positionals
const workload = workloads[name]
const texts = workload?.texts[corpus]
if (texts === undefined || folders.length === 0) throw new Error('Name a workload, a corpus and folders of builds')
const warmUps = 60
const rounds = 61
const repeats = Math.max(1, Math.round(Number(values.bodies) / texts.length))
const random = new Random(1)

const guard = contestants.find((one) => one.name === 'guard')
const builds = []
for (const folder of folders) {
  const validate = guard.make(workload, await import(`${resolve(folder)}/index.js`))
  builds.push({ label: folder, run: timed((bodies) => bodies.forEach((body) => void validate(body))), times: [] })
}
const parse = {
  label: 'JSON.parse',
  run: timed((_, given) => given.forEach((text) => void JSON.parse(text))),
  times: [],
}

/** The time of a body; each is fresh from `JSON.parse`, as in a server, and was parsed before the clock starts. */
function timed(work) {
  return () => {
    let nanoseconds = 0
    for (let repeat = 0; repeat < repeats; repeat++) {
      const bodies = texts.map((text) => JSON.parse(text))
      const start = process.hrtime.bigint()
      work(bodies, texts)
      nanoseconds += Number(process.hrtime.bigint() - start)
    }
    return nanoseconds / repeats / texts.length
  }
}

const contest = [parse, ...builds]
for (let round = 0; round < warmUps; round++) for (const { run } of contest) run()
for (let round = 0; round < rounds; round++) for (const { run, times } of random.shuffled(contest)) times.push(run())

for (const { label, times } of contest) {
  const ratio = median(times.map((time, round) => time / parse.times[round]))
  console.log(`${label}: ${median(times).toFixed(0)} ns; ${ratio.toFixed(2)}`)
}
