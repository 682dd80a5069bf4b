import { readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname } from 'node:path'
import { compileFunction, createContext, runInContext } from 'node:vm'

type Require = (id: string) => unknown

/**
 * `require` of a registry of its own, whose modules have a global scope of their own, as test runners load them: their
 * `Map`, `Error` and `Object.prototype` are not those of the caller.
 */
export function requireInRealm(from: string): Require {
  const hosts = { console, process, Buffer, queueMicrotask, setTimeout, clearTimeout, setImmediate, clearImmediate }
  const more = {
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    AbortController,
    AbortSignal,
    performance,
    structuredClone,
  }
  const parsingContext = createContext({ ...hosts, ...more })
  runInContext('globalThis.global = globalThis', parsingContext)
  const loaded = new Map<string, { exports: unknown }>()
  const load = (path: string): unknown => {
    const known = loaded.get(path)
    if (known) return known.exports
    const module = { exports: runInContext('({})', parsingContext) as unknown }
    loaded.set(path, module)
    const text = readFileSync(path, 'utf8')
    if (path.endsWith('.json')) return (module.exports = JSON.parse(text) as unknown)
    const parameters = ['exports', 'require', 'module', '__filename', '__dirname']
    const run = compileFunction(text, parameters, { filename: path, parsingContext })
    Reflect.apply(run, module.exports, [module.exports, requireFrom(path), module, path, dirname(path)])
    return module.exports
  }
  const requireFrom = (path: string): Require => {
    const outer = createRequire(path)
    return (id) => (isBuiltin(id) ? (outer(id) as unknown) : load(outer.resolve(id)))
  }
  return requireFrom(from)
}
