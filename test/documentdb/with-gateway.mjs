// with-gateway.mjs POSTGRES_URI [options of Vitest]: the integration tests, on DocumentDB besides the embedded database.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { startGateway } from './gateway.mjs'

const [connectionString, ...options] = process.argv.slice(2)
const gateway = await startGateway(connectionString)
const vitest = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'deep',
    '--project',
    'deep-mongoose-8',
    'test/deep/saved.test.ts',
    ...options,
  ],
  {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, MONGODB_URI: gateway.uri, MONGODB_ENGINE: 'DocumentDB' },
    stdio: 'inherit',
  },
)
const [status] = await once(vitest, 'exit')
await gateway.stop()
if (status === 0) console.log('DocumentDB: the integration tests ran on it and passed.')
process.exitCode = status ?? 1
