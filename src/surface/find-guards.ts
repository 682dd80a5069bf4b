import { calledBy, GuardConfigError } from '../errors/config-error.ts'
import { type GuardBehind, guardsBehind } from '../guard/guards-behind.ts'
import { requireKnown } from '../guard/options.ts'
import { nameOf } from '../guard/received.ts'
import type { GuardedRoute, SurfaceOptions } from '../types/surface.ts'
import { isPlainObject } from '../values/plain-object.ts'
import {
  isMountedApp,
  type Layer,
  layersOf,
  mediaTypesOf,
  parsedBy,
  pathsOfLayer,
  type Route,
} from './express-layers.ts'
import { NamedMounts } from './mounts.ts'
import { methodsOfPaths } from './openapi-options.ts'
import { pathOf, type Place } from './place.ts'

/**
 * The guarded routes of an Express application or router, in the order in which Express tries them; or of web handlers,
 * given by their method and path.
 *
 * A guard in a wrapper of your own is not found: Express sees the wrapper alone.
 *
 * @throws GuardConfigError where a router or an application is mounted whose place or content cannot be read, until
 *   `mounts` names it; where `mounts` names what is not there; for what is no application; for an unknown option.
 * @example
 * for (const { method, path, guard } of findGuards(app)) console.log(method, path, guard.allow)
 */
export function findGuards(app: object, options: SurfaceOptions = {}): GuardedRoute[] {
  return calledBy(findGuards, () => foundGuards(app, options).map(({ route }) => route))
}

/** A guarded route, with what nobody outside has to know of it. */
export interface FoundGuard {
  readonly route: GuardedRoute
  readonly place: Place
  /** What asks the guard; that of `guardBy` asks one of several. */
  readonly handler: unknown
}

/** @throws GuardConfigError as {@link findGuards} does. */
export function foundGuards(app: unknown, options: SurfaceOptions): FoundGuard[] {
  requireKnown(options, ['mounts'], '{ mounts }')
  const { mounts = {} } = options
  const search = new Search(new NamedMounts(mounts))
  const layers = layersOf(app)
  if (layers !== undefined) search.within(app, layers, [undefined])
  else if (isPlainObject(app)) search.found.push(...webRoutes(app))
  else {
    throw new GuardConfigError(
      'the first argument must be an Express application or router, or an object of web handlers',
    )
  }
  search.mounts.requireAllMounted()
  return search.found
}

const webMethods = [...methodsOfPaths, 'query', 'all']

function webRoutes(handlers: Readonly<Record<string, unknown>>): FoundGuard[] {
  return Object.entries(handlers).flatMap(([key, handler]) => {
    const [, method, path] = /^([A-Za-z]+) +(\/.*)$/.exec(key) ?? []
    if (method === undefined || path === undefined || !webMethods.includes(method.toLowerCase())) {
      throw new GuardConfigError(`"${key}" must be a method and a path, such as "POST /users"`)
    }
    if (typeof handler !== 'function') {
      throw new GuardConfigError(`"${key}" must be a handler, received ${nameOf(handler)}`)
    }
    // As Express has parameters; there, braces hold what is optional.
    const named = (_: string, name: string) => (/^\w+$/.test(name) ? `:${name}` : `:"${name}"`)
    const place = { path: path.replace(/\{([^{}/:"\\]+)\}/g, named) }
    return guardsBehind(handler).map((found) => {
      return { route: { method: method.toUpperCase(), path: place.path, ...found }, place, handler }
    })
  })
}

/** More than anybody writes down; HTTP has some thirty. */
const mostMethods = 20

/** Where a router stands: nowhere yet, for the one that was given. */
type Around = readonly (Place | undefined)[]

class Search {
  readonly found: FoundGuard[] = []
  private readonly above = new Set<unknown>()

  constructor(readonly mounts: NamedMounts) {}

  /** A router in itself answers nothing that it does not answer outside. */
  within(router: unknown, layers: readonly Layer[], around: Around, parsersAbove: readonly string[] = []): void {
    if (this.above.has(router)) return
    this.above.add(router)
    const parsers = [...parsersAbove]
    for (const layer of layers) {
      parsers.push(...parsedBy(layer))
      if (layer.route !== undefined) this.route(layer, layer.route, around, parsers)
      else if (isMountedApp(layer)) this.mountedApp(layer, router, around, parsers)
      else this.handler(layer, around, parsers)
    }
    this.above.delete(router)
  }

  private route(layer: Layer, { path, stack, methods }: Route, around: Around, above: readonly string[]): void {
    const places = placesOf(path, layer, around)
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
      for (const name of known.size > mostMethods ? ['all'] : known) this.add(name, places, handle, mediaTypes)
    }
  }

  private handler(layer: Layer, around: Around, parsers: readonly string[]): void {
    const { handle, rawPath, regexp } = layer
    const paths = pathsOfLayer(layer)
    const inner = layersOf(handle)
    if (inner === undefined) {
      const path = paths ?? rawPath ?? regexp
      if (path !== undefined) this.add('use', placesOf(path, layer, around), handle)
      else if (guardsBehind(handle).length > 0) throw new GuardConfigError(unreadable)
      return
    }
    const named = () => this.mounts.pathsOf(handle).map((path) => ({ path }))
    this.within(handle, inner, paths === undefined ? named() : placesOf(paths, layer, around), parsers)
  }

  private mountedApp(layer: Layer, owner: unknown, around: Around, parsers: readonly string[]): void {
    const paths = pathsOfLayer(layer)
    if (paths === undefined) {
      const { path, mounted } = this.mounts.appWithoutPath(layer, owner)
      this.within(mounted, layersOf(mounted) ?? [], [{ path }], parsers)
      return
    }
    for (const place of placesOf(paths, layer, around)) {
      const mounted = this.mounts.appAt(pathOf(place), layer, owner)
      this.within(mounted, layersOf(mounted) ?? [], [place], parsers)
    }
  }

  private add(method: string, places: readonly Place[], handler: unknown, mediaTypes: { mediaTypes?: string[] } = {}) {
    for (const found of guardsBehind(handler)) {
      for (const place of places) {
        this.found.push({ route: routeOf(method, place, { ...found, ...mediaTypes }), place, handler })
      }
    }
  }
}

const unreadable =
  'a guard in use() keeps no path that can be read: update the package "router", or put the guard into the routes'

function routeOf(method: string, place: Place, found: GuardBehind): GuardedRoute {
  const { pattern } = place
  return { method: method.toUpperCase(), path: pathOf(place), ...(pattern === undefined ? {} : { pattern }), ...found }
}

function placesOf(path: unknown, layer: Layer, around: Around): Place[] {
  const all: unknown[] = Array.isArray(path) ? path.flat(Infinity) : [path]
  return around.flatMap((outer) =>
    all.map((one) => ({ path: String(one), layer, outer, ...(one instanceof RegExp ? { pattern: one } : {}) })),
  )
}
