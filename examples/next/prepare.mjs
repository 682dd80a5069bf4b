import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const app = import.meta.dirname
const library = join(app, '../..')
const installed = join(app, 'node_modules/.package-lock.json')

/** Installs and builds what is missing or out of date: the library, its copy in this app, and the app. */
export function prepare() {
  if (!existsSync(join(library, 'node_modules'))) run('npm', ['ci', '--no-audit', '--no-fund'], library)
  const sources = [join(library, 'src'), join(library, 'package.json')]
  if (isOutdated(join(library, 'dist/web.js'), sources)) run('npm', ['run', '--silent', 'build'], library)
  // The library is installed as its users get it: packed, without a link back to the repository.
  if (!existsSync(installed)) {
    console.log('The first start installs and builds everything, which takes a few minutes. Later ones take seconds.')
  }
  if (isOutdated(installed, [join(library, 'dist/web.js'), join(app, 'package-lock.json')])) {
    run('npm', ['ci', '--no-audit', '--no-fund'], app)
  }
  run(process.execPath, ['node_modules/next/dist/bin/next', 'build'], app)
}

function run(command, parameters, cwd) {
  console.log(`> ${[command === process.execPath ? 'node' : command, ...parameters].join(' ')}`)
  const { status } = spawnSync(command, parameters, { cwd, stdio: 'inherit', env: withoutTelemetry() })
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')} failed with status ${status}`)
}

export function withoutTelemetry() {
  return { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
}

function isOutdated(target, sources) {
  return !existsSync(target) || sources.some((source) => newest(source) > statSync(target).mtimeMs)
}

function newest(path) {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
