import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
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
