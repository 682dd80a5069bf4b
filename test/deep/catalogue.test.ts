import { beforeAll, describe, expect, it } from 'vitest'
import { createGuard } from '../../src/index.ts'
import { disturb, drawBody } from '../fuzz/bodies.ts'
import { compareModel } from '../fuzz/compare.ts'
import type { ModelLike } from '../fuzz/internals.ts'
import { Random } from '../fuzz/random.ts'
import { allowEntries, drawAllow, everyPath } from '../fuzz/selection.ts'
import { shapeOfModel, type JsonObject } from '../fuzz/shape.ts'
import { catalogue } from '../catalogue/index.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20261120)
const entriesOf = (model: unknown): string[] => allowEntries(shapeOfModel(model as ModelLike))
const guardOf = (model: unknown, allow: string[], partial = false) =>
  createGuard(model as never, { allow, partial, allowNull: true } as never) as unknown as {
    validate: (body: unknown) => unknown
  }

/** A body of a real client with fields left out, nulled or of another entry. */
function variation(body: JsonObject, random: Random): JsonObject {
  const varied = structuredClone(body)
  for (const key of Object.keys(varied)) {
    const dice = random.next()
    if (dice < 0.1) Reflect.deleteProperty(varied, key)
    else if (dice < 0.15) varied[key] = null
  }
  return random.chance(0.3) ? disturb(varied, random) : varied
}

beforeAll(() => {
  console.log(`FUZZ_SEED=${seed}`)
})

it('holds the models of real applications', () => {
  const paths = catalogue.reduce((count, { model }) => count + Object.keys(model.schema.paths).length, 0)

  expect(catalogue.length).toBeGreaterThanOrEqual(30)
  expect(paths).toBeGreaterThanOrEqual(400)
})

describe.each(catalogue)('$name', ({ model, bodies }) => {
  it('takes a guard for every path by itself', () => {
    const guarded = entriesOf(model).filter((entry) => typeof guardOf(model, [entry]).validate === 'function')

    expect(guarded).toEqual(entriesOf(model))
  })

  it('takes a guard for all paths at once, and for their partial update', () => {
    const allow = entriesOf(model)

    expect([guardOf(model, allow), guardOf(model, allow, true)]).toEqual([
      expect.objectContaining({ allow, partial: false }),
      expect.objectContaining({ allow, partial: true }),
    ])
  })

  it.each(bodies.map((body) => [JSON.stringify(body), body] as const))('accepts %s as it was sent', async (_, body) => {
    const allow = everyPath(shapeOfModel(model as unknown as ModelLike))

    expect(await guardOf(model, allow).validate(body)).toEqual({ ok: true, validated: body })
    expect(await guardOf(model, allow, true).validate(body)).toEqual({ ok: true, validated: body })
  })

  it('agrees with Mongoose on drawn bodies and on variations of real ones, whole and narrowed', async () => {
    const random = new Random(seed)
    const root = shapeOfModel(model as unknown as ModelLike)
    const options = { random, depth: 4, absent: 0.15, null: 0.05 }
    const some = (count: number): JsonObject[] =>
      Array.from({ length: count }, (_, nth) =>
        nth % 2 === 0 ? drawBody(root, options) : variation(random.pick(bodies) as JsonObject, random),
      )

    const whole = await compareModel(model as unknown as ModelLike, some(80), {})
    const narrowed = await compareModel(model as unknown as ModelLike, some(40), { allow: drawAllow(root, random) })

    expect([...whole, ...narrowed]).toEqual([])
  })
})
