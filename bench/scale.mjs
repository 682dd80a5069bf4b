// How the cost of a body grows along one axis: `node scale.mjs <axis> <rounds> <library>`, JSON to stdout. Each point is
// the median time of a body, and of its ratio to `JSON.parse` of the same text within a round.
import { mongooseModel } from './contestants.mjs'
import { mapValues, number, object, text } from './fields.mjs'
import { median } from './median.mjs'
import { Random } from './random.mjs'
import { workloads } from './workloads.mjs'

const [axis, rounds, library] = process.argv.slice(2)
const { createGuard } = await import(`${library}/index.js`)
const { order, asynchronous } = workloads
const r = new Random(7)
const texts = 32

const flatFields = (count) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, nth) => [`field${nth}`, nth % 2 ? number({ min: 0 }) : text({ max: 50 })]),
  )
const flatBody = (fields) => mapValues(fields, ({ kind }) => (kind === 'text' ? r.letters() : r.integer(0, 1000)))
const pick = (body, keys) => Object.fromEntries(keys.map((key) => [key, body[key]]))

const nestedFields = (depth) => ({
  name: text({ max: 50 }),
  ...(depth > 1 ? { inner: object(nestedFields(depth - 1)) } : {}),
})
const nestedBody = (depth) => ({ name: r.letters(), ...(depth > 1 ? { inner: nestedBody(depth - 1) } : {}) })

const orderOf = (lines) => {
  const body = JSON.parse(r.pick(order.texts['one shape']))
  const items = Array.from({ length: lines }, (_, nth) => structuredClone(body.items[nth % body.items.length]))
  return { ...body, items }
}
const spoil = [(item) => (item.qty = 0), (item) => (item.sku = 'bad'), (item) => (item.discount = 1)]
const spoiled = (body, errors) => {
  for (let nth = 0; nth < errors; nth++) spoil[nth % 3](body.items[Math.floor((nth * body.items.length) / errors)])
  return body
}

const guardOf = (fields, options = {}) =>
  createGuard(mongooseModel({ fields }), { allow: Object.keys(fields), ...options })

/** What is measured at each point of an axis: bodies, and a guard; `together` of them are under way at once. */
const axes = {
  keys: {
    points: [5, 10, 20, 40, 80, 160, 320],
    at(count) {
      const fields = flatFields(count)
      return { fields, body: () => flatBody(fields), isGood: true }
    },
  },
  paths: {
    points: [5, 10, 20, 40, 80, 160, 320],
    at(count) {
      const fields = flatFields(count)
      const body = () => pick(flatBody(fields), r.shuffled(Object.keys(fields)).slice(0, 2))
      return { fields, options: { partial: true }, body, isGood: true }
    },
  },
  depth: {
    points: [1, 2, 4, 8, 16, 32, 64],
    at: (depth) => ({ fields: nestedFields(depth), body: () => nestedBody(depth), isGood: true }),
  },
  errors: {
    points: [1, 3, 10, 30, 100],
    at: (errors) => ({ fields: order.fields, body: () => spoiled(orderOf(100), errors) }),
  },
  'lines with three errors': {
    points: [3, 10, 30, 100, 300],
    at: (lines) => ({ fields: order.fields, body: () => spoiled(orderOf(lines), 3) }),
  },
  guards: {
    points: [1, 10, 100, 1000],
    at: (guards) => ({ ...flatPoint(), guards }),
  },
  // V8 optimizes what each guard has generated after some thousands of bodies.
  'warm guards': {
    points: [1, 10, 100],
    at: (guards) => ({ ...flatPoint(), guards, warmedBy: 20_000 }),
  },
  concurrency: {
    points: [1, 10, 100, 1000],
    at: (together) => ({
      fields: asynchronous.fields,
      body: () => JSON.parse(r.pick(asynchronous.texts.mixed)),
      isGood: true,
      together,
    }),
  },
}

function flatPoint() {
  const fields = flatFields(5)
  return { fields, body: () => flatBody(fields), isGood: true }
}

async function measure(point) {
  const { fields, options, body, isGood = false, guards = 1, together = 1, warmedBy = 0 } = point
  const bodies = Array.from({ length: texts }, () => JSON.stringify(body()))
  const checks = Array.from({ length: guards }, () => guardOf(fields, options))
  for (const one of bodies) {
    const { ok } = await checks[0].validate(JSON.parse(one))
    if (ok !== isGood) throw new Error(`The guard errs on ${axis}`)
  }
  for (let nth = 0; nth < warmedBy * guards; nth++) checks[nth % guards].validate(JSON.parse(bodies[nth % texts]))
  // Batches of about 0.2 ms, so that what disturbs one does not disturb the median.
  const count = Math.max(2, together, Math.round(40_000 / bodies[0].length))
  const times = []
  const ratios = []
  let turn = 0
  const last = { copy: undefined }
  for (let round = -Number(rounds); round < Number(rounds); round++) {
    const batch = Array.from({ length: count }, () => bodies[turn++ % texts])
    const parseStart = process.hrtime.bigint()
    const parsed = batch.map((one) => JSON.parse(one))
    const parseTime = Number(process.hrtime.bigint() - parseStart)
    const start = process.hrtime.bigint()
    if (together > 1) {
      for (let from = 0; from < count; from += together) {
        last.copy = await Promise.all(parsed.slice(from, from + together).map((one) => checks[0].validate(one)))
      }
    } else {
      for (const [nth, one] of parsed.entries()) {
        const outcome = checks[nth % guards].validate(one)
        last.copy = typeof outcome.then === 'function' ? await outcome : outcome
      }
    }
    const time = Number(process.hrtime.bigint() - start)
    // The first half warms up.
    if (round < 0) continue
    times.push(time / count)
    ratios.push(time / parseTime)
  }
  return { ns: median(times), parse: median(ratios), bytes: bodies[0].length }
}

const rows = []
for (const x of axes[axis].points) rows.push({ axis, x, ...(await measure(axes[axis].at(x))) })
process.stdout.write(JSON.stringify(rows), () => process.exit(0))
