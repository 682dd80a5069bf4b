import mongoose from 'mongoose'
import { createGuard } from '../../src/index.ts'
import { drawBody } from './bodies.ts'
import { describeModel } from './describe.ts'
import { buildModel, type ModelDescription } from './description.ts'
import type { ModelLike } from './internals.ts'
import { Random } from './random.ts'
import { everyPath } from './selection.ts'
import { shapeOfModel, type JsonObject } from './shape.ts'
import { versionFacts } from './versions.ts'

export const seed = Number(process.env.FUZZ_SEED ?? 20261120)
export const { majors } = versionFacts(mongoose.version)

export type Outcome =
  | { ok: true; validated: JsonObject }
  | { ok: false; errors: { code: string; path?: string; rule?: string }[] }

export interface Subject {
  description: ModelDescription
  model: ModelLike
  random: Random
  guardOf: (options?: object) => {
    validate: (body: unknown) => Outcome | Promise<Outcome>
  }
  bodyOf: () => JsonObject
}

/** Models of drawn schemas that Mongoose takes. */
export function* subjects(first: number, count: number): Generator<Subject> {
  for (let index = first, left = count; left > 0; index++) {
    const random = new Random(seed * 7919 + index)
    const description = describeModel(random, majors)
    let model: ModelLike
    try {
      model = modelOf(description)
    } catch {
      continue
    }
    left--
    const root = shapeOfModel(model)
    yield {
      description,
      model,
      random,
      guardOf: (options = {}) => createGuard(model as never, { allow: everyPath(root), ...options } as never),
      bodyOf: () => drawBody(root, { random, depth: 3, absent: 0.1, null: 0.03 }),
    }
  }
}

/** On a Mongoose instance of its own. */
export function modelOf(description: ModelDescription): ModelLike {
  const instance = new mongoose.Mongoose({ autoIndex: false, autoCreate: false })
  return buildModel(description, instance) as ModelLike
}
