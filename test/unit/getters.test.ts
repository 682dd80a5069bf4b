import { describe, expect, it } from 'vitest'
import { looseGuard } from '../support/guard.ts'
import { isMongoose8, modelOf, sub } from '../support/models.ts'
import { mongooseErrors } from '../support/oracle.ts'

let asked = 0
const get = () => {
  asked++
  throw new Error('getter')
}
const names = sub({ en: { type: String, maxlength: 3 } })
const inside = sub({ text: { type: String, get } })

const definition = {
  text: { type: String, get },
  name: { type: names, get },
  list: { type: [names], get },
  texts: { type: [{ type: String, get }], get },
  scores: { type: Map, of: { type: Number, get }, get },
  inside,
  elements: [inside],
  nested: { name: { type: names, get } },
}
const body = {
  text: 'a',
  name: { en: 'a' },
  list: [{ en: 'a' }],
  texts: ['a'],
  scores: { a: 1 },
  inside: { text: 'a' },
  elements: [{ text: 'a' }],
  nested: { name: { en: 'a' } },
}

describe('getters that throw', () => {
  it.each([body, { text: 'a' }, { nested: {} }, { name: null, elements: [{ text: null }] }])(
    'are asked by no guard: %j',
    async (given) => {
      const guard = looseGuard(modelOf(definition), { allow: Object.keys(definition), allowNull: true })
      asked = 0
      for (let time = 0; time < 12; time++)
        expect(await guard.validate(given)).toStrictEqual({ ok: true, validated: given })
      expect(asked).toBe(0)
    },
  )

  it('are asked by Mongoose for an array of sub-schemas that it makes', async () => {
    const list = { type: [names], get: (made: unknown[]) => made.map(String) }
    await expect(mongooseErrors(modelOf({ list }), { list: [{ en: 'a' }] })).resolves.toMatchObject([{ path: 'list' }])
    await expect(mongooseErrors(modelOf({ list }), { list: [] })).resolves.toStrictEqual([])
  })

  // Mongoose 8 throws outside of its promise, which ends the process.
  it
    .skipIf(isMongoose8)
    .each([
      { nested: {} },
      { name: null },
      { name: {} },
      { elements: [{ text: 'a' }] },
      { elements: [{ text: null }] },
    ])('are asked by Mongoose before it validates: %j', async (given) => {
    const { name, nested, elements } = definition
    await expect(mongooseErrors(modelOf({ name, nested, elements }), given)).rejects.toThrow('getter')
  })
})
