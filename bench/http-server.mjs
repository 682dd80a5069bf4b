// An Express 5 server with one route for each contestant and workload; told to stop by its parent.
import express from 'express'
import { contestants, mongooseModel } from './contestants.mjs'
import { median } from './median.mjs'
import { workloads } from './workloads.mjs'

const { guard } = await import(`${process.argv[2]}/express.js`)
const peer = (name) => contestants.find((one) => one.name === name)

/** Peers answer as briefly as they can; a bad body is none of this measurement's business. */
const checking = (name, workload) => {
  const { make, accepts } = peer(name)
  const check = make(workload, {})
  return async (req, res, next) => {
    if (!accepts(await check(req.body))) return res.status(400).json({ errors: [] })
    req.validated = req.body
    next()
  }
}

const middleware = {
  none: () => (req, res, next) => next(),
  guard: (workload) => guard(mongooseModel(workload), { allow: Object.keys(workload.fields) }),
  ajv: (workload) => {
    const check = peer('ajv').make(workload, {})
    return (req, res, next) => (check(req.body) ? next() : res.status(400).json({ errors: check.errors }))
  },
  zod: (workload) => {
    const check = peer('zod 4').make(workload, {})
    return (req, res, next) => {
      const { success, data, error } = check(req.body)
      if (!success) return res.status(400).json({ errors: error.issues })
      req.validated = data
      next()
    }
  },
  mongoose: (workload) => checking('new Model().validate', workload),
}

const inside = {}
/** The time between being called and calling on, for what is synchronous. */
const timed = (name, handler) => (req, res, next) => {
  const start = process.hrtime.bigint()
  handler(req, res, () => {
    const samples = (inside[name] ??= [])
    if (samples.length < 20_000) samples.push(Number(process.hrtime.bigint() - start))
    next()
  })
}

const app = express()
app.set('etag', false)
for (const workload of ['signUp', 'profile', 'order'].map((name) => workloads[name])) {
  for (const [name, make] of Object.entries(middleware)) {
    const handler = make(workload)
    const done = (req, res) => res.json({ ok: true })
    app.post(`/${name}/${workload.name}`, express.json(), handler, done)
    app.post(`/timed/${name}/${workload.name}`, express.json(), timed(`${name}/${workload.name}`, handler), done)
  }
}

const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('message', ({ ask }) => {
  if (ask === 'cpu') process.send({ cpu: process.cpuUsage() })
  else
    process.send({
      inside: Object.fromEntries(Object.entries(inside).map(([name, samples]) => [name, median(samples)])),
    })
})
process.on('disconnect', () => process.exit(0))
