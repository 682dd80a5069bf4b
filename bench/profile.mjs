// Where the guard's time goes: `node bench/profile.mjs <workload> <corpus>`, for example `signUp "one error"`. It prints
// the share of each function of the library, of Mongoose and of the generated code in the time spent in the guard.
import { existsSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { contestants } from './contestants.mjs'
import { workloads } from './workloads.mjs'

const [name = 'signUp', corpus = 'one error'] = process.argv.slice(2)
const library = new URL('../dist/index.js', import.meta.url)
if (!existsSync(library)) throw new Error('Build the library first: npm run build')
const workload = workloads[name]
const texts = workload.texts[corpus]
const validate = contestants.find((one) => one.name === 'guard').make(workload, await import(library))

/** Bodies fresh from JSON.parse, as in a server. */
function* batches(seconds) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) yield texts.map((text) => JSON.parse(text))
}
function checkAll(bodies) {
  for (const body of bodies) void validate(body)
}

for (const bodies of batches(3)) checkAll(bodies)
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.setSamplingInterval', { interval: 100 })
await session.post('Profiler.start')
for (const bodies of batches(8)) checkAll(bodies)
const { profile } = await session.post('Profiler.stop')

const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
const guarded = new Set()
const collect = (node) => {
  guarded.add(node.id)
  for (const child of node.children ?? []) collect(nodes.get(child))
}
for (const node of profile.nodes) if (node.callFrame.functionName === 'checkAll') collect(node)
const times = new Map()
for (const [nth, id] of profile.samples.entries()) {
  if (!guarded.has(id)) continue
  const { functionName, url } = nodes.get(id).callFrame
  const place = functionName === 'checkAll' ? 'inlined' : `${functionName || '(anonymous)'}  ${url.split('/').at(-1)}`
  times.set(place, (times.get(place) ?? 0) + profile.timeDeltas[nth])
}
const total = [...times.values()].reduce((sum, time) => sum + time, 0)
console.log(`${name}, ${corpus}: % of the time in the guard`)
for (const [place, time] of [...times].sort(([, a], [, b]) => b - a).slice(0, 25)) {
  console.log(`${((100 * time) / total).toFixed(1).padStart(5)}  ${place}`)
}
