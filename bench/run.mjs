// `npm run bench`: measures, writes docs/bench/node<major>.json, and renders what docs/performance.md shows of it.
// Options: --rounds <n> (41), --only <part,...> of throughput, setup, http, hostile, --guard <folder of a built library>.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const root = here('..')
const run = promisify(execFile)
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '41' },
    only: { type: 'string', default: 'throughput,setup,http,hostile' },
    guard: { type: 'string' },
  },
})

if (!existsSync(here('node_modules'))) await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here('.') })
if (values.guard === undefined) await run('npm', ['run', 'build'], { cwd: root })
const library = resolve(values.guard ?? here('../dist'))

const major = process.versions.node.split('.')[0]
const folder = here('../docs/bench')
const file = `${folder}/node${major}.json`
mkdirSync(folder, { recursive: true })
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
Object.assign(results, { node: process.version, cpu: cpus()[0]?.model, date: new Date().toISOString().slice(0, 10) })

/** Each part in a process of its own, so that no other part's garbage and type feedback disturbs it. */
async function measure(script, ...args) {
  const started = Date.now()
  const flags = ['--expose-gc', '--import', 'tsx']
  const { stdout } = await run(process.execPath, [...flags, here(script), ...args], { cwd: root, maxBuffer: 1 << 28 })
  console.log(`${script} ${args.join(' ')}: ${Math.round((Date.now() - started) / 1000)} s`)
  return JSON.parse(stdout)
}

const save = () => writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`)

const parts = {
  async throughput() {
    const rows = []
    for (const name of ['signUp', 'profile', 'order', 'patch', 'wide', 'custom', 'receiver', 'asynchronous']) {
      rows.push(...(await measure('throughput.mjs', name, 'traffic', values.rounds, library)))
      if (['signUp', 'profile', 'order'].includes(name)) {
        rows.push(...(await measure('throughput.mjs', name, 'one shape', values.rounds, library)))
      }
    }
    results.throughput = rows
  },
  async setup() {
    results.setup = await measure('setup.mjs', library)
  },
  async http() {
    results.http = await measure('http.mjs', library)
  },
  async hostile() {
    results.hostile = await measure('hostile.mjs', library)
  },
}

for (const part of values.only.split(',')) {
  await parts[part]()
  save()
}
await import('./report.mjs')
