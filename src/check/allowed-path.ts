import { choosePlan } from '../plan/discriminator.ts'
import type { LevelPlan, NodePlan, ObjectPlan } from '../plan/plan.ts'

/** How a guard is asked about the keys of a path. */
interface Question {
  readonly keys: readonly string[]
  /** Whether what the body lacks is out of the question. */
  readonly partial: boolean
}

/**
 * Whether a path of Mongoose's names something that a guard accepts. Mongoose files some errors under a path that leads
 * nowhere: of a row, of an array without the index, of what an error that was thrown says of another document. Where a
 * path leaves what the schema knows, it is taken for one of the position it had come to.
 */
export function isAllowedPath(plan: LevelPlan, body: unknown, path: string, partial: boolean): boolean {
  return inLevel(plan, body, 0, { keys: path.split('.'), partial })
}

function inLevel(plan: LevelPlan, value: unknown, at: number, question: Question): boolean {
  if (typeof value !== 'object' || value === null) return !question.partial
  const { plan: chosen } = choosePlan(plan, value as Record<string, unknown>)
  const key = question.keys[at]
  // A path that Mongoose made up.
  if (key !== undefined && !chosen.by.has(key) && !plan.schema.fields().has(key)) return true
  return inObject(chosen, value, at, question)
}

function inObject(plan: ObjectPlan, value: unknown, at: number, question: Question): boolean {
  const key = question.keys[at]
  if (key === undefined) return true
  const field = plan.by.get(key)
  if (field === undefined) return false
  const inner = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  if (inner === undefined && question.partial) return false
  return inNode(field.node, inner, at + 1, question)
}

function inNode(node: NodePlan, value: unknown, at: number, question: Question): boolean {
  if (at === question.keys.length) return true
  if (node.kind === 'nested') return inObject(node.plan, value, at, question)
  if (node.kind === 'subdocument') return inLevel(node.level, value, at, question)
  if (node.kind !== 'documentArray') return true
  const index = Number(question.keys[at])
  if (!Array.isArray(value) || !Number.isInteger(index) || at + 1 === question.keys.length) return true
  return inLevel(node.level, value[index], at + 1, { ...question, partial: false })
}
