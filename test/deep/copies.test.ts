import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type mongoose from 'mongoose'
import { afterAll, describe, expect, it } from 'vitest'
import { createGuard } from '../../src/index.ts'
import { drawBody } from '../fuzz/bodies.ts'
import { compareModel, newTally } from '../fuzz/compare.ts'
import { describeModel } from '../fuzz/describe.ts'
import { buildModel } from '../fuzz/description.ts'
import type { ModelLike } from '../fuzz/internals.ts'
import { Random } from '../fuzz/random.ts'
import { shapeOfModel } from '../fuzz/shape.ts'

const require = createRequire(import.meta.url)

const temporary = mkdtempSync(join(tmpdir(), 'copies-'))
afterAll(() => {
  rmSync(temporary, { recursive: true, force: true })
})

/** A second installation of Mongoose, with the same dependencies. */
function secondCopy(): unknown {
  const installed = dirname(require.resolve('mongoose/package.json'))
  symlinkSync(dirname(installed), join(temporary, 'node_modules'))
  for (const part of ['package.json', 'index.js', 'lib'])
    cpSync(join(installed, part), join(temporary, 'mongoose', part), { recursive: true })
  return require(join(temporary, 'mongoose'))
}

const first = require('mongoose') as typeof mongoose
const second = secondCopy() as typeof mongoose
const older = require('mongoose8') as typeof mongoose
const copies = [first, second, older]

describe('several copies of Mongoose in one process', () => {
  it('are each judged by their own rules, body by body in turn', async () => {
    const tally = newTally()
    const disagreements: unknown[] = []
    for (let seed = 0; seed < 40; seed++) {
      const random = new Random(20261120 + seed)
      const description = describeModel(random, [8])
      const models = copies.map(({ Mongoose }) => {
        try {
          return buildModel(description, new Mongoose({ autoIndex: false, autoCreate: false })) as ModelLike
        } catch {
          return undefined
        }
      })
      for (let count = 0; count < 5; count++) {
        for (const model of models) {
          if (model === undefined) continue
          const body = drawBody(shapeOfModel(model), { random, depth: 2, absent: 0.2, null: 0.1 })
          disagreements.push(...(await compareModel(model, [body], {}, tally)))
        }
      }
    }

    expect(new Set(copies.map(({ SchemaType }) => SchemaType)).size).toBe(3)
    expect(disagreements).toEqual([])
    expect(tally.bodies).toBeGreaterThan(400)
  })

  it('may mix: a model takes the schema of another copy', async () => {
    const { Schema } = second
    const address = new Schema({ city: { type: String, required: true } }, { _id: false })
    const schema = new Schema({ name: { type: String, minlength: 3 }, tags: [{ type: String, enum: ['a'] }], address })
    const Model = first.createConnection().model('Mixed', schema)
    const body = { name: 'ab', tags: ['b'], address: {} }
    const outcome = await createGuard(Model, { allow: ['name', 'tags', 'address'] }).validate(body)

    expect(schema).not.toBeInstanceOf(first.Schema)
    expect(outcome).toMatchObject({
      ok: false,
      errors: [
        { path: 'name', rule: 'minlength' },
        { path: 'tags.0', rule: 'enum' },
        { path: 'address.city', rule: 'required' },
      ],
    })
  })
})
