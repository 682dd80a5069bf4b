import type * as ESTree from 'estree'
import { evaluate } from '../evaluate/evaluate.ts'
import { callsOf } from '../source/file-nodes.ts'
import { mayHoldGuard } from '../guards/guard-mentions.ts'
import { asFactory, asGuard, type GuardInstance } from '../guards/guards.ts'
import type { Position } from './handlers.ts'
import type { Project } from '../source/project.ts'
import { routerMethodOf } from './router-call.ts'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, type Node, parentOf, rangeOf, unwrap } from '../source/syntax.ts'
import type { Value } from '../evaluate/value.ts'

/** One argument of a route call, arrays and spreads taken apart. */
export interface RouteArgument {
  /** Where it stands in the file being linted. */
  readonly site: Node
  readonly value: Value
}

/** A call with a guard among its arguments, or a web guard with its handler. */
export interface GuardedRoute {
  readonly guard: GuardInstance
  readonly position: Position
  readonly handlers: readonly RouteArgument[]
}

export function routeArguments(nodes: readonly (Node | null)[], file: SourceFile): RouteArgument[] {
  return nodes.flatMap((node) => (node ? takenApart(node, node, file, 0) : []))
}

function takenApart(node: Node, site: Node, file: SourceFile, depth: number): RouteArgument[] {
  const isSpread = node.type === 'SpreadElement'
  const value = evaluate(isSpread ? node.argument : node, file)
  if (value.kind === 'array' && depth < 8)
    return value.node.elements.flatMap((element) =>
      // An element written in place is reported where it stands, one of a const where the const is used.
      element ? takenApart(element, value.node === node ? element : site, value.file, depth + 1) : [],
    )
  return isSpread ? [] : [{ site, value }]
}

export function guardedRoutes(project: Project): GuardedRoute[] {
  if (!mayHoldGuard(project)) return []
  const { root } = project
  const { calls, arrays } = callsOf(project)
  const standing = calls.filter((call) => isStanding(call, root))
  return [
    ...calls.flatMap((call) => guardedCall(call, root) ?? underStandingGuard(call, standing, root) ?? []),
    ...arrays.flatMap((array) => guardedBy(routeArguments(array.elements, root), 'wrapper') ?? []),
  ]
}

/** How sure it is that an argument of a route is a handler. */
export function positionOf({ guard, position }: GuardedRoute, value: Value, site: Node): Position {
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
  return factory.name === 'guard'
    ? { guard: { ...factory, node: call, file }, position: 'web', handlers: route.slice(1) }
    : undefined
}

function guardedBy(route: readonly RouteArgument[], position: Position): GuardedRoute | undefined {
  for (const [index, { value }] of route.entries()) {
    const guard = index < route.length - 1 ? asGuard(value) : undefined
    if (guard) return { guard, position, handlers: route.slice(index + 1) }
  }
  return undefined
}

/** `router.use(guard(…))` and `route.all(guard(…))`: a guard of everything that is registered there later. */
function isStanding(call: ESTree.SimpleCallExpression, file: SourceFile): boolean {
  const method = routerMethodOf(call, file)
  if (method !== 'use' && method !== 'all') return false
  const route = routeArguments(call.arguments, file)
  const [first] = route
  return first?.value.kind !== 'literal' && route.some(({ value }) => asGuard(value))
}

function underStandingGuard(
  call: ESTree.SimpleCallExpression,
  standing: readonly ESTree.SimpleCallExpression[],
  file: SourceFile,
): GuardedRoute | undefined {
  if (standing.length === 0 || !routerMethodOf(call, file)) return undefined
  const earlier = standing.find((guarded) => isRegisteredBefore(guarded, call, file))
  const guard = earlier && routeArguments(earlier.arguments, file).flatMap(({ value }) => asGuard(value) ?? [])[0]
  return guard && { guard, position: 'route', handlers: routeArguments(call.arguments, file) }
}

function isRegisteredBefore(
  earlier: ESTree.SimpleCallExpression,
  later: ESTree.SimpleCallExpression,
  file: SourceFile,
): boolean {
  if (earlier === later) return false
  for (let link = receiverOf(later); link; link = link.type === 'CallExpression' ? receiverOf(link) : undefined)
    if (link === earlier) return true
  const router = receiverVariable(earlier, file)
  const statement = parentOf(earlier)
  return (
    router !== undefined &&
    router === receiverVariable(later, file) &&
    rangeOf(earlier)[1] <= rangeOf(later)[0] &&
    enclosingFunction(earlier) === enclosingFunction(later) &&
    // Not in a branch that may not run.
    statement?.type === 'ExpressionStatement' &&
    /^(?:Program|BlockStatement)$/.test(parentOf(statement)?.type ?? '') &&
    !isConditional(statement)
  )
}

function isConditional(statement: Node): boolean {
  const block = parentOf(statement)
  const holder = block?.type === 'BlockStatement' ? parentOf(block) : undefined
  return holder !== undefined && !holder.type.includes('Function')
}

/** What a method is called on. */
export function receiverOf(call: ESTree.SimpleCallExpression): Node | undefined {
  const callee = unwrap(call.callee)
  return callee.type === 'MemberExpression' ? unwrap(callee.object) : undefined
}

/** The variable of the router that a call registers on. */
export function receiverVariable(call: ESTree.SimpleCallExpression, file: SourceFile) {
  const receiver = receiverOf(call)
  return receiver?.type === 'Identifier' ? file.variableOf(receiver) : undefined
}
