import { resolve } from 'node:path'
import { wholeExport } from './exports.ts'
import { configuredModule, isGuardModule } from '../source/guard-modules.ts'
import { memberOf } from './members.ts'
import { isRelative } from '../source/module-path.ts'
import type { SourceFile } from '../source/source-file.ts'
import { oneOf, unknown, type Value } from './value.ts'

/** The module that an import or `require` names. A module of the application is looked up by {@link settle}. */
export function importedValue(specifier: string, file: SourceFile): Value {
  if (isConfigured(specifier, file)) return { kind: 'external', source: configuredModule, path: [] }
  const own = !isGuardModule(specifier) && (isRelative(specifier) || file.project.locate(specifier, file) !== undefined)
  return own
    ? { kind: 'imported', source: specifier, path: [], file }
    : { kind: 'external', source: specifier, path: [] }
}

/** Whether the settings list a module as one that re-exports a guard. */
export function isConfigured(specifier: string, file: SourceFile): boolean {
  const { settings, cwd } = file.project
  return settings.modules.some(
    (module) =>
      module === specifier ||
      (isRelative(specifier) &&
        isRelative(module) &&
        withoutExtension(resolve(file.path, '..', specifier)) === withoutExtension(resolve(cwd, module))),
  )
}

function withoutExtension(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '').replace(/[\\/]index$/, '')
}

/** What a look into another module is for; it decides which modules are worth parsing. */
export type Purpose = 'guard' | 'model' | 'handler' | 'nothing'

// A barrel names neither; what it re-exports might.
const isBarrel = /\bexport\s*(?:\*|\{[^}]*\}\s*from)|\bexports[\w.\s]*=\s*require\s*\(|:\s*require\s*\(/

/** Whether a module can have what is looked for, going by its text. */
export function isWorthParsing(text: string, purpose: Purpose, file: SourceFile): boolean {
  if (purpose === 'handler' || isBarrel.test(text)) return true
  const names = purpose === 'model' ? ['mongoose', 'typegoose'] : ['mongoose-guard', ...file.project.settings.modules]
  return names.some((name) => text.includes(name))
}

/** Looks imported names up in their modules, for one purpose; everything else stays as it is. */
export function settle(value: Value, purpose: Purpose, depth = 0): Value {
  if (purpose === 'nothing') return value
  if (depth > 12) return unknown
  switch (value.kind) {
    case 'imported': {
      const path = value.file.project.locate(value.source, value.file)
      const text = path === undefined ? undefined : value.file.project.read(path)
      if (path === undefined || text === undefined || !isWorthParsing(text, purpose, value.file)) return unknown
      const file = value.file.project.open(path)
      if (!file) return unknown
      const [first, ...rest] = value.path
      const found = first === undefined ? wholeExport(file) : memberOf({ kind: 'exports', file }, first)
      return settle(
        rest.reduce((object, key) => memberOf(settle(object, purpose, depth + 1), key), found),
        purpose,
        depth + 1,
      )
    }
    case 'exports': {
      const whole = wholeExport(value.file)
      return whole.kind === 'exports' ? whole : settle(whole, purpose, depth + 1)
    }
    case 'member': {
      const object = settle(value.object, purpose, depth + 1)
      return object === value.object ? value : settle(memberOf(object, value.key), purpose, depth + 1)
    }
    case 'call': {
      const callee = settle(value.callee, purpose, depth + 1)
      if (callee === value.callee) return value
      return callee.kind === 'class' && value.node.type === 'NewExpression'
        ? { kind: 'instance', of: callee }
        : { ...value, callee }
    }
    case 'bound':
      return { ...value, target: settle(value.target, purpose, depth + 1) }
    case 'oneOf':
      return oneOf(value.values.map((each) => settle(each, purpose, depth + 1)))
    default:
      return value
  }
}
