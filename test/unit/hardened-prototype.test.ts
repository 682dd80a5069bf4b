import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuard, fromForm, toUpdate } from '../../src/index.ts'
import { json, outcomeOf } from '../support/guard.ts'
import { modelOf } from '../support/models.ts'

const { Schema } = mongoose
const names = ['toString', 'valueOf', 'hasOwnProperty'] as const

/** As `Object.freeze(Object.prototype)`, which nothing undoes, has it for these properties. */
function setWritable(writable: boolean): void {
  for (const name of names) Object.defineProperty(Object.prototype, name, { writable })
}

describe('keys that every object inherits, where Object.prototype is frozen', () => {
  beforeAll(() => {
    setWritable(false)
  })
  afterAll(() => {
    setWritable(true)
  })

  const isJudged = { validator: (value: unknown) => value !== 1 }
  const rows = names.flatMap((name) => [
    { any: { [name]: 1 } },
    { any: [{ [name]: { x: 1 } }] },
    { map: { [name]: 1 } },
    { judged: { [name]: 2 } },
  ])

  it.each(rows.map((body) => JSON.stringify(body)))('are accepted in free content: %s', async (text) => {
    const map = { type: Map, of: Number }
    const judged = { type: Map, of: { type: Number, validate: isJudged } }
    const Model = modelOf({ any: Schema.Types.Mixed, map, judged })
    const outcome = await outcomeOf(Model, { allow: ['any', 'map', 'judged'] }, json(text))
    expect(JSON.stringify(outcome)).toBe(`{"ok":true,"validated":${text}}`)
  })

  // Mongoose makes no such schema any more. Four optional fields, so that a copy is put together field by field.
  const models = names.map((name) => ({
    name,
    Model: modelOf({ name: String, a: String, b: String, c: String, [name]: String }),
  }))

  it.each(models)('may be fields of the schema, and names in a form: $name', async ({ name, Model }) => {
    const guard = createGuard(Model, { allow: ['name', 'a', 'b', 'c', name] as never })
    const body = { name: 'Ada', a: 'x', [name]: 'y' }
    expect(await guard.validate(body)).toEqual({ ok: true, validated: body })
    expect(fromForm(guard, new URLSearchParams(`name=Ada&a=x&${name}=y`))).toEqual(body)
    expect(guard.toJSONSchema().properties).toHaveProperty(name, { type: 'string' })
    expect(toUpdate(Model, body)).toEqual({ $set: body })
    const other = createGuard(Model, { allow: ['name'] })
    expect(fromForm(other, new URLSearchParams(`name=Ada&x.${name}=1`))).toEqual({ name: 'Ada', x: { [name]: '1' } })
  })
})
