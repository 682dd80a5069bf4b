import { spawnSync } from 'node:child_process'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { describeModel } from '../fuzz/describe.ts'
import { buildModel, printModel, type SchemaDescription } from '../fuzz/description.ts'
import { drawBody } from '../fuzz/bodies.ts'
import { expectOutcomes } from '../fuzz/expected.ts'
import type { ModelLike } from '../fuzz/internals.ts'
import { knownBugs, spoiledBy } from '../fuzz/known-mongoose-bugs.ts'
import { withRejectionsIgnored } from '../fuzz/oracle.ts'
import { Random } from '../fuzz/random.ts'
import { runFuzz } from '../fuzz/run.ts'
import { shapeOfModel, type Json, type JsonObject } from '../fuzz/shape.ts'
import { shrink } from '../fuzz/shrink.ts'

const major = Number(mongoose.version.split('.')[0])

function modelOf(code: string): ModelLike {
  const instance = new mongoose.Mongoose({ autoIndex: false, autoCreate: false })
  // The same text runs in a process of its own where the bug would end this one.
  // oxlint-disable-next-line typescript/no-implied-eval
  const build = new Function('mongoose', `const { Schema } = mongoose\n${code}\nreturn Model`) as (
    from: unknown,
  ) => unknown
  return build(instance) as ModelLike
}

/** The messages of Mongoose's errors by their path. */
async function errorsOf(model: ModelLike, body: JsonObject): Promise<Record<string, string>> {
  const document = new model(structuredClone(body))
  try {
    await document.validate()
    return {}
  } catch (error) {
    const { errors } = error as { errors?: Record<string, { message: string }> }
    if (errors === undefined) throw error
    return Object.fromEntries(Object.entries(errors).map(([path, { message }]) => [path, message]))
  }
}

/** The paths of Mongoose's errors. */
async function failingPaths(code: string, body: JsonObject): Promise<string[]> {
  return Object.keys(await errorsOf(modelOf(code), body))
}

/** How a process ends in which Mongoose validates the body. */
function endOf(code: string, body: JsonObject): string {
  const script = `
    const mongoose = require(${JSON.stringify(major === 8 ? 'mongoose8' : 'mongoose')})
    const { Schema } = mongoose
    ${code}
    new Model(${JSON.stringify(body)}).validate().then(() => console.log('valid'), (error) => console.log(error.name))`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', timeout: 120_000 })
  return status === 0 ? stdout.trim() : (/\[?(TypeError: .*?)\]?$/m.exec(stderr)?.[1] ?? stderr)
}

interface Demonstration {
  code: string
  body: JsonObject
  shows: (code: string, body: JsonObject) => Promise<void> | void
}

const fails = (errors: Record<string, string>) => async (code: string, body: JsonObject) => {
  expect(await errorsOf(modelOf(code), body)).toEqual(errors)
}

const demonstrations: Record<string, Demonstration> = {
  'a nested object is given without the Map in it whose values have a default': {
    code: `const Model = mongoose.model('M', new Schema({ n: { x: String, m: { type: Map, of: [String] } } }))`,
    body: { n: { x: 'q' } },
    shows: (code, body) => {
      expect(endOf(code, body)).toMatch(major === 8 ? /^TypeError: val.keys is not a function/ : /^TypeError$/)
    },
  },
  'a Map in an array has an empty key': {
    code: `const Model = mongoose.model('M', new Schema({ maps: [{ type: Map, of: Number, validate: () => true }] }))`,
    body: { maps: [{ '': 1 }] },
    shows: (code, body) => {
      expect(endOf(code, body)).toMatch(major === 8 ? /^TypeError: val.keys is not a function/ : /^TypeError$/)
    },
  },
  'a Mixed value has a key `toString` or `valueOf`': {
    code: `const Model = mongoose.model('M', new Schema({ any: { type: Schema.Types.Mixed, validate: () => false } }))`,
    body: { any: { toString: 1 } },
    shows: async (code, body) => {
      if (major === 8) expect(endOf(code, body)).toBe('TypeError: Cannot convert object to primitive value')
      else await fails({ any: 'Cannot convert object to primitive value' })(code, body)
    },
  },
  'a Map in a sub-document holds Buffers, and something around has rules': {
    code: `const sub = new Schema({ m: { type: Map, of: Buffer } }, { _id: false })
      const Model = mongoose.model('M', new Schema({ s: { type: sub, validate: () => false } }))`,
    body: { s: { m: { k: { type: 'Buffer', data: [1] } } } },
    shows: async (code, body) => {
      const { s } = await errorsOf(modelOf(code), body)

      expect(s?.length).toBeGreaterThan(100_000)
    },
  },
  'a Map in a sub-document holds UUIDs, and something around has rules': {
    code: `const sub = new Schema({ m: { type: Map, of: Schema.Types.UUID } }, { _id: false })
      const Model = mongoose.model('M', new Schema({ s: { type: sub, validate: () => false } }))`,
    body: { s: { m: { k: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' } } },
    shows: async (code, body) => {
      expect((await errorsOf(modelOf(code), body)).s).toContain('_markModified: [Function: _markModified]')
    },
  },
  "a discriminator's Map comes from the base schema": {
    code: `const Model = mongoose.model('M', new Schema({ scores: { type: Map, of: { type: Number, min: 3 } } }))
      Model.discriminator('Child', new Schema({}))`,
    body: { scores: { k: 1 }, __t: 'Child' },
    shows: async (code, body) => {
      await fails({})(code, body)
      await fails({ 'scores.k': 'Path `scores.k` (1) is less than minimum allowed value (3).' })(code, {
        scores: { k: 1 },
      })
    },
  },
  'several members of a Union take an object': {
    code: `const first = new Schema({ f: String }, { _id: false })
      const second = new Schema({ f: Schema.Types.UUID }, { _id: false })
      const Model = mongoose.model('M', new Schema({ u: { type: 'Union', of: [first, second] } }))`,
    body: { u: { f: 'text' } },
    shows: async (code, body) => {
      expect(await errorsOf(modelOf(code), body)).toEqual({
        'u.f': expect.stringMatching(/^Cast to UUID failed/) as string,
      })
    },
  },
  'an array or a Map of Unions holds an object that several members take': {
    code: `const first = new Schema({ f: String }, { _id: false })
      const second = new Schema({ f: Number }, { _id: false })
      const Model = mongoose.model('M', new Schema({ u: [{ type: 'Union', of: [first, second] }] }))`,
    body: { u: [{ f: 'text' }] },
    shows: async (code, body) => {
      expect(await errorsOf(modelOf(code), body)).toEqual({
        'u.f': expect.stringMatching(/^Cast to Number failed/) as string,
      })
    },
  },
  'a default that does not cast below a null nested object': {
    code: `const Model = mongoose.model('M', new Schema({ n: { x: { type: Number, default: 'many' } } }, { _id: false }))`,
    body: { n: null },
    shows: castsNothingButComplains('n.x'),
  },
  'a given sub-document in another has a default that may hold what does not cast': {
    code: `const item = new Schema({ x: { type: Number, default: 'many' } }, { _id: false })
      const s = { type: new Schema({ list: { type: [item], default: [{}] } }, { _id: false }), default: {} }
      const Model = mongoose.model('M', new Schema({ s, outer: new Schema({ s }) }, { _id: false }))`,
    body: { s: { list: [] }, outer: { s: { list: [] } } },
    shows: castsNothingButComplains('outer.s.list.0.x'),
  },
  'a function default in a given sub-document': {
    code: `const sub = new Schema({ x: { type: String, default: () => 'd', minlength: 3 } }, { _id: false })
      const Model = mongoose.model('M', new Schema({ s: sub }))`,
    body: { s: {} },
    shows: fails({ 's.x': 'Path `s.x` (`d`, length 1) is shorter than the minimum allowed length (3).' }),
  },
  'a function default in a sub-document that is the value of a Map': {
    code: `const x = { type: String, default: () => 'd', validate() { return this.name !== 'top' } }
      const sub = new Schema({ name: String, x })
      const Model = mongoose.model('M', new Schema({ name: String, m: { type: Map, of: sub }, s: sub }))`,
    body: { name: 'top', m: { k: { name: 'sub' } } },
    shows: async (code, body) => {
      await fails({ 'm.k.x': 'Validator failed for path `m.k.x` with value `d`' })(code, body)
      await fails({})(code, { name: 'top', s: { name: 'sub' } })
    },
  },
  'an array of sub-schemas is absent from a given sub-document': {
    code: `const message = (props, doc) => 'seen by ' + doc.get('name')
      const list = { type: [new Schema({})], validate: { validator: () => false, message } }
      const Model = mongoose.model('M', new Schema({ name: String, s: new Schema({ name: String, list }) }))`,
    body: { name: 'top', s: { name: 'sub' } },
    shows: async (code, body) => {
      await fails({ 's.list': 'seen by top' })(code, body)
      await fails({ 's.list': 'seen by sub' })(code, { name: 'top', s: { name: 'sub', list: [] } })
    },
  },
  'elements have rules in an array of sub-schemas that is below the top level or a default': {
    code: `const list = { type: [{ type: new Schema({}), validate: { validator: () => false, message: 'seen' } }], default: [{}] }
      const Model = mongoose.model('M', new Schema({ list, n: { list } }))`,
    body: { n: {} },
    shows: async (code, body) => {
      await fails({ 'n.list.0': 'seen' })(code, body)
      await fails({})(code, { n: { list: [{}] } })
    },
  },
  'an array of sub-schemas is below a nested object, or has required elements': {
    code: `const item = new Schema({ n: { x: { type: Boolean, required: (doc) => doc.get('y') } } })
      const list = (required) => [{ type: item, required }]
      const s = new Schema({ list: list(() => false), other: list(undefined) })
      const Model = mongoose.model('M', new Schema({ n: { list: [item] }, list: [item], s }))`,
    body: { n: { list: [{ n: { x: true } }] }, s: { list: [{ n: { x: true } }] } },
    shows: async (code, body) => {
      const asked = "Cannot read properties of undefined (reading 'get')"

      await fails({ 'n.list.0.n.x': asked, 's.list.0.n.x': asked })(code, body)
      await fails({})(code, { list: [{ n: { x: true } }], s: { other: [{ n: { x: true } }] } })

      const ruled = `const item = new Schema({ x: { type: Number, required: true } })
        const list = (required) => ({ type: [item], validate: () => false, required })
        const Model = mongoose.model('M', new Schema({ n: { a: list(false), b: list(() => true) } }))`
      expect((await failingPaths(ruled, { n: { a: [{}], b: [{}] } })).sort()).toEqual(['n.a', 'n.a.0.x', 'n.b'])
    },
  },
  'an array of sub-schemas whose key has a default is below a nested object, or has required elements': {
    code: `const item = new Schema({ s: String, kind: { type: String, default: 'A' } }, { discriminatorKey: 'kind' })
      item.discriminator('A', new Schema({ a: { type: Boolean, required: true } }))
      const Model = mongoose.model('M', new Schema({
        n: { list: [item] }, list: [item], required: [{ type: item, required: true }],
      }))`,
    body: { n: { list: [{ s: 'x' }] }, required: [{ s: 'x' }] },
    shows: async (code, body) => {
      expect((await failingPaths(code, body)).sort()).toEqual(['n.list.0.a', 'required.0.a'])
      expect(await failingPaths(code, { list: [{ s: 'x' }] })).toEqual([])
    },
  },
  'an array of sub-schemas with rules below a nested object has a namesake in a sub-document beside it': {
    code: `const list = { type: [new Schema({ x: { type: Number, min: 3 } })], validate: () => false }
      const Model = mongoose.model('M', new Schema({ n: { list }, other: new Schema({ n: { list } }) }))`,
    body: { n: { list: [{ x: 1 }] }, other: {} },
    shows: async (code, body) => {
      expect(await failingPaths(code, body)).not.toContain('n.list.0.x')
      expect(await failingPaths(code, { n: { list: [{ x: 1 }] } })).toContain('n.list.0.x')
    },
  },
  'an absent required field of a nested object that has an array of sub-schemas for a namesake in a sub-document': {
    code: `const name = { first: { type: String, required: true } }
      const Model = mongoose.model('M', new Schema({ name, company: new Schema({ name: [new Schema({ x: Number })] }) }))`,
    body: { company: {} },
    shows: async (code, body) => {
      await fails({})(code, body)
      await fails({ 'name.first': 'Path `name.first` is required.' })(code, {})
    },
  },
  'a `required` function below a nested object takes the document, and has a namesake with a function default in a sub-document':
    {
      code: `const x = { type: Number, required: (doc) => doc.get('y') === 1, default: () => 0 }
      const s = new Schema({ n: { x } })
      const Model = mongoose.model('M', new Schema({ n: { x }, s, m: { type: Map, of: s } }))`,
      body: { n: {}, s: {}, m: { k: {} } },
      shows: async (code, body) => {
        expect(await failingPaths(code, body)).toContain('n.x')
        await fails({})(code, { n: {} })
      },
    },
  'a function default makes a sub-document with rules below a given nested object': {
    code: `const s = { type: new Schema({}), validate: () => false, default: () => ({}) }
      const Model = mongoose.model('M', new Schema({ n: { s } }))`,
    body: { n: {} },
    shows: async (code, body) => {
      await fails({})(code, body)
      expect(await failingPaths(code, {})).toEqual(['n.s'])
    },
  },
  'an array without a static default is given below a nested object': {
    code: `const list = { type: [{ type: Number, max: 6 }], default: () => [] }
      const Model = mongoose.model('M', new Schema({ n: { list }, list }))`,
    body: { n: { list: [100] } },
    shows: async (code, body) => {
      await fails({})(code, body)
      await fails({ 'list.0': 'Path `list.0` (100) is more than maximum allowed value (6).' })(code, { list: [100] })
    },
  },
  'a RegExp rule on an absent field of a nested object': {
    code: `const Model = mongoose.model('M', new Schema({ n: { m: { list: [Number], x: { type: String, validate: /^a/ } } } }))`,
    body: { n: {} },
    shows: fails({ 'n.m.x': 'Validator failed for path `n.m.x` with value `undefined`' }),
  },
  'a Map of arrays of sub-schemas in a sub-document': {
    code: `const leaf = new Schema({ x: { type: Number, min: 3 } }, { _id: false })
      const sub = new Schema({ m: { type: Map, of: [leaf] } }, { _id: false })
      const Model = mongoose.model('M', new Schema({ s: sub }))`,
    body: { s: { m: { k: [{ x: 1 }] } } },
    shows: fails({ 's.s.m.k.0.x': 'Path `x` (1) is less than minimum allowed value (3).' }),
  },
  'a Map of Maps in a sub-document': {
    code: `const sub = new Schema({ m: { type: Map, of: { type: Map, of: { type: Number, min: 3 } } } }, { _id: false })
      const Model = mongoose.model('M', new Schema({ s: sub }))`,
    body: { s: { m: { k: { j: 1 } } } },
    shows: fails({}),
  },
  'a Map of arrays or of Maps has a key that looks like an index': {
    code: `const Model = mongoose.model('M', new Schema({ m: { type: Map, of: [{ type: Number, min: 3 }] } }))`,
    body: { m: { '0': [1] } },
    shows: async (code, body) => {
      await fails({})(code, body)
      await fails({ 'm.k.0': 'Path `m.k.0` (1) is less than minimum allowed value (3).' })(code, { m: { k: [1] } })
    },
  },
  'a Map in an array below a nested object, or with setters, has a key that looks like an index': {
    code: `const maps = [{ type: Map, of: String, required: true }]
      const Model = mongoose.model('M', new Schema({ n: { maps } }))`,
    body: { n: { maps: [{ '12': 'a' }] } },
    shows: async (code, body) => {
      await fails({ 'n.maps.12': 'Path `n.maps.12` is required.' })(code, body)
      await fails({})(code, { n: { maps: [{ k: 'a' }] } })
    },
  },
  'a Map in an array in a Map has a key that looks like an index': {
    code: `const maps = [{ type: Map, of: String, required: true }]
      const Model = mongoose.model('M', new Schema({ m: { type: Map, of: maps } }))`,
    body: { m: { k: [{ '12': 'a' }] } },
    shows: async (code, body) => {
      await fails({ 'm.$*.12': 'Path `m.$*.12` is required.' })(code, body)
      await fails({})(code, { m: { k: [{ k: 'a' }] } })
    },
  },
  'a `required` function of an array of sub-schemas below a nested object throws': {
    code: `const item = new Schema({ x: { type: Number, min: 3 } })
      const list = { type: [item], required() { throw new Error('no idea') } }
      const Model = mongoose.model('M', new Schema({ n: { list }, m: { type: Map, of: list } }))`,
    body: { n: { list: [{ x: 1 }] } },
    shows: async (code, body) => {
      expect(await failingPaths(code, body)).not.toContain('n.list.0.x')
      if (major === 9) expect(await failingPaths(code, { m: { k: [{ x: 1 }] } })).toContain('m.k.0.x')
    },
  },
  'rows of sub-schemas with rules stand in a Map or in other rows': {
    code: `const item = { type: new Schema({ x: { type: Number, default: 'many' } }), validate: () => false }
      const Model = mongoose.model('M', new Schema({ rows: [[item]], more: [[[item]]] }))`,
    body: { rows: [[{}]], more: [[[{}]]] },
    shows: async (code, body) => {
      const paths = await failingPaths(code, body)

      expect(paths).toEqual(expect.arrayContaining(['rows.0.0', 'rows.0.0.x', 'more.0.0.0', 'more.0.0.x']))
      expect(paths).not.toContain('more.0.0.0.x')
    },
  },
  'a Map of arrays of arrays of sub-schemas has several keys': {
    code: `const sub = new Schema({ x: { type: String, required() { throw new Error('no idea') } } }, { _id: false })
      const Model = mongoose.model('M', new Schema({ rows: { type: Map, of: [[sub]] } }))`,
    body: { rows: { a: [[{}]], b: [[{ x: 'given' }]] } },
    shows: async (code, body) => {
      await fails({ 'rows.$*.0.x': 'no idea', 'rows.a.0.0.x': 'no idea' })(code, body)
      await fails({ 'rows.$*.0.x': 'no idea', 'rows.b.0.0.x': 'no idea' })(code, { rows: { b: [[{ x: 'given' }]] } })
    },
  },
  'an array of arrays of arrays of sub-schemas has several rows': {
    code: `const set = (value) => { if (value === 9) throw new Error('nine'); return value }
      const sub = new Schema({ x: { type: Number, min: 3, set } })
      const Model = mongoose.model('M', new Schema({ rows: [[[sub]]] }))`,
    body: { rows: [[[{ x: 1 }]], [[{ x: 9 }]]] },
    shows: async (code, body) => {
      expect(await failingPaths(code, body)).not.toContain('rows.0.0.0.x')
      expect(await failingPaths(code, { rows: [[[{ x: 1 }]]] })).toContain('rows.0.0.0.x')
    },
  },
  'an array or a Map of Unions holds several sub-documents': {
    code: `const sub = new Schema({ x: { type: String, required() { throw new Error('no idea') } } }, { _id: false })
      const union = { type: 'Union', of: [sub], validate: () => true }
      const Model = mongoose.model('M', new Schema({ list: [union], map: { type: Map, of: union } }))`,
    body: { list: [{}, { x: 'given' }], map: { a: {}, b: { x: 'given' } } },
    shows: async (code, body) => {
      expect(await failingPaths(code, body)).not.toContain('list.1.x')
      expect(await failingPaths(code, body)).not.toContain('map.b.x')
      if (major === 8) return
      expect(await failingPaths(code, { list: [{ x: 'a' }] })).toContain('list.0.x')
      expect(await failingPaths(code, { map: { b: { x: 'a' } } })).toContain('map.b.x')
    },
  },
  'a sub-document in an array of Unions or of Maps has a default that fails': {
    code: `const sub = new Schema({ x: { type: Number, default: 'many' } }, { _id: false })
      const Model = mongoose.model('M', new Schema({ list: [{ type: 'Union', of: [sub] }], maps: [{ type: Map, of: sub }] }))`,
    body: { list: [{}], maps: [{ a: {} }] },
    shows: async (code, body) => {
      expect(await failingPaths(code, body)).toEqual(['list.x', 'maps.a.x'])
    },
  },
  'an array or a Map of Unions with rules holds a sub-document': {
    code: `const sub = new Schema({ x: { type: Number, default: 'many' } })
      const union = (valid) => ({ type: 'Union', of: [sub], validate: { validator: () => valid, message: 'seen' } })
      const map = (valid) => ({ type: Map, of: union(valid) })
      const Model = mongoose.model('M', new Schema({ list: [union(false)], map: map(false), other: map(true) }))`,
    body: { list: [{}], map: { a: {} } },
    shows: async (code, body) => {
      expect((await failingPaths(code, body)).sort()).toEqual(['list.0', 'list.x', 'map.$*.x', 'map.a'])
      expect(await failingPaths(code, { other: { a: {} } })).toContain('other.a.x')
    },
  },
  'an array of Unions holds an array': {
    code: `const list = [{ type: 'Union', of: [Schema.Types.Mixed], validate: (value) => value === 1 }]
      const Model = mongoose.model('M', new Schema({ list }))`,
    body: { list: [[1]] },
    shows: async (code, body) => {
      await fails({})(code, body)
      await fails({ 'list.0': 'Validator failed for path `list.0` with value `2`' })(code, { list: [2] })
    },
  },
  'a Union with a default is given an object, in an update': {
    code: `const u = { type: 'Union', of: [String, new Schema({ x: String })], default: 'd' }
      const Model = mongoose.model('M', new Schema({ u }))`,
    body: { u: { x: 'a' } },
    shows: async (code, body) => {
      interface Updated {
        set: (values: JsonObject) => void
        $errors?: Record<string, Error>
      }
      const model = modelOf(code) as ModelLike & { hydrate: (stored: object) => Updated }
      const document = model.hydrate({})
      document.set(body)

      expect(Object.keys(document.$errors ?? {})).toEqual(['u'])
      await fails({})(code, body)
    },
  },
  'a null nested object below a nested object, in an update': {
    code: `const Model = mongoose.model('M', new Schema({ a: { b: { c: { type: String, default: 'd' } } } }, { _id: false }))`,
    body: { a: { b: null } },
    shows: (code, body) => {
      expect(new (modelOf(code))(body).toObject()).toEqual({ a: { b: { c: 'd' } } })
    },
  },
}

/** The document holds what was given, and Mongoose still complains about the default that did not come in. */
function castsNothingButComplains(path: string) {
  return async (code: string, body: JsonObject): Promise<void> => {
    expect(new (modelOf(code))(body).toObject()).toMatchObject(body)
    expect(await errorsOf(modelOf(code), body)).toEqual({
      [path]: expect.stringMatching(/^Cast to Number failed/) as string,
    })
  }
}

describe('each known bug of Mongoose', () => {
  it('has its demonstration', () => {
    expect(Object.keys(demonstrations).sort()).toEqual(knownBugs.map(({ name }) => name).sort())
  })

  const here = knownBugs.filter(({ majors }) => majors.includes(major))

  it.each(here.map(({ name }) => name))('is there in this version: %s', async (name) => {
    const { code, body, shows } = demonstrations[name] ?? { code: '', body: {}, shows: () => undefined }
    const { bugs } = spoiledBy(shapeOfModel(modelOf(code)), [body], { majors: [major], partial: true })

    expect([...bugs].map((bug) => bug.name)).toContain(name)
    await shows(code, body)
  })
})

describe('the oracle', () => {
  const code = `const item = new Schema({ qty: { type: Number, min: 1 }, sku: { type: String, required: true } }, { _id: false })
    const Model = mongoose.model('M', new Schema({
      name: { type: String, minlength: 3 },
      tags: { type: [{ type: String, enum: ['a'] }], validate: { validator: (v) => v.length < 2, message: 'too many' } },
      items: [item], n: { s: { type: item, validate: { validator: () => false, message: 'own' } } },
    }, { versionKey: false }))`
  const expectedFor = async (body: JsonObject): Promise<string[]> => {
    const [expectation] = await withRejectionsIgnored(() =>
      expectOutcomes(modelOf(code), { selection: true, partial: false }, [body]),
    )
    if (expectation === undefined || !('items' in expectation)) throw new Error('no expectation')
    return expectation.items.map(({ segments, rule, message }) => `${segments.join('.')}: ${rule ?? message}`)
  }

  it('puts wrong types, forbidden keys and the verdicts of Mongoose in schema order', async () => {
    expect(await expectedFor({ evil: 1, items: [{ qty: 0 }, 5], tags: ['b', 'c'], name: 'ab' })).toEqual([
      'name: minlength',
      'tags: user defined',
      'tags.0: enum',
      'tags.1: enum',
      'items.0.qty: min',
      'items.0.sku: required',
      'items.1: Expected object, received number',
      'evil: Field is not allowed',
    ])
  })

  it('runs no rule of a container that holds a wrong type', async () => {
    expect(await expectedFor({ tags: ['b', 5] })).toEqual(['tags.0: enum', 'tags.1: Expected string, received number'])
  })

  it('runs the rule of a sub-schema below a nested object, which Mongoose skips', async () => {
    expect(await errorsOf(modelOf(code), { n: { s: { sku: 'x' } } })).toEqual({})
    expect(await expectedFor({ n: { s: { sku: 'x' } } })).toEqual(['n.s: user defined'])
  })

  it('collects the errors of elements that Mongoose 9 loses', async () => {
    const nested = `const later = { type: Number, validate: () => new Promise((done) => setImmediate(done, false)) }
      const item = new Schema({ now: { type: Number, min: 3 }, later })
      const Model = mongoose.model('M', new Schema({ items: [item] }))`
    const body = { items: [{ now: 1 }, { later: 1 }] }
    const [expectation] = await expectOutcomes(modelOf(nested), { selection: true, partial: false }, [body])

    expect(await failingPaths(nested, body)).toEqual(major === 8 ? ['items.0.now', 'items.1.later'] : ['items.0.now'])
    expect(expectation).toMatchObject({
      items: [{ segments: ['items', '0', 'now'] }, { segments: ['items', '1', 'later'] }],
    })
  })
})

describe('the fuzzer', () => {
  const drawn = (seed: number): [string, JsonObject] => {
    const random = new Random(seed)
    const description = describeModel(random, [major])
    const model = buildModel(description, new mongoose.Mongoose({ autoIndex: false, autoCreate: false })) as ModelLike
    return [printModel(description), drawBody(shapeOfModel(model), { random, depth: 3, absent: 0.2, null: 0.1 })]
  }

  it('draws the same schema and body for the same seed, and others for another', () => {
    expect(drawn(11)).toEqual(drawn(11))
    expect(drawn(11)).not.toEqual(drawn(12))
  })

  it('draws every schema type and container', () => {
    const code = Array.from({ length: 300 }, (_, seed) => printModel(describeModel(new Random(seed), [major]))).join(
      '\n',
    )
    const wanted = [
      'String',
      'Number',
      'Boolean',
      'Date',
      'T.ObjectId',
      'T.Mixed',
      'T.Int32',
      'T.Double',
      'T.Decimal128',
      'BigInt',
      'T.UUID',
      'Buffer',
      'T.Even',
      'Map',
      "'Union'",
      '.discriminator(',
      '.add(',
      'lowercase',
      'trim',
      'uppercase',
      'set:',
      'default: ()',
      'default: function',
      'required: true',
      'required: [true',
      'required: function',
      'async v',
      'throw new Error',
      'validate: /',
      'this.get(',
      'this.parent()',
      'this.ownerDocument()',
      'allowNull',
      '{PATH}',
      'p =>',
      '[[',
      "strict: 'throw'",
      'strict: false',
      'typeKey',
      'timestamps',
      "index: '2dsphere'",
      "index: '2d'",
      '"coordinates":',
      'override(',
      'createConnection()',
    ]

    expect(wanted.filter((text) => !code.includes(text))).toEqual([])
  })

  it('counts what it compared', async () => {
    const { tally, schemas } = await runFuzz({
      seed: 3,
      bodies: 60,
      mongoose,
      bodiesPerSchema: 20,
      stopAfter: Infinity,
    })

    expect({ bodies: tally.bodies, schemas }).toEqual({ bodies: 60, schemas: 3 })
  })

  it('shrinks a case to the part that matters', async () => {
    const description: SchemaDescription = {
      fields: {
        a: { kind: 'leaf', type: 'String', options: { required: 'true', minlength: '3' } },
        b: { kind: 'nested', fields: { c: { kind: 'leaf', type: 'Number', options: { min: '1', max: '5' } } } },
      },
    }
    const shows = (candidate: { description: SchemaDescription; body: Json }): Promise<boolean> => {
      const text = JSON.stringify(candidate)
      return Promise.resolve(text.includes('"min":"1"') && text.includes('wanted'))
    }
    const smallest = await shrink({ description, body: { a: ['x', 'wanted', 'y'], b: { c: 1 } } }, shows)

    expect(smallest).toEqual({
      description: { fields: { b: { fields: { c: { options: { min: '1' } } } } } },
      body: { a: ['wanted'] },
    })
  })
})
