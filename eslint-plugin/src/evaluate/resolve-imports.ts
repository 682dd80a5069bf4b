import type { SourceFile } from '../source/source-file.ts'
import type { Evaluator, ModuleFilter } from './evaluator.ts'
import { wholeExport } from './exports.ts'
import { type ImportedValue, oneOf, unknown, type Value } from './value.ts'

// A barrel names nothing of its own; what it re-exports might be what is looked for.
const barrel = /\bexport\s*(?:\*|\{[^}]*\}\s*from)|\bexports[\w.\s]*=\s*require\s*\(|:\s*require\s*\(/

/** The file that an import names, if it can hold what `filter` looks for, and parses. */
function openImported(specifier: string, importer: SourceFile, filter: ModuleFilter): SourceFile | undefined {
  const path = pathWorthParsing(specifier, importer, filter)
  return path === undefined ? undefined : importer.project.open(path)
}

/** The path of the file that an import names, if it can hold what `filter` looks for. */
export function pathWorthParsing(specifier: string, importer: SourceFile, filter: ModuleFilter): string | undefined {
  const { locate, read, settings } = importer.project
  const path = locate(specifier, importer)
  const text = path === undefined ? undefined : read(path)
  return text !== undefined && (filter(text, settings) || barrel.test(text)) ? path : undefined
}

/** Looks imported names up in their modules; everything else stays as it is. */
export function resolvedValue(evaluator: Evaluator, value: Value, filter: ModuleFilter, depth: number): Value {
  if (depth > 12) return unknown
  const resolve = (inner: Value) => resolvedValue(evaluator, inner, filter, depth + 1)
  switch (value.kind) {
    case 'imported':
      return resolvedImport(evaluator, value, filter, resolve)
    case 'exports': {
      const whole = wholeExport(evaluator, value.file)
      return whole.kind === 'exports' ? whole : resolve(whole)
    }
    case 'member': {
      const object = resolve(value.object)
      return object === value.object ? value : resolve(evaluator.memberOf(object, value.key))
    }
    case 'call': {
      const callee = resolve(value.callee)
      if (callee === value.callee) return value
      return callee.kind === 'class' && value.node.type === 'NewExpression'
        ? { kind: 'instance', of: callee }
        : { ...value, callee }
    }
    case 'bound':
      return { ...value, target: resolve(value.target) }
    case 'oneOf':
      return oneOf(value.values.map(resolve))
    default:
      return value
  }
}

function resolvedImport(
  evaluator: Evaluator,
  { source, path, file: importer }: ImportedValue,
  filter: ModuleFilter,
  resolve: (value: Value) => Value,
): Value {
  const file = openImported(source, importer, filter)
  if (!file) return unknown
  const [first, ...rest] = path
  const { memberOf } = evaluator
  const found = first === undefined ? wholeExport(evaluator, file) : memberOf({ kind: 'exports', file }, first)
  return resolve(rest.reduce((object, key) => memberOf(resolve(object), key), found))
}
