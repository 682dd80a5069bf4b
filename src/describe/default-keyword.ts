import type { NodePlan } from '../plan/plan.ts'
import type { JSONSchema } from '../types/json-schema.ts'

/** The default of a field, where it is a value and has a JSON form; what a function gives is not known. */
export function defaultKeyword(node: NodePlan): JSONSchema {
  if (node.kind === 'nested') return {}
  const value = node.schema.type.defaultValue
  if (value === undefined || value === null || typeof value === 'function') return {}
  const json = inJson(value)
  if (json === undefined) return {}
  const isAccepted = node.kind === 'leaf' ? node.schema.form.accepts(json, () => true) : node.kind === 'mixed'
  return isAccepted ? { default: json } : {}
}

function inJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value)) as unknown
  } catch {
    return undefined
  }
}
