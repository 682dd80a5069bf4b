import type { SimpleCallExpression } from 'estree'
import { evaluate } from '../evaluate/evaluate.ts'
import { configuredModule, type Entry, entryOf } from '../source/guard-modules.ts'
import { settle } from '../evaluate/imports.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'
import { type CallValue, oneOf, unknown, type Value } from '../evaluate/value.ts'

/** `guard` or `createGuard`, under whatever name. */
export interface GuardFactory {
  readonly entry: Entry
  readonly name: 'guard' | 'createGuard'
}

/** What a call of a factory gives: a middleware, a web handler or a `Guard`. */
export interface GuardInstance extends GuardFactory {
  readonly node: SimpleCallExpression
  readonly file: SourceFile
}

export function asFactory(value: Value, depth = 0): GuardFactory | undefined {
  if (depth > 8) return undefined
  const settled = settle(value, 'guard')
  switch (settled.kind) {
    case 'external': {
      const entry = entryOf(settled.source)
      return entry && factoryNamed(settled.path, entry, settled.source === configuredModule)
    }
    case 'call':
      return withDefaults(settled, depth) ?? asFactory(returned(settled), depth + 1)
    case 'bound':
      return asFactory(settled.target, depth + 1)
    case 'oneOf':
      return every(settled.values, (each) => asFactory(each, depth + 1))
    default:
      return undefined
  }
}

function factoryNamed(path: readonly string[], entry: Entry, configured: boolean): GuardFactory | undefined {
  const [name = 'guard', ...rest] = path
  if (rest.length > 0) return undefined
  if (name === 'createGuard') return { entry: configured ? 'any' : 'core', name }
  // A module that the settings list may give its guard any name that says so, and is itself the guard in CommonJS.
  const isGuard = configured ? /guard$/i.test(name) : path.length === 1 && name === 'guard'
  return isGuard ? { entry, name: 'guard' } : undefined
}

/** `guard.with({ … })` */
function withDefaults({ callee }: CallValue, depth: number): GuardFactory | undefined {
  if (callee.kind === 'member') return callee.key === 'with' ? asFactory(callee.object, depth + 1) : undefined
  return callee.kind === 'external' && callee.path.at(-1) === 'with'
    ? asFactory({ ...callee, path: callee.path.slice(0, -1) }, depth + 1)
    : undefined
}

export function asGuard(value: Value, depth = 0): GuardInstance | undefined {
  if (depth > 8) return undefined
  const settled = settle(value, 'guard')
  switch (settled.kind) {
    case 'call': {
      const { node, file, callee } = settled
      if (node.type === 'NewExpression') return undefined
      const factory = asFactory(callee)
      return factory ? { ...factory, node, file } : (asGuard(returned(settled), depth + 1) ?? passedOn(settled, depth))
    }
    case 'oneOf':
      return every(settled.values, (each) => asGuard(each, depth + 1))
    default:
      return undefined
  }
}

/** `asyncHandler(guard(…))`: an unknown function of a middleware alone gives that middleware in other clothes. */
function passedOn({ node, file, callee }: CallValue, depth: number): GuardInstance | undefined {
  const [only] = node.arguments
  if (!only || node.arguments.length > 1 || only.type === 'SpreadElement' || callee.kind === 'function')
    return undefined
  const instance = asGuard(evaluate(only, file), depth + 1)
  return instance?.name === 'guard' ? instance : undefined
}

/** What a call of a function that is written in the source returns. */
export function returned({ callee }: CallValue): Value {
  return callee.kind === 'function'
    ? oneOf(callee.file.returnsOf(callee.node).map((node: Node) => evaluate(node, callee.file)))
    : unknown
}

function every<Found>(values: readonly Value[], find: (value: Value) => Found | undefined): Found | undefined {
  const found = values.map(find)
  return found.every((each) => each !== undefined) ? found[0] : undefined
}
