import mongoose from 'mongoose'
import { describe, expect, it, vi } from 'vitest'
import { warmUp } from '../../src/fast-path/warm-up.ts'
import { createGuard } from '../../src/index.ts'
import { broken, errorsOf, outcomeOf } from '../support/guard.ts'
import { modelOf } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

const { Schema } = mongoose

const two = { validator: (list: unknown[]) => list.length === 2, message: 'a point has two coordinates' }
const required = { required: true }
const whenPoint = {
  required: function (this: { kind?: string }) {
    return this.kind === 'Point'
  },
}

/** As Mongoose's documentation declares GeoJSON, with the index on the object around the array. */
function place(options: object, elements: unknown = [Number]) {
  const coordinates = { type: elements, ...options }
  const schema = new Schema({ kind: String, location: { type: { type: String }, coordinates } })
  return schema.index({ location: '2dsphere' })
}
const point = (options: object, index: '2d' | '2dsphere' | boolean | object = '2dsphere') =>
  new Schema({ kind: String, coordinates: { type: [Number], index: index as '2d', ...options } }, { _id: false })
const ways = (options: object, elements: unknown = [Number]) => {
  return { ways: { type: Map, of: { type: elements, index: '2dsphere' as const, ...options } } }
}

const schemas = [
  { title: 'below an indexed object', schema: place, bodies: [{ location: {} }, { location: { coordinates: [] } }] },
  {
    title: 'of rows below an indexed object',
    schema: (options: object) => place(options, [[Number]]),
    bodies: [{ location: {} }, { location: { coordinates: [] } }],
  },
  { title: 'with an index', schema: point, bodies: [{ coordinates: [] }] },
  { title: 'with an index of pairs', schema: (options: object) => point(options, '2d'), bodies: [{ coordinates: [] }] },
  {
    title: 'with an index that has options',
    schema: (options: object) => point(options, { type: '2dsphere', sparse: true }),
    bodies: [{ coordinates: [] }],
  },
  { title: 'with another index', schema: (options: object) => point(options, true), bodies: [{ coordinates: [] }] },
  {
    title: 'in a sub-schema with an index',
    schema: (options: object) => new Schema({ at: { type: point(options), required: true } }),
    bodies: [{ at: {} }, { at: { coordinates: [] } }],
  },
  {
    title: 'in a sub-schema below an indexed path',
    schema: (options: object) => new Schema({ at: { type: point(options, false), index: '2dsphere' } }),
    bodies: [{ at: {} }, { at: { coordinates: [] } }],
  },
  {
    title: 'in the elements of another array',
    schema: (options: object) => new Schema({ all: [point(options)] }),
    bodies: [{ all: [{}, { coordinates: [] }, { coordinates: [1, 2] }] }],
  },
  {
    title: 'in the values of a Map',
    schema: (options: object) => new Schema({ all: { type: Map, of: point(options) } }),
    bodies: [{ all: { a: {}, b: { coordinates: [] } } }],
  },
  {
    title: 'that is a value of a Map',
    schema: (options: object) => new Schema(ways(options)),
    bodies: [{ ways: { a: [] } }, { ways: { a: [1, 2], b: [] } }],
  },
  {
    title: 'of rows that is a value of a Map',
    schema: (options: object) => new Schema(ways(options, [[Number]])),
    bodies: [{ ways: { a: [] } }, { ways: { a: [[]], b: [] } }],
  },
  {
    title: 'that is a value of a Map with rules',
    schema: (options: object) => new Schema({ ways: { ...ways(options).ways, required: true } }),
    bodies: [{ ways: { a: [] } }],
  },
  {
    title: 'that is a value of a Map in a nested object',
    schema: (options: object) => new Schema({ on: ways(options) }),
    bodies: [{ on: { ways: { a: [] } } }],
  },
  {
    title: 'that is a value of a Map in a sub-schema',
    schema: (options: object) => new Schema({ on: new Schema(ways(options)) }),
    bodies: [{ on: { ways: { a: [] } } }],
  },
  {
    title: 'that is a value of a Map in a nested object of a sub-schema',
    schema: (options: object) => new Schema({ on: new Schema({ by: ways(options) }) }),
    bodies: [{ on: { by: { ways: { a: [] } } } }],
  },
  {
    title: 'that is a value of a Map in the elements of another array',
    schema: (options: object) => new Schema({ all: [new Schema(ways(options))] }),
    bodies: [{ all: [{ ways: { a: [] } }, {}] }],
  },
  {
    title: 'that is a value of a Map in the values of another Map',
    schema: (options: object) => new Schema({ all: { type: Map, of: new Schema(ways(options)) } }),
    bodies: [{ all: { a: { ways: { b: [] } } } }],
  },
  {
    title: 'that is a value of a Map of Maps',
    schema: (options: object) => {
      const schema = new Schema({ all: { type: Map, of: { type: Map, of: { type: [Number], ...options } } } })
      return schema.index({ 'all.$*.$*': '2dsphere' })
    },
    bodies: [{ all: { a: { b: [] } } }],
  },
]

const rules = [
  {
    name: 'a condition of `required` that asks for its argument',
    options: { required: (doc: unknown) => doc === undefined },
  },
  { name: 'a RegExp', options: { validate: /^u/ } },
  { name: 'a RegExp that takes no text', options: { validate: /^$/ } },
  { name: 'no rules', options: {} },
  { name: '`required`', options: required },
  { name: 'a condition of `required`', options: whenPoint },
  { name: 'a rule of its own', options: { validate: two } },
  { name: '`required` and a rule', options: { ...required, validate: two } },
  { name: '`required` and an empty default', options: { ...required, default: [] } },
  { name: '`required` and a default', options: { ...required, default: [1, 2] } },
  { name: '`required` and a function for a default', options: { ...required, default: () => [1, 2] } },
  { name: 'a rule and a function for a default', options: { validate: two, default: () => [1] } },
]

describe('an array with a geospatial index, of which Mongoose takes an empty one for none,', () => {
  describe.each(schemas)('$title', ({ schema, bodies }) => {
    it.each(rules)('is judged as by Mongoose, with $name', async ({ options }) => {
      const model = mongoose.createConnection().model('Place', schema(options))
      const allow = Object.keys(model.schema.paths).map((path) => path.split('.')[0] as never)
      const guard = createGuard(model, { allow: [...new Set(allow)].filter((path) => path !== '_id') })
      const isPoint = 'kind' in model.schema.paths ? { kind: 'Point' } : {}
      const cases = [{}, ...bodies].flatMap((body) => [body, { ...body, ...isPoint }])
      const expected = await Promise.all(cases.map((body) => mongooseErrors(model, body)))
      // The walker answers the bodies of the first pass, and generated code those of the last one.
      for (let pass = 0; pass <= Math.ceil(warmUp.bodies / cases.length); pass++) {
        for (const [index, body] of cases.entries()) {
          const outcome = await guard.validate(body)
          expect({ body, errors: asOracleErrors(outcome.ok ? [] : [...outcome.errors]) }).toEqual({
            body,
            errors: expected[index],
          })
        }
      }
    })
  })

  const needed = [broken('location.coordinates', 'required', 'Path `location.coordinates` is required.')]

  it('is required of an update that empties it', async () => {
    const model = mongoose.createConnection().model('Place', place(required))
    const options = { allow: ['location'], partial: true }
    expect(await errorsOf(model, options, { location: { coordinates: [] } })).toEqual(needed)
    expect(await outcomeOf(model, options, { location: {} })).toEqual({ ok: true, validated: { location: {} } })
  })

  it('has a default that is not empty', async () => {
    const model = mongoose.createConnection().model('Place', point({ ...required, default: [1, 2] }))
    expect(await mongooseErrors(model, {})).toEqual([])
    expect(await errorsOf(model, { allow: ['coordinates'] }, {})).toEqual([])
  })

  it('has no default of which rules could be run below a null', async () => {
    const model = mongoose.createConnection().model('Place', place({ validate: two }))
    const body = { location: null }
    expect(await mongooseErrors(model, body)).toEqual([])
    expect(await errorsOf(model, { allow: ['location'] }, body)).toEqual([])
  })

  it('is told by the indexes of its own schema alone, of schemas that hold each other', () => {
    const kinds = ['a', 'b', 'c'].map((name) => new Schema({ [name]: [Number] }))
    for (const kind of kinds) kind.add(Object.fromEntries(kinds.map((other, index) => [`kind${index}`, [other]])))
    const model = mongoose.createConnection().model('Held', new Schema({ root: kinds[0] }))
    const indexes = vi.spyOn(Schema.prototype, 'indexes')
    createGuard(model, { allow: ['root'] })
    const asked = indexes.mock.contexts as { paths: Record<string, { schema?: object }> }[]
    indexes.mockRestore()
    expect(asked).not.toEqual([])
    expect(asked.flatMap(({ paths }) => Object.values(paths)).filter(({ schema }) => schema !== undefined)).toEqual([])
  })

  it('is needed in the JSON Schema', () => {
    const model = mongoose.createConnection().model('Place', place(required))
    expect(createGuard(model, { allow: ['location.coordinates'] }).toJSONSchema()).toMatchObject({
      required: ['location'],
      properties: { location: { required: ['coordinates'], properties: { coordinates: { minItems: 1 } } } },
    })
  })

  it.each([
    { at: 'the top', path: 'ways', schema: (options: object) => new Schema(ways(options)), body: { ways: { a: [] } } },
    {
      at: 'a nested object',
      path: 'on.ways',
      schema: (options: object) => new Schema({ on: ways(options) }),
      body: { on: { ways: { a: [] } } },
    },
  ])(
    'may be empty in the JSON Schema of a Map at $at only where the guard takes it so',
    async ({ path, schema, body }) => {
      for (const required of [true, false]) {
        const model = mongoose.createConnection().model('Place', schema({ required }))
        const isTaken = (await mongooseErrors(model, body)).length === 0
        for (const rules of [{}, { [path]: { allowNull: false } }]) {
          const guard = createGuard(model, { allow: [path], rules } as never)
          expect((await guard.validate(body)).ok).toBe(isTaken)
          expect(JSON.stringify(guard.toJSONSchema()).includes('"minItems":1')).toBe(!isTaken)
        }
      }
    },
  )

  it('may be empty in the JSON Schema where the default takes its place', () => {
    const model = mongoose.createConnection().model('Place', place({ ...required, default: [0, 0] }))
    const { properties } = createGuard(model, { allow: ['location.coordinates'] }).toJSONSchema()
    expect(properties).not.toHaveProperty('location.properties.coordinates.minItems')
  })

  it('is named by a review of a guard that does not allow it', () => {
    const model = mongoose.createConnection().model('Place', point(required))
    expect(createGuard(model, { allow: ['kind'] }).review()).not.toEqual([])
    expect(createGuard(modelOf({ kind: String, coordinates: [Number] }), { allow: ['kind'] }).review()).toEqual([])
  })
})

it('leaves the index of a schema as it is, though Mongoose before 8.19.4 does not', () => {
  const schema = new Schema({ at: { type: [Number], index: { type: '2dsphere', sparse: true } } })
  const indexes = Reflect.get(Schema.prototype, 'indexes')
  const spy = vi.spyOn(Schema.prototype, 'indexes').mockImplementation(function (this: mongoose.Schema) {
    const found = indexes.call(this)
    for (const { _index } of Object.values(this.paths) as { _index?: { type?: string } | null }[]) delete _index?.type
    return found
  })
  createGuard(modelOf(schema), { allow: ['at'] as never })
  expect(spy).toHaveBeenCalled()
  spy.mockRestore()
  expect(schema.indexes()).toEqual([[{ at: '2dsphere' }, expect.objectContaining({ sparse: true })]])
})
