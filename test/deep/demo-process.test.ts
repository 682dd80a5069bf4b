import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import mongoose from 'mongoose'
import { afterEach, describe, expect, it } from 'vitest'
import { startEmbeddedDatabase } from '../../examples/database/embedded-database.ts'

// Each start loads TypeScript sources, which takes seconds on a busy machine.
describe('npm run demo', () => {
  const started: ChildProcess[] = []
  const start = (env: Record<string, string>) => {
    const script = fileURLToPath(new URL('../../examples/express/server.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', script], {
      env: { ...process.env, MONGODB_URI: undefined, PORT: '0', ...env },
    })
    started.push(child)
    let output = ''
    const collect = (chunk: Buffer) => (output += chunk.toString())
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const closed = once(child, 'close').then(([code]: unknown[]) => ({ code, output }))
    const url = () =>
      Promise.race([
        new Promise<string>((resolve) => {
          child.stdout.on('data', () => {
            const [found] = /http:\/\/\S+/.exec(output) ?? []
            if (found !== undefined) resolve(found)
          })
        }),
        closed.then(() => Promise.reject<string>(new Error(output))),
      ])
    return { child, closed, url }
  }

  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL')
  })

  it('prints where it listens and what it saves to, and stops on SIGTERM', async () => {
    const { child, closed, url } = start({})
    const users = await fetch(`${await url()}/users`)
    expect(await users.json()).toMatchObject([{ name: 'Ada Lovelace' }])
    child.kill('SIGTERM')
    expect(await closed).toEqual({ code: 0, output: expect.stringContaining('which is not MongoDB') as unknown })
  })

  it('saves to MONGODB_URI, names a busy port, and stops on SIGINT', async () => {
    const database = await startEmbeddedDatabase()
    const { child, closed, url } = start({ MONGODB_URI: database.uri })
    const { port, origin: first } = new URL(await url())
    const response = await fetch(`${first}/users`, {
      method: 'POST',
      body: '{"name":"Grace Hopper","email":"grace@example.com"}',
      headers: { 'Content-Type': 'application/json' },
    })
    expect(response.status).toBe(201)
    const connection = await mongoose.createConnection(database.uri).asPromise()
    expect(await connection.collection('users').countDocuments()).toBe(1)
    await connection.close()

    expect(await start({ PORT: port }).closed).toEqual({
      code: 1,
      output: `Port ${port} is in use. Choose another one: PORT=${Number(port) + 1} npm run demo\n`,
    })
    child.kill('SIGINT')
    expect(await closed).toEqual({
      code: 0,
      output: expect.stringContaining('Documents are saved to the MongoDB at MONGODB_URI.') as unknown,
    })
    await database.stop()
  })

  it('names a setting that it cannot use', async () => {
    const [badPort, badUri] = await Promise.all([
      start({ PORT: '80a' }).closed,
      start({ MONGODB_URI: 'nowhere' }).closed,
    ])
    expect(badPort).toEqual({ code: 1, output: 'PORT must be a number from 0 to 65535, but is "80a".\n' })
    expect(badUri).toEqual({
      code: 1,
      output: expect.stringMatching(/^Cannot connect to the database at MONGODB_URI: Invalid scheme/) as unknown,
    })
  })
})
