import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { bad, errors, good, jsonRequest } from './bodies.ts'

const app = join(import.meta.dirname, 'sveltekit')
const output = join(import.meta.dirname, 'node_modules/.sveltekit/output/server')

interface Server {
  init: (options: object) => Promise<void>
  respond: (request: Request, options: object) => Promise<Response>
}

let server: Server

beforeAll(async () => {
  const vite = join(import.meta.dirname, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build'], { cwd: app })
  const load = (file: string): Promise<unknown> => import(/* @vite-ignore */ pathToFileURL(join(output, file)).href)
  const { Server } = (await load('index.js')) as { Server: new (manifest: unknown) => Server }
  const { manifest } = (await load('manifest.js')) as { manifest: unknown }
  server = new Server(manifest)
  await server.init({ env: {} })
})

const respond = async (body: unknown) => {
  const request = jsonRequest(body)
  const response = await server.respond(request, { getClientAddress: () => '127.0.0.1' })
  return { status: response.status, body: (await response.json()) as unknown }
}

it('a guarded SvelteKit endpoint gets its event with validated', async () => {
  expect(await respond(good)).toEqual({
    status: 201,
    body: { validated: good, route: '/accounts' },
  })
})

it('SvelteKit passes the answer to a bad body on', async () => {
  expect(await respond(bad)).toEqual({ status: 400, body: { errors } })
})
