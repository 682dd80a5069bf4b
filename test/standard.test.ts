import { describe, expect, it } from 'vitest'
import { json, looseGuard } from './helpers/guard.ts'
import { modelOf, sub, User } from './helpers/models.ts'

interface StandardSchema {
  '~standard': {
    version: number
    vendor: string
    validate: (value: unknown) => unknown
  }
}

const standard = (Model: unknown, options: object) =>
  (looseGuard(Model, options) as unknown as StandardSchema)['~standard']

describe('a guard as a Standard Schema', () => {
  it('says its version and vendor', () => {
    expect(standard(User, { allow: [] })).toMatchObject({ version: 1, vendor: 'mongoose-guard' })
  })

  it('gives the validated subset as the value', () => {
    const body = { name: 'Ada', address: { city: 'London' } }
    expect(standard(User, { allow: ['name', 'address'], partial: true }).validate(body)).toEqual({ value: body })
  })

  it('gives each error item as an issue, with its path in segments', async () => {
    const Model = modelOf({
      name: { type: String, required: true },
      list: [sub({ a: Number })],
      byKey: { type: Map, of: Number },
      rows: [[Number]],
    })
    const body = json(
      '{"list":[{},{"a":"1","b":2}],"byKey":{"1":"x","a.b":1},"rows":[[],[1,"x"]],"address.city":1,"__proto__":1}',
    )
    const options = { allow: ['name', 'list', 'byKey', 'rows'] }
    const { issues } = (await standard(Model, options).validate(body)) as { issues: unknown[] }
    expect(issues).toEqual([
      { code: 'invalid_value', rule: 'required', message: 'Path `name` is required.', path: ['name'] },
      { code: 'invalid_type', message: 'Expected number, received string', path: ['list', 1, 'a'] },
      { code: 'forbidden_field', message: 'Field is not allowed', path: ['list', 1, 'b'] },
      { code: 'invalid_type', message: 'Expected number, received string', path: ['byKey', '1'] },
      { code: 'forbidden_field', message: 'Field is not allowed', path: ['byKey', 'a.b'] },
      { code: 'invalid_type', message: 'Expected number, received string', path: ['rows', 1, 1] },
      { code: 'forbidden_field', message: 'Field is not allowed', path: ['address.city'] },
      { code: 'forbidden_field', message: 'Field is not allowed', path: ['__proto__'] },
    ])
  })

  it.each([undefined, null, 'x', 5, []])('gives %j, which is no body, one issue', (body) => {
    const { issues } = standard(User, { allow: [] }).validate(body) as { issues: object[] }
    expect(issues).toEqual([expect.objectContaining({ code: 'invalid_body', message: expect.any(String) as string })])
  })

  it('is synchronous unless a validator is not', async () => {
    const Model = modelOf({ f: { type: String, validate: () => Promise.resolve(false) } })
    const { validate } = standard(Model, { allow: ['f'] })
    expect(validate({})).toEqual({ value: {} })
    const pending = validate({ f: 'x' })
    expect(pending).toBeInstanceOf(Promise)
    expect(await pending).toMatchObject({ issues: [{ code: 'invalid_value', path: ['f'] }] })
  })

  it('says the same as validate', async () => {
    const options = { allow: ['name', 'email', 'age', 'tags'] }
    for (const body of [{}, { name: 'Ada', email: 'a@b' }, { name: 5, age: -1, tags: [1, 'a', null], role: 'x' }]) {
      const outcome = await looseGuard(User, options).validate(body)
      const result = (await standard(User, options).validate(body)) as {
        value?: unknown
        issues?: { message: string; path: PropertyKey[] }[]
      }
      expect(result.value).toEqual(outcome.ok ? outcome.validated : undefined)
      expect(result.issues?.map(({ message, path }) => [message, path.join('.')])).toEqual(
        outcome.ok ? undefined : outcome.errors.map(({ message, path }) => [message, path]),
      )
    }
  })
})
