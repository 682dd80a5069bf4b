import type * as ESTree from 'estree'
import { evaluate, keyOf } from './evaluate.ts'
import { asFactory, asGuard, type GuardInstance } from './guards.ts'
import type { Position } from './handlers.ts'
import type { Project } from './project.ts'
import { childrenOf, type SourceFile } from './source-file.ts'
import { enclosingFunction, type Node, parentOf, rangeOf, unwrap } from './syntax.ts'
import type { Value } from './value.ts'

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

export interface Calls {
  readonly calls: readonly ESTree.SimpleCallExpression[]
  readonly constructions: readonly ESTree.NewExpression[]
  readonly arrays: readonly ESTree.ArrayExpression[]
  readonly functions: readonly Node[]
}

/** `calls`, `new` expressions, arrays and functions of the file being linted, in source order. */
export function callsOf({ root }: Project): Calls {
  let known = collected.get(root)
  if (!known) collected.set(root, (known = collect(root)))
  return known
}

const collected = new WeakMap<SourceFile, Calls>()

function collect(file: SourceFile): Calls {
  const calls: ESTree.SimpleCallExpression[] = []
  const constructions: ESTree.NewExpression[] = []
  const arrays: ESTree.ArrayExpression[] = []
  const functions: Node[] = []
  const visit = (node: Node) => {
    if (node.type === 'CallExpression') calls.push(node)
    else if (node.type === 'NewExpression') constructions.push(node)
    else if (node.type === 'ArrayExpression') arrays.push(node)
    else if (node.type.includes('Function')) functions.push(node)
    for (const child of childrenOf(node, file.code)) visit(child)
  }
  visit(file.code.ast)
  return { calls, constructions, arrays, functions }
}

const httpMethods: ReadonlySet<string> = new Set('all use get post put patch delete del options head route'.split(' '))

/** The name of a router's method that a call uses, whatever the router. */
export function routerMethodOf(call: ESTree.SimpleCallExpression, file: SourceFile): string | undefined {
  const callee = unwrap(call.callee)
  const key = callee.type === 'MemberExpression' ? keyOf(callee, file) : undefined
  return key !== undefined && httpMethods.has(key) ? key : undefined
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

function receiverOf(call: ESTree.SimpleCallExpression): Node | undefined {
  const callee = unwrap(call.callee)
  return callee.type === 'MemberExpression' ? unwrap(callee.object) : undefined
}

function receiverVariable(call: ESTree.SimpleCallExpression, file: SourceFile) {
  const receiver = receiverOf(call)
  return receiver?.type === 'Identifier' ? file.variableOf(receiver) : undefined
}
