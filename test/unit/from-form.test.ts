import express from 'express'
import mongoose from 'mongoose'
import multer from 'multer'
import { describe, expect, it, vi } from 'vitest'
import { guard as guardRoute } from '../../src/adapters/express.ts'
import { createGuard, fromForm, GuardConfigError } from '../../src/index.ts'
import { modelOf, sub } from '../support/models.ts'
import { type App, expressVersions, type Handler, request } from '../support/server.ts'

const { Schema } = mongoose

const line = sub({ sku: { type: String, required: true }, quantity: Number, gift: Boolean })
const schema = new Schema({
  name: { type: String, required: true, minlength: 2 },
  nick: String,
  age: { type: Number, required: true },
  score: Schema.Types.Double,
  level: Schema.Types.Int32,
  newsletter: Boolean,
  terms: { type: Boolean, required: true },
  born: Date,
  owner: Schema.Types.ObjectId,
  token: Schema.Types.UUID,
  views: BigInt,
  price: Schema.Types.Decimal128,
  photo: Buffer,
  address: { city: String, geo: { lat: Number, lng: Number } },
  home: sub({ city: { type: String, required: true }, zip: Number }),
  billing: { type: sub({ city: { type: String, required: true } }), required: true },
  tags: [String],
  marks: [Number],
  grid: [[Number]],
  lines: [line],
  scores: { type: Map, of: Number },
  preferences: {},
  either: { type: Schema.Types.Union, of: [Boolean, Number, [Number], line, String] },
})
const Everything = modelOf(schema)
const everything = createGuard(Everything, { allow: Object.keys(schema.obj) as never[] })
const update = createGuard(Everything, { allow: Object.keys(schema.obj) as never[], partial: true })

/** What a query string, as of a form without files, becomes. */
const read = (text: string) => fromForm(everything, new URLSearchParams(text))

describe('fromForm', () => {
  it.each([
    ['a text', 'name=Ada', { name: 'Ada' }],
    ['a number', 'age=36', { age: 36 }],
    ['a number with a sign, a fraction and an exponent', 'age=-1.5e3', { age: -1500 }],
    ['a number between spaces', 'age=+36+', { age: 36 }],
    ['a Double and an Int32', 'score=.5&level=7', { score: 0.5, level: 7 }],
    ['a text of digits', 'name=007', { name: '007' }],
    ['a checked checkbox', 'newsletter=on', { newsletter: true }],
    ['an answer', 'newsletter=true&terms=false', { newsletter: true, terms: false }],
    ['answers in digits and words', 'newsletter=1&terms=no', { newsletter: true, terms: false }],
    ['a hidden answer before a checkbox', 'newsletter=off&newsletter=on', { newsletter: true }],
    ['a hidden answer alone', 'newsletter=off', { newsletter: false }],
    ['a date and a time of a local zone', 'born=1815-12-10', { born: '1815-12-10' }],
    ['what datetime-local sends', 'born=1815-12-10T08:30', { born: '1815-12-10T08:30' }],
    ['an id', 'owner=64b7f9d2c1a4e5f601234567', { owner: '64b7f9d2c1a4e5f601234567' }],
    ['large integers and decimals, which stay texts', 'views=12&price=1.50', { views: '12', price: '1.50' }],
    ['a repeated name', 'tags=a&tags=b', { tags: ['a', 'b'] }],
    ['one element', 'tags=a', { tags: ['a'] }],
    ['names with []', 'tags[]=a&tags[]=b', { tags: ['a', 'b'] }],
    ['indexes in any order, with gaps', 'tags[9]=c&tags[1]=a&tags[2]=b', { tags: ['a', 'b', 'c'] }],
    ['an array of numbers', 'marks=1&marks=2', { marks: [1, 2] }],
    ['an array of arrays', 'grid[0][]=1&grid[0][]=2&grid[1][]=3', { grid: [[1, 2], [3]] }],
    ['empty elements', 'tags=&tags=a&marks[]=', { tags: ['a'], marks: [] }],
    [
      'nested objects, by dots',
      'address.city=London&address.geo.lat=51.5',
      { address: { city: 'London', geo: { lat: 51.5 } } },
    ],
    [
      'nested objects, by brackets',
      'address[city]=London&address[geo][lat]=51',
      { address: { city: 'London', geo: { lat: 51 } } },
    ],
    ['a sub-schema', 'home[city]=Rome&home.zip=12', { home: { city: 'Rome', zip: 12 } }],
    [
      'rows',
      'lines[0][sku]=a&lines[0][quantity]=2&lines[1].sku=b&lines.1.gift=on',
      {
        lines: [
          { sku: 'a', quantity: 2 },
          { sku: 'b', gift: true },
        ],
      },
    ],
    ['a row without an index', 'lines[][sku]=a&lines[][quantity]=2', { lines: [{ sku: 'a', quantity: 2 }] }],
    ['an empty row, whose fields may be required', 'lines[0][sku]=&lines[1][sku]=b', { lines: [{}, { sku: 'b' }] }],
    ['a Map', 'scores[math]=1&scores.art=2&scores[pe]=', { scores: { math: 1, art: 2 } }],
    [
      'free content, in the shape of its names',
      'preferences[theme]=dark&preferences[list][]=1',
      { preferences: { theme: 'dark', list: ['1'] } },
    ],
    ['the first member of a Union that has the form', 'either=3', { either: 3 }],
    ['a Union, a text', 'either=ab', { either: 'ab' }],
    ['a Union, a list', 'either=1&either=2', { either: [1, 2] }],
    ['a Union, a list of one', 'either[0]=1', { either: [1] }],
    ['a Union, an object', 'either[sku]=a&either[quantity]=1', { either: { sku: 'a', quantity: 1 } }],
  ])('reads %s', (_what, text, body) => {
    expect(read(text)).toEqual(body)
  })

  it.each([
    ['a text for a number', 'age=many', { age: 'many' }],
    [
      'a number that is none in decimal',
      'age=0x1f&score=1,5&level=1e999',
      { age: '0x1f', score: '1,5', level: '1e999' },
    ],
    ['a repeated name for one value', 'age=1&age=2', { age: ['1', '2'] }],
    ['an unknown answer', 'newsletter=maybe', { newsletter: 'maybe' }],
    ['a text for an object', 'address=London&home=Rome', { address: 'London', home: 'Rome' }],
    [
      'a text beside the fields of an object',
      'address=London&address.city=Rome',
      { address: ['London', { city: 'Rome' }] },
    ],
    ['a text for a row', 'lines=a', { lines: ['a'] }],
    ['a key among the elements of an array', 'tags[0]=a&tags[x]=b', { tags: { 0: 'a', x: 'b' } }],
    ['fields of a single value', 'age[years]=3', { age: { years: '3' } }],
    [
      'unknown names',
      'role=admin&address.planet=Mars&lines[0][cost]=1',
      { role: 'admin', address: { planet: 'Mars' }, lines: [{ cost: '1' }] },
    ],
    ['an unknown name that is empty', 'role=', { role: '' }],
    ['names of no form', 'tags[=a&tags[0]x=b&]=c', { 'tags[': 'a', 'tags[0]x': 'b', ']': 'c' }],
  ])('leaves %s as it was sent', (_what, text, body) => {
    expect(read(text)).toEqual(body)
  })

  it('leaves out what was left empty, so that the guard says what is required', async () => {
    const body = read(
      'name=&nick=&age=&newsletter=&born=&owner=&address.city=&home.city=&home.zip=&scores=&preferences=&billing.city=',
    )
    expect(body).toEqual({ billing: {} })
    const outcome = await everything.validate(body)
    expect(
      outcome.ok ? [] : outcome.errors.map((item) => item.code === 'invalid_value' && `${item.path} ${item.rule}`),
    ).toEqual(['name required', 'age required', 'terms required', 'billing.city required'])
  })

  it('keeps a required field that an update empties, for the guard would not miss it', async () => {
    const body = fromForm(update, new URLSearchParams('name=&nick=&age=&billing.city=&address.city='))
    expect(body).toEqual({ name: '', age: '', billing: { city: '' } })
    expect(await update.validate(body)).toMatchObject({
      ok: false,
      errors: [
        { path: 'name', rule: 'required' },
        { path: 'age', code: 'invalid_type' },
        { path: 'billing.city', rule: 'required' },
      ],
    })
  })

  it('reads a FormData, and leaves its files as they are', () => {
    const file = new File(['x'], 'x.txt')
    const form = new FormData()
    form.append('name', 'Ada')
    form.append('photo', file)
    form.append('age', '36')
    const body = fromForm(everything, form) as { photo: unknown }
    expect(body).toEqual({ name: 'Ada', age: 36, photo: file })
    expect(body.photo).toBe(form.get('photo'))
  })

  it("leaves out React's own fields of a server action", () => {
    const form = new FormData()
    form.append('$ACTION_REF_1', '')
    form.append('$ACTION_KEY', 'k')
    form.append('name', 'Ada')
    expect(fromForm(everything, form)).toEqual({ name: 'Ada' })
  })

  it('reads an object of texts, nested or not', () => {
    expect(
      fromForm(everything, { name: 'Ada', age: '36', 'lines[0].quantity': '2', 'address.city': 'London' }),
    ).toEqual({
      name: 'Ada',
      age: 36,
      lines: [{ quantity: 2 }],
      address: { city: 'London' },
    })
    expect(
      fromForm(everything, { tags: ['a', 'b'], lines: [{ quantity: '2' }], home: { zip: '1' }, grid: [['1'], ['2']] }),
    ).toEqual({
      tags: ['a', 'b'],
      lines: [{ quantity: 2 }],
      home: { zip: 1 },
      grid: [[1], [2]],
    })
    expect(
      fromForm(everything, Object.assign(Object.create(null) as object, { age: '1', tags: [], address: {} })),
    ).toEqual({
      age: 1,
      tags: [],
      address: {},
    })
  })

  it('keeps in free content and in a Union the lists that a parser such as qs makes', () => {
    const preferences = { list: ['1'], deep: { list: ['2'] }, text: '3' }
    expect(fromForm(everything, { name: 'Ada', preferences })).toEqual({ name: 'Ada', preferences })
    expect(fromForm(everything, { name: ['Ada'], age: '3', preferences: ['1'] })).toEqual({
      name: 'Ada',
      age: 3,
      preferences: ['1'],
    })
    expect(fromForm(everything, { age: '3', either: ['1'] })).toEqual({ age: 3, either: [1] })
    // As formidable, which makes lists of all.
    expect(fromForm(everything, { name: ['Ada'], preferences: ['1'] })).toEqual({ name: 'Ada', preferences: '1' })
  })

  it.each([
    ['a Buffer', Buffer.from('name=Ada')],
    ['a Set', new Set(['name'])],
    ['a text in an array', ['name=Ada']],
  ])('leaves what is no form to the guard: %s', async (_what, sent) => {
    expect(fromForm(everything, sent)).toBe(sent)
    expect(await everything.validate(fromForm(everything, sent))).toMatchObject({ ok: false })
  })

  it('leaves values that are no texts as they are', () => {
    const born = new Date(0)
    expect(fromForm(everything, { age: 36, newsletter: true, born, nick: null, name: undefined })).toEqual({
      age: 36,
      newsletter: true,
      born,
      nick: null,
    })
  })

  it.each([undefined, null, [], 'name=Ada'])('hands on %j, which is no form, for the guard to refuse', async (form) => {
    const body = fromForm(everything, form as never)
    expect(body).toBe(form)
    expect(await everything.validate(body)).toMatchObject({ ok: false, errors: [{ code: 'invalid_body' }] })
  })

  it.each<[what: string, form: object]>([
    ['Promise', Promise.resolve(new FormData())],
    ['Request', new Request('http://localhost', { method: 'POST', body: 'name=Ada' })],
    ['Blob', new Blob(['name=Ada'])],
    ['Uint8Array', new Uint8Array()],
    ['Object', Object.create({ name: 'Ada' }) as object],
  ])('takes an instance of %s for no form of which nothing was filled in', async (what, form) => {
    for (const guard of [everything, update]) {
      const body = fromForm(guard, form)
      expect(body).toBe(form)
      const message = `Body must be a JSON object, received ${what}`
      expect(await guard.validate(body)).toEqual({ ok: false, errors: [{ code: 'invalid_body', message }] })
    }
  })

  it('refuses what is no guard', () => {
    expect(() => fromForm(Everything as never, {})).toThrow(
      new GuardConfigError(
        `fromForm() needs a guard made by createGuard() first, received a model: pass createGuard(${Everything.modelName}, { allow: […] })`,
      ),
    )
  })

  it('follows the discriminator that the form names', () => {
    const Shape = modelOf(
      new Schema(
        { label: String, part: new Schema({ a: Number }, { discriminatorKey: 'of', _id: false }) },
        { discriminatorKey: 'kind' },
      ),
    )
    Shape.discriminator(`${Shape.modelName}Circle`, new Schema({ radius: Number }), 'circle')
    Shape.schema
      .path<mongoose.Schema.Types.Subdocument>('part')
      .discriminator(`${Shape.modelName}B`, new Schema({ b: Number }, { _id: false }), 'b')
    const guard = createGuard(Shape, { allow: ['label', 'kind', 'radius', 'part'] as never[] })
    expect(fromForm(guard, { radius: '2', kind: 'circle', part: { of: 'b', a: '1', b: '2' } })).toEqual({
      kind: 'circle',
      radius: 2,
      part: { of: 'b', a: 1, b: 2 },
    })
    expect(fromForm(guard, { radius: '2', part: { b: '2' } })).toEqual({ radius: '2', part: { b: '2' } })
  })

  it('asks the cast of a custom type for a text, then for a number', () => {
    class Even extends Schema.Types.Number {
      static override schemaName = 'Even' as never
      override cast(value: unknown): number {
        if (typeof value === 'number' && value % 2 === 0) return value
        throw new Error('not even')
      }
    }
    const definition = new Schema({ even: Number })
    definition.paths.even = Object.assign(new Even('even', {}), { instance: 'Even' })
    const guard = createGuard(modelOf(definition), { allow: ['even'] as never[] })
    expect([fromForm(guard, { even: '4' }), fromForm(guard, { even: '5' })]).toEqual([{ even: 4 }, { even: '5' }])
  })
})

describe('fromForm, for a body that is more than a document', () => {
  const Person = modelOf({ name: { type: String, required: true }, age: Number, tags: [String] })
  const extra = new Schema({ captcha: { type: Number, required: true }, terms: Boolean }, { _id: false })
  const allow = ['name', 'age', 'tags'] as const
  const cases = {
    extra: createGuard(Person, { allow, extra }),
    at: createGuard(Person, { allow, at: 'person', extra }),
    deepAt: createGuard(Person, { allow, at: 'data.person' }),
    each: createGuard(Person, { allow, each: true }),
    eachAt: createGuard(Person, { allow, at: 'people', each: true, extra }),
    rules: createGuard(Person, { allow, rules: { age: { required: true } }, partial: true }),
    ignore: createGuard(Person, { allow, ignore: ['_id', '__v'] }),
    schema: createGuard(new Schema({ code: Number, codes: [Number] })),
  }

  it.each([
    ['extra', 'name=Ada&age=36&captcha=7&terms=on', { name: 'Ada', age: 36, captcha: 7, terms: true }],
    ['extra', 'name=Ada&captcha=&terms=maybe&role=x', { name: 'Ada', terms: 'maybe', role: 'x' }],
    ['at', 'person.name=Ada&person[age]=36&captcha=7', { person: { name: 'Ada', age: 36 }, captcha: 7 }],
    ['at', 'person.name=&age=36&captcha=x', { person: {}, age: '36', captcha: 'x' }],
    ['at', 'person=Ada&captcha=7', { person: 'Ada', captcha: 7 }],
    ['at', 'captcha=7', { captcha: 7 }],
    ['deepAt', 'data.person.age=36&data.other=1', { data: { person: { age: 36 }, other: '1' } }],
    ['deepAt', 'data=1', { data: '1' }],
    ['each', '0.age=36&2[name]=Eve&1.tags=a', [{ age: 36 }, { tags: ['a'] }, { name: 'Eve' }]],
    ['each', 'age=36', { age: '36' }],
    ['eachAt', 'people[0][age]=36&people[1][age]=x&captcha=7', { people: [{ age: 36 }, { age: 'x' }], captcha: 7 }],
    ['eachAt', 'people=&captcha=7', { people: [], captcha: 7 }],
    ['rules', 'age=&name=', { age: '', name: '' }],
    ['ignore', '_id=1&__v=2&age=36', { _id: '1', __v: '2', age: 36 }],
    ['schema', 'code=7&codes=1&codes=2', { code: 7, codes: [1, 2] }],
  ] as const)('reads the option %s: %s', (option, text, body) => {
    expect(fromForm(cases[option], new URLSearchParams(text))).toEqual(body)
  })

  it('gives the guard what it needs', async () => {
    const outcome = await cases.at.validate(
      fromForm(cases.at, new URLSearchParams('person.name=Ada&captcha=7&terms=on')),
    )
    expect(outcome).toEqual({ ok: true, validated: { name: 'Ada' }, extra: { captcha: 7, terms: true } })
  })
})

describe('fromForm, of a hostile form', () => {
  const prototypes = [Object.prototype, Array.prototype, Map.prototype]
  const keys = () => prototypes.map((prototype) => Reflect.ownKeys(prototype))

  it('pollutes nothing, and leaves such names to the guard', async () => {
    const before = keys()
    const names = [
      '__proto__',
      'constructor',
      '__proto__[polluted]',
      'constructor.prototype.polluted',
      'address.__proto__.polluted',
      'preferences[__proto__][polluted]',
      'scores[__proto__]',
      'lines[0][__proto__][x]',
      'tags[__proto__]',
      'tags[length]',
    ]
    const form = new FormData()
    for (const name of names) form.append(name, '1')
    const bodies = [
      fromForm(everything, form),
      fromForm(everything, Object.fromEntries(names.map((name) => [name, '1']))),
      fromForm(
        everything,
        JSON.parse('{"__proto__":{"polluted":"1"},"address":{"__proto__":{"polluted":"1"}}}') as object,
      ),
    ]
    for (const body of bodies) {
      expect(Object.getPrototypeOf(body)).toBe(Object.prototype)
      expect((body as { polluted?: unknown }).polluted).toBeUndefined()
      expect(Object.keys(body as object)).toContain('__proto__')
      const outcome = await everything.validate(body)
      expect(outcome.ok ? [] : outcome.errors).toContainEqual({
        code: 'forbidden_field',
        path: '__proto__',
        message: 'Field is not allowed',
      })
      expect(outcome.ok ? [] : outcome.errors).toContainEqual({
        code: 'forbidden_field',
        path: 'address.__proto__',
        message: 'Field is not allowed',
      })
    }
    expect(keys()).toEqual(before)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('takes huge indexes for an order', () => {
    expect(read('tags[999999999]=b&tags[0]=a&preferences[4294967296]=x')).toEqual({
      tags: ['a', 'b'],
      preferences: ['x'],
    })
    expect(read(`tags[${'9'.repeat(400)}]=b&tags[${'9'.repeat(500)}]=c`)).toEqual({ tags: ['b', 'c'] })
    const sparse: string[] = []
    sparse[4_000_000_000] = 'a'
    expect(fromForm(everything, { tags: sparse })).toEqual({ tags: ['a'] })
  })

  it('takes a name that leads deeper than a body may be for one key', async () => {
    const deep = `preferences${'[a]'.repeat(50_000)}`
    const body = read(`${deep}=1`) as object
    expect(Object.keys(body)).toEqual([deep])
    expect(read(`preferences${'[a]'.repeat(99)}=1`)).toHaveProperty(`preferences${'.a'.repeat(99)}`, '1')
    let nested: object = { a: '1' }
    for (let level = 0; level < 20_000; level++) nested = { a: nested }
    const outcome = await everything.validate(fromForm(everything, { preferences: nested }))
    expect(outcome).toMatchObject({ ok: false, errors: [{ code: 'invalid_body' }] })
  })

  it('reads each name, key and value of thousands once', () => {
    let reads = 0
    const form = (fields: number) =>
      (function* () {
        for (let index = 0; index < fields; index++) {
          reads++
          yield [`lines[${fields - index}][sku]`, 'a'] as const
        }
      })()
    const body = fromForm(everything, form(20_000)) as { lines: unknown[] }
    expect([body.lines.length, reads]).toEqual([20_000, 20_000])
    expect(read(`${'.'.repeat(200_000)}=1`)).toEqual({ ['.'.repeat(200_000)]: '1' })
    expect(read(`${'['.repeat(200_000)}=1`)).toEqual({ ['['.repeat(200_000)]: '1' })
    expect(read(`age=${'1'.repeat(200_000)}x`)).toEqual({ age: `${'1'.repeat(200_000)}x` })
    expect(read(`age=${'+'.repeat(200_000)}x`)).toHaveProperty('age')
  })

  it('looks at each field once, however many lists the members of a Union around it are, at any depth', () => {
    const node = sub({ count: Number })
    node.add({ inner: { type: Schema.Types.Union, of: [[Number], [String], [[Number]], node] } })
    const tree = createGuard(modelOf({ node }), { allow: ['node'] })
    const keys = Array.from({ length: 1000 }, (_, index) => `k${index}`)
    let form: object = Object.fromEntries(keys.map((key) => [key, { of: '1' }]))
    for (let level = 0; level < 90; level++) form = { inner: form }
    const looks = vi.spyOn(RegExp.prototype, 'test')
    const body = fromForm(tree, { node: form })
    expect(looks.mock.calls.length).toBeLessThan(5 * keys.length)
    looks.mockRestore()
    expect(body).toHaveProperty(`node${'.inner'.repeat(90)}.k999.of`, '1')
  })

  it.each([
    ['inner[0]=1&inner[x]=2', { 0: '1', x: '2' }],
    ['inner=1&inner[x]=2', ['1', { x: '2' }]],
    ['inner=1&inner[0]=2', [1, 2]],
    ['inner=1', '1'],
    ['inner=1&inner=2', [1, 2]],
    ['inner[x]=1', { x: '1' }],
    ['inner[inner]=1&inner[inner][inner]=2', { inner: ['1', { inner: '2' }] }],
  ])('reads %s for a Union of lists and objects', (text, inner) => {
    const node = sub({ count: Number })
    node.add({ inner: { type: Schema.Types.Union, of: [[Number], [String], node] } })
    const tree = createGuard(modelOf({ inner: { type: Schema.Types.Union, of: [[Number], [String], node] } }), {
      allow: ['inner'],
    })
    expect(fromForm(tree, new URLSearchParams(text))).toEqual({ inner })
  })
})

describe('through the parsers of Express', () => {
  const model = modelOf({
    name: { type: String, required: true },
    age: Number,
    tags: [String],
    address: { city: String },
    lines: [line],
  })
  const guard = createGuard(model, { allow: ['name', 'age', 'tags', 'address', 'lines'] })

  function application(parser: unknown) {
    const app = express()
    app.post('/', parser as express.RequestHandler, async (req, res) => {
      res.json(await guard.validate(fromForm(guard, req.body as object)))
    })
    return app as unknown as App
  }
  const fields = [
    ['name', 'Ada'],
    ['age', '36'],
    ['tags', 'a'],
    ['tags', 'b'],
    ['address[city]', 'London'],
    ['lines[0][sku]', 'x'],
    ['lines[0][gift]', 'on'],
    ['lines[1][sku]', 'y'],
  ] as const
  const validated = {
    name: 'Ada',
    age: 36,
    tags: ['a', 'b'],
    address: { city: 'London' },
    lines: [{ sku: 'x', gift: true }, { sku: 'y' }],
  }

  it.each([
    { name: 'express.urlencoded({ extended: true })', parser: express.urlencoded({ extended: true }) },
    { name: 'express.urlencoded({ extended: false })', parser: express.urlencoded({ extended: false }) },
  ])('reads $name', async ({ parser }) => {
    const answer = await request(application(parser), '/', {
      method: 'POST',
      body: new URLSearchParams(fields.map(([name, value]) => [name, value])),
    })
    expect(answer.body).toEqual({ ok: true, validated })
  })

  it('reads multer', async () => {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    form.append('photo', new File(['x'], 'x.png'))
    const answer = await request(application(multer().single('photo')), '/', { method: 'POST', body: form })
    expect(answer.body).toEqual({ ok: true, validated })
  })

  it('reports what a form adds', async () => {
    const form = new FormData()
    form.append('name', 'Mallory')
    form.append('role', 'admin')
    form.append('__proto__[x]', '1')
    const answer = await request(application(multer().none()), '/', { method: 'POST', body: form })
    expect(answer.body).toMatchObject({
      ok: false,
      errors: [{ code: 'forbidden_field', path: 'role' }, { path: '__proto__' }],
    })
  })
})

describe.each(expressVersions)('an empty form, on Express $version', ({ express }) => {
  const guard = createGuard(modelOf({ name: { type: String, required: true }, age: Number }), {
    allow: ['name', 'age'],
  })
  const post = (...parsers: Handler[]) => {
    const app = express()
    const readForm: Handler = (req, _res, next) => {
      req.body = fromForm(guard, req.body as object)
      next()
    }
    app.post('/', ...parsers, readForm, guardRoute(guard) as unknown as Handler, (req, res) => res.json(req.validated))
    return request(app, '/', { method: 'POST', body: new URLSearchParams() })
  }

  it('lacks what is required', async () => {
    const answer = await post(express.urlencoded({ extended: true }))
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'name', rule: 'required' }] } })
  })

  it.each([
    { name: 'without a parser', parsers: [] },
    { name: 'with one for JSON', parsers: [express.json()] },
  ])('is no body $name', async ({ parsers }) => {
    expect(await post(...parsers)).toMatchObject({ status: 400, body: { errors: [{ code: 'invalid_body' }] } })
  })
})

describe('where the document has a place', () => {
  it.each(['user', 'data.user'])('leaves an empty text at %s out', async (at) => {
    const guard = createGuard(Everything, { allow: ['nick'], at })
    const outcome = await guard.validate(fromForm(guard, new URLSearchParams(`${at}=`)))
    expect(outcome).toMatchObject({ errors: [{ path: at, rule: 'required' }] })
  })
})

it('reads any number of values of one name', () => {
  expect(read('tags[]=a&'.repeat(200_000))).toMatchObject({ tags: { length: 200_000 } })
})

describe('an object that stands in several places, as only a server action can be sent one', () => {
  it('is read in each of them', () => {
    const marks = ['1', '2']
    const home = { city: 'Bath', zip: '7' }
    expect(fromForm(everything, { marks, scores: { a: '1' }, grid: [marks, marks], home, billing: home })).toEqual({
      marks: [1, 2],
      scores: { a: 1 },
      grid: [
        [1, 2],
        [1, 2],
      ],
      home: { city: 'Bath', zip: 7 },
      billing: { city: 'Bath', zip: '7' },
    })
  })

  it.each(['preferences', 'tags', 'lines', 'scores', 'unknown'])(
    'takes no time that grows with its places in %s',
    (key) => {
      let shared: object = { a: '1' }
      for (let level = 0; level < 40; level++) shared = level % 2 === 0 ? [shared, shared] : { 0: shared, 1: shared }
      const body = fromForm(everything, { name: 'Ada', [key]: shared })
      expect(everything.validate(body)).toMatchObject({ ok: false })
    },
  )

  it('may be in itself', () => {
    const form: Record<string, unknown> = { name: 'Ada' }
    Object.assign(form, { preferences: form, address: form, unknown: form, tags: [form, form] })
    expect(everything.validate(fromForm(everything, form))).toMatchObject({ ok: false })
  })
})
