// Runs the integration tests on DocumentDB. Where it cannot be built or started, this says why and ends with status 77:
// skipped, which is neither passed nor failed.
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const SKIPPED = 77
const BUILD_MS = 600_000
const here = import.meta.dirname
const folder = process.env.DOCUMENTDB_DIR ?? join(tmpdir(), 'mongoose-guard-documentdb')

function engine(action) {
  const script = join(here, 'engine.sh')
  return spawnSync('bash', [script, action, folder], { encoding: 'utf8', timeout: BUILD_MS })
}

function skip(reason) {
  console.log(`DocumentDB: SKIPPED, no test ran on it. ${reason}`)
  process.exitCode = SKIPPED
}

function run(command, parameters, environment = {}) {
  const { status } = spawnSync(command, parameters, {
    cwd: join(here, '../..'),
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  })
  return status ?? 1
}

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  skip('It is built from Debian packages, which takes Linux and root rights.')
} else {
  const installed = run('npm', ['ci', '--prefix', here, '--no-audit', '--no-fund'])
  const started = engine('start')
  if (started.status !== 0) {
    const reason = started.error?.message ?? started.stderr.trim().split('\n').slice(-5).join('\n')
    skip(`It could not be built or started:\n${reason}`)
  } else if (installed !== 0) {
    process.exitCode = 1
  } else {
    process.exitCode = run(process.execPath, [
      join(here, 'with-gateway.mjs'),
      started.stdout.trim(),
      ...process.argv.slice(2),
    ])
  }
  if (started.status === 0) engine('stop')
}
