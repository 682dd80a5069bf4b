// Bodies in which the document has a place of its own (`at`), is one of several (`each`), or has company (`extra`,
// `ignore`).
import mongoose from 'mongoose'
import { describe, expect, it, vi } from 'vitest'
import { forbidden, json, looseGuard, wrongType, broken } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

const { Schema } = mongoose

const Model = modelOf({
  name: { type: String, required: true, minlength: 2 },
  age: Number,
  address: { city: String, zip: String },
  home: sub({ city: { type: String, required: true }, zip: String }),
  lines: [sub({ sku: String, count: Number })],
  tags: [String],
})
const allow = ['name', 'age', 'address', 'home', 'lines', 'tags']

const validate = (options: object, body: unknown) => looseGuard(Model, { allow, ...options }).validate(body)
const required = (path: string) => broken(path, 'required', `Path \`${path}\` is required.`)

describe('at', () => {
  it('gives the inner object, and paths of the whole body', async () => {
    expect(await validate({ at: 'user' }, { user: { name: 'Ada' } })).toEqual({ ok: true, validated: { name: 'Ada' } })
    expect(await validate({ at: 'user' }, { user: { age: 'x', name: 'a', lines: [{ sku: 1 }], role: 1 } })).toEqual({
      ok: false,
      errors: [
        broken('user.name', 'minlength', 'Path `name` (`a`, length 1) is shorter than the minimum allowed length (2).'),
        wrongType('user.age', 'number', 'string'),
        wrongType('user.lines.0.sku', 'string', 'number'),
        forbidden('user.role'),
      ],
    })
  })

  it('may be several levels down', async () => {
    const options = { at: 'data.attributes' }
    expect(await validate(options, { data: { attributes: { name: 'Ada' } } })).toEqual({
      ok: true,
      validated: { name: 'Ada' },
    })
    expect(await validate(options, { data: { attributes: {}, id: 1 }, links: 2 })).toEqual({
      ok: false,
      errors: [required('data.attributes.name'), forbidden('data.id'), forbidden('links')].map((item) =>
        item.path === 'data.attributes.name' ? { ...item, message: 'Path `name` is required.' } : item,
      ),
    })
  })

  it.each([
    ['nothing', {}, [required('data.attributes')]],
    ['nothing in it', { data: {} }, [required('data.attributes')]],
    ['undefined', { data: { attributes: undefined } }, [required('data.attributes')]],
    ['null', { data: { attributes: null } }, [wrongType('data.attributes', 'object', 'null')]],
    ['a text', { data: { attributes: 'a' } }, [wrongType('data.attributes', 'object', 'string')]],
    ['an array', { data: { attributes: [] } }, [wrongType('data.attributes', 'object', 'array')]],
    ['a text around it', { data: 'a' }, [wrongType('data', 'object', 'string')]],
    ['null around it', { data: null }, [wrongType('data', 'object', 'null')]],
    ['an array around it', { data: [] }, [wrongType('data', 'object', 'array')]],
    ['the document itself', { name: 'Ada' }, [required('data.attributes'), forbidden('name')]],
  ])('reports %s', async (_what, body, errors) => {
    expect(await validate({ at: 'data.attributes' }, body)).toEqual({ ok: false, errors })
  })

  it('reports a body that is no object as ever', async () => {
    for (const [body, received] of [
      [[], 'array'],
      ['a', 'string'],
      [null, 'null'],
    ] as const) {
      expect(await validate({ at: 'user' }, body)).toEqual({
        ok: false,
        errors: [{ code: 'invalid_body', message: `Body must be a JSON object, received ${received}` }],
      })
    }
  })

  it('does not take a key of the prototype for the place', async () => {
    expect(await validate({ at: 'constructor' }, {})).toEqual({ ok: false, errors: [required('constructor')] })
    const body = json('{ "__proto__": { "name": "Ada" } }')
    expect(await validate({ at: 'user' }, body)).toEqual({
      ok: false,
      errors: [required('user'), forbidden('__proto__')],
    })
  })

  it('keeps the document of rules that see it', async () => {
    const seen: unknown[] = []
    const Seeing = modelOf({
      a: {
        type: String,
        validate(this: { b: number }) {
          seen.push(this.b)
          return false
        },
      },
      b: Number,
    })
    const guard = looseGuard(Seeing, { allow: ['a', 'b'], at: 'x.y' })
    expect(await guard.validate({ x: { y: { a: 'a', b: 2 } } })).toMatchObject({
      errors: [{ path: 'x.y.a', message: 'Validator failed for path `a` with value `a`' }],
    })
    expect(seen).toEqual([2])
  })
})

describe('each', () => {
  it('takes an array of documents, and gives one', async () => {
    expect(await validate({ each: true }, [{ name: 'Ada' }, { name: 'Bob', age: 1 }])).toEqual({
      ok: true,
      validated: [{ name: 'Ada' }, { name: 'Bob', age: 1 }],
    })
    expect(await validate({ each: true }, [])).toEqual({ ok: true, validated: [] })
  })

  it('reports the problems of all of them, with their indexes', async () => {
    expect(await validate({ each: true }, [{ name: 'Ada', role: 1 }, null, 'a', [], { age: 'x' }])).toEqual({
      ok: false,
      errors: [
        forbidden('0.role'),
        wrongType('1', 'object', 'null'),
        wrongType('2', 'object', 'string'),
        wrongType('3', 'object', 'array'),
        broken('4.name', 'required', 'Path `name` is required.'),
        wrongType('4.age', 'number', 'string'),
      ],
    })
  })

  it('is at a place, too', async () => {
    const options = { each: { min: 1, max: 2 }, at: 'users' }
    expect(await validate(options, { users: [{ name: 'Ada' }] })).toEqual({ ok: true, validated: [{ name: 'Ada' }] })
    expect(await validate(options, { users: [{}] })).toMatchObject({ errors: [{ path: 'users.0.name' }] })
    expect(await validate(options, { users: {} })).toEqual({
      ok: false,
      errors: [wrongType('users', 'array', 'object')],
    })
    expect(await validate(options, {})).toEqual({ ok: false, errors: [required('users')] })
    expect(await validate(options, { users: [] })).toEqual({
      ok: false,
      errors: [broken('users', 'min', 'Expected at least 1 document, received 0')],
    })
    expect(await validate(options, { users: [1, 2, 3] })).toEqual({
      ok: false,
      errors: [broken('users', 'max', 'Expected at most 2 documents, received 3')],
    })
  })

  it('of more than one document is told so in good English', async () => {
    expect(await validate({ each: { max: 1 } }, [{}, {}])).toMatchObject({
      errors: [{ message: 'Body must be an array of at most 1 document, received 2' }],
    })
  })

  it('takes at most 1,000, unless the route says otherwise', async () => {
    const body = Array.from({ length: 1001 }, () => ({ name: 'Ada' }))
    expect(await validate({ each: true }, body)).toEqual({
      ok: false,
      errors: [{ code: 'invalid_body', message: 'Body must be an array of at most 1000 documents, received 1001' }],
    })
    expect(await validate({ each: { max: 1001 } }, body)).toMatchObject({ ok: true })
    expect(await validate({ each: { max: Infinity } }, body)).toMatchObject({ ok: true })
  })

  it('shares one limit of errors', async () => {
    const body = Array.from({ length: 900 }, () => ({ a: 1, b: 2 }))
    const outcome = await validate({ each: true, maxErrors: 7 }, body)
    expect(outcome.ok ? [] : outcome.errors).toHaveLength(7)
  })

  it('says that a body is no array', async () => {
    for (const [body, received] of [
      [{}, 'object'],
      ['a', 'string'],
      [null, 'null'],
    ] as const) {
      expect(await validate({ each: true }, body)).toEqual({
        ok: false,
        errors: [{ code: 'invalid_body', message: `Body must be a JSON array, received ${received}` }],
      })
    }
  })

  it('runs the rules of all documents, on each its own', async () => {
    const Seeing = modelOf({
      a: {
        type: Number,
        async validate(this: { b: number }, a: number) {
          return Promise.resolve(a === this.b)
        },
      },
      b: Number,
    })
    const guard = looseGuard(Seeing, { allow: ['a', 'b'], each: true })
    const body = Array.from({ length: 300 }, (_, index) => ({ a: index, b: index === 7 ? 0 : index }))
    expect(await guard.validate(body)).toMatchObject({ errors: [{ path: '7.a' }] })
    body.splice(7, 1)
    expect(await guard.validate(body)).toEqual({ ok: true, validated: body })
  })

  it('is partial element by element', async () => {
    expect(await validate({ each: true, partial: true }, [{}, { age: 1 }])).toEqual({
      ok: true,
      validated: [{}, { age: 1 }],
    })
  })
})

describe('extra', () => {
  const confirm = new Schema({ confirm: { type: String, required: true }, terms: Boolean })

  it('gives fields of the body that are not the model’s, apart from what is saved', async () => {
    expect(await validate({ extra: confirm }, { name: 'Ada', confirm: 'x' })).toEqual({
      ok: true,
      validated: { name: 'Ada' },
      extra: { confirm: 'x' },
    })
    expect(await validate({ extra: { note: String } }, { name: 'Ada' })).toEqual({
      ok: true,
      validated: { name: 'Ada' },
      extra: {},
    })
  })

  it('has the same errors as the model', async () => {
    expect(await validate({ extra: confirm }, { age: 'x', terms: 'yes', role: 1 })).toEqual({
      ok: false,
      errors: [
        required('name'),
        wrongType('age', 'number', 'string'),
        forbidden('role'),
        required('confirm'),
        wrongType('terms', 'boolean', 'string'),
      ],
    })
  })

  it('stands beside the place of the document', async () => {
    const options = { extra: confirm, at: 'user' }
    expect(await validate(options, { user: { name: 'Ada' }, confirm: 'x' })).toEqual({
      ok: true,
      validated: { name: 'Ada' },
      extra: { confirm: 'x' },
    })
    expect(await validate(options, { user: { name: 'Ada', confirm: 'x' }, name: 1 })).toEqual({
      ok: false,
      errors: [forbidden('user.confirm'), required('confirm'), forbidden('name')],
    })
  })

  it('may be around the place of the document', async () => {
    const options = { extra: { data: { type: { type: String, required: true } } }, at: 'data.attributes' }
    const body = { data: { type: 'users', attributes: { name: 'Ada' } } }
    expect(await validate(options, body)).toEqual({
      ok: true,
      validated: { name: 'Ada' },
      extra: { data: { type: 'users' } },
    })
    const deep = { extra: { a: { b: { note: String }, kept: String } }, at: 'a.b.user' }
    expect(await validate(deep, { a: { b: { user: { name: 'Ada' }, note: 'n' }, kept: 'k' } })).toEqual({
      ok: true,
      validated: { name: 'Ada' },
      extra: { a: { b: { note: 'n' }, kept: 'k' } },
    })
    const beside = { at: 'data.attributes', extra: { note: String } }
    expect(await validate(beside, { data: { attributes: { name: 'Ada' } }, note: 'a' })).toEqual({
      ok: true,
      validated: { name: 'Ada' },
      extra: { note: 'a' },
    })
    expect(await validate(options, { data: { attributes: { name: 'Ada' }, id: 1 } })).toEqual({
      ok: false,
      errors: [required('data.type'), forbidden('data.id')],
    })
  })

  it('may have fields of the same name as the model’s where the document has a place', async () => {
    expect(await validate({ extra: { name: Number }, at: 'user' }, { user: { name: 'Ada' }, name: 1 })).toEqual({
      ok: true,
      validated: { name: 'Ada' },
      extra: { name: 1 },
    })
  })

  it('has rules that see its own fields', async () => {
    const twice = new Schema({
      a: String,
      b: {
        type: String,
        validate(this: { a: string }, b: string) {
          return this.a === b
        },
      },
    })
    expect(await validate({ extra: twice }, { name: 'Ada', a: 'x', b: 'x' })).toMatchObject({ ok: true })
    expect(await validate({ extra: twice }, { name: 'Ada', a: 'x', b: 'y' })).toMatchObject({ errors: [{ path: 'b' }] })
  })

  it('stays required in an update', async () => {
    expect(await validate({ extra: confirm, partial: true }, {})).toEqual({ ok: false, errors: [required('confirm')] })
  })

  it('does not read what an object inherits', async () => {
    const body = Object.create({ confirm: 'x' }, { name: { value: 'Ada', enumerable: true } }) as object
    expect(await validate({ extra: confirm }, body)).toEqual({ ok: false, errors: [required('confirm')] })
  })

  it('may have the names that Mongoose keeps for documents, without a word of it on the console', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    try {
      const extra = { remove: [String], errors: String, save: Boolean }
      const body = { name: 'Ada', remove: ['a'], errors: 'e', save: true }
      expect(await validate({ extra }, body)).toEqual({
        ok: true,
        validated: { name: 'Ada' },
        extra: { remove: ['a'], errors: 'e', save: true },
      })
      expect(warn.mock.calls).toEqual([])
    } finally {
      warn.mockRestore()
    }
  })
})

describe('extra with discriminators', () => {
  const payment = () => {
    const schema = new Schema({ amount: Number }, { discriminatorKey: 'kind', _id: false })
    schema.discriminator('card', new Schema({ no: { type: String, required: true, minlength: 4 } }, { _id: false }))
    return schema
  }
  const wrong = 'Path `no` (`1`, length 1) is shorter than the minimum allowed length (4).'
  const places = [
    { place: 'in company', at: undefined, in: (body: object) => ({ name: 'Ada', ...body }) },
    { place: 'beside the document', at: 'user', in: (body: object) => ({ user: { name: 'Ada' }, ...body }) },
  ]

  it.each(places)('is checked by its kind, $place', async ({ at, in: whole }) => {
    const options = { extra: payment(), ...(at === undefined ? {} : { at }) }
    const good = { amount: 1, kind: 'card', no: '1234' }
    expect(await validate(options, whole(good))).toEqual({ ok: true, validated: { name: 'Ada' }, extra: good })
    expect(await validate(options, whole({ amount: 1 }))).toMatchObject({ ok: true, extra: { amount: 1 } })
    const errorsOf = async (body: object) => {
      const outcome = await validate({ ...options, details: true }, whole(body))
      return outcome.ok ? [] : outcome.errors
    }
    const params = { limit: 4 }
    expect(await errorsOf({ kind: 'card', no: '1' })).toEqual([{ ...broken('no', 'minlength', wrong), params }])
    expect(await errorsOf({ kind: 'card', no: { $gt: '' } })).toMatchObject([wrongType('no', 'string', 'object')])
    expect(await errorsOf({ kind: 'card' })).toEqual([required('no')])
    expect(await errorsOf({ no: [1] })).toEqual([forbidden('no')])
    expect(await errorsOf({ kind: 'cash', amount: 1 })).toMatchObject([{ path: 'kind', rule: 'enum' }])
  })

  it('leaves the parameters of the document’s own discriminators to it', async () => {
    const shape = new Schema({ name: String }, { discriminatorKey: 'form' })
    const Shape = new mongoose.Mongoose().model('Shape', shape)
    Shape.discriminator('circle', new Schema({ radius: { type: Number, min: 1 } }))
    const guard = looseGuard(Shape, { allow: ['form', 'radius'], extra: { note: String }, details: true })
    expect(await guard.validate({ form: 'circle', radius: 0 })).toMatchObject({
      errors: [{ path: 'radius', rule: 'min', params: { limit: 1 } }],
    })
  })
})

describe('ignore', () => {
  const echoed = { _id: 1, __v: { deep: [] }, createdAt: null }

  it('passes over what is named, and nothing else', async () => {
    const options = { ignore: ['_id', '__v', 'createdAt'] }
    expect(await validate(options, { name: 'Ada', ...echoed })).toEqual({ ok: true, validated: { name: 'Ada' } })
    expect(await validate(options, { name: 'Ada', ...echoed, age: 'x', updatedAt: 1 })).toEqual({
      ok: false,
      errors: [wrongType('age', 'number', 'string'), forbidden('updatedAt')],
    })
  })

  it('holds for each of many bodies, good or bad', async () => {
    const guard = looseGuard(Model, { allow: ['address.city'], ignore: ['_id', 'address.zip'] })
    const beside = { _id: 1, address: { city: 'a', zip: 1 } }
    for (let time = 0; time < 12; time++) {
      expect(await guard.validate(beside)).toEqual({ ok: true, validated: { address: { city: 'a' } } })
      expect(await guard.validate({ ...beside, other: 1 })).toEqual({ ok: false, errors: [forbidden('other')] })
    }
  })

  it('reaches into allowed objects, sub-documents and elements', async () => {
    const options = { ignore: ['address.zip', 'home.note', 'lines.count', 'lines._id'] }
    const body = {
      name: 'Ada',
      address: { city: 'a', zip: 1 },
      home: { city: 'a', note: 1 },
      lines: [{ sku: 'a', count: 'x', _id: 2 }],
    }
    expect(await validate(options, body)).toEqual({
      ok: true,
      validated: { name: 'Ada', address: { city: 'a' }, home: { city: 'a' }, lines: [{ sku: 'a' }] },
    })
  })

  it('holds in the document and beside it', async () => {
    const options = { ignore: ['_id'], at: 'user' }
    expect(await validate(options, { user: { name: 'Ada', _id: 1 }, _id: 2 })).toMatchObject({ ok: true })
    const around = { ignore: ['data.id'], at: 'data.attributes' }
    expect(await validate(around, { data: { id: 1, attributes: { name: 'Ada' } } })).toMatchObject({ ok: true })
    expect(await validate(around, { data: { attributes: { name: 'Ada', id: 1 } } })).toMatchObject({ ok: false })
  })

  it.each(['address', 'address.of', 'home', 'data'])(
    'holds inside of what is allowed, where the place of the document has the name of a field: %s',
    async (at) => {
      const content = { name: 'Ada', address: { city: 'a', zip: 1 } }
      const body = at.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), content)
      expect(await validate({ ignore: ['address.zip'], at }, body)).toEqual({
        ok: true,
        validated: { name: 'Ada', address: { city: 'a' } },
      })
    },
  )

  it('is for the document where it is inside of what that allows, and else for the place', async () => {
    const content = { city: 'a', address: { city: 'a', zip: 1 } }
    const Home = modelOf({ city: String, zip: String, address: { city: String, zip: String } })
    const validated = { city: 'a', address: { city: 'a' } }
    for (const allowed of [
      ['city', 'zip', 'address'],
      ['city', 'address.city'],
    ]) {
      const guard = looseGuard(Home, { allow: allowed, ignore: ['address.zip'], at: 'address' })
      expect(await guard.validate({ address: content })).toEqual({ ok: true, validated })
    }
    const other = looseGuard(Home, { allow: ['city'], ignore: ['address.zip'], at: 'address' })
    expect(await other.validate({ address: { city: 'a', zip: 1 } })).toEqual({ ok: true, validated: { city: 'a' } })
  })

  it('does not look at what it passes over', async () => {
    const body = Object.defineProperty({ name: 'Ada' }, '_id', {
      enumerable: true,
      value: new Proxy(
        {},
        {
          ownKeys() {
            throw new Error('looked at')
          },
        },
      ),
    })
    expect(await validate({ ignore: ['_id'] }, body)).toMatchObject({ ok: true })
    expect(await validate({ ignore: ['_id'] }, Object.assign(body, { age: 'x' }))).toMatchObject({ ok: false })
  })

  it('may name __proto__', async () => {
    const body = json('{ "name": "Ada", "__proto__": { "role": "admin" } }')
    const outcome = await validate({ ignore: ['__proto__'] }, body)
    expect(outcome).toEqual({ ok: true, validated: { name: 'Ada' } })
  })

  it('is a default that gives way to what a route allows', async () => {
    const { createGuard } = await import('../../src/index.ts')
    const loose = createGuard.with({ ignore: ['_id', 'address', 'age'] }) as unknown as typeof looseGuard
    const guard = loose(Model, { allow: ['name', 'address.city', 'age'] })
    expect(await guard.validate({ name: 'Ada', _id: 1, address: { city: 'a' }, age: 3 })).toEqual({
      ok: true,
      validated: { name: 'Ada', address: { city: 'a' }, age: 3 },
    })
    const other = loose(Model, { allow: ['name'], ignore: ['tags'] })
    expect(await other.validate({ name: 'Ada', _id: 1, tags: 3 })).toEqual({ ok: false, errors: [forbidden('_id')] })
  })
})

it('everything composes', async () => {
  const options = {
    allow: ['name', 'age', 'lines'],
    at: 'users',
    each: { max: 2 },
    partial: true,
    extra: { reason: { type: String, required: true } },
    rules: { age: { required: true, min: 3 }, 'lines.sku': { minlength: 2 } },
    ignore: ['_id'],
    maxErrors: 10,
  }
  expect(
    await validate(options, {
      users: [
        { age: 3, _id: 1 },
        { age: 4, lines: [{ sku: 'ab' }] },
      ],
      reason: 'x',
    }),
  ).toEqual({
    ok: true,
    validated: [{ age: 3 }, { age: 4, lines: [{ sku: 'ab' }] }],
    extra: { reason: 'x' },
  })
  expect(await validate(options, { users: [{ name: 'a' }, { age: 2, lines: [{ sku: 'a' }] }] })).toMatchObject({
    errors: [
      { path: 'users.0.name', rule: 'minlength' },
      { path: 'users.0.age', rule: 'required' },
      { path: 'users.1.age', rule: 'min' },
      { path: 'users.1.lines.0.sku', rule: 'minlength' },
      { path: 'reason', rule: 'required' },
    ],
  })
})

describe('ignore, by where the document stands', () => {
  const ignoring = (ignore: string[], options: object, body: unknown) => validate({ ignore, ...options }, body)

  it('reaches into the document by its whole path too', async () => {
    expect(await ignoring(['user._id'], { at: 'user' }, { user: { name: 'Ada', _id: 1 } })).toMatchObject({ ok: true })
    expect(await ignoring(['user._id'], { at: 'user' }, { user: { name: 'Ada' }, _id: 1 })).toMatchObject({ ok: false })
  })

  it('reaches into extra fields', async () => {
    const extra = { meta: { page: Number } }
    const body = { name: 'Ada', meta: { page: 1, note: [] } }
    expect(await ignoring(['meta.note'], { extra }, body)).toEqual({
      ok: true,
      validated: { name: 'Ada' },
      extra: { meta: { page: 1 } },
    })
  })

  it('may name a path twice', async () => {
    expect(await ignoring(['_id', '_id'], {}, { name: 'Ada', _id: 1 })).toMatchObject({ ok: true })
  })

  it('as a default, gives way to what a route cannot ignore', async () => {
    const { createGuard } = await import('../../src/index.ts')
    const withIgnored = (...ignore: string[]) => createGuard.with({ ignore }) as unknown as typeof looseGuard
    expect(() => withIgnored('address.note')(Model, { allow: ['name'] })).not.toThrow()
    expect(withIgnored('name')(new Schema({ name: String })).allow).toEqual(['name'])
    for (const at of [undefined, 'user']) {
      const guard = withIgnored('captcha', 'user')(Model, { allow: ['name'], extra: { captcha: String }, at })
      const body = at === undefined ? { name: 'Ada' } : { user: { name: 'Ada' } }
      expect(await guard.validate({ ...body, captcha: 'x' })).toMatchObject({ ok: true, extra: { captcha: 'x' } })
    }
  })
})

it('instances of classes stand around a document as they stand for one', async () => {
  class Data {
    type = 'x'
    attributes = { name: 'Ada' }
  }
  const options = { at: 'data.attributes', extra: { data: { type: { type: String } } } }
  expect(await validate(options, { data: new Data() })).toMatchObject({ ok: true, validated: { name: 'Ada' } })
  class Extra {
    confirm = 'x'
  }
  expect(await validate({ extra: { confirm: String } }, new Extra())).toEqual({ ok: false, errors: [required('name')] })
})

describe('set-up', () => {
  it.each([
    [
      'at that is no path',
      { at: '' },
      'option "at" must be the path of the document in the body, received the string ""',
    ],
    [
      'at that is deeper than a body',
      { at: 'a.'.repeat(50_000) + 'a' },
      'option "at" has 50001 keys, and no body is nested deeper than 100 levels',
    ],
    ['at with an empty key', { at: 'a..b' }, 'option "at" must be the path'],
    [
      'at that is no text',
      { at: ['a'] },
      'option "at" must be the path of the document in the body, received an array',
    ],
    ['extra at the place', { at: 'user', extra: { user: String } }, 'option "at": "user" is a field of "extra"'],
    [
      'a place inside a text',
      { at: 'user.a', extra: { user: String } },
      'option "at": "user.a" is inside of "user", which is no nested object of "extra"',
    ],
    ['extra of the model’s name', { extra: { name: String } }, 'option "extra": "name" is a field of the model'],
    [
      'extra of a field that is not allowed',
      { allow: ['age'], extra: { name: String } },
      'option "extra": "name" is a field of the model',
    ],
    ['extra beside an array', { each: true, extra: { a: String } }, 'option "extra" needs "at" beside "each"'],
    [
      'extra that is no schema',
      { extra: 'a' },
      'option "extra" must be an object such as new Schema({ confirmPassword: String }), received the string "a"',
    ],
    ['each that is a number', { each: 3 }, 'option "each" must be an object such as { max: 100 }'],
    ['each with another key', { each: { most: 3 } }, 'option "each" has no "most", but min and max'],
    ['each with a max of 0', { each: { max: 0 } }, 'option "each.max" must be an integer of at least 1, or Infinity'],
    ['each with a min above its max', { each: { min: 3, max: 2 } }, 'option "each" has a min above its max'],
    [
      'ignore that is no list',
      { ignore: '_id' },
      'option "ignore" must be an array of schema paths, received the string "_id"',
    ],
    [
      'ignore of an allowed path',
      { ignore: ['name'] },
      'ignore entry "name": the same path, or one in it, is in "allow" or has rules',
    ],
    [
      'ignore of a field of extra',
      { ignore: ['token'], extra: { token: String } },
      'option "ignore": "token" is a field of "extra"',
    ],
    [
      'ignore around an allowed path',
      { allow: ['address.city'], ignore: ['address'] },
      'ignore entry "address": the same path',
    ],
    [
      'ignore of a path with rules',
      { rules: { 'home.zip': { minlength: 1 } }, ignore: ['home.zip'] },
      'ignore entry "home.zip": the same path',
    ],
    [
      'ignore below what is not allowed',
      { allow: ['name'], ignore: ['address.zip'] },
      'ignore entry "address.zip": no body can hold it, because "address" is not in "allow"',
    ],
    [
      'ignore far below what is not allowed',
      { allow: ['name'], ignore: ['address.city.a.b'] },
      'ignore entry "address.city.a.b": no body can hold it, because "address.city.a" is not in "allow"',
    ],
    ['ignore of a required path', { ignore: ['home.city'] }, 'ignore entry "home.city": the schema requires it'],
    ['ignore inside an array of texts', { ignore: ['tags.a'] }, 'ignore entry "tags.a": "tags" has no named fields'],
    ['ignore of the place', { at: 'user', ignore: ['user'] }, 'ignore entry "user": the document is there'],
    ['ignore of an empty key', { ignore: ['address.'] }, 'ignore entry "address." has an empty key'],
    ['extra that Mongoose refuses', { extra: { a: { type: 'Strin' } } }, 'option "extra" is refused by Mongoose ('],
    ['each that no array reaches', { each: { min: Infinity } }, 'option "each" has a min that no array reaches'],
    ['check that is no function', { check: {} }, 'option "check" must be a function'],
  ])('finds %s', (_what, options, problem) => {
    expect(() => looseGuard(Model, { allow, ...options })).toThrow(`mongoose-guard: ${problem}`)
  })
})
