import { describe, expect, it } from 'vitest'
import { looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { asOracleErrors, mongooseErrors, type OracleError } from '../support/oracle.ts'

const emptied = (value: unknown) => (value === '' ? undefined : value)
const places: Record<string, [definition: (field: object) => object, body: object]> = {
  'at the top': [(field) => ({ x: String, a: field }), { a: '' }],
  'in a nested object': [(field) => ({ x: String, n: { a: field } }), { n: { a: '' } }],
  'in a sub-document': [(field) => ({ x: String, s: sub({ a: field }) }), { s: { a: '' } }],
  'in an element': [(field) => ({ x: String, l: [sub({ a: field })] }), { l: [{ a: '' }] }],
  'in a value of a Map': [(field) => ({ x: String, m: { type: Map, of: sub({ a: field }) } }), { m: { k: { a: '' } } }],
}
const defaults: Record<string, unknown> = {
  'no default': undefined,
  'a value for its default': 'short',
  'a function for its default': () => 'short',
  'a default that reads the document': function (this: { x?: string }) {
    return this.x ?? 'short'
  },
}
const rules: Record<string, object> = {
  required: { required: true },
  'with a rule': { minlength: 6 },
  'with a rule that reads the document': {
    validate(this: { x?: string }, value: string) {
      return value.length > 5 && this.x === undefined
    },
  },
  'required, with a rule': { required: true, minlength: 6 },
}

/** In the text of a default in a sub-document, Mongoose 8 has the whole path. */
const withOwnPath = (errors: OracleError[]) =>
  errors.map((error) => ({ ...error, message: error.message.replace(/`(s|m\.k)\.a`/, '`a`') }))

describe.each(Object.entries(places))('what a setter empties %s', (_place, [definitionOf, body]) => {
  describe.each(Object.entries(defaults))('where it has %s', (_default, given) => {
    it.each(Object.entries(rules))('is judged as Mongoose does: %s', async (_rule, options) => {
      const field = { type: String, set: emptied, ...options, ...(given === undefined ? {} : { default: given }) }
      const definition = definitionOf(field)
      const guard = looseGuard(modelOf(definition), { allow: Object.keys(definition) })
      for (const sent of [body, { x: 'longer', ...body }]) {
        const outcome = await guard.validate(sent)
        const expected = await mongooseErrors(modelOf(definition), sent)
        expect(outcome.ok ? [] : asOracleErrors(outcome.errors)).toEqual(withOwnPath(expected))
      }
    })
  })
})
