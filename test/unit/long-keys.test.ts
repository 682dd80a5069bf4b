import mongoose from 'mongoose'
import { expect, it } from 'vitest'
import { outcomeOf } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

it('asks no schema for an array by a path that holds a long key', async () => {
  const item = sub({
    kind: String,
    text: {
      type: String,
      required(this: object) {
        return Object.keys(this).length === 0
      },
    },
  })
  const rows = { type: Map, of: { type: Map, of: [item] } }
  const Model = modelOf({ rows, inside: sub({ rows }), list: [sub({ rows })] })
  const arrays = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`z${index}`, index === 0 ? [{}] : []]))
  const long = { ['k'.repeat(2000)]: arrays }
  const body = { rows: long, inside: { rows: long }, list: [{ rows: long }] }
  const { prototype } = mongoose.Schema as unknown as { prototype: { path: (...given: unknown[]) => unknown } }
  const { path } = prototype
  const asked: number[] = []
  prototype.path = function (this: unknown, ...given: unknown[]) {
    asked.push(String(given[0]).length)
    return Reflect.apply(path, this, given)
  }
  try {
    const outcome = await outcomeOf(Model, { allow: ['rows', 'inside', 'list'] }, body)
    expect(outcome).toEqual({ ok: true, validated: body })
  } finally {
    prototype.path = path
  }
  expect(asked.length).toBeGreaterThan(0)
  expect(Math.max(...asked)).toBeLessThan(1000)
})
