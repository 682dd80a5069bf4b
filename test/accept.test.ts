import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { accelerate } from '../src/accept.ts'
import { selectPaths } from '../src/allow.ts'
import { checkBody, type Check } from '../src/check.ts'
import { compilePlan } from '../src/plan.ts'
import { readModel, type MongooseModel } from '../src/schema.ts'
import { disturb, drawBody } from './fuzz/bodies.ts'
import { describeSchema } from './fuzz/describe.ts'
import { buildModel, printModel } from './fuzz/description.ts'
import type { ModelLike } from './fuzz/internals.ts'
import { Random } from './fuzz/random.ts'
import { drawAllow, everyPath } from './fuzz/selection.ts'
import { shapeOfModel } from './fuzz/shape.ts'

const major = Number(mongoose.version.split('.')[0])

function checkOf(model: unknown, allow: readonly string[], partial = false): Check {
  const level = readModel(model as MongooseModel)
  return {
    model: model as MongooseModel,
    plan: compilePlan(level, selectPaths(level, allow), partial),
    maxErrors: 1000,
  }
}

const walkerOnly = (check: Check): Check => ({ ...check, accept: () => undefined })

/** Everything about a value, the order of its keys included. */
const exactly = (value: unknown) => JSON.stringify(value)

/** A schema of the fuzzer's with a route and bodies, or `undefined` where Mongoose refuses the schema. */
function drawCase(seed: number) {
  const random = new Random(seed)
  const description = describeSchema(random, major)
  let model: ModelLike
  try {
    const instance = new mongoose.Mongoose({ autoIndex: false, autoCreate: false })
    model = buildModel(description, instance) as ModelLike
  } catch {
    return undefined
  }
  const root = shapeOfModel(model)
  const allow = random.chance(0.3) ? drawAllow(root, random) : everyPath(root)
  const bodies = Array.from({ length: 40 }, (_, nth) => {
    const body = drawBody(root, {
      random,
      depth: 2 + (nth % 3),
      absent: [0, 0.2, 0.6][nth % 3] ?? 0,
      null: nth % 4 === 0 ? 0.1 : 0,
    })
    return nth % 5 === 0 ? disturb(body, random) : body
  })
  return { description, check: checkOf(model, allow, random.chance(0.3)), bodies }
}

describe('the accelerator', () => {
  it('changes no outcome, over schemas and bodies of the fuzzer', async () => {
    let accepted = 0
    for (let seed = 1; seed <= 200; seed++) {
      const drawn = drawCase(seed)
      if (drawn === undefined) continue
      const { check, bodies, description } = drawn
      const accept = accelerate(check.plan, check.model)
      for (const body of bodies) {
        const copy = accept(body)
        if (copy === undefined) continue
        accepted++
        const outcome = await checkBody(walkerOnly(check), body)
        expect(exactly({ ok: true, validated: copy }), `${printModel(description)}\n${exactly(body)}`).toBe(
          exactly(outcome),
        )
        expect({ ok: true, validated: copy }).toStrictEqual(outcome)
      }
    }
    expect(accepted).toBeGreaterThan(500)
  }, 60_000)
})
