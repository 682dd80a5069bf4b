import { createRequire } from 'node:module'
import { runInThisContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../docs/.vitepress/theme/model.js'
import { createGuard } from '../../src/index.ts'
import { looseGuard } from '../support/guard.ts'

const schema = `{
  name: { type: String, required: true, minlength: 2 },
  email: { type: String, lowercase: true, match: /@/ },
  age: { type: Number, min: 18 },
  born: Date,
  owner: Schema.Types.ObjectId,
  price: Schema.Types.Decimal128,
  address: { city: String, zip: String },
  items: [new Schema({ sku: { type: String, required: true } }, { _id: false })],
  scores: { type: Map, of: Number },
  again: { type: String, validate: function (value) { return value === this.name } },
}`
const allow = ['name', 'email', 'age', 'born', 'owner', 'price', 'address.city', 'items', 'scores', 'again']
const load = createRequire(import.meta.url)
const browser: unknown = load('mongoose8/dist/browser.umd.js')
const inPlayground = (input: object) =>
  outcomeOf(
    { mongoose: browser, createGuard },
    { schema, allow: JSON.stringify(allow), partial: false, body: '{}', ...input },
  )

describe('the playground, on the browser build of Mongoose 8', () => {
  // A model of the whole of Mongoose 8.
  const whole = load('mongoose8') as {
    Schema: new (definition: object) => object
    model: (name: string, schema: object) => unknown
  }
  const define = runInThisContext(`(Schema) => (${schema})`) as (schema: unknown) => object
  const Model = whole.model('PlaygroundTwin', new whole.Schema(define(whole.Schema)))

  it.each([
    {},
    { name: 'Ada', email: 'ADA@example.com', age: 36, born: '1815-12-10', again: 'Ada', price: '1.50' },
    { name: 'M', email: 'm', age: '37', born: '1990-02-30', owner: 'x', address: { city: 'London', zip: 'N1' } },
    { name: 'Ada', items: [{ sku: 'a' }, {}, { sku: 1 }], scores: { a: 1, b: 'x' }, again: 'Bo', role: 'admin' },
  ])('says of %j what a guard of a real model says', async (body) => {
    const outcome = await looseGuard(Model, { allow }).validate(body)
    const { kind, text } = await inPlayground({ body: JSON.stringify(body) })
    expect(kind).toBe(outcome.ok ? 'accepted' : 'refused')
    expect(JSON.parse(text)).toEqual(outcome.ok ? outcome.validated : { errors: outcome.errors })
  })

  it.each([
    [{ schema: '{ name: Strin }' }, 'The schema does not work', /^ReferenceError: Strin is not defined/],
    [{ allow: "['nmae']" }, 'The allow list does not work', /"nmae" not found\)\n"nmae": Did you mean "name"\?$/],
    [{ body: '{' }, 'The body does not work', /^SyntaxError: /],
  ])('says what does not work: %j', async (input, title, text) => {
    expect(await inPlayground(input)).toEqual({ kind: 'broken', title, text: expect.stringMatching(text) as string })
  })
})
