// End to end: an Express server in one process, a load generator in this one. `node http.mjs <library> [seconds]`
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { median } from './median.mjs'
import { workloads } from './workloads.mjs'

const [library, seconds = '2', rounds = '3'] = process.argv.slice(2)
const server = fork(fileURLToPath(new URL('http-server.mjs', import.meta.url)), [library], {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
const [{ port }] = await once(server, 'message')
const ask = async (what) => {
  server.send({ ask: what })
  const [answer] = await once(server, 'message')
  return answer[what]
}

const load = (path, texts, duration) =>
  autocannon({
    url: `http://127.0.0.1:${port}/${path}`,
    connections: 16,
    duration,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    requests: texts.slice(0, 64).map((body) => ({ method: 'POST', body })),
  })

const contestants = ['none', 'guard', 'ajv', 'zod', 'mongoose']
const rows = []
for (const name of ['signUp', 'profile', 'order']) {
  const texts = workloads[name].texts.mixed
  const samples = Object.fromEntries(contestants.map((one) => [one, { rate: [], cpu: [] }]))
  for (const one of contestants) await load(`${one}/${name}`, texts, 1)
  for (let round = 0; round < Number(rounds); round++) {
    for (const one of round % 2 === 0 ? contestants : [...contestants].reverse()) {
      const before = await ask('cpu')
      const { requests, non2xx, errors } = await load(`${one}/${name}`, texts, Number(seconds))
      const after = await ask('cpu')
      if (non2xx + errors > 0) throw new Error(`${one} on ${name}: ${non2xx} refused, ${errors} failed`)
      const used = after.user + after.system - before.user - before.system
      samples[one].rate.push(requests.average)
      samples[one].cpu.push(used / requests.total)
    }
  }
  for (const one of contestants.slice(0, -1)) await load(`timed/${one}/${name}`, texts, Number(seconds))
  const inside = await ask('inside')
  for (const one of contestants) {
    const { rate, cpu } = samples[one]
    const floor = inside[`none/${name}`]
    const own = inside[`${one}/${name}`]
    rows.push({
      workload: name,
      contestant: one,
      requestsPerSecond: median(rate),
      cpuMicroseconds: median(cpu),
      ...(own === undefined ? {} : { insideMicroseconds: (own - floor) / 1000 }),
    })
  }
}
server.disconnect()
process.stdout.write(JSON.stringify(rows))
process.exit(0)
