// A Schema where a model stands: for bodies that no model is behind.
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { createGuard } from '../../src/index.ts'
import { guard as express } from '../../src/adapters/express.ts'
import { guard as web } from '../../src/adapters/web.ts'
import { broken, forbidden, looseGuard, wrongType } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

const { Schema } = mongoose

const definition = {
  email: { type: String, required: true, lowercase: true },
  password: {
    type: String,
    validate(this: { email: string }, password: string) {
      return password !== this.email
    },
  },
  devices: [sub({ name: { type: String, required: true } })],
}
const login = new Schema(definition, { timestamps: true })

describe('timestamps inside of a nested object', () => {
  const timestamps = { createdAt: 'meta.created', updatedAt: 'meta.deep.updated' }
  const schema = new Schema({ a: String, meta: { note: String, deep: { x: Number } } }, { timestamps })
  const managed = { meta: { note: 'n', created: '2001-01-01', deep: { x: 1, updated: '2001-01-01' } } }
  const good = { a: 'x', meta: { note: 'n', deep: { x: 1 } } }

  it('are not declared by a Schema', async () => {
    const guard = looseGuard(schema)
    expect(guard.allow).toEqual(['a', 'meta.note', 'meta.deep.x'])
    expect(await guard.validate(good)).toEqual({ ok: true, validated: good })
    const errors = [forbidden('meta.deep.updated'), forbidden('meta.created')]
    expect(await guard.validate(managed)).toEqual({ ok: false, errors })
    const alone = looseGuard(new Schema({ a: String }, { timestamps: { createdAt: 'meta.created' } }))
    expect(await alone.validate(managed)).toEqual({ ok: false, errors: [forbidden('meta')] })
  })

  it('are not declared by what stands beside a document', async () => {
    const guard = looseGuard(modelOf({ b: String }), { allow: ['b'], extra: schema })
    expect(await guard.validate({ b: 'x', ...good })).toEqual({ ok: true, validated: { b: 'x' }, extra: good })
    const errors = [forbidden('meta.deep.updated'), forbidden('meta.created')]
    expect(await guard.validate({ b: 'x', ...managed })).toEqual({ ok: false, errors })
  })
})

describe('a guard of a Schema', () => {
  it('accepts all that the schema declares, and nothing that Mongoose adds', async () => {
    const guard = looseGuard(login)
    expect(guard.allow).toEqual(['email', 'password', 'devices'])
    expect(await guard.validate({ email: 'a', password: 'b', devices: [{ name: 'c' }] })).toEqual({
      ok: true,
      validated: { email: 'a', password: 'b', devices: [{ name: 'c' }] },
    })
    expect(await guard.validate({ _id: 'a'.repeat(24), __v: 1, createdAt: '2020-01-01', password: 1 })).toEqual({
      ok: false,
      errors: [
        broken('email', 'required', 'Path `email` is required.'),
        wrongType('password', 'string', 'number'),
        forbidden('_id'),
        forbidden('__v'),
        forbidden('createdAt'),
      ],
    })
  })

  it('accepts an id that the schema declares itself', () => {
    expect(looseGuard(new Schema({ _id: Number, a: String })).allow).toEqual(['_id', 'a'])
  })

  it.each([
    ['a version key', {}],
    ['a version key of another name', { versionKey: 'revision' }],
    ['timestamps', { timestamps: true }],
    ['a discriminator key', { discriminatorKey: 'kind' }],
  ])('accepts the same once a model of the schema has added %s', async (_what, options) => {
    const schema = new Schema({ name: String, n: { m: Number } }, options)
    const before = looseGuard(schema)
    const connection = mongoose.createConnection()
    const Model = connection.model('Compiled', schema)
    Model.discriminator('Special', new Schema({ special: String }))
    const after = looseGuard(schema)
    expect(after.allow).toEqual(['name', 'n'])
    expect(after.allow).toEqual(before.allow)
    const body = {
      name: 'a',
      __v: 5,
      revision: 5,
      kind: 'Special',
      special: 'x',
      __t: 'Special',
      createdAt: '2020-01-01',
    }
    const outcome = await after.validate(body)
    expect(outcome).toEqual(await before.validate(body))
    expect(outcome).toMatchObject({ ok: false, errors: Array.from({ length: 6 }, () => ({ code: 'forbidden_field' })) })
    expect(await after.validate({ name: 'a', n: { m: 1 } })).toEqual({
      ok: true,
      validated: { name: 'a', n: { m: 1 } },
    })
    expect(Object.keys(schema.paths)).toContain('versionKey' in options ? 'revision' : '__v')
  })

  const kinds = { kind: { type: String, enum: ['A', 'Special'] } }
  it.each([
    ['in its definition', () => new Schema({ a: String, __v: Number, ...kinds }, { discriminatorKey: 'kind' })],
    ['in a schema that it is made of', () => new Schema(new Schema({ a: String, __v: Number, ...kinds }) as never)],
    ['by add()', () => new Schema({ a: String }).add({ __v: Number } as never).add(kinds as never)],
    ['before pick()', () => new Schema({ a: String, __v: Number, b: String, ...kinds }).pick(['a', '__v', 'kind'])],
  ])('accepts the keys that the schema declares %s', (_how, make) => {
    expect(looseGuard(make()).allow.toSorted()).toEqual(['__v', 'a', 'kind'])
  })

  it('accepts a version key in a nested object that the schema declares, and a discriminator key that it adds', () => {
    const schema = new Schema({ meta: { v: Number, x: String } }, { versionKey: 'meta.v', discriminatorKey: 'kind' })
    schema.add(kinds as never)
    expect(looseGuard(schema).allow).toEqual(['meta', 'kind'])
    mongoose
      .createConnection()
      .model('Nested', schema)
      .discriminator('Special', new Schema({ s: String }))
    expect(looseGuard(schema).allow).toEqual(['meta', 'kind'])
  })

  it('accepts a version key and a discriminator key that the schema declares itself', () => {
    const schema = new Schema({ __v: Number, kind: String, a: String }, { discriminatorKey: 'kind' })
    const connection = mongoose.createConnection()
    connection.model('Declared', schema)
    expect(looseGuard(schema).allow).toEqual(['__v', 'kind', 'a'])
  })

  it('may allow a part', async () => {
    const guard = looseGuard(login, { allow: ['email'] })
    expect(await guard.validate({ email: 'a', password: 'b' })).toEqual({ ok: false, errors: [forbidden('password')] })
    expect(() => looseGuard(login, { allow: ['mail'] })).toThrow('allow entry "mail" does not match the schema')
  })

  it('runs rules that see the body', async () => {
    expect(await looseGuard(login).validate({ email: 'A', password: 'a' })).toEqual({
      ok: false,
      errors: [broken('password', 'user defined', 'Validator failed for path `password` with value `a`')],
    })
  })

  it('takes every other option', async () => {
    const guard = looseGuard(login, {
      partial: true,
      rules: { password: { minlength: 3 } },
      extra: { captcha: String },
      at: 'login',
    })
    expect(await guard.validate({ login: { password: 'abc' }, captcha: 'x' })).toEqual({
      ok: true,
      validated: { password: 'abc' },
      extra: { captcha: 'x' },
    })
  })

  it('takes no name, no connection and nothing from the schema', () => {
    const { connections } = mongoose
    const before = { names: mongoose.modelNames(), connections: [...connections], paths: Object.keys(login.paths) }
    looseGuard(login)
    expect(mongoose.modelNames()).toEqual(before.names)
    expect(connections).toEqual(before.connections)
    expect(Object.keys(login.paths)).toEqual(before.paths)
    expect(Object.keys(mongoose.connection.collections)).not.toContain('bodies')
  })

  it('leaves out what plugins of the application add to stored documents', async () => {
    const instance = new mongoose.Mongoose()
    instance.plugin((schema: { add(paths: object): unknown }) =>
      schema.add({ tenant: { type: String, required: true } }),
    )
    const guard = looseGuard(new instance.Schema({ a: String }))
    expect(guard.allow).toEqual(['a'])
    expect(await guard.validate({ a: 'b' })).toEqual({ ok: true, validated: { a: 'b' } })
  })

  it('gives the same outcomes as a guard of a model of it', async () => {
    const model = modelOf(definition)
    const ofModel = looseGuard(model, { allow: ['email', 'password', 'devices'] })
    const ofSchema = looseGuard(login)
    for (const body of [{}, { email: 'a', password: 'a' }, { email: null, devices: [{}, 1] }, { email: '', x: 1 }]) {
      expect(await ofSchema.validate(body)).toEqual(await ofModel.validate(body))
    }
  })

  it('stands in Express and in web handlers as well', async () => {
    const handler = web(login, (request) => Response.json(request.validated))
    const request = new Request('http://localhost/', { method: 'POST', body: JSON.stringify({ email: 'a' }) })
    expect(await (await handler(request)).json()).toEqual({ email: 'a' })
    const req = { body: { email: 'a' }, validated: undefined as unknown }
    await new Promise((resolve) => {
      express(login)(req as never, {}, resolve as never)
    })
    expect(req.validated).toEqual({ email: 'a' })
  })

  it('accepts the fields of discriminators', async () => {
    const shape = new Schema({ name: String }, { discriminatorKey: 'kind' })
    shape.discriminator('circle', new Schema({ r: { type: Number, required: true } }))
    const guard = looseGuard(shape)
    expect(guard.allow).toEqual(['name', 'kind', 'r'])
    expect(await guard.validate({ kind: 'circle', r: 1 })).toMatchObject({ ok: true })
    expect(await guard.validate({ kind: 'circle' })).toMatchObject({ errors: [{ path: 'r', rule: 'required' }] })
  })

  it('has rules that find the models of the application, and no collection of its own', async () => {
    const Known = modelOf({ name: String })
    const seen: unknown[] = []
    const schema = new Schema(
      {
        a: {
          type: String,
          validate(this: { model: (name: string) => unknown }) {
            seen.push(this.model(Known.modelName))
          },
        },
      },
      { autoSearchIndex: true } as object,
    )
    expect(await looseGuard(schema).validate({ a: 'x' })).toMatchObject({ ok: true })
    expect(seen).toEqual([Known])
  })

  it('has defaults of `with` too', async () => {
    const guard = createGuard.with({ ignore: ['csrf'] })(login)
    expect(await guard.validate({ email: 'a', csrf: 1 })).toEqual({ ok: true, validated: { email: 'a' } })
  })
})
