// Runs on Bun and Deno, asks guards and a real server, and prints what came of it as JSON.
import mongoose from 'mongoose'
import { createGuard, GuardConfigError } from 'mongoose-guard'
import { guard } from 'mongoose-guard/web'

mongoose.set('autoCreate', false)
mongoose.set('autoIndex', false)

const User = mongoose.model(
  'User',
  new mongoose.Schema({
    name: { type: String, required: true, minlength: 3 },
    born: Date,
    role: { type: String, default: 'user' },
    isCompany: Boolean,
    vatId: {
      type: String,
      required() {
        return this.isCompany === true
      },
    },
    nick: { type: String, validate: async (nick) => nick !== 'taken' },
  }),
)
const newUser = createGuard(User, { allow: ['name', 'born', 'isCompany', 'vatId', 'nick'] })

const create = guard(newUser, (request) => Response.json(new User(request.validated), { status: 201 }))
const serve = async () => {
  if (typeof Bun === 'object') {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: create })
    return { port: server.port, stop: () => server.stop(true) }
  }
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, (request) => create(request))
  return { port: server.addr.port, stop: () => server.shutdown() }
}

const server = await serve()
const send = async (body) => {
  const response = await fetch(`http://127.0.0.1:${server.port}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { _id, ...rest } = await response.json()
  return { status: response.status, hasId: _id !== undefined, body: rest }
}
const served = {
  created: await send('{"name":"Ada","born":"1815-12-10"}'),
  attacked: await send('{"name":"Al","born":7,"role":"admin","__proto__":{}}'),
  broken: await send('{"name"'),
  large: await send(JSON.stringify({ name: 'x'.repeat(200_000) })),
}
await server.stop()

const setUp = (options) => {
  try {
    return createGuard(User, options)
  } catch (error) {
    return [error instanceof GuardConfigError, error.message]
  }
}

const isPromise = (outcome) => outcome instanceof Promise
console.log(
  JSON.stringify({
    runtime: typeof Bun === 'object' ? 'bun' : 'deno',
    mongoose: mongoose.version.split('.')[0],
    sync: newUser.validate({ name: 'Ada' }),
    conditional: newUser.validate({ name: 'Ada', isCompany: true }),
    async: [
      isPromise(newUser.validate({ name: 'Ada', nick: 'a' })),
      await newUser.validate({ name: 'Ada', nick: 'taken' }),
    ],
    setUp: [setUp({ allow: ['nmae'] }), setUp({ alow: ['name'] })],
    served,
  }),
)
