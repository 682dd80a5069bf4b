import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { addTo } from '../source/add-to.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type FunctionNode, type Node, parentOf, wrapped } from '../source/syntax.ts'
import { type Handler, handlersOf } from './handlers.ts'
import { routeFilesOf, routesTo } from './route-places.ts'
import { routeArguments, routerMethodOf } from './router-call.ts'

/** Where a guard can be put: before an argument of a route, with a handler in a list, or around a web handler. */
export interface GuardPlace {
  readonly kind: 'argument' | 'list' | 'around'
  readonly at: Node
  /** Of a declared function, which becomes a const. */
  readonly name?: string
}

// They call handlers in other ways than Express does.
const otherFramework = /\b(?:fastify|koa|hono|h3|restify|elysia|oak|serverless|next-connect)\b/i

const namesOtherFramework = rememberedByFile(({ code }) => otherFramework.test(code.text))

/**
 * The places before a handler in its own file, which together stand on every route to it; none where there are others.
 */
export function guardPlaces(handler: Handler, isWeb: boolean): GuardPlace[] {
  const { node, file } = handler
  if (isWeb) return [placeAround('around', node, file)].flatMap((place) => place ?? [])
  const routes = routesTo({ fn: node }, file)
  const files = routeFilesOf(file)
  if (routes.length === 0 || files.some(namesOtherFramework)) return []
  if (routes.some(({ isBehind }) => isBehind(isTextParser))) return []
  const own = argumentsOfRoutes(file).get(node) ?? []
  if (own.length > 0) return own.length === routes.length ? own : []
  const outer = outermost(node)
  const direct = files.flatMap((each) => directRoutes(each, node, outer))
  const name = exportedName(outer, file)
  if (direct.length < routes.length || name === undefined) return []
  // A function that is called by somebody has to stay one.
  const isHandler = (other: Node) => other === node || other === outer
  if (files.some((each) => each !== file && mayCall(name, isHandler, each))) return []
  const place = placeAround('list', outer, file)
  return place ? [place] : []
}

/** Whether a file calls a handler, or something of its name of which nobody knows that it is another one. */
function mayCall(name: string, isHandler: (node: Node) => boolean, file: SourceFile): boolean {
  return nodesOf(file).calls.some(({ callee }) => {
    const value = resolveImports(evaluate(callee, file), () => true)
    if (value.kind === 'function') return isHandler(value.node)
    const called = callee.type === 'Identifier' ? callee.name : calledKey(callee, file)
    return called === name && !isOfOthers(value) && !isOfGlobal(callee, file)
  })
}

function calledKey(callee: Node, file: SourceFile): string | undefined {
  return callee.type === 'MemberExpression' ? keyOf(callee, file) : undefined
}

/** `User.create` of a Mongoose model, `axios.create`: what a package has made. */
function isOfOthers(value: Value): boolean {
  if (value.kind === 'member') return isOfOthers(value.object)
  return value.kind === 'call' ? isOfOthers(value.callee) : value.kind === 'external'
}

/** `Object.create` */
function isOfGlobal(callee: Node, file: SourceFile): boolean {
  const object = callee.type === 'MemberExpression' ? callee.object : undefined
  return object?.type === 'Identifier' && (file.variableOf(object)?.defs.length ?? 0) === 0
}

/** `express.text()`, `express.raw()`: they leave no object that a guard could check. */
function isTextParser(step: Value): boolean {
  if (step.kind !== 'call' || step.callee.kind !== 'external') return false
  const { source, path } = step.callee
  return (source === 'express' || source === 'body-parser') && ['text', 'raw'].includes(path.join('.'))
}

/** The arguments of the routes of a file, by the functions that they lead to. */
const argumentsOfRoutes = rememberedByFile((file) => {
  const places = new Map<FunctionNode, GuardPlace[]>()
  for (const call of nodesOf(file).calls) {
    const method = routerMethodOf(call, file)
    if (method === undefined || method === 'use' || call.arguments.length < 2) continue
    for (const argument of call.arguments) addPlaces(places, argument, file)
  }
  return places
})

function addPlaces(places: Map<FunctionNode, GuardPlace[]>, argument: Node, file: SourceFile): void {
  if (argument.type === 'ArrayExpression') {
    for (const element of argument.elements) if (element) addPlaces(places, element, file)
    return
  }
  const value = evaluate(argument, file)
  const handlers = value.kind === 'array' ? [] : handlersOf(value, 'route')
  for (const fn of new Set(handlers.map(({ node }) => node))) addTo(places, fn, { kind: 'argument', at: argument })
}

/** Routes of a file that are given a handler as it is exported. */
function directRoutes(file: SourceFile, fn: FunctionNode, outer: Node): Node[] {
  return nodesOf(file).calls.flatMap((call) => {
    const method = routerMethodOf(call, file)
    if (method === undefined || method === 'use') return []
    return routeArguments(call.arguments, file).flatMap(({ site, value }) => {
      const resolved = resolveImports(value, () => true)
      const node = resolved.kind === 'function' || resolved.kind === 'call' ? resolved.node : undefined
      return node && (node === fn || node === outer) ? [site] : []
    })
  })
}

/** A handler with what is wrapped around it. */
function outermost(fn: FunctionNode): Node {
  let outer = wrapped(fn)
  for (let call = parentOf(outer); call?.type === 'CallExpression' && call.callee !== outer; call = parentOf(outer))
    outer = wrapped(call)
  return outer
}

/** The name under which a file exports an expression or a function, and nothing else of it uses it. */
function exportedName(outer: Node, file: SourceFile): string | undefined {
  const parent = parentOf(outer)
  if (outer.type === 'FunctionDeclaration')
    return parent?.type === 'ExportNamedDeclaration' && outer.id && isOnlyExported(outer.id, file)
      ? outer.id.name
      : undefined
  if (parent?.type === 'AssignmentExpression' && parent.left.type === 'MemberExpression')
    return evaluate(parent.left.object, file).kind === 'exports' && parentOf(parent)?.type === 'ExpressionStatement'
      ? keyOf(parent.left, file)
      : undefined
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier')
    return !('typeAnnotation' in parent.id && parent.id.typeAnnotation) && isOnlyExported(parent.id, file)
      ? parent.id.name
      : undefined
  if (parent?.type === 'Property' && !parent.method && isExports(parentOf(parent), file)) return keyOf(parent, file)
  return undefined
}

function isOnlyExported(identifier: Node, file: SourceFile): boolean {
  const variable = file.variableOf(identifier)
  const uses = (variable?.references ?? []).filter(({ init }) => !init).map(({ identifier: use }) => use as Node)
  const declaration = parentOf(identifier)
  const holder = declaration?.type === 'VariableDeclarator' ? parentOf(declaration) : declaration
  const isExported = holder !== undefined && parentOf(holder)?.type === 'ExportNamedDeclaration'
  return (isExported || uses.length > 0) && uses.every((use) => isInExports(use, file))
}

/** `module.exports = { create }`, `exports.create = create`, `export { create }` */
function isInExports(use: Node, file: SourceFile): boolean {
  const parent = parentOf(use)
  if (parent?.type === 'ExportSpecifier' || parent?.type === 'ExportDefaultDeclaration') return true
  if (parent?.type === 'Property') return parent.value === use && isExports(parentOf(parent), file)
  return (
    parent?.type === 'AssignmentExpression' &&
    parent.left.type === 'MemberExpression' &&
    evaluate(parent.left.object, file).kind === 'exports'
  )
}

function isExports(object: Node | undefined, file: SourceFile): boolean {
  const holder = object?.type === 'ObjectExpression' ? parentOf(object) : undefined
  // `export const users = { create }`
  if (holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier') return isOnlyExported(holder.id, file)
  return (
    holder?.type === 'ExportDefaultDeclaration' ||
    (holder?.type === 'AssignmentExpression' && evaluate(holder.left, file).kind === 'exports')
  )
}

function placeAround(kind: 'list' | 'around', at: Node, file: SourceFile): GuardPlace | undefined {
  if (at.type !== 'FunctionDeclaration') return { kind, at }
  const name = at.id?.name
  // `export default function` has no name to keep.
  return name !== undefined && parentOf(at)?.type === 'ExportNamedDeclaration' && !isCalled(at.id, file)
    ? { kind, at, name }
    : undefined
}

function isCalled(identifier: Node | null, file: SourceFile): boolean {
  const variable = identifier ? file.variableOf(identifier) : undefined
  return (variable?.references.length ?? 0) > 0
}
