import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
})
