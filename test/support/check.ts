import type { AddedRules } from '../../src/mongoose/added-rules.ts'
import { GeneratedFastPath } from '../../src/fast-path/generated-fast-path.ts'
import { selectPaths } from '../../src/plan/selection.ts'
import type { CompiledGuard } from '../../src/check/compiled-guard.ts'
import { compilePlan } from '../../src/plan/plan.ts'
import { readModel } from '../../src/mongoose/read-schema.ts'
import type { MongooseModel } from '../../src/mongoose/mongoose.ts'
import { rulesReachDocument } from '../../src/rules/can-see-document.ts'

/** What a guard holds, with its fast path within reach, whose code is generated for the first body. */
export function checkOf(
  model: unknown,
  allow: readonly string[],
  partial = false,
  allowNull = true,
  rules = {},
  warmUp = { bodies: 0, objects: 0 },
): CompiledGuard {
  const source = model as MongooseModel
  const level = readModel(source)
  const plan = compilePlan(level, selectPaths(level, { allow, rules, ignore: [] }), { partial, allowNull })
  const hasDocumentRules = Object.values<AddedRules>(rules).some(rulesReachDocument)
  return {
    model: source,
    plan,
    maxErrors: 1000,
    fastPath: new GeneratedFastPath(plan, { model: source, hasDocumentRules }, warmUp),
    hasDocumentRules,
  }
}

const acceptsNothing = { accept: () => undefined, late: undefined }
const nothing = () => undefined
const noFastPath = { startBody: () => acceptsNothing, survey: nothing, element: nothing, firstElements: nothing }

export const walkerOnly = (check: CompiledGuard): CompiledGuard => ({ ...check, fastPath: noFastPath })
