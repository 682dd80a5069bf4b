// Runs in the worker before each test file.
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import mongoose from 'mongoose'
import { afterAll, inject } from 'vitest'

const { cpuSeconds, reached } = inject('mutants')

// Test files share a process here, and use the same names for models. Those of the files before wait for a connection to
// build their indexes, which takes Mongoose for ever of schemas that hold each other.
for (const { schema } of Object.values(mongoose.models)) schema.set('autoIndex', false)
mongoose.deleteModel(/./)
// What test/support/models.ts turns off.
mongoose.set('autoIndex', true)

// From a thread of its own, because an endless loop lets nothing else run. Not by the clock, which would call a busy
// machine an endless loop.
globalThis.mutantsWatch ??= new Worker(
  `const { parentPort } = require('node:worker_threads')
  let limit = Infinity
  const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6 }
  parentPort.on('message', (seconds) => { limit = spent() + seconds })
  setInterval(() => { if (spent() > limit) process.kill(process.pid, 'SIGKILL') }, 200)`,
  { eval: true, execArgv: [] },
)
globalThis.mutantsWatch.unref()
globalThis.mutantsWatch.postMessage(cpuSeconds)

const blocks = new Set()
globalThis.reached = (block) => blocks.add(block)

if (reached !== undefined) {
  const start = Date.now()
  afterAll(() => {
    // By the clock, for some of them wait for processes of their own.
    const seconds = (Date.now() - start) / 1000
    writeFileSync(reached, JSON.stringify({ seconds, blocks: [...blocks] }))
  })
}
