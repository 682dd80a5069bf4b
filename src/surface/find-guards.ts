import { calledBy, GuardConfigError } from '../errors/config-error.ts'
import { type GuardBehind, guardsBehind } from '../guard/guards-behind.ts'
import { requireKnown } from '../guard/options.ts'
import type { GuardedRoute, Mounts, SurfaceOptions } from '../types/surface.ts'
import {
  isMountedApp,
  type Layer,
  layersOf,
  mediaTypesOf,
  parsedBy,
  pathsOfLayer,
  type Route,
} from './express-layers.ts'

/**
 * The guarded routes of an Express application or router, in the order in which Express tries them; or of web handlers,
 * given by their method and path.
 *
 * A guard in a wrapper of your own is not found: Express sees the wrapper alone.
 *
 * @throws GuardConfigError where a router or an application is mounted whose place or content cannot be read, until
 *   `mounts` names it; for an unknown option.
 * @example
 * for (const { method, path, guard } of findGuards(app)) console.log(method, path, guard.allow)
 */
export function findGuards(app: object, options: SurfaceOptions = {}): GuardedRoute[] {
  return calledBy(findGuards, () => guardedRoutes(app, options))
}

function guardedRoutes(app: object, options: SurfaceOptions): GuardedRoute[] {
  const { mounts = {} } = options
  requireKnown(options, ['mounts'], '{ mounts }')
  const layers = layersOf(app)
  if (layers === undefined) return typeof app === 'object' ? webRoutes(app as Record<string, unknown>) : notAnApp()
  const search = new Search(mounts)
  search.within(app, layers, [''])
  search.requireAllMounted()
  return search.found
}

function notAnApp(): never {
  throw new GuardConfigError(
    'the first argument must be an Express application or router, or an object of web handlers',
  )
}

function webRoutes(handlers: Readonly<Record<string, unknown>>): GuardedRoute[] {
  return Object.entries(handlers).flatMap(([route, handler]) => {
    const [, method, path] = /^([A-Za-z]+) +(\/.*)$/.exec(route) ?? []
    if (method === undefined || path === undefined) {
      throw new GuardConfigError(`"${route}" must be a method and a path, such as "POST /users"`)
    }
    // As Express has parameters; there, braces hold what is optional.
    const likeExpress = path.replace(/\{(\w+)\}/g, ':$1')
    return guardsBehind(handler).map((found) => ({ method: method.toUpperCase(), path: likeExpress, ...found }))
  })
}

/** More than anybody writes down; HTTP has some thirty. */
const mostMethods = 20

class Search {
  readonly found: GuardedRoute[] = []
  private readonly used = new Set<string>()
  private readonly above = new Set<unknown>()

  constructor(private readonly mounts: Mounts) {}

  layers(layers: readonly Layer[], prefixes: readonly string[], parsersAbove: readonly string[]): void {
    const parsers = [...parsersAbove]
    for (const layer of layers) {
      parsers.push(...parsedBy(layer))
      if (layer.route !== undefined) this.route(layer.route, prefixes, parsers)
      else if (isMountedApp(layer)) this.mountedApp(layer, prefixes, parsers)
      else this.handler(layer, prefixes, parsers)
    }
  }

  /** A mount that nothing in the application answers to is a mistake in its path. */
  requireAllMounted(): void {
    const idle = Object.keys(this.mounts).find((path) => !this.used.has(path))
    if (idle !== undefined) throw new GuardConfigError(`mounts: nothing is mounted at "${idle}" that had to be named`)
  }

  private route({ path, stack, methods }: Route, prefixes: readonly string[], above: readonly string[]): void {
    const places = placesOf(path)
    const named = Object.keys(methods).filter((method) => method !== '_all' && methods[method])
    const everywhere = named.length > 0 ? named : ['all']
    const mediaTypes = mediaTypesOf(stack.flatMap(parsedBy), above)
    const byHandle = new Map<unknown, Set<string>>()
    for (const { handle, method } of stack) {
      const known = byHandle.get(handle) ?? new Set()
      byHandle.set(handle, known)
      for (const name of method === undefined ? everywhere : [method]) known.add(name)
    }
    for (const [handle, known] of byHandle) {
      // `app.all()` has a layer for each method that there is.
      const names = known.size > mostMethods ? ['all'] : known
      for (const found of guardsBehind(handle)) {
        for (const name of names) this.add(name, prefixes, places, { ...found, ...mediaTypes })
      }
    }
  }

  private handler(layer: Layer, prefixes: readonly string[], parsers: readonly string[]): void {
    const inner = layersOf(layer.handle)
    if (inner === undefined) {
      const places = placesOf(pathsOfLayer(layer) ?? layer.regexp)
      for (const found of guardsBehind(layer.handle)) this.add('use', prefixes, places, found)
      return
    }
    const paths = pathsOfLayer(layer)
    const places = paths === undefined ? this.mountsOf(layer.handle) : joined(prefixes, paths)
    this.within(layer.handle, inner, places, parsers)
  }

  private mountedApp(layer: Layer, prefixes: readonly string[], parsers: readonly string[]): void {
    const paths = pathsOfLayer(layer)
    for (const path of paths === undefined ? [undefined] : joined(prefixes, paths)) {
      const named = Object.entries(this.mounts).find(([mount]) => mount === path)
      const inner = layersOf(named?.[1])
      if (named === undefined || inner === undefined || path === undefined) {
        const place = path === undefined ? '' : ` at "${path}"`
        throw new GuardConfigError(
          `the application mounted${place} cannot be seen from outside: name it in mounts, as in { mounts: { '${path ?? '/admin'}': adminApp } }`,
        )
      }
      this.used.add(path)
      this.within(named[1], inner, [path], parsers)
    }
  }

  /** The paths that `mounts` has for a router. */
  private mountsOf(router: unknown): string[] {
    const paths = Object.keys(this.mounts).filter((path) => this.mounts[path] === router)
    if (paths.length === 0) {
      throw new GuardConfigError(
        "a router keeps no path that can be read: name it in mounts, as in { mounts: { '/admin': adminRouter } }",
      )
    }
    for (const path of paths) this.used.add(path)
    return paths
  }

  /** A router in itself answers nothing that it does not answer outside. */
  within(
    router: unknown,
    layers: readonly Layer[],
    prefixes: readonly string[],
    parsers: readonly string[] = [],
  ): void {
    if (this.above.has(router)) return
    this.above.add(router)
    this.layers(layers, prefixes, parsers)
    this.above.delete(router)
  }

  private add(method: string, prefixes: readonly string[], places: readonly PathOfRoute[], found: FoundGuard): void {
    for (const prefix of prefixes) {
      for (const { path, ...rest } of places) {
        this.found.push({ method: method.toUpperCase(), path: join(prefix, path), ...rest, ...found })
      }
    }
  }
}

interface FoundGuard extends GuardBehind {
  readonly mediaTypes?: string[]
}

interface PathOfRoute {
  readonly path: string
  readonly pattern?: RegExp
}

function placesOf(path: unknown): PathOfRoute[] {
  const all: unknown[] = Array.isArray(path) ? path.flat(Infinity) : [path]
  return all.map((one) => (one instanceof RegExp ? { path: String(one), pattern: one } : { path: String(one) }))
}

function joined(prefixes: readonly string[], paths: readonly string[]): string[] {
  return prefixes.flatMap((prefix) => paths.map((path) => join(prefix, path)))
}

function join(prefix: string, path: string): string {
  const above = prefix.replace(/\/+$/, '')
  if (path === '/' && above !== '') return above
  return path.startsWith('/') || above === '' ? above + path : `${above}/${path}`
}
