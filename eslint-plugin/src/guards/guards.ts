import type { SimpleCallExpression } from 'estree'
import { evaluate, memberOf, resolveImports, returnedValue } from '../evaluate/evaluate.ts'
import type { CallValue, Value } from '../evaluate/value.ts'
import { configuredModule, type Entry, entryOf } from '../source/guard-modules.ts'
import type { SourceFile } from '../source/source-file.ts'
import { canHoldGuard } from './guard-mentions.ts'

/** `guard`, `guardBy` or `createGuard`, under whatever name. */
export interface GuardFactory {
  readonly entry: Entry
  readonly name: 'guard' | 'guardBy' | 'createGuard'
}

/** What a call of a factory gives: a middleware, a web handler or a `Guard`. */
export interface GuardInstance extends GuardFactory {
  readonly node: SimpleCallExpression
  readonly file: SourceFile
}

/** The factory that a value stands for, if it is sure to be one. */
export function asFactory(value: Value, depth = 0): GuardFactory | undefined {
  if (depth > 8) return undefined
  const resolved = resolveImports(value, canHoldGuard)
  switch (resolved.kind) {
    case 'external': {
      const entry = entryOf(resolved.source)
      return entry && factoryNamed(resolved.path, entry, resolved.source === configuredModule)
    }
    case 'call':
      return withDefaults(resolved, depth) ?? asFactory(returnedValue(resolved), depth + 1)
    case 'bound':
      return asFactory(resolved.target, depth + 1)
    case 'oneOf':
      return every(resolved.values, (each) => asFactory(each, depth + 1))
    default:
      return undefined
  }
}

function factoryNamed(path: readonly string[], entry: Entry, isConfigured: boolean): GuardFactory | undefined {
  const [name = 'guard', ...rest] = path
  if (rest.length > 0) return undefined
  if (name === 'createGuard') return { entry: isConfigured ? 'any' : 'core', name }
  if (name === 'guardBy' && entry !== 'core') return { entry, name }
  // A module that the settings list may give its guard any name that says so, and is itself the guard in CommonJS.
  const isGuard = isConfigured ? /guard$/i.test(name) : path.length === 1 && name === 'guard'
  return isGuard ? { entry, name: 'guard' } : undefined
}

/** `guard.with({ … })` */
function withDefaults({ callee }: CallValue, depth: number): GuardFactory | undefined {
  if (callee.kind === 'member') return callee.key === 'with' ? asFactory(callee.object, depth + 1) : undefined
  return callee.kind === 'external' && callee.path.at(-1) === 'with'
    ? asFactory({ ...callee, path: callee.path.slice(0, -1) }, depth + 1)
    : undefined
}

/** The guard that a value stands for, built in place, by a function or in another module. */
export function asGuard(value: Value, depth = 0): GuardInstance | undefined {
  if (depth > 8) return undefined
  const resolved = resolveImports(value, canHoldGuard)
  switch (resolved.kind) {
    case 'call': {
      const { node, file, callee } = resolved
      if (node.type === 'NewExpression') return undefined
      const factory = asFactory(callee) ?? asNamedByUse(resolved)
      return factory
        ? { ...factory, node, file }
        : (asGuard(returnedValue(resolved), depth + 1) ?? passedOn(resolved, depth))
    }
    case 'oneOf':
      return every(resolved.values, (each) => asGuard(each, depth + 1))
    default:
      return undefined
  }
}

/** A function of a module that the settings list, whatever its name, if it is given what a guard is given. */
function asNamedByUse({ node, file, callee }: CallValue): GuardFactory | undefined {
  if (callee.kind !== 'external' || callee.source !== configuredModule) return undefined
  const hasAllow = node.arguments.some((argument) => {
    const options = evaluate(argument.type === 'SpreadElement' ? argument.argument : argument, file)
    return options.kind === 'object' && memberOf(options, 'allow').kind !== 'unknown'
  })
  return hasAllow ? { entry: 'any', name: 'guard' } : undefined
}

/** `asyncHandler(guard(…))`: an unknown function of a middleware alone gives that middleware in other clothes. */
function passedOn({ node, file, callee }: CallValue, depth: number): GuardInstance | undefined {
  const [only] = node.arguments
  if (!only || node.arguments.length > 1 || only.type === 'SpreadElement' || callee.kind === 'function')
    return undefined
  const instance = asGuard(evaluate(only, file), depth + 1)
  return instance?.name === 'createGuard' ? undefined : instance
}

function every<Found>(values: readonly Value[], find: (value: Value) => Found | undefined): Found | undefined {
  const found = values.map(find)
  return found.every((each) => each !== undefined) ? found[0] : undefined
}
