import { drawBody } from '../fuzz/bodies.ts'
import type { ModelLike } from '../fuzz/internals.ts'
import { Random } from '../fuzz/random.ts'
import { shapeOfModel, type JsonObject } from '../fuzz/shape.ts'

export const seed = Number(process.env.FUZZ_SEED ?? 20261120)
const DRAWN = 20

/** What Mongoose writes at every save, whatever the body says. */
export function bookkeeping({ schema }: ModelLike): unknown[] {
  return [schema.options.versionKey, schema.$timestamps?.updatedAt]
}

/** Bodies of real clients, and variations of them whose fields are drawn from everything that the schema may take. */
export function bodiesFor(model: ModelLike, real: readonly object[], leftOut: readonly unknown[]): JsonObject[] {
  const random = new Random(seed)
  const drawn = Array.from({ length: DRAWN }, () => {
    const other = drawBody(shapeOfModel(model), { random, depth: 3, absent: 0.1, null: 0.05 })
    const varied = structuredClone(random.pick(real)) as JsonObject
    for (const [key, value] of Object.entries(other)) if (random.chance(0.25)) varied[key] = value
    for (const key of Object.keys(varied)) if (random.chance(0.1)) Reflect.deleteProperty(varied, key)
    return varied
  })
  const bodies = structuredClone([...(real as JsonObject[]), ...drawn])
  for (const body of bodies) {
    for (const key of Object.keys(body)) if (leftOut.includes(key)) Reflect.deleteProperty(body, key)
  }
  return bodies
}

/** Of bodies that name the same `_id` a database takes the first. */
export function withoutTakenIds(bodies: readonly JsonObject[]): JsonObject[] {
  const taken = new Set<string>()
  return bodies.filter(({ _id }) => {
    if (_id === undefined) return true
    const id = JSON.stringify(_id).toLowerCase()
    return taken.size < taken.add(id).size
  })
}
