import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuard, toUpdate } from '../../src/index.ts'
import { catalogue } from '../catalogue/index.ts'
import type { ModelLike } from '../fuzz/internals.ts'
import { everyPath } from '../fuzz/selection.ts'
import { shapeOfModel, type JsonObject } from '../fuzz/shape.ts'
import { bodiesFor, bookkeeping, seed, withoutTakenIds } from '../integration/bodies.ts'
import { differences } from '../integration/compare.ts'
import { engines } from '../integration/engines.ts'

type Document = Record<string, unknown>
type Outcome = { ok: true; validated: JsonObject } | { ok: false }
type CatalogueModel = (typeof catalogue)[number]['model']

async function acceptedOf(model: CatalogueModel, bodies: JsonObject[], partial: boolean): Promise<JsonObject[]> {
  const allow = everyPath(shapeOfModel(model as unknown as ModelLike))
  const guard = createGuard(model as never, { allow, partial, allowNull: true } as never)
  const accepted: JsonObject[] = []
  for (const body of bodies) {
    const outcome = (await guard.validate(body)) as Outcome
    if (outcome.ok) accepted.push(outcome.validated)
  }
  return accepted
}

const create = (model: CatalogueModel, bodies: readonly JsonObject[]): Promise<Document[]> =>
  Promise.all(bodies.map((body) => model.create(structuredClone(body)) as Promise<Document>))

/** The documents as the database has them, in the order of `created`. */
async function readBack(model: CatalogueModel, created: readonly Document[]): Promise<Document[]> {
  const stored = await model.collection.find<Document>({}, { useBigInt64: true }).toArray()
  expect(stored).toHaveLength(created.length)
  const byId = new Map(stored.map((document) => [String(document._id), document]))
  return created.map(({ _id }) => byId.get(String(_id)) ?? {})
}

const withDifferences = (sent: readonly JsonObject[], stored: readonly Document[]) =>
  sent.map((body, index) => ({ body, differences: differences(body, stored[index]) }))
const without = (sent: readonly JsonObject[]) => sent.map((body) => ({ body, differences: [] }))

describe.each(engines)('saved in $name', ({ name, start }) => {
  let engine: Awaited<ReturnType<typeof start>>
  const saved = { documents: 0, updates: 0 }

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
    const counts = `${saved.documents} accepted bodies were inserted into ${name}, ${saved.updates} updated one`
    console.log(`${counts}, with Mongoose ${mongoose.version} (FUZZ_SEED=${seed})`)
  })

  it.each(catalogue)('$name: whatever the guard accepts comes back as it was sent', async ({ model, bodies }) => {
    const shaped = model as unknown as ModelLike
    const accepted = await acceptedOf(model, withoutTakenIds(bodiesFor(shaped, bodies, bookkeeping(shaped))), false)
    expect(accepted.length).toBeGreaterThanOrEqual(bodies.length)

    await model.collection.deleteMany({})
    const created = await create(model, accepted)
    const stored = await readBack(model, created)
    expect(withDifferences(accepted, stored)).toEqual(without(accepted))
    saved.documents += accepted.length
  })

  it.each(catalogue)('$name: an update sets what was sent and leaves its siblings alone', async ({ model, bodies }) => {
    const shaped = model as unknown as ModelLike
    const [first = {}] = bodies as JsonObject[]
    const kind = String(shaped.schema.options.discriminatorKey)
    // Mongoose casts an update by a discriminator's schema where the filter names it; the base schema would drop fields.
    const ofItsKind = first[kind] === undefined ? {} : { [kind]: first[kind] }
    const drawn = bodiesFor(shaped, bodies, unchangeable(shaped)).filter((body) => body[kind] === first[kind])
    const changes = await acceptedOf(model, drawn, true)
    expect(changes.length).toBeGreaterThan(0)

    await model.collection.deleteMany({})
    // A document for each change, told apart where the body itself names its id.
    const originals = changes.map((_, index) =>
      typeof first._id === 'string' ? { ...first, _id: `${first._id}-${index}` } : first,
    )
    const created = await create(model, originals)
    const before = await readBack(model, created)
    await Promise.all(
      changes.map((change, index) =>
        model.updateOne({ _id: created[index]?._id, ...ofItsKind }, toUpdate(model, change), {
          timestamps: false,
        }),
      ),
    )
    const after = await readBack(model, created)
    expect(withDifferences(changes, after)).toEqual(without(changes))
    expect(untouched(changes, after)).toEqual(untouched(changes, before))
    saved.updates += changes.length
  })
})

/** What no update changes: Mongoose's own fields and immutable ones. */
function unchangeable(model: ModelLike): unknown[] {
  const immutable = Object.values(model.schema.paths).filter((type) => Boolean(type.options.immutable))
  return [...bookkeeping(model), '_id', ...immutable.map(({ path }) => path)]
}

/** The documents without the top-level fields that were sent. */
function untouched(changes: readonly JsonObject[], documents: readonly Document[]): Document[] {
  return documents.map((document, index) =>
    Object.fromEntries(Object.entries(document).filter(([key]) => !Object.hasOwn(changes[index] ?? {}, key))),
  )
}
