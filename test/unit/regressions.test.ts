import mongoose, { Schema, type Model } from 'mongoose'
import { describe, expect, it } from 'vitest'
import { createGuard } from '../../src/index.ts'
import type { ModelLike } from '../fuzz/internals.ts'
import { everyPath } from '../fuzz/selection.ts'
import { shapeOfModel } from '../fuzz/shape.ts'

const major = Number(mongoose.version.split('.')[0])

interface Regression {
  title: string
  majors?: number[]
  // The definitions are as wild as the fuzzer drew them; their types are beside the point.
  schema: () => Schema
  then?: (model: Model<unknown>) => void
  partial?: true
  /** Every path where it is left out. */
  allow?: string[]
  body: object
  /** `path: rule: message`, or `path: message` for what no rule said; none where the body is accepted. */
  errors: string[]
}

const { Types } = Schema
const embedded = (definition: Record<string, unknown>, options: object = {}): Schema =>
  new Schema(definition as never, { _id: false, ...options })
const never = { validator: () => false, message: 'never' }
const required = 'Path `{}` is required.'
const isRequired = (path: string, text = path): string => `${path}: required: ${required.replace('{}', text)}`

const regressions: Regression[] = [
  {
    title: "a Mixed value's own rule comes before the hostile key in it",
    schema: () => embedded({ any: { type: Types.Mixed, validate: never } }),
    body: { any: [JSON.parse('{ "__proto__": 1 }')] },
    errors: ['any: user defined: never', 'any.0.__proto__: Field is not allowed'],
  },
  {
    title: 'a required function that throws keeps the fields of its sub-document from being checked',
    schema: () =>
      embedded({
        sub: {
          type: embedded({ x: { type: String, required: true } }),
          required: () => {
            throw new Error('no idea')
          },
        },
      }),
    body: { sub: {} },
    errors: ['sub: required: no idea'],
  },
  {
    title: 'a required function below a nested object gets the document as its argument, though the path is given',
    schema: () =>
      embedded({
        n: { x: { type: Number, required: (doc: { get: (path: string) => unknown }) => doc.get('t') == null } },
      }),
    body: { n: { x: 1 } },
    errors: [],
  },
  {
    title: 'such a function of a Map or of a sub-schema that has a setter gets it, too',
    schema: () => {
      const set = (value: unknown) => value
      const required = (doc: { get: (path: string) => unknown }) => doc.get('t') == null
      return embedded({
        n: { m: { type: Map, of: Number, set, required }, s: { type: embedded({ x: Number }), set, required } },
      })
    },
    body: { n: { m: { k: 1 }, s: { x: 1 } } },
    errors: [],
  },
  {
    title: 'a required function of the values of a Map gets the document as its argument for the first of them',
    schema: () =>
      embedded({
        scores: {
          type: Map,
          of: { type: Number, required: (doc: { get: (path: string) => unknown }) => doc.get('t') == null },
        },
      }),
    body: { scores: { k: 3 } },
    errors: [],
  },
  {
    title: "a null in a Map of arrays of sub-documents is named by Mongoose's path",
    schema: () => embedded({ lists: { type: Map, of: { type: [embedded({})], required: true } } }),
    body: { lists: { k: null } },
    errors: [isRequired('lists.k', 'lists.$*')],
  },
  {
    title: "strict: 'throw' leaves no room for a null nested object, of which Mongoose would make an exception",
    schema: () =>
      embedded(
        {
          n: { x: Number },
          y: {
            type: Number,
            validate(this: { isNew: boolean }) {
              return this.isNew
            },
          },
        },
        { strict: 'throw' },
      ),
    body: { n: null, y: 1 },
    errors: ['n: Expected object, received null'],
  },
  {
    title: 'an error that Mongoose makes at construction outlives the failure of the rule above it',
    schema: () =>
      embedded({
        sub: {
          type: embedded({
            x: {
              type: Number,
              default: () => {
                throw new Error('no default')
              },
            },
          }),
          validate: never,
        },
      }),
    body: { sub: {} },
    errors: ['sub: user defined: never', 'sub.x: user defined: no default'],
  },
  {
    title: 'a null without room stays an error where the rule of the sub-document above fails',
    schema: () =>
      embedded({
        sub: {
          type: embedded({ list: [{ type: Number, required: true }], x: { type: String, default: 'd' } }),
          validate: never,
        },
      }),
    body: { sub: { x: null } },
    errors: ['sub: user defined: never', 'sub.x: Expected string, received null'],
  },
  {
    title: 'a Union takes an object as its first sub-schema, as Mongoose does',
    schema: () =>
      embedded({ u: { type: 'Union', of: [embedded({}), embedded({ x: { type: String, validate: never } })] } }),
    body: { u: { x: 'abc' } },
    errors: ['u: Expected union, received object'],
  },
  {
    title: 'a PATCH reports a default of a sub-document in a Union that does not cast: it would be written',
    schema: () =>
      embedded({ u: { type: 'Union', of: [embedded({ x: { type: Number, default: 'no number' }, y: Number })] } }),
    partial: true,
    body: { u: { y: 1 } },
    errors: [
      `u.x: user defined: Cast to Number failed for value "no number" (type string) at path "x"${major === 8 ? '' : ' for model "R"'}`,
    ],
  },
  {
    title: 'a PATCH reports a setter that throws in a sub-document of a Union',
    schema: () =>
      embedded({
        u: {
          type: 'Union',
          of: [
            embedded({
              x: {
                type: Number,
                set: () => {
                  throw new Error('set')
                },
              },
            }),
          ],
        },
      }),
    partial: true,
    body: { u: { x: 1 } },
    errors: [
      `u.x: user defined: Cast to Number failed for value "1" (type number) at path "x"${major === 8 ? '' : ' for model "R"'}`,
    ],
  },
  {
    title: 'a sub-document of a Union is validated as the value of a Map',
    majors: [9],
    schema: () =>
      embedded({ m: { type: Map, of: { type: 'Union', of: [embedded({ x: { type: Number, min: 5 } })] } } }),
    body: { m: { k: { x: 1 } } },
    errors: ['m.k.x: min: Path `x` (1) is less than minimum allowed value (5).'],
  },
  {
    title: "a setter on a Union's other member leaves the rules of its sub-schema alone",
    majors: [9],
    schema: () =>
      embedded({
        u: {
          type: 'Union',
          of: [{ type: Number, set: (value: unknown) => value }, embedded({ x: { type: Number, min: 0 } })],
        },
      }),
    body: { u: { x: -2 } },
    errors: ['u.x: min: Path `x` (-2) is less than minimum allowed value (0).'],
  },
  {
    title: "a setter on a Union's member that makes a value uncastable is noticed",
    schema: () => embedded({ u: { type: 'Union', of: [{ type: Number, set: () => 'three' }] } }),
    body: { u: 3 },
    errors: [
      `u: user defined: Cast to Number failed for value "three" (type string) at path "u"${major === 9 ? ' for model "R"' : ''}`,
    ],
  },
  {
    title: 'allowNull holds in a discriminator, whose schema is a copy',
    majors: [9],
    schema: () => embedded({}, { discriminatorKey: 'kind' }),
    then: (model) => void model.discriminator('Child', embedded({ list: { type: [String], allowNull: false } })),
    body: { kind: 'Child', list: null },
    errors: ['list: allowNull: Path `list` does not allow null values.'],
  },
  {
    title: 'Mongoose 8 runs every rule below a null nested object that stands in another',
    majors: [8],
    schema: () => embedded({ a: { b: { x: { type: Number, validate: never } } } }),
    body: { a: { b: null } },
    errors: ['a.b.x: user defined: never'],
  },
  {
    title: 'a null nested object runs no rules below it but those about absence',
    schema: () => embedded({ a: { b: { x: { type: Number, validate: never } } } }),
    body: { a: null },
    errors: [],
  },
  {
    title: 'a required function that says no keeps a field below a null nested object from being checked',
    schema: () => embedded({ n: { x: { type: Number, required: () => false, validate: never } } }),
    body: { n: null },
    errors: [],
  },
  {
    title: 'a null nested object in another one is filled with defaults',
    schema: () =>
      embedded({
        a: {
          b: {
            x: {
              type: String,
              default: 'd',
              validate: { validator: (value: unknown) => value === 'd', message: 'saw {VALUE}' },
            },
          },
        },
      }),
    body: { a: { b: null } },
    errors: [],
  },
  {
    title: 'a function default that gives nothing is no value for a RegExp rule',
    schema: () => embedded({ x: { type: String, validate: /^a/, default: () => undefined } }),
    body: {},
    errors: [],
  },
  {
    title: 'an immutable field of an update is checked as it was sent',
    partial: true,
    schema: () => embedded({ at: { type: Date, required: true, immutable: true } }, { strict: false }),
    body: { at: '2026-01-01T00:00:00Z' },
    errors: [],
  },
  {
    title: 'a setter that gives nothing leaves nothing to check',
    schema: () =>
      embedded({
        list: [Number],
        x: {
          type: Number,
          max: 1,
          set(this: { get: (path: string) => unknown }, value: unknown) {
            return this.get('list') == null ? value : undefined
          },
        },
      }),
    body: { x: 5 },
    errors: [],
  },
  {
    title: 'a null element of an array of arrays of sub-documents meets its rules about null',
    schema: () => embedded({ rows: [[{ type: embedded({}), required: true }]] }),
    body: { rows: [[null]] },
    errors: [isRequired('rows.0.0')],
  },
  {
    title: 'an array of sub-documents below a nested object is looked into by Mongoose 8 although its rule fails',
    majors: [8],
    schema: () => embedded({ n: { list: { type: [embedded({ x: { type: Number, min: 5 } })], validate: never } } }),
    body: { n: { list: [{ x: 1 }] } },
    errors: ['n.list: user defined: never', 'n.list.0.x: min: Path `x` (1) is less than minimum allowed value (5).'],
  },
  {
    title: 'the default of an array with required elements is looked into by Mongoose 8 although its rule fails',
    majors: [8],
    schema: () => {
      const element = { type: embedded({ x: { type: Number, min: 5 } }), required: true }
      return embedded({ list: { type: [element], validate: never, default: [{ x: 1 }] } })
    },
    body: {},
    errors: ['list: user defined: never', 'list.0.x: min: Path `x` (1) is less than minimum allowed value (5).'],
  },
  {
    title: 'a setter that throws in an array of three dimensions is reported in the words of Mongoose',
    schema: () => {
      const set = () => {
        throw new Error('no such text')
      }
      return embedded({ cube: [[[embedded({ x: { type: String, set } })]]] })
    },
    body: { cube: [[[{ x: 'a' }]]] },
    errors: [
      `cube.0.0.0.x: user defined: Cast to String failed for value "a" (type string) at path "x"${major === 9 ? ' for model "R"' : ''}`,
    ],
  },
  {
    title: 'a default that does not cast leaves a required function below a nested object the document as its argument',
    schema: () =>
      embedded({
        n: {
          x: {
            type: Date,
            required: (doc: { get: (path: string) => unknown }) => doc.get('t') == null,
            default: 'someday',
          },
        },
      }),
    body: { n: { x: '2020-02-29' } },
    errors: [],
  },
  {
    title: 'a required function below a nested object in what a setter gave gets the document as its argument',
    schema: () => {
      const required = (doc: { get: (path: string) => unknown }) => doc.get('n') == null
      const inner = embedded({ n: { x: { type: String, required } } })
      return embedded({ list: { type: [inner], set: (list: unknown) => list } })
    },
    body: { list: [{ n: { x: 'AB' } }, { n: {} }] },
    errors: [],
  },
  {
    title:
      'a required function of the values of a Map that has a setter gets the document as its argument for the first',
    schema: () => {
      const required = (doc?: { get: (path: string) => unknown }) => {
        if (doc === undefined) throw new Error('no document')
        return doc.get('n') == null
      }
      return embedded({ lists: { type: Map, of: { type: [embedded({})], required }, set: (lists: unknown) => lists } })
    },
    body: { lists: { a: [], b: [] } },
    errors: ['lists.b: required: no document'],
  },
  {
    title: 'a required function that throws is not asked for a default that does not cast, in a default around it',
    schema: () => {
      const required = () => {
        throw new Error('not known')
      }
      const inner = embedded({ price: { type: Number, required, default: 'wide' } })
      return embedded({ list: [embedded({ meta: { inner: { type: inner, default: {} } } })] })
    },
    body: { list: [{}] },
    errors: [
      'list.0.meta.inner.price: user defined: Cast to Number failed for value "wide" (type string) at path "price"' +
        (major === 8 ? '' : ' for model "R"'),
    ],
  },
  {
    title: 'a nested object in another that is null counts as absent where an array in it is for a geospatial index',
    schema: () => embedded({ place: { at: { points: { type: [Number], index: '2dsphere', validate: never } } } }),
    body: { place: { at: null } },
    errors: [],
  },
  ...[{ set: (rows: unknown) => rows }, { default: () => [[{ x: 'b' }]] }].map((options): Regression => {
    const isGiven = 'set' in options
    return {
      title: `the rules of sub-documents in rows come before those of their fields in what a ${isGiven ? 'setter' : 'default'} makes`,
      schema: () => {
        const point = { type: embedded({ x: { type: String, enum: ['a'] } }), validate: never }
        return embedded({ rows: { type: [[point]], ...options } })
      },
      body: isGiven ? { rows: [[{ x: 'b' }]] } : {},
      errors: ['rows.0.0: user defined: never'],
    }
  }),
  ...(['none', 'a setter', 'a setter around it', 'a default', 'a default around it'] as const).map(
    (made): Regression => ({
      title: `the rules of required elements run in an array in another one's element, made by ${made}`,
      schema: () => {
        const point = { type: embedded({ x: String }), required: true, validate: never }
        const identity = { set: (value: unknown) => value }
        const points = { type: [point], ...(made === 'a setter' && identity) }
        const line = embedded({
          points: made === 'a default' ? { ...points, default: () => [{ x: 'a' }] } : points,
        })
        const isDefault = made === 'a default around it'
        return embedded({
          lines: {
            type: [line],
            ...(made === 'a setter around it' && identity),
            ...(isDefault && { default: () => [{ points: [{ x: 'a' }] }] }),
          },
        })
      },
      body: made.endsWith('default around it') ? {} : { lines: [made === 'a default' ? {} : { points: [{ x: 'a' }] }] },
      errors: ['lines.0.points.0: user defined: never'],
    }),
  ),
  ...(['a Map', 'a Map with a setter', 'a default'] as const).map((where): Regression => ({
    title: `the rules of required elements run in ${where}`,
    schema: () => {
      const points = { type: [{ type: embedded({ x: String }), required: true, validate: never }] }
      const set = (value: unknown) => value
      return embedded({
        in:
          where === 'a default'
            ? { ...points, default: () => [{ x: 'a' }] }
            : { type: Map, of: points, ...(where === 'a Map with a setter' && { set }) },
      })
    },
    body: where === 'a default' ? {} : { in: { k: [{ x: 'a' }] } },
    errors: [where === 'a default' ? 'in.0: user defined: never' : 'in.k.0: user defined: never'],
  })),
  ...[{}, { set: (value: unknown) => value }].map((options): Regression => ({
    title: `Mongoose 8 gives rules of required elements the sub-document around the array${'set' in options ? ' with a setter' : ''}`,
    majors: [8],
    schema: () => {
      const validator = function (this: { name?: string }) {
        return this.name !== 'a'
      }
      const point = { type: embedded({ x: String }), required: true, validate: { validator, message: 'seen' } }
      return embedded({ lines: [embedded({ name: String, points: { type: [point], ...options } })] })
    },
    body: { lines: [{ name: 'a', points: [{}] }] },
    errors: ['lines.0.points.0: user defined: seen'],
  })),
  ...[false, true].map((isNested): Regression => ({
    title: `Mongoose 8 runs no rules of elements ${isNested ? "in a nested object of another array's element" : 'whose `required` is false'}`,
    majors: [8],
    schema: () => {
      const points = [{ type: embedded({ x: String }), required: isNested, validate: never }]
      return embedded({ lines: [embedded(isNested ? { n: { points } } : { points })] })
    },
    body: { lines: [isNested ? { n: { points: [{ x: 'a' }] } } : { points: [{ x: 'a' }] }] },
    errors: [],
  })),
  {
    title: 'no rules run on the values of a Map in an array, where the Map has a setter',
    schema: () => {
      const set = (value: unknown) => value
      return embedded({ list: [{ type: Map, of: { type: Number, max: 5 }, set }] })
    },
    body: { list: [{ k: 9 }] },
    errors: [],
  },
  {
    title: 'no rules run in a sub-document that a Union in an array took, where the Union has a setter',
    schema: () => {
      const set = (value: unknown) => value
      return embedded({ list: [{ type: 'Union', of: [Number, embedded({ x: { type: Number, max: 5 } })], set }] })
    },
    body: { list: [{ x: 9 }] },
    errors: [],
  },
  {
    title:
      'Mongoose 8 tests nothing by a RegExp where an array for a geospatial index was sent empty, with a setter too',
    majors: [8],
    schema: () =>
      embedded({ at: { type: [Number], index: '2dsphere', validate: /^\d/, set: (value: unknown) => value } }),
    body: { at: [] },
    errors: ['at: user defined: Validator failed for path `at` with value `undefined`'],
  },
  {
    title: 'Mongoose 8 does not look into an array of sub-documents in a Map whose rule fails',
    majors: [8],
    schema: () =>
      embedded({ lists: { type: Map, of: { type: [embedded({ x: { type: Number, min: 5 } })], validate: never } } }),
    body: { lists: { k: [{ x: 1 }] } },
    errors: ['lists.k: user defined: never'],
  },
  {
    title: 'a null without room at which a setter throws has the wrong type, whatever allowNull says',
    majors: [9],
    schema: () => {
      const set = () => {
        throw new Error('no null')
      }
      return embedded({ x: { type: String, default: 'd', allowNull: false, set } })
    },
    body: { x: null },
    errors: ['x: Expected string, received null'],
  },
  {
    title: 'an array of sub-documents in a Map is looked into although its required function throws',
    majors: [9],
    schema: () => {
      const required = () => {
        throw new Error('no idea')
      }
      return embedded({
        lists: { type: Map, of: { type: [embedded({ x: { type: Number, min: 5 } })], required } },
      })
    },
    body: { lists: { k: [{ x: 1 }] } },
    errors: ['lists.k: required: no idea', 'lists.k.0.x: min: Path `x` (1) is less than minimum allowed value (5).'],
  },
  {
    title: 'what could not be built in the default of a sub-document outlives the failure of its own rule',
    schema: () => {
      const x = {
        type: String,
        default: () => {
          throw new Error('no default')
        },
      }
      return embedded({ sub: { type: embedded({ x }), validate: never, default: () => ({}) } })
    },
    body: {},
    errors: ['sub: user defined: never', 'sub.x: user defined: no default'],
  },
  {
    title: 'what could not be built in a default counts at allowed paths only',
    schema: () => {
      const sub = embedded({ x: { type: Number, default: 'many' }, y: String })
      return embedded({ sub: { type: sub, validate: never, default: () => ({}) } })
    },
    allow: ['sub.y'],
    body: {},
    errors: ['sub: user defined: never'],
  },
  {
    title: 'an array of sub-documents whose default is null meets its rules below a null nested object',
    schema: () => embedded({ n: { list: { type: [embedded({})], validate: never, default: null } } }),
    body: { n: null },
    errors: ['n.list: user defined: never'],
  },
  {
    title: "a Union's rule about null sees what Mongoose makes of the value",
    schema: () => {
      class Percent extends Types.Number {
        static override schemaName = 'Percent' as never
      }
      Object.assign(Types, { Percent })
      return embedded({ u: { type: 'Union', of: [Percent, embedded({})], required: true } })
    },
    body: { u: '' },
    errors: [isRequired('u')],
  },
  {
    title: "a default of the key picks no discriminator for the elements of an array's default",
    schema: () => {
      const pet = embedded({ kind: { type: String, default: 'Cat' } }, { discriminatorKey: 'kind' })
      pet.discriminator('Cat', embedded({ lives: { type: Number, required: true } }))
      return embedded({ pets: { type: [pet], default: [{}] } })
    },
    body: {},
    errors: [],
  },
  {
    title: "a default of the key picks a sub-document's discriminator although the route may not set the key",
    schema: () => {
      const pet = embedded({ kind: { type: String, default: 'Cat' } }, { discriminatorKey: 'kind' })
      pet.discriminator('Cat', embedded({ lives: { type: Number, max: 9 } }))
      return embedded({ pet })
    },
    allow: ['pet.lives'],
    body: { pet: { lives: 10 } },
    errors: ['pet.lives: max: Path `lives` (10) is more than maximum allowed value (9).'],
  },
  {
    title: 'an array of Maps of Buffers or UUIDs is printed as Mongoose prints it, which does not look into the Maps',
    schema: () =>
      embedded({
        files: { type: [{ type: Map, of: Buffer }], validate: () => false },
        rows: { type: [[{ type: Map, of: Types.UUID }]], validate: /^never$/ },
      }),
    body: {
      files: [{ k: { type: 'Buffer', data: [1] } }, {}],
      rows: [[{ k: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }]],
    },
    errors: [
      'files: user defined: Validator failed for path `files` with value `[object Map],[object Map]`',
      'rows: user defined: Validator failed for path `rows` with value `[object Map]`',
    ],
  },
  ...(
    [
      ['an array with a setter', ['u'], (of) => ({ u: { type: [of], set: (value: unknown) => value } })],
      ['a row of such an array', ['u', '0'], (of) => ({ u: { type: [[of]], set: (value: unknown) => value } })],
      [
        'an array in a Map with a setter',
        ['u', 'k'],
        (of) => ({ u: { type: Map, of: [of], set: (map: unknown) => map } }),
      ],
      ["an array's default", ['u'], (of) => ({ u: { type: [of], default: [{ text: 'a' }] } })],
    ] satisfies [string, string[], (of: object) => Record<string, unknown>][]
  ).map(([place, keys, fields]): Regression => ({
    title: `the sub-document that a Union with a validator took in ${place} is validated`,
    majors: [9],
    schema: () => {
      const inner = embedded({ text: { type: String, minlength: 2 } })
      return embedded(fields({ type: Types.Union, of: [Number, inner], validate: () => true }))
    },
    body: place.includes('default')
      ? {}
      : keys.reduceRight<object>((content, key) => (key === '0' ? [content] : { [key]: content }), [{ text: 'a' }]),
    errors: [
      `${keys.join('.')}.0.text: minlength: Path \`text\` (\`a\`, length 1) is shorter than the minimum allowed length (2).`,
    ],
  })),
  {
    title: 'the sub-document that a Union in a Union took is validated',
    majors: [9],
    schema: () => {
      const inner = { type: Types.Union, of: [Boolean, embedded({ text: { type: String, minlength: 2 } })] }
      return embedded({ u: { type: Types.Union, of: [Number, inner] } })
    },
    body: { u: { text: 'a' } },
    errors: ['u.text: minlength: Path `text` (`a`, length 1) is shorter than the minimum allowed length (2).'],
  },
  {
    title: 'an object for a later member of a Union is refused where a Union in it takes every object',
    schema: () => {
      const inner = { type: Types.Union, of: [Boolean, embedded({ text: String })] }
      return embedded({ u: { type: Types.Union, of: [inner, embedded({ count: Number })] } })
    },
    // Mongoose makes `{}` of it.
    body: { u: { count: 1 } },
    errors: ['u: Expected union, received object'],
  },
  ...[true, false].map((isElement): Regression => {
    const set = (value: unknown) => value
    const where = isElement ? 'not at those in an element of another array' : 'at its elements'
    return {
      title: `in a nested object, Mongoose 8 looks past the failing rule of an array with a setter ${where}`,
      majors: [8],
      schema: () => {
        const list = { type: [embedded({ text: { type: String, enum: ['a'] } })], validate: never, set }
        const inner = embedded({ nested: { list } })
        return embedded({ outer: isElement ? { type: [inner], set } : { type: inner, set } })
      },
      body: { outer: isElement ? [{ nested: { list: [{ text: 'b' }] } }] : { nested: { list: [{ text: 'b' }] } } },
      errors: isElement
        ? ['outer.0.nested.list: user defined: never']
        : [
            'outer.nested.list: user defined: never',
            'outer.nested.list.0.text: enum: `b` is not a valid enum value for path `text`.',
          ],
    }
  }),
]

describe('a case that the fuzzer found', () => {
  const here = regressions.filter(({ majors }) => majors?.includes(major) !== false)

  it.each(here)('$title', async ({ schema, then, body, errors, partial, allow: given }) => {
    const instance = new mongoose.Mongoose({ autoIndex: false, autoCreate: false })
    const model = instance.model<unknown>('R', schema() as never)
    then?.(model)
    const allow = given ?? everyPath(shapeOfModel(model as unknown as ModelLike))
    const guard = createGuard(model, { allow, partial: partial === true, allowNull: true } as never)
    const outcome = (await guard.validate(body)) as
      | { ok: true }
      | { ok: false; errors: { path: string; rule?: string; message: string }[] }
    const seen = outcome.ok
      ? []
      : outcome.errors.map(({ path, rule, message }) =>
          [path, ...(rule === undefined ? [] : [rule]), message].join(': '),
        )

    expect(seen).toEqual(errors)
  })
})
