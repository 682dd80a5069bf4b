// As `not-seen.test-d.ts`, of Mongoose 8: beside timestamps, it infers nothing of a schema with a virtual that has `this`.
import { Schema, model } from 'mongoose'
import { createGuard, type Guard } from 'mongoose-guard'
import { isExactly } from './assert.ts'

const name = { type: String, required: true } as const
const inOptions = new Schema(
  { name },
  {
    timestamps: true,
    virtuals: {
      upper: {
        get() {
          return this.name.toUpperCase()
        },
      },
    },
  },
)
isExactly<Guard<{ name?: unknown }>>()(createGuard(model('InOptions', inOptions), { allow: ['name'] }))
const byMethod = new Schema({ name }, { timestamps: true })
byMethod.virtual('upper').get(function () {
  return this.name.toUpperCase()
})
isExactly<Guard<{ name: string }>>()(createGuard(model('ByMethod', byMethod), { allow: ['name'] }))
