// A Schema that is meant as a whole, without `allow`: what it declares, and nothing that Mongoose adds to it.
import { Schema, type Types } from 'mongoose'
import { createGuard, type Extra, type Guard } from 'mongoose-guard'
import { guard, type GuardMiddleware } from 'mongoose-guard/express'
import { isExactly } from './assert.ts'

const name = { type: String, required: true } as const

isExactly<Guard<{ name: string; nick?: string }>>()(createGuard(new Schema({ name, nick: String })))
isExactly<GuardMiddleware<{ name: string }>>()(guard(new Schema({ name }, { timestamps: true })))

// An `_id` of its own is declared as any field is, and so is what Mongoose would add under the same name. It may be absent:
// the type does not tell whether Mongoose fills it in.
isExactly<Guard<{ _id?: string; name: string }>>()(createGuard(new Schema({ _id: name, name })))
isExactly<Guard<{ _id?: number; name: string }>>()(createGuard(new Schema({ _id: Number, name })))
isExactly<Guard<{ _id?: string; name: string }>>()(createGuard(new Schema({ _id: Schema.Types.ObjectId, name })))
isExactly<Guard<{ __v?: number; name: string }>>()(createGuard(new Schema({ __v: Number, name })))
isExactly<Guard<{ _id?: string; name: string }>>()(createGuard(new Schema<{ _id: Types.ObjectId; name: string }>({})))
isExactly<Guard<{ kind?: string; name: string }>>()(
  createGuard(new Schema({ kind: name, name }, { discriminatorKey: 'kind' as const })),
)
const beside = createGuard(new Schema({ name }), { allow: ['name'], extra: new Schema({ _id: Number, token: name }) })
isExactly<{ _id?: number; token: string }>()({} as Extra<typeof beside>)

// A timestamp is Mongoose's, though the schema declares a field of its name.
isExactly<Guard<{ name: string }>>()(createGuard(new Schema({ name, createdAt: Date }, { timestamps: true })))

// In `allow` it is a path like others.
isExactly<Guard<{ _id?: string; name: string }>>()(
  createGuard(new Schema({ _id: name, name }), { allow: ['_id', 'name'] }),
)
