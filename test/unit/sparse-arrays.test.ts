import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { createGuard } from '../../src/index.ts'
import { JsonSize } from '../../src/values/json-size.ts'
import { looseGuard, outcomeOf } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

const { Schema } = mongoose

/** As `multer` makes it of the field `list[4294967294]` of a form. */
function sparse(length = 2 ** 32 - 1, last: unknown = 'x'): unknown[] {
  const array: unknown[] = []
  array[length - 1] = last
  return array
}

const lacks = { code: 'invalid_body', message: 'The body holds an array that lacks more than 100 elements' }

const Everything = modelOf({
  any: {},
  list: [],
  texts: [String],
  rows: [[Number]],
  documents: [sub({ a: String })],
  map: { type: Map, of: [Schema.Types.Mixed] },
  either: { type: Schema.Types.Union, of: [[String], Number] },
  anyEither: { type: Schema.Types.Union, of: [Number, Schema.Types.Mixed] },
  inside: sub({ any: Schema.Types.Mixed }),
  photo: Buffer,
  name: { type: String, validate: () => true },
})
const allow = Object.keys(Everything.schema.obj)

describe('an array that lacks billions of its elements', () => {
  it.each<[where: string, body: (array: unknown[]) => object]>([
    ['Mixed', (any) => ({ any })],
    ['in a Mixed value', (array) => ({ any: { a: [array] } })],
    ['an array of anything', (list) => ({ list })],
    ['an array of texts', (texts) => ({ texts })],
    ['an array of arrays', (rows) => ({ rows })],
    ['a row', (row) => ({ rows: [row] })],
    ['an array of documents', (documents) => ({ documents })],
    ['the value of a Map', (k) => ({ map: { k } })],
    ['a Union with Mixed', (anyEither) => ({ anyEither })],
    ['a field of a sub-document', (any) => ({ inside: { any } })],
  ])('is refused as soon as that shows: %s', async (_where, body) => {
    const guard = looseGuard(Everything, { allow, partial: true })
    // The walker's, and then that of the generated code.
    for (let time = 0; time < 12; time++) {
      const outcome = await guard.validate({ ...body(sparse()), name: 'a' })
      expect(outcome).toEqual({ ok: false, errors: [lacks] })
    }
  })

  it('is no Buffer, and no array that a Union takes', async () => {
    const photo = { type: 'Buffer', data: sparse(undefined, 1) }
    expect(await outcomeOf(Everything, { allow }, { photo })).toMatchObject({ ok: false, errors: [{ path: 'photo' }] })
    const few = { type: 'Buffer', data: sparse(3, 1) }
    expect(await outcomeOf(Everything, { allow }, { photo: few })).toMatchObject({ ok: false })
    expect(await outcomeOf(Everything, { allow }, { either: sparse() })).toMatchObject({ ok: false })
  })

  it('is refused where it holds the documents of a route', async () => {
    const guard = createGuard(Everything, { allow: ['name'], each: { max: 2 ** 32 } })
    expect(await guard.validate(sparse(undefined, { name: 'a' }))).toEqual({ ok: false, errors: [lacks] })
  })

  it('costs nothing under a key that is not allowed, nor in place of another type', async () => {
    const errors = [{ code: 'forbidden_field', path: 'other' }]
    expect(await outcomeOf(Everything, { allow: ['name'] }, { other: sparse() })).toMatchObject({ ok: false, errors })
    expect(await outcomeOf(Everything, { allow }, { name: sparse() })).toMatchObject({
      ok: false,
      errors: [{ code: 'invalid_type', path: 'name' }],
    })
  })
})

it('does not make a body large, after which an error response may be', () => {
  expect(new JsonSize({ any: sparse(), few: sparse(3) }).hasAtLeast(60)).toBe(false)
  expect(new JsonSize({ any: sparse(50) }).hasAtLeast(60)).toBe(true)
})

it('an array that lacks few elements has null in their place', async () => {
  expect(await outcomeOf(Everything, { allow }, { any: sparse(3) })).toEqual({
    ok: true,
    validated: { any: [null, null, 'x'] },
  })
  const half = Array.from({ length: 1000 }, (_, index) => index).flatMap((index) => [index, index])
  for (let index = 1; index < half.length; index += 2) Reflect.deleteProperty(half, index)
  expect(await outcomeOf(Everything, { allow }, { any: half })).toMatchObject({ ok: true })
})
