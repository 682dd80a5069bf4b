import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuard } from '../../src/index.ts'
import { catalogue } from '../catalogue/index.ts'
import { drawBody } from '../fuzz/bodies.ts'
import type { ModelLike } from '../fuzz/internals.ts'
import { Random } from '../fuzz/random.ts'
import { everyPath } from '../fuzz/selection.ts'
import { shapeOfModel, type JsonObject } from '../fuzz/shape.ts'
import { differences } from './compare.ts'
import { engines } from './engines.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20261120)
const DRAWN = 40

type Document = Record<string, unknown>
type Outcome = { ok: true; validated: JsonObject } | { ok: false }

/** What Mongoose writes at every save, whatever the body says. */
function bookkeeping({ schema }: ModelLike): unknown[] {
  return [schema.options.versionKey, schema.$timestamps?.updatedAt]
}

/** Bodies of real clients, and variations of them whose fields are drawn from everything that the schema may take. */
function bodiesFor(model: ModelLike, real: readonly object[]): JsonObject[] {
  const random = new Random(seed)
  const drawn = Array.from({ length: DRAWN }, () => {
    const other = drawBody(shapeOfModel(model), { random, depth: 3, absent: 0.1, null: 0.05 })
    const varied = structuredClone(random.pick(real)) as JsonObject
    for (const [key, value] of Object.entries(other)) if (random.chance(0.25)) varied[key] = value
    for (const key of Object.keys(varied)) if (random.chance(0.1)) Reflect.deleteProperty(varied, key)
    for (const key of bookkeeping(model)) if (typeof key === 'string') Reflect.deleteProperty(varied, key)
    return varied
  })
  return [...(real as JsonObject[]), ...drawn]
}

/** Of bodies that name the same `_id` a database takes the first. */
function withoutTakenIds(bodies: readonly JsonObject[]): JsonObject[] {
  const taken = new Set<string>()
  return bodies.filter(({ _id }) => {
    if (_id === undefined) return true
    const id = JSON.stringify(_id).toLowerCase()
    return taken.size < taken.add(id).size
  })
}

describe.each(engines)('saved in $name', ({ name, start }) => {
  let engine: Awaited<ReturnType<typeof start>>
  let savedInAll = 0

  beforeAll(async () => {
    engine = await start()
    // A database of its own, so that nothing of a real server is touched.
    const dbName = `mongoose-guard-${mongoose.version.replaceAll('.', '-')}-${process.pid}`
    await mongoose.connect(engine.uri, { dbName, autoIndex: false, autoCreate: false })
    return async () => {
      await mongoose.connection.dropDatabase()
      await mongoose.disconnect()
      await engine.stop()
    }
  })

  afterAll(() => {
    console.log(
      `${savedInAll} accepted bodies were saved in ${name} with Mongoose ${mongoose.version} (FUZZ_SEED=${seed})`,
    )
  })

  it.each(catalogue)('$name: whatever the guard accepts comes back as it was sent', async ({ model, bodies }) => {
    const shaped = model as unknown as ModelLike
    const allow = everyPath(shapeOfModel(shaped)).filter((entry) => !bookkeeping(shaped).includes(entry))
    const guard = createGuard(model as never, { allow: allow as never })
    const accepted: JsonObject[] = []
    for (const body of withoutTakenIds(bodiesFor(shaped, bodies))) {
      const outcome = (await guard.validate(body)) as Outcome
      if (outcome.ok) accepted.push(outcome.validated)
    }
    expect(accepted.length).toBeGreaterThanOrEqual(bodies.length)

    await model.collection.deleteMany({})
    const created = await Promise.all(accepted.map((body) => model.create(structuredClone(body)) as Promise<Document>))
    const stored = await model.collection.find<Document>({}, { useBigInt64: true }).toArray()
    const byId = new Map(stored.map((document) => [String(document._id), document]))
    const seen = accepted.map((body, index) => ({
      body,
      differences: differences(body, byId.get(String(created[index]?._id))),
    }))
    expect(seen).toEqual(accepted.map((body) => ({ body, differences: [] })))
    expect(stored).toHaveLength(accepted.length)
    savedInAll += accepted.length
  })
})
