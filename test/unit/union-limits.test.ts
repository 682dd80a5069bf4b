// Mongoose tries each member of a Union that holds objects, at each level: what it takes doubles with the depth.
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { looseGuard } from '../support/guard.ts'
import { modelOf } from '../support/models.ts'

const { Schema } = mongoose
const { Union } = Schema.Types
const tooDeep = 'The body nests objects too deeply in Unions of several object types'

/** A schema in itself, through a Union of these members of it. */
function recursive(members: (self: mongoose.Schema) => unknown[]): mongoose.Schema {
  const self = new Schema({ name: String }, { _id: false })
  self.add({ next: { type: Union, of: members(self) } } as never)
  return self
}

const other = (self: mongoose.Schema) => {
  const schema = new Schema({ size: Number }, { _id: false })
  schema.add({ next: { type: Union, of: [self, schema] } } as never)
  return schema
}

const chain = (levels: number): object => Array.from({ length: levels }).reduce<object>((next) => ({ next }), {})

describe('a Union in itself', () => {
  it.each<[string, (self: mongoose.Schema) => unknown[], (levels: number) => object]>([
    ['of two schemas', (self) => [self, other(self)], chain],
    ['of a schema and an array of it', (self) => [self, [self]], chain],
    ['of an array of a schema and the schema', (self) => [[self], self], chain],
    ['of a schema and a Map of it', (self) => [Number, self, { type: Map, of: self }], chain],
  ])('%s is refused where building it would not end', async (_what, members, body) => {
    const guard = looseGuard(modelOf({ tree: recursive(members) }), { allow: ['tree'] })
    expect(await guard.validate({ tree: body(6) })).toMatchObject({ ok: true })
    for (const levels of [30, 90]) {
      expect(await guard.validate({ tree: body(levels) })).toEqual({
        ok: false,
        errors: [{ code: 'invalid_body', message: tooDeep }],
      })
    }
  })

  it('with one member that holds objects is as deep as any other schema may be', async () => {
    const guard = looseGuard(modelOf({ tree: recursive((self) => [self, Number]) }), { allow: ['tree'] })
    expect(await guard.validate({ tree: chain(80) })).toEqual({ ok: true, validated: { tree: chain(80) } })
  })

  it('is counted over all documents of a body', async () => {
    const guard = looseGuard(modelOf({ tree: recursive((self) => [self, other(self)]) }), {
      allow: ['tree'],
      each: true,
    })
    const documents = (count: number) => Array.from({ length: count }, () => ({ tree: chain(11) }))
    expect(await guard.validate(documents(1))).toMatchObject({ ok: true })
    expect(await guard.validate(documents(100))).toMatchObject({ ok: false, errors: [{ message: tooDeep }] })
  })
})

it('many values of a Union of several object types are no more than the body holds', async () => {
  const kinds = ['a', 'b', 'c', 'd'].map((name) => new Schema({ [name]: String }, { _id: false }))
  const guard = looseGuard(modelOf({ list: [{ type: Union, of: kinds }] }), { allow: ['list'] })
  const list = Array.from({ length: 4000 }, (_, index) => ({ a: `text ${index}` }))
  expect(await guard.validate({ list })).toEqual({ ok: true, validated: { list } })
})
