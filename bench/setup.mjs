// Time to set up a guard and its peers, and the memory that a guard keeps with all of its code: `node --expose-gc setup.mjs <library>`
import { warmUp } from '../src/fast-path/warm-up.ts'
import { contestants, mongooseModel } from './contestants.mjs'
import { median } from './median.mjs'
import { workloads } from './workloads.mjs'

const { createGuard } = await import(`${process.argv[2]}/index.js`)
const rows = []

for (const [paths, workload, times] of [
  [5, workloads.signUp, 200],
  [300, workloads.wide, 40],
]) {
  const options = { allow: Object.keys(workload.fields) }
  const body = JSON.parse(workload.texts['one shape'][0])
  const models = Array.from({ length: 2 * times }, () => mongooseModel(workload))
  const setUps = { createGuard: [], 'first body': [], 'code generated': [] }
  const time = (name, work) => {
    const start = process.hrtime.bigint()
    const made = work()
    setUps[name].push(Number(process.hrtime.bigint() - start))
    return made
  }
  for (const model of models.slice(0, times)) {
    const guard = time('createGuard', () => createGuard(model, options))
    if (!time('first body', () => guard.validate(body)).ok) throw new Error('The body is good')
    for (let nth = 2; nth <= warmUp.bodies; nth++) guard.validate(body)
    time('code generated', () => guard.validate(body))
  }
  // The first half warms up.
  const half = times >> 1
  const guardRow = {
    paths,
    contestant: 'guard',
    cold: setUps.createGuard[0],
    warm: median(setUps.createGuard.slice(half)),
    firstBody: median(setUps['first body'].slice(half)),
    generated: median(setUps['code generated'].slice(half)),
  }

  for (const model of models) createGuard(model, options)
  globalThis.gc()
  const before = process.memoryUsage().heapUsed
  const kept = models.slice(times).map((model) => {
    const guard = createGuard(model, options)
    for (let nth = 0; nth <= warmUp.bodies; nth++) guard.validate(body)
    return guard
  })
  globalThis.gc()
  rows.push({ ...guardRow, bytes: (process.memoryUsage().heapUsed - before) / kept.length })

  for (const peer of contestants.filter(({ name }) =>
    ['ajv', 'typebox', 'zod 4', 'valibot', 'arktype', 'joi', 'yup'].includes(name),
  )) {
    const samples = []
    const count = Math.min(times, 20)
    globalThis.gc()
    const heap = process.memoryUsage().heapUsed
    const made = []
    for (let nth = 0; nth < count; nth++) {
      const start = process.hrtime.bigint()
      const check = peer.make(workload, { createGuard })
      samples.push(Number(process.hrtime.bigint() - start))
      check(body)
      made.push(check)
    }
    globalThis.gc()
    const bytes = (process.memoryUsage().heapUsed - heap) / made.length
    rows.push({ paths, contestant: peer.name, cold: samples[0], warm: median(samples.slice(count >> 1)), bytes })
  }
}
process.stdout.write(JSON.stringify(rows))
process.exit(0)
