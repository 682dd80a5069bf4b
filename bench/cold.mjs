// What a process pays before its first answer, in CPU time of the process: the import of `mongoose-guard/express` after
// Mongoose's, the first guard, its first body and its first refused one. Each run is a process of its own, and the
// libraries take turns: `node bench/cold.mjs [--runs 60] <folder of a built library>...`, JSON to stdout with --json.
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { median } from './median.mjs'

const steps = ['import', 'createGuard', 'first body', 'first refused body']
const run = promisify(execFile)

async function measure(library) {
  const { default: mongoose } = await import('mongoose')
  const text = { type: String, required: true }
  const Model = mongoose.model('Cold', new mongoose.Schema({ name: { ...text, minlength: 2 }, email: text }))
  const times = {}
  const timed = async (step, work) => {
    const before = process.cpuUsage()
    const made = await work()
    const { user, system } = process.cpuUsage(before)
    times[step] = (user + system) / 1000
    return made
  }
  const { guard } = await timed('import', () => import(`${library}/express.js`))
  const made = await timed('createGuard', () => guard(Model, { allow: ['name', 'email'] }))
  const answer = (body) =>
    new Promise((done) => made({ body }, { status: () => ({ json: done }), locals: {} }, () => done('accepted')))
  const accepted = await timed('first body', () => answer({ name: 'Ada', email: 'ada@example.org' }))
  const refused = await timed('first refused body', () => answer({ name: 'A', role: 'admin' }))
  if (accepted !== 'accepted' || refused.errors.length !== 3) throw new Error('The guard errs')
  process.stdout.write(JSON.stringify(times), () => process.exit(0))
}

async function compare({ runs, json }, libraries) {
  const samples = libraries.map(() => [])
  for (let nth = 0; nth < Number(runs); nth++) {
    const order = libraries.map((_, index) => (index + nth) % libraries.length)
    for (const index of order) {
      const { stdout } = await run(process.execPath, [fileURLToPath(import.meta.url), '--child', libraries[index]])
      samples[index].push(JSON.parse(stdout))
    }
  }
  const rows = libraries.map((library, index) => {
    const medians = steps.map((step) => [step, median(samples[index].map((times) => times[step]))])
    return { library, milliseconds: Object.fromEntries(medians) }
  })
  if (json) process.stdout.write(JSON.stringify(rows))
  else {
    for (const { library, milliseconds } of rows) {
      console.log(steps.map((step) => `${step} ${milliseconds[step].toFixed(2)} ms`).join(', '), ` ${library}`)
    }
  }
}

const { values, positionals } = parseArgs({
  options: {
    runs: { type: 'string', default: '60' },
    json: { type: 'boolean', default: false },
    child: { type: 'string' },
  },
  allowPositionals: true,
})
const built = fileURLToPath(new URL('../dist', import.meta.url))
if (values.child !== undefined) await measure(values.child)
else await compare(values, positionals.length > 0 ? positionals.map((path) => resolve(path)) : [built])
