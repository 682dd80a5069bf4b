import type { SinkKind } from '../mongoose/sinks.ts'
import { nodesOf } from '../source/file-nodes.ts'
import type { Project } from '../source/source-file.ts'
import type { FunctionNode, Node } from '../source/syntax.ts'
import { readsBody } from './body-reads.ts'
import { type BodySource, bodySourcesOf } from './body-sources.ts'
import { traceBehind, traceOf } from './body-sinks.ts'
import { type HandlerSink, sinksOfModels } from './given-models.ts'
import type { Handler } from './handlers.ts'
import { guardedRoutes, handlersBehind } from './guarded-routes.ts'
import { sinksOfLeft } from './left-on-request.ts'
import { partsBefore } from './parts-before.ts'
import { isProtected, validatedBefore } from './protection.ts'
import { canReadBody } from './raw-body.ts'
import { routesThrough, routesTo } from './route-places.ts'
import { isLeftOver } from './left-over-routers.ts'

/**
 * The sinks of one kind that a raw body comes to from the file being linted, on a route without a guard; one a place.
 */
export function unguardedSinks(
  project: Project,
  kind: SinkKind,
  sourcesOf: typeof bodySourcesOf = bodySourcesOf,
): HandlerSink[] {
  const { root } = project
  const found = new Map<Node, HandlerSink>()
  if (canReadBody(root.code.text)) {
    const guarded = new Set(guardedFunctions(project))
    for (const fn of nodesOf(root).functions)
      if (!guarded.has(fn))
        for (const source of sourcesOf(fn, root))
          for (const each of sinksFrom(fn, source, project, kind)) found.set(each.at, each)
  }
  for (const each of sinksOfModels(root)) if (each.sink.kind === kind && !found.has(each.at)) found.set(each.at, each)
  return [...found.values()]
}

/** Handlers behind a guard, which `no-body-after-guard` speaks for. */
function guardedFunctions(project: Project): FunctionNode[] {
  return guardedRoutes(project).flatMap((route) =>
    Array.from(handlersBehind(route, 'file'), ({ handler }) => handler.node),
  )
}

function sinksFrom(node: FunctionNode, source: BodySource, { root: file }: Project, kind: SinkKind): HandlerSink[] {
  const { index, paths, isOpen } = source
  const handler = { node, file, index }
  // Most functions answer no request: they are followed only if they read a body themselves.
  if (isOpen && !readsBody(handler, paths)) return []
  const isOnRoute = !isOpen && paths.some(([first]) => first === 'body')
  const left = kind === 'write' && isOnRoute ? sinksOfLeft(handler) : []
  return [...left, ...sinksOfBody(handler, source, kind)]
}

function sinksOfBody(handler: Handler, { paths, isOpen }: BodySource, kind: SinkKind): HandlerSink[] {
  const { node, file } = handler
  const sinks = traceOf(handler, paths).sinks.filter(({ sink }) => sink.kind === kind)
  if (sinks.length === 0 || (isOpen && routesTo({ fn: node }, file).length === 0) || isProtected(handler)) return []
  if (isLeftOver(node, routesThrough({ fn: node }, file), file)) return []
  const isValidated = validatedBefore(handler, paths)
  const raw = sinks.filter(({ at }) => !isValidated(at))
  const before = raw.length > 0 ? partsBefore(handler, paths) : undefined
  const behind = before && new Set(traceBehind(handler, paths, before).sinks.map(({ at }) => at))
  return raw.filter(({ at }) => behind?.has(at) ?? true).map((sink) => ({ ...sink, handler }))
}
