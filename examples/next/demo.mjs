import { spawn } from 'node:child_process'
import { prepare, withoutTelemetry } from './prepare.mjs'

const { MONGODB_URI, PORT = '3000' } = process.env

prepare()
const embedded = MONGODB_URI === undefined ? await startEmbeddedDatabase() : undefined
console.log(
  embedded === undefined
    ? 'Documents are saved to the MongoDB at MONGODB_URI.'
    : 'Documents are kept in memory by an embedded database, which is not MongoDB. To save to a real one, set MONGODB_URI.',
)
const server = spawn(
  process.execPath,
  ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1', '--port', PORT],
  {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    env: { ...withoutTelemetry(), MONGODB_URI: embedded?.uri ?? MONGODB_URI },
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', async (code) => {
  await embedded?.stop()
  process.exitCode = code ?? 0
})

async function startEmbeddedDatabase() {
  const { register } = await import('tsx/esm/api')
  const unregister = register()
  const database = await import('../database/embedded-database.ts')
  await unregister()
  return database.startEmbeddedDatabase()
}
