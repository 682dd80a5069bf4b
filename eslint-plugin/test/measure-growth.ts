// How lint time grows with a file that repeats itself, as generated and hostile code does: milliseconds for 100, 200, 400
// and 800 repetitions, with all rules on. `measure-growth.ts writes` measures one shape alone.
import plugin from '../src/index.ts'
import { Application } from './lint-files.ts'

const rules = Object.fromEntries(Object.keys(plugin.rules).map((name) => [`mongoose-guard/${name}`, 'error'] as const))
const preamble = `import mongoose from 'mongoose'
const User = mongoose.model('User', new mongoose.Schema({ name: String, role: String }))
`

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')
const handler = (body: string) => `router.post('/', async (req, res) => { ${body}; res.end() })`

const shapes: Readonly<Record<string, (count: number) => string>> = {
  writes: (count) => handler(lines(count, () => 'await User.create(req.body)')),
  filters: (count) => handler(lines(count, () => 'await User.findOne({ name: req.body.name })')),
  saves: (count) => handler(lines(count, () => 'Object.assign(req.user, req.body); await req.user.save()')),
  copies: (count) =>
    handler(`let body = req.body\n${lines(count, () => 'body = { ...body }')}\nawait User.create(body)`),
  'copies in branches': (count) =>
    handler(
      `let body = req.body\n${lines(count, (index) => `if (req.query.q${String(index)}) body = { ...body }`)}\nawait User.create(body)`,
    ),
  aliases: (count) =>
    handler(
      `const body0 = req.body\n${lines(count, (index) => `const body${String(index + 1)} = body${String(index)}`)}\nawait User.create(body${String(count)})`,
    ),
  'functions that call each other': (count) =>
    `${lines(count, (index) => `function f${String(index)}(data) { return f${String(index + 1)}(data) }`)}
function f${String(count)}(data) { return User.create(data) }
${handler('await f0(req.body)')}`,
  fields: (count) =>
    handler(
      `const user = await User.findOne()\n${lines(count, (index) => `user.f${String(index)} = req.body.f${String(index)}`)}\nawait user.save()`,
    ),
  conditions: (count) =>
    handler(
      `const filter = {}\n${lines(count, (index) => `if (req.query.q${String(index)}) filter.q${String(index)} = req.query.q${String(index)}`)}\nawait User.find(filter)`,
    ),
  'routes with a write': (count) => lines(count, () => handler('await User.create(req.body)')),
  'routes with a filter': (count) => lines(count, () => handler('await User.findOne({ name: req.body.name })')),
  'routes of named handlers': (count) =>
    lines(count, (index) => {
      const name = `save${String(index)}`
      return `const ${name} = async (req, res) => { res.json(await User.create(req.body)) }\nrouter.post('/${name}', ${name})`
    }),
}

const [, , only] = process.argv
for (const [shape, make] of Object.entries(shapes)) {
  if (only !== undefined && shape !== only) continue
  const application = new Application({ 'package.json': '{ "dependencies": { "mongoose": "9" } }' })
  const times = [100, 200, 400, 800].map((count) => {
    const start = performance.now()
    application.lint('users.js', preamble + make(count), { rules })
    return (performance.now() - start).toFixed(0)
  })
  console.log(`${shape}: ${times.join(', ')} ms`)
  application.remove()
}
