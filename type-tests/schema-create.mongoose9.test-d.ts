// `Schema.create()` (Mongoose 9) keeps the definition, so that presence is exact: required and without a default.
import { Schema, model } from 'mongoose'
import { createGuard, type Extra, type Guard, type Validated } from 'mongoose-guard'
import { isExactly, type Equal, type Expect } from './assert.ts'

const address = Schema.create({
  street: { type: String, required: true },
  zip: { type: String, default: '' },
})
const point = Schema.create({ x: { type: Number, required: true } }, { _id: false })
const legacy = new Schema({ key: { type: String, required: true } })
const User = model(
  'User',
  Schema.create(
    {
      name: { type: String, required: [true, 'name please'] },
      email: { type: String, required: 'email please' },
      role: { type: String, enum: ['user', 'admin'] as const, default: 'user' },
      level: { type: Number, required: true, default: 1 },
      undefaulted: { type: Number, required: true, default: undefined },
      sometimes: {
        type: String,
        required() {
          return true
        },
      },
      tags: { type: [String], required: true },
      nested: { must: { type: String, required: true }, may: Number },
      home: { type: address, required: true },
      work: address,
      list: [address],
      point: { type: point, required: true },
      points: [point],
      kinds: { type: { type: String, required: true }, note: { type: String, default: '' } },
      flagged: { type: String, required: { isRequired: true as const, message: 'flag please' } },
      old: { type: legacy, required: true },
      nick: String,
      uuid: { type: Schema.Types.UUID, required: true },
      buffer: { type: Buffer, required: true },
      int: { type: Schema.Types.Int32, required: true },
    },
    { timestamps: true },
  ),
)

const whole = createGuard(User, {
  allow: [
    'name', 'email', 'role', 'level', 'undefaulted', 'sometimes', 'tags', 'nested', 'home', 'work', 'list', 'point',
    'points', 'kinds', 'flagged', 'old', 'nick', 'uuid', 'buffer', 'int', '_id', 'createdAt',
  ],
}) // oxfmt-ignore
export type Whole = Expect<
  Equal<
    Validated<typeof whole>,
    {
      name: string
      email: string
      undefaulted: number
      home: { street: string; zip?: string; _id?: string }
      point: { x: number }
      points?: { x: number }[]
      kinds?: { type: string; note?: string; _id?: string } // an `_id` that Mongoose's type has by mistake
      flagged: string
      old: { key: string; _id?: string }
      uuid: string
      buffer: { type: 'Buffer'; data: number[] }
      int: number
      role?: 'user' | 'admin'
      level?: number
      tags?: string[]
      list?: { street: string; zip?: string; _id?: string }[]
      sometimes?: string
      nested?: { must: string; may?: number }
      work?: { street: string; zip?: string; _id?: string }
      nick?: string
      createdAt?: string
      _id?: string
    }
  >
>

const picked = createGuard(User, { allow: ['name', 'home.zip', 'list.street'] })
export type Picked = Expect<
  Equal<Validated<typeof picked>, { name: string; home: { zip?: string }; list?: { street: string }[] }>
>
const partial = createGuard(User, { allow: ['name', 'home', 'list', 'nested.must'], partial: true })
export type Partial = Expect<
  Equal<
    Validated<typeof partial>,
    {
      name?: string
      home?: { street?: string; zip?: string; _id?: string }
      list?: { street: string; zip?: string; _id?: string }[]
      nested?: { must?: string }
    }
  >
>
createGuard(User, { allow: ['__v'] })
// @ts-expect-error: `_id: false`, which the definition tells
createGuard(User, { allow: ['point._id'] })
// @ts-expect-error: only documents have a version key
createGuard(User, { allow: ['home.__v'] })

declare const validated: Validated<typeof picked>
export const saved = () => [User.create(validated), validated.name.length, validated.home.zip?.length]

// What Mongoose 9 infers better than 8 with `new Schema()` too.
const Inferred = model(
  'Inferred',
  new Schema({
    uuid: { type: Schema.Types.UUID, required: true },
    buffer: { type: Buffer, required: true },
    int: { type: Schema.Types.Int32, required: true },
  }),
)
const inferred = createGuard(Inferred, { allow: ['uuid', 'buffer', 'int'] })
export type InferredForms = Expect<
  Equal<Validated<typeof inferred>, { uuid: string; buffer: { type: 'Buffer'; data: number[] }; int: number }>
>

// The definition goes on below a Map, whatever its values are.
const fields = { must: { type: String, required: true }, filled: { type: Number, default: 1 } } as const
const Shelf = model(
  'Shelf',
  Schema.create({
    objects: { type: Map, of: fields },
    schemas: { type: Map, of: Schema.create(fields) },
    typed: { type: Schema.Types.Map, of: { type: fields } },
    lists: { type: Map, of: [fields] },
    maps: { type: Map, of: { type: Map, of: fields } },
    numbers: { type: Map, of: { type: Number, default: 1 } },
  }),
)
const shelf = createGuard(Shelf, { allow: ['objects', 'schemas', 'typed', 'lists', 'maps', 'numbers'] })
type Item = { must: string; filled?: number }
export type BelowMaps = Expect<
  Equal<
    Validated<typeof shelf>,
    {
      objects?: { [key: string]: Item }
      schemas?: { [key: string]: { must: string; filled?: number; _id?: string } }
      typed?: { [key: string]: { must: string; filled?: number; _id?: string } }
      lists?: { [key: string]: { must: string; filled?: number; _id?: string }[] }
      maps?: { [key: string]: { [key: string]: Item } }
      numbers?: { [key: string]: number }
    }
  >
>

// What Mongoose generates is filled in as a default is.
const Token = model(
  'Token',
  Schema.create({
    made: { type: Schema.Types.ObjectId, required: true, auto: true },
    given: { type: Schema.Types.ObjectId, required: true, auto: false },
  }),
)
const token = createGuard(Token, { allow: ['made', 'given'] })
export type OfToken = Expect<Equal<Validated<typeof token>, { given: string; made?: string }>>

// Mongoose gives an array that is declared by its constructor its `[]`, too.
const anything = createGuard(model('Anything', Schema.create({ list: { type: Array, required: true } })), {
  allow: ['list'],
})
export type AnArrayMayBeAbsent = Expect<Equal<Validated<typeof anything>, { list?: unknown[] }>>
const beside = createGuard(User, { allow: ['name'], extra: { list: { type: Array, required: true } } })
export type AnArrayMayBeAbsentBeside = Expect<
  Equal<undefined extends Extra<typeof beside>['list'] ? true : false, true>
>

// Of a Schema as a whole, the definition tells an `_id` of its own from that of Mongoose, and whether it is required.
const key = { type: String, required: true } as const
isExactly<Guard<{ name: string }>>()(createGuard(Schema.create({ name: key })))
isExactly<Guard<{ _id: string; name: string }>>()(createGuard(Schema.create({ _id: key, name: key })))
isExactly<Guard<{ name: string; _id?: number }>>()(createGuard(Schema.create({ _id: Number, name: key })))
const ofKey = createGuard(model('OfKey', Schema.create({ _id: key, name: key })), { allow: ['_id', 'name'] })
isExactly<Guard<{ _id: string; name: string }>>()(ofKey)

// The definition goes on where the name of a field is a number.
const numbers = { 1: { type: Number, required: true }, 2: { type: Number, required: true, default: 1 } } as const
const Numbered = model('NumberedOfCreate', Schema.create({ 0: key, inside: numbers, list: [numbers] }))
isExactly<Guard<{ '0': string; inside?: { '1': number; '2'?: number }; list?: { '1': number; '2'?: number }[] }>>()(
  createGuard(Numbered, { allow: ['0', 'inside.1', 'inside.2', 'list.1', 'list.2'] }),
)
