import mongoose from 'mongoose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createGuard } from '../../src/index.ts'

const { Schema } = mongoose

const buffer = { type: 'Buffer', data: [1, 2] }
const body = { part: { files: { a: buffer, b: buffer } } }

describe('a Map of Buffers in a sub-schema whose rule fails', () => {
  it.each([
    ['a function', () => false],
    ['a RegExp', /^never$/],
  ])('is answered, where the text of Mongoose goes round in circles (%s)', (_what, validate) => {
    const part = new Schema({ files: { type: Map, of: Buffer } }, { _id: false })
    const Model = mongoose.createConnection().model('Hang', new Schema({ part: { type: part, validate } }))
    expect(createGuard(Model, { allow: ['part'] }).validate(body)).toEqual({
      ok: false,
      errors: [
        {
          code: 'invalid_value',
          path: 'part',
          message: 'Validator failed for path `part` with value `[object Object]`',
          rule: 'user defined',
        },
      ],
    })
  })

  it('is answered in an array as well', () => {
    const part = new Schema({ files: { type: Map, of: Buffer } }, { _id: false })
    const Model = mongoose
      .createConnection()
      .model('Hang', new Schema({ parts: { type: [part], validate: () => false } }))

    expect(createGuard(Model, { allow: ['parts'] }).validate({ parts: [body.part] })).toMatchObject({
      errors: [{ path: 'parts', message: 'Validator failed for path `parts` with value `[object Array]`' }],
    })
  })
})

interface Item {
  invalidate: (path: string, problem: string, value: unknown) => void
  ownerDocument: () => { readonly $__: { readonly validationError: { readonly errors: object } } }
}

describe('rules of elements in a sub-document that file errors by this.invalidate()', () => {
  const found = { owner: undefined as ReturnType<Item['ownerDocument']> | undefined }
  const item = new Schema(
    {
      n: {
        type: Number,
        validate(this: Item, value: unknown) {
          this.invalidate('n', 'is not in stock', value)
          found.owner = this.ownerDocument()
          return true
        },
      },
    },
    { _id: false },
  )
  const cart = new Schema({ items: [item] }, { _id: false })
  const set = (value: unknown) => value
  const fields = { cart, carts: { type: Map, of: cart }, setCart: { type: cart, set } }
  const Order = mongoose.createConnection().model('Order', new Schema(fields))
  const newOrder = createGuard(Order, { allow: ['cart', 'carts', 'setCart'] })
  const items = Array.from({ length: 300 }, () => ({ n: 1 }))

  afterEach(() => void vi.restoreAllMocks())

  it.each(['cart', 'setCart'])('join no messages for each of them (%s)', async (field) => {
    const joined = vi.spyOn(mongoose.Error.ValidationError.prototype, 'addError')
    expect(await newOrder.validate({ [field]: { items } })).toEqual({
      ok: false,
      errors: items.map((_, index) => ({
        code: 'invalid_value',
        path: `${field}.items.${index}.n`,
        message: 'is not in stock',
        rule: 'user defined',
      })),
    })
    expect(joined.mock.calls.length).toBe(0)
  })

  it('keep no more paths with a long key than an answer holds', async () => {
    const key = 'k'.repeat(20_000)
    const { ok } = await newOrder.validate({ carts: { [key]: { items } } })
    expect(ok).toBe(false)
    const { errors = {} } = found.owner?.$__.validationError ?? {}
    expect(Object.keys(errors).length).toBeLessThan(20)
  })
})
