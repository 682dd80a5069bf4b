// `npm run bench`: measures, writes docs/bench/node<major>.json, and renders what docs/performance.md shows of it.
// Options: --rounds <n> (41), --only <part,...> of throughput, scale, setup, cold, floors, http, hostile,
// --guard <folder of a built library>, --nodes 20,22,24 for other versions of Node.js than this one.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { scaleAxes } from './workloads.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const root = here('..')
const run = promisify(execFile)
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '41' },
    only: { type: 'string', default: 'throughput,scale,setup,cold,floors,http,hostile' },
    guard: { type: 'string' },
    nodes: { type: 'string' },
  },
})

if (!existsSync(here('node_modules'))) await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here('.') })
if (values.guard === undefined) await run('npm', ['run', 'build'], { cwd: root })
const library = resolve(values.guard ?? here('../dist'))

if (values.nodes !== undefined) {
  for (const version of values.nodes.split(',')) {
    const again = ['bench/run.mjs', '--rounds', values.rounds, '--only', values.only, '--guard', library]
    const { stdout } = await run('npx', ['-y', '-p', `node@${version}`, 'node', ...again], { cwd: root })
    console.log(stdout)
  }
  process.exit(0)
}

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
  async scale() {
    const rows = []
    for (const axis of scaleAxes) rows.push(...(await measure('scale.mjs', axis, String(5 * values.rounds), library)))
    results.scale = rows
  },
  async cold() {
    const [row] = await measure('cold.mjs', '--json', '--runs', values.rounds, library)
    results.cold = row.milliseconds
  },
  async floors() {
    results.floors = await measure('floors.mjs', values.rounds, library)
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
await run('npx', ['oxfmt', 'docs/performance.md'], { cwd: root })
