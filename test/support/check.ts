import { Accelerator } from '../../src/fast-path/fast-path.ts'
import { selectPaths } from '../../src/plan/selection.ts'
import type { Check } from '../../src/check/check-body.ts'
import { compilePlan } from '../../src/plan/plan.ts'
import { readModel } from '../../src/mongoose/read-schema.ts'
import type { MongooseModel } from '../../src/mongoose/mongoose.ts'

/** What a guard holds, with its fast path within reach. */
export function checkOf(model: unknown, allow: readonly string[], partial = false): Check {
  const source = model as MongooseModel
  const level = readModel(source)
  const plan = compilePlan(level, selectPaths(level, allow), partial)
  return { model: source, plan, maxErrors: 1000, fastPath: new Accelerator(plan, source) }
}

const noFastPath = { accept: () => undefined, late: undefined, object: () => undefined, element: () => undefined }

export const walkerOnly = (check: Check): Check => ({ ...check, fastPath: noFastPath })
