import type * as ESTree from 'estree'
import { evaluate, resolveImports } from '../evaluate/evaluate.ts'
import type { ModuleFilter } from '../evaluate/evaluator.ts'
import type { Value } from '../evaluate/value.ts'
import { canHaveGuard, canHoldGuard } from '../guards/guard-mentions.ts'
import { asFactory, asGuard, type GuardInstance } from '../guards/guards.ts'
import { nodesOf } from '../source/file-nodes.ts'
import type { Project, SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'
import { type Handler, handlersOf, type Position, type Extent } from './handlers.ts'
import { registeredBefore } from './registration-order.ts'
import { type RouteArgument, routeArguments, routerMethodOf, routerNodeOf, stepsOf } from './router-call.ts'

/** A call with a guard among its arguments, or a web guard with its handler. */
export interface GuardedRoute {
  readonly guard: GuardInstance
  readonly position: Position
  readonly handlers: readonly RouteArgument[]
}

/** The routes of the file being linted that have a guard. */
export function guardedRoutes(project: Project): GuardedRoute[] {
  if (!canHaveGuard(project)) return []
  const { root } = project
  const { calls, arrays } = nodesOf(root)
  const standing = calls.filter((call) => isStanding(call, root))
  return [
    ...calls.flatMap((call) => guardedCall(call, root) ?? underStandingGuard(call, standing, root) ?? []),
    ...arrays.flatMap((array) => guardedBy(routeArguments(array.elements, root), 'wrapper') ?? []),
    ...arrays.flatMap((array) => array.elements.flatMap((element) => guardedEntry(element, root) ?? [])),
  ]
}

/** The handlers behind the guard of a route in their order, each with its place in the file being linted. */
export function* handlersBehind(route: GuardedRoute, extent: Extent): Iterable<{ site: Node; handler: Handler }> {
  for (const { site, value } of route.handlers) {
    for (const handler of handlersOf(value, positionOf(route, value, site), extent)) yield { site, handler }
    for (const registered of registeredOn(value, extent))
      for (const handler of handlersOf(registered, 'route', extent)) yield { site, handler }
  }
}

/** What is registered on a router that stands behind a guard: `app.use('/users', guard(…), users)`. */
function registeredOn(value: Value, extent: Extent, depth = 0): Value[] {
  const router = extent === 'file' ? value : resolveImports(value, canHoldRouter)
  if (depth > 4 || router.kind !== 'call' || router.callee.kind === 'function') return []
  const { node, file } = router
  return nodesOf(file).calls.flatMap((call) =>
    routerMethodOf(call, file) && routerNodeOf(call, file) === node
      ? routeArguments(call.arguments, file).flatMap((argument) => [
          argument.value,
          ...registeredOn(argument.value, extent, depth + 1),
        ])
      : [],
  )
}

const canHoldRouter: ModuleFilter = (text) => /router/i.test(text)

/** How sure it is that an argument of a route is a handler. */
function positionOf({ guard, position }: GuardedRoute, value: Value, site: Node): Position {
  // A `Guard` of the core goes to many places that know no request, such as a form.
  if (guard.name === 'createGuard') return 'named in wrapper'
  const isInline = value.kind === 'function' && value.node === site
  return position === 'wrapper' && !isInline && value.kind !== 'call' ? 'named in wrapper' : position
}

function guardedCall(call: ESTree.SimpleCallExpression, file: SourceFile): GuardedRoute | undefined {
  if (call.arguments.length === 0) return undefined
  const factory = asFactory(evaluate(call.callee, file))
  const route = routeArguments(call.arguments, file)
  if (!factory) return guardedBy(route, routerMethodOf(call, file) ? 'route' : 'wrapper')
  if (factory.name === 'createGuard') return undefined
  // `guardBy` is given what chooses a guard, and the guards, before anything else.
  const handlers = route.slice(factory.name === 'guardBy' ? 2 : 1)
  return { guard: { ...factory, node: call, file }, position: 'web', handlers }
}

/** One row of a table of routes: `{ path: '/', middleware: [guard(…)], handler: create }`. */
function guardedEntry(element: Node | null, file: SourceFile): GuardedRoute | undefined {
  if (element?.type !== 'ObjectExpression') return undefined
  const values = element.properties.flatMap((property) => (property.type === 'Property' ? [property.value] : []))
  const steps = routeArguments(values, file)
  if (!steps.some(({ value }) => value.kind === 'literal')) return undefined
  const guard = steps.flatMap(({ value }) => asGuard(value) ?? [])[0]
  return guard && { guard, position: 'wrapper', handlers: steps.filter(({ value }) => value.kind !== 'literal') }
}

function guardedBy(route: readonly RouteArgument[], position: Position): GuardedRoute | undefined {
  for (const [index, { value }] of route.entries()) {
    const guard = index < route.length - 1 ? guardOf(value) : undefined
    if (guard) return { guard, position, handlers: route.slice(index + 1) }
  }
  return undefined
}

/**
 * The guard that an argument is, or that is in a list of steps from another file. What stands behind it in there is
 * reported in that file.
 */
export function guardOf(value: Value): GuardInstance | undefined {
  const guard = asGuard(value)
  if (guard) return guard
  const steps = stepsOf(resolveImports(value, canHoldGuard)) ?? []
  return steps.flatMap((step) => asGuard(step) ?? [])[0]
}

/** `router.use(guard(…))` and `router.post('/', guard(…))`: a guard of what is registered there later. */
function isStanding(call: ESTree.SimpleCallExpression, file: SourceFile): boolean {
  return !!routerMethodOf(call, file) && routeArguments(call.arguments, file).some(({ value }) => guardOf(value))
}

function underStandingGuard(
  call: ESTree.SimpleCallExpression,
  standing: readonly ESTree.SimpleCallExpression[],
  file: SourceFile,
): GuardedRoute | undefined {
  if (standing.length === 0 || !routerMethodOf(call, file)) return undefined
  const [earlier] = registeredBefore(standing, call, file)
  const guard = earlier && routeArguments(earlier.arguments, file).flatMap(({ value }) => guardOf(value) ?? [])[0]
  return guard && { guard, position: 'route', handlers: routeArguments(call.arguments, file) }
}
