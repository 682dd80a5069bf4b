import { evaluate, resolveImports } from '../evaluate/evaluate.ts'
import type { ModuleFilter } from '../evaluate/evaluator.ts'
import { nameFrom, type Value } from '../evaluate/value.ts'
import { rememberedByText } from '../source/text-facts.ts'

/** Whether a module can hold a model, or make one, going by its text. */
export const canHoldModel: ModuleFilter = (text, _settings, path) => namesModel(text, path)

const namesModel = rememberedByText(
  (text) => text.includes('mongoose') || text.includes('typegoose') || /\.model\s*[(<]/.test(text),
)

export function isMongoose(value: Value): boolean {
  return nameFrom('mongoose', value) !== undefined
}

/** `connection.models`, which holds models by their names. */
export function isModelsOfConnection(value: Value): boolean {
  if (isMongoose(value)) return nameFrom('mongoose', value) === 'models'
  return value.kind === 'member' && value.key === 'models' && isConnection(value.object)
}

/** `mongoose.connection`, `mongoose.createConnection(…)`, `new Mongoose()`, and what a function gives of these. */
export function isConnection(value: Value, depth = 0): boolean {
  if (isMongoose(value)) return true
  const resolved = resolveImports(value, canHoldModel)
  if (isMongoose(resolved)) return true
  if (resolved.kind === 'typed') return isMongoose(resolved.type) && isConnectionType(resolved.type)
  if (resolved.kind === 'oneOf') return areConnections(resolved.values, depth)
  if (resolved.kind !== 'call' || depth > deepest) return false
  const { callee } = resolved
  if (callee.kind === 'function')
    return areConnections(
      callee.file.returnsOf(callee.node).map((each) => evaluate(each, callee.file)),
      depth,
    )
  return callee.kind === 'member' ? isConnection(callee.object, depth + 1) : isMongoose(callee)
}

/** Whether values are connections, as far as anything is known of them. */
function areConnections(values: readonly Value[], depth: number): boolean {
  const others = values.filter((each) => !isConnection(each, depth + 1))
  return others.length < values.length && others.every(isUntold)
}

function isConnectionType(type: Value): boolean {
  return type.kind === 'external' && /^(?:Connection|Mongoose)$/.test(type.path.at(-1) ?? '')
}

const deepest = 12

/** Whether nothing is known of a value, which may have been taken from a cache. */
export function isUntold(value: Value | undefined): boolean {
  switch (value?.kind) {
    case 'parameter':
      return !value.fallback
    case 'unknown':
    case 'receiver':
    case 'member':
    case 'element':
      return true
    case 'call':
      return value.callee.kind === 'member' && value.callee.key === 'get'
    case 'oneOf':
      return value.values.every(isUntold)
    default:
      return false
  }
}
