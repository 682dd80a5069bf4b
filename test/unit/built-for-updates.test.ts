import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { errorsOf } from '../support/guard.ts'
import { modelOf } from '../support/models.ts'

const { Schema } = mongoose
/** A rule that needs the document. */
const tags = { type: [String], validate: (list: string[]) => list.length < 3 }

describe('the document of an update', () => {
  it('is built without the hooks of init, which are written for stored documents', async () => {
    const schema = new Schema({ email: { type: String, required: true }, tags })
    let hooks = 0
    schema.pre('init', () => {
      hooks++
    })
    schema.post('init', function (this: { email?: string }) {
      hooks++
      this.email?.toLowerCase().at(0)?.at(0)
      throw new Error('this is no stored document')
    })
    const Model = modelOf(schema)
    expect(await errorsOf(Model, { allow: ['tags'], partial: true }, { tags: ['a'] })).toEqual([])
    expect(await errorsOf(Model, { allow: ['tags'], partial: true }, { tags: ['a', 'b', 'c'] })).toHaveLength(1)
    expect(hooks).toBe(0)
  })

  it('is not new, has its defaults, and the model of its discriminator', async () => {
    const seen: unknown[] = []
    const rule = {
      type: String,
      validate(this: { isNew: boolean; role: string; constructor: { modelName: string } }) {
        seen.push([this.isNew, this.role, this.constructor.modelName])
        return true
      },
    }
    const Base = modelOf({ rule, role: { type: String, default: 'user' } }, { discriminatorKey: 'kind' })
    const Child = Base.discriminator(`${Base.modelName}Child`, new Schema({ more: String }), 'child')
    const options = { allow: ['rule', 'kind', 'more'], partial: true }
    expect(await errorsOf(Base, options, { rule: 'x' })).toEqual([])
    expect(await errorsOf(Base, options, { rule: 'x', kind: 'child', more: 'y' })).toEqual([])
    expect(seen).toEqual([
      [false, 'user', Base.modelName],
      [false, 'user', Child.modelName],
    ])
  })
})
