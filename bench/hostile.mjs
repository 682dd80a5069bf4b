// What hostile bodies cost the guard, Mongoose and the peers. `node --import tsx hostile.mjs <library>`
// Each contestant runs in a process of its own, which is killed when one body takes longer than the limit.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { families } from '../test/hostile/families.ts'
import { hostilePeers } from './hostile-peers.mjs'

const limit = 5000
const [library] = process.argv.slice(2)
const script = fileURLToPath(new URL('hostile-run.mjs', import.meta.url))

/** One contestant through all families of one size; a family that takes too long is skipped on a new process. */
async function runAll(contestant, bytes) {
  const rows = []
  const names = families.filter((family) => contestant.ofMongoose || !family.needsMongoose).map(({ name }) => name)
  while (names.length > 0) {
    const child = fork(script, [library, contestant.name, String(bytes)], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    await new Promise((resolve) => child.once('message', resolve))
    while (names.length > 0) {
      const family = names.shift()
      const row = await new Promise((resolve) => {
        const timer = setTimeout(() => resolve({ failed: `more than ${limit / 1000} s` }), limit)
        const end = (answer) => {
          clearTimeout(timer)
          resolve(answer)
        }
        child.once('message', end)
        child.once('exit', () => end({ failed: 'process died' }))
        child.send(family)
      })
      rows.push({ contestant: contestant.name, family, bytes, ...row })
      if (row.failed !== undefined && !row.survived) break
    }
    child.kill('SIGKILL')
  }
  return rows
}

const rows = []
for (const contestant of hostilePeers) rows.push(...(await runAll(contestant, 100_000)))
for (const bytes of [1_000_000, 10_000_000]) rows.push(...(await runAll(hostilePeers[0], bytes)))
process.stdout.write(JSON.stringify(rows))
process.exit(0)
