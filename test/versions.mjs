// Compares guards with other versions of Mongoose than the two that are installed: `node test/versions.mjs 8.18.0 9.0.0`.
// Each is installed once, drawn bodies are compared with its verdicts, and it has to behave as `mongoose/behavior.ts` says.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values, positionals: versions } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, bodies: { type: 'string', default: '20000' } },
})
if (versions.length === 0) throw new Error('name versions of Mongoose: node test/versions.mjs 8.18.0 9.0.0')

const root = fileURLToPath(new URL('..', import.meta.url))
const inPackage = { cwd: root, stdio: 'inherit' }

/** The folder of a version of Mongoose, with what it depends on beside it. */
function install(version) {
  const folder = `${root}node_modules/.cache/mongoose/${version}`
  const installed = `${folder}/node_modules/mongoose`
  if (existsSync(installed)) return installed
  mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `mongoose@${version}`], inPackage)
  return installed
}

const failed = versions.filter((version) => {
  const folder = install(version)
  const drawn = ['tsx', 'test/fuzz/cli.ts', '--mongoose', folder, '--seed', values.seed, '--bodies', values.bodies]
  const environment = { ...process.env, MONGOOSE_UNDER_TEST: folder }
  const unit = ['vitest', 'run', '--project', 'unit', 'test/unit/behavior.test.ts']
  const runs = [spawnSync('npx', drawn, inPackage), spawnSync('npx', unit, { ...inPackage, env: environment })]
  return runs.some(({ status }) => status !== 0)
})
console.log(failed.length === 0 ? `${versions.length} versions: all agree` : `failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
