import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isMongoose8 } from '../support/models.ts'

/** As zone.js does it: the promises of `async` functions and of the platform stay native, and are none of its instances. */
const replacePromise = `
  const Native = Promise
  class OwnPromise {
    #native
    constructor(executor) { this.#native = new Native(executor) }
    then(yes, no) { return OwnPromise.resolve(this.#native.then(yes, no)) }
    catch(no) { return this.then(undefined, no) }
    finally(end) { return OwnPromise.resolve(this.#native.finally(end)) }
    static resolve(value) { return new OwnPromise((resolve) => resolve(value)) }
    static reject(reason) { return new OwnPromise((_, reject) => reject(reason)) }
    static withResolvers() {
      const capability = {}
      capability.promise = new OwnPromise((resolve, reject) => Object.assign(capability, { resolve, reject }))
      return capability
    }
  }
  for (const name of ['all', 'allSettled', 'any', 'race']) {
    OwnPromise[name] = (values) => OwnPromise.resolve(Native[name]([...values].map((value) => Native.resolve(value))))
  }
  globalThis.Promise = OwnPromise
  const native = async (run) => run()
  const own = (run) => new OwnPromise((resolve) => resolve(run()))
  const { default: mongoose } = await import('${isMongoose8 ? 'mongoose8' : 'mongoose'}')
  const { createGuard } = await import('./src/index.ts')
  const Model = mongoose.model('M', new mongoose.Schema({ name: { type: String, required: true } }))
  const ready = createGuard(Model, { allow: ['name'] })
`

/** What a script prints as JSON that runs where the global `Promise` is another one. */
async function printedBy(script: string): Promise<unknown> {
  const code = `${replacePromise}\n${script}`
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code])
  return JSON.parse(stdout)
}

describe('where the global Promise is replaced (zone.js, bluebird)', () => {
  it('rules are awaited that give a promise of either kind', async () => {
    const script = `
      const outcomes = {}
      for (const [kind, later] of Object.entries({ native, own })) {
        const rule = { type: String, validate: { validator: (value) => later(() => value !== 'bad'), message: 'no' } }
        const waiting = { ...rule, required() { return this.zip === 1 } }
        const line = new mongoose.Schema({ rule, waiting }, { _id: false })
        const Ruled = mongoose.model('R' + kind, new mongoose.Schema({ rule, waiting, lines: [line] }))
        const guard = createGuard(Ruled, { allow: ['rule', 'waiting', 'lines'] })
        const lines = Array.from({ length: 300 }, () => ({ rule: 'good', waiting: 'good' }))
        const good = await guard.validate({ rule: 'good', waiting: 'good', lines })
        const bad = await guard.validate({ rule: 'bad', waiting: 'bad', lines: [...lines, { rule: 'bad' }] })
        const failing = mongoose.model('F' + kind, new mongoose.Schema({
          a: { type: String, validate: () => later(() => { throw new Error('told') }) },
          b: { type: String, validate: () => later(() => { throw Object.assign(new Error('down'), { syscall: 'x' }) }) },
        }))
        const told = await createGuard(failing, { allow: ['a'] }).validate({ a: 'x' })
        const down = await createGuard(failing, { allow: ['b'] }).validate({ b: 'x' }).then(() => 0, (e) => e.message)
        outcomes[kind] = [good.ok, bad.errors.map(({ path }) => path), told.errors[0].message, down]
      }
      console.log(JSON.stringify(outcomes))`
    const expected = [true, ['rule', 'waiting', 'lines.300.rule'], 'told', 'down']
    expect(await printedBy(script)).toEqual({ native: expected, own: expected })
  })

  it.each(['express4', 'express'])('the guard of %s waits for its check and for onReject', async (name) => {
    const script = `
      const { default: express } = await import('${name}')
      const { guard } = await import('./src/adapters/express.ts')
      const fail = (thrown) => () => { throw thrown }
      const statuses = {}
      for (const [kind, later] of Object.entries({ native, own })) {
        const checkedLater = Object.create(ready, { validate: { value: (body) => later(() => ready.validate(body)) } })
        const failing = Object.create(ready, { validate: { value: () => later(fail('route')) } })
        const app = express()
        app.use(express.json())
        const show = (req, res) => res.status(201).json(req.validated)
        const refusing = (onReject) => guard(Model, { allow: ['name'], onReject })
        app.post('/checked', guard(checkedLater), show)
        app.post('/failing', guard(failing), show)
        app.post('/error', refusing(() => later(fail(new Error('log is full')))), show)
        app.post('/nothing', refusing(() => later(fail(undefined))), show)
        app.post('/answer', refusing((errors, req, res) => later(() => res.status(422).json({}))), show)
        app.use((error, req, res, next) => res.status(500).json(error.message))
        const server = await new Native((resolve) => {
          const listening = app.listen(0, '127.0.0.1', () => resolve(listening))
        })
        const statusOf = async (path, body) => {
          const response = await fetch('http://127.0.0.1:' + server.address().port + path, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
          return response.status
        }
        statuses[kind] = [await statusOf('/checked', { name: 'Ada' })]
        for (const path of ['/checked', '/failing', '/error', '/nothing', '/answer']) {
          statuses[kind].push(await statusOf(path, {}))
        }
        server.closeAllConnections()
        server.close()
      }
      console.log(JSON.stringify(statuses))`
    const expected = [201, 400, 500, 500, 500, 422]
    expect(await printedBy(script)).toEqual({ native: expected, own: expected })
  })

  it('the guard of web handlers waits for its check, its handler and onReject', async () => {
    const script = `
      const { guard } = await import('./src/adapters/web.ts')
      const statuses = {}
      for (const [kind, later] of Object.entries({ native, own })) {
        const checkedLater = Object.create(ready, { validate: { value: (body) => later(() => ready.validate(body)) } })
        const show = (request) => later(() => Response.json(request.validated, { status: 201 }))
        const onReject = () => later(() => new Response(null, { status: 422 }))
        const statusOf = async (guarded, body) => {
          const response = await guarded(new Request('http://localhost/', { method: 'POST', body }))
          return response.status
        }
        const refusing = guard(Model, { allow: ['name'], onReject }, show)
        statuses[kind] = [
          await statusOf(guard(checkedLater, show), '{"name":"Ada"}'),
          await statusOf(guard(checkedLater, show), '{}'),
          await statusOf(refusing, '{"name":"Ada"}'),
          await statusOf(refusing, '{}'),
        ]
      }
      console.log(JSON.stringify(statuses))`
    const expected = [201, 400, 201, 422]
    expect(await printedBy(script)).toEqual({ native: expected, own: expected })
  })
})
