import type { MongooseModel } from '../mongoose/mongoose.ts'
import type { LevelPlan } from '../plan/plan.ts'
import type { FastPath } from './fast-path.ts'

/** What set-up makes of a model and the options of a guard. */
export interface CompiledGuard {
  readonly model: MongooseModel
  readonly plan: LevelPlan
  readonly maxErrors: number
  readonly fastPath: FastPath
  /** Whether rules that the route adds to the model's can get hold of the document, or change a date in it. */
  readonly hasDocumentRules: boolean
}
