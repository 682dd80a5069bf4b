import { describe, expect, it } from 'vitest'
import { errorsOf, summaryOf } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

const same = (value: unknown) => value
const never = () => false

describe('rules beside and in containers', () => {
  it.each<[what: string, definition: object, body: object]>([
    [
      'after a container with a setter',
      { list: { type: [String], set: same, validate: never }, name: { type: String, minlength: 5 } },
      { list: ['a'], name: 'x' },
    ],
    [
      'in and after a sub-document with a setter',
      { inner: { type: sub({ a: { type: String, minlength: 5 } }), set: same }, name: { type: String, minlength: 5 } },
      { inner: { a: 'x' }, name: 'x' },
    ],
    [
      'of a default in a sub-document whose own rules fail',
      {
        inner: {
          type: sub({ list: { type: [sub({ x: { type: String, required: true } })], default: () => [{}] } }),
          validate: never,
        },
      },
      { inner: {} },
    ],
    [
      'of a default in a sub-document whose own rules pass',
      {
        inner: {
          type: sub({ list: { type: [sub({ x: { type: String, required: true } })], default: () => [{}] } }),
          validate: () => true,
        },
      },
      { inner: {} },
    ],
    [
      'of a default Map, which see the document around it',
      {
        owner: String,
        map: {
          type: Map,
          of: {
            type: String,
            validate(this: { owner?: string }) {
              return this.owner === 'root'
            },
          },
          default: () => new Map([['k', 'v']]),
        },
      },
      { owner: 'root' },
    ],
    ['of rows of a default', { rows: { type: [[{ type: Number, min: 5 }]], default: () => [[1, 9], [2]] } }, {}],
    [
      'of Maps in Maps of a default',
      {
        map: {
          type: Map,
          of: { type: Map, of: { type: Map, of: { type: Number, min: 5 } } },
          default: () => new Map([['a', new Map([['b', new Map([['c', 1]])]])]]),
        },
      },
      {},
    ],
    [
      'of a Map of Maps of a default',
      {
        map: {
          type: Map,
          of: { type: Map, of: { type: Number, min: 5 } },
          default: () => new Map([['a', new Map([['b', 1]])]]),
        },
      },
      {},
    ],
    [
      'of a field in a sub-document of a default, by its path there',
      { inner: { type: sub({ a: { b: { type: Number, min: 5 } } }), default: () => ({ a: { b: 1 } }) } },
      {},
    ],
    [
      'below a null nested object with a default in it',
      {
        nested: {
          field: {
            type: String,
            default: 'x',
            required() {
              return false
            },
            validate: (value: unknown) => value !== null,
          },
        },
      },
      { nested: null },
    ],
  ])('are run as by Mongoose: %s', async (_what, definition, body) => {
    const Model = modelOf(definition)
    const errors = await errorsOf(Model, { allow: Object.keys(definition) }, body)
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Model, body))
  })

  it('report a setter that throws at an immutable path of an update', async () => {
    const definition = {
      type: String,
      immutable: true,
      set() {
        throw new Error('no such thing')
      },
      validate(this: unknown) {
        return this !== undefined
      },
    }
    expect(
      await summaryOf(modelOf({ field: definition }), { allow: ['field'], partial: true }, { field: 'x' }),
    ).toEqual(['field: user defined'])
  })
})
