// One workload in a process of its own: `node throughput.mjs <workload> <mode> <rounds> <guard>`, JSON to stdout.
// In mode `one shape` the process only ever sees bodies of one shape; in mode `traffic` all corpora take turns.
import { entrants } from './contestants.mjs'
import { median } from './median.mjs'
import { workloads } from './workloads.mjs'

const [name, mode, rounds, guardPath] = process.argv.slice(2)
const workload = workloads[name]
const library = await import(`${guardPath}/index.js`)
const corpora = mode === 'one shape' ? ['one shape'] : ['mixed', 'shuffled', 'one error', 'ten errors']
/** Calls in one batch, so that a batch takes about 0.1 ms. */
const batch = { order: 4, wide: 8, profile: 64 }[name] ?? 256
const slowBatch = Math.max(2, batch >> 4)

const parse = { name: 'JSON.parse', isParse: true, make: () => JSON.parse, accepts: () => true }
const all = [parse, ...entrants(workload)].map((one, index) => {
  const call = one.make(workload, library)
  const isAsync = one.isAsync?.(workload) === true
  // A loop of its own for each, with a text of its own: V8 shares code and type feedback between equal texts.
  const body = isAsync
    ? `return (async () => { for (let i = 0; i < count; i++) sink.last = await call(inputs[i]) })() // ${index}`
    : `for (let i = 0; i < count; i++) sink.last = call(inputs[i]) // ${index}`
  return { ...one, call, isAsync, loop: new Function('call', 'inputs', 'count', 'sink', body) }
})

const sink = { last: undefined }

/** Accepted bodies by corpus; whoever answers otherwise than the guard is not timed there. */
async function verdictsOf({ call, accepts }, corpus) {
  const verdicts = []
  for (const text of workload.texts[corpus]) verdicts.push(accepts(await call(JSON.parse(text))) === true)
  return verdicts
}

async function timedOn(corpus) {
  const guard = all.find((one) => one.name === 'guard')
  const expected = await verdictsOf(guard, corpus)
  const isGood = !corpus.endsWith('error') && !corpus.endsWith('errors')
  if (expected.some((accepted) => accepted !== isGood)) throw new Error(`The guard errs on ${name}, ${corpus}`)
  const timed = []
  const excluded = []
  for (const one of all) {
    if (one.isParse || one.floor) {
      if (isGood || one.isParse) timed.push(one)
      continue
    }
    const verdicts = await verdictsOf(one, corpus)
    const differs = verdicts.filter((accepted, nth) => accepted !== expected[nth]).length
    if (differs === 0) timed.push(one)
    else excluded.push({ name: one.name, differs, of: verdicts.length })
  }
  return { timed, excluded }
}

/** One batch: bodies fresh from JSON.parse, as in a server, parsed before the clock starts. */
async function run(one, corpus) {
  const texts = workload.texts[corpus]
  const count = one.slow ? slowBatch : batch
  const from = Math.floor(Math.random() * texts.length)
  const inputs = Array.from({ length: count }, (_, nth) => texts[(from + nth) % texts.length])
  if (!one.isParse) for (const [nth, text] of inputs.entries()) inputs[nth] = JSON.parse(text)
  const start = process.hrtime.bigint()
  const done = one.loop(one.call, inputs, count, sink)
  if (one.isAsync) await done
  return Number(process.hrtime.bigint() - start) / count
}

const shuffled = (values) =>
  values
    .map((value) => [Math.random(), value])
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value)

const plans = []
for (const corpus of corpora) plans.push({ corpus, ...(await timedOn(corpus)), samples: new Map() })

const warmUp = Math.max(30, Math.round(Number(rounds)))
for (let round = 0; round < warmUp; round++) {
  for (const { corpus, timed } of plans) {
    for (const one of timed) if (!one.slow || round % 4 === 0) await run(one, corpus)
  }
}
for (let round = 0; round < Number(rounds); round++) {
  for (const { corpus, timed, samples } of shuffled(plans)) {
    const times = new Map()
    for (const one of shuffled(timed)) times.set(one.name, await run(one, corpus))
    for (const [contestant, time] of times) samples.set(contestant, [...(samples.get(contestant) ?? []), time])
  }
}

const rows = plans.flatMap(({ corpus, timed, excluded, samples }) => {
  // Ratios are taken within a round, so that a slow second of the machine slows both sides.
  const ratio = (a, b) => {
    const [over, under] = [samples.get(a), samples.get(b)]
    return over && under ? median(over.map((time, nth) => time / under[nth])) : undefined
  }
  const measured = timed.map(({ name: contestant, copy }) => ({
    workload: name,
    corpus,
    contestant,
    copy,
    ns: median(samples.get(contestant)),
    parse: ratio(contestant, 'JSON.parse'),
    ajv: ratio(contestant, 'ajv'),
    guard: ratio(contestant, 'guard'),
  }))
  return [
    ...measured,
    ...excluded.map((one) => ({ workload: name, corpus, contestant: one.name, differs: one.differs, of: one.of })),
  ]
})
process.stdout.write(JSON.stringify(rows))
process.exit(0)
