import type * as ESTree from 'estree'
import { keyOf } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type FunctionNode, type Node, parametersOf, parentOf, wrapped } from '../source/syntax.ts'
import { routerMethodOf } from './router-call.ts'

const responseMethods: ReadonlySet<string> = new Set(
  'json jsonp status send sendStatus sendFile end redirect render setHeader cookie clearCookie writeHead download attachment code'.split(
    ' ',
  ),
)
const webMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'action'])

/** Whether a function uses its parameters as an Express handler does, or says so in its types. */
export function hasHandlerShape(node: FunctionNode, file: SourceFile): boolean {
  const [request, response, next, ...more] = parametersOf(node)
  if (!request || more.length > 0 || isRouter(request, file)) return false
  return (
    hasRequestType(request) ||
    (!!response && referencesTo(response, file).some((reference) => isResponseUse(reference, file))) ||
    (!!next && referencesTo(next, file).some((reference) => isCalled(reference)))
  )
}

/** Whether a function stands, wrapped or not, among the arguments of a call that registers a route. */
export function isRouteArgument(node: FunctionNode, file: SourceFile): boolean {
  for (let step: Node = node, parent = parentOf(step); parent; step = parent, parent = parentOf(step)) {
    if (parent.type === 'CallExpression') {
      if (parent.callee === step) return false
      if (parent.arguments.length > 1 && routerMethodOf(parent, file)) return true
    } else if (parent.type !== 'ArrayExpression') return false
  }
  return false
}

/** Whether a function, wrapped or not, is exported under the name of an HTTP method, as web frameworks have their handlers. */
export function isWebHandler(node: FunctionNode): boolean {
  if (node.type === 'FunctionDeclaration') return isExported(node) && !!node.id && webMethods.has(node.id.name)
  let outer = wrapped(node)
  for (
    let parent = parentOf(outer);
    parent?.type === 'CallExpression' && parent.callee !== outer;
    parent = parentOf(outer)
  )
    outer = wrapped(parent)
  const declarator = parentOf(outer)
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return false
  const declaration = parentOf(declarator)
  return !!declaration && isExported(declaration) && webMethods.has(declarator.id.name)
}

function isExported(node: Node): boolean {
  return parentOf(node)?.type === 'ExportNamedDeclaration'
}

function referencesTo(parameter: Node, file: SourceFile): Node[] {
  const variable = file.variableOf(parameter)
  return (variable?.references ?? []).map((reference) => reference.identifier as ESTree.Identifier)
}

/** `app.post(path, handler)` on a parameter: the function registers routes, it does not answer them. */
function isRouter(parameter: Node, file: SourceFile): boolean {
  return referencesTo(parameter, file).some((reference) => {
    const member = parentOf(reference)
    const call = member?.type === 'MemberExpression' && member.object === reference ? parentOf(member) : undefined
    return call?.type === 'CallExpression' && call.arguments.length > 1 && !!routerMethodOf(call, file)
  })
}

function isResponseUse(reference: Node, file: SourceFile): boolean {
  const member = parentOf(wrapped(reference))
  return member?.type === 'MemberExpression' && responseMethods.has(keyOf(member, file) ?? '')
}

function isCalled(reference: Node): boolean {
  const call = parentOf(reference)
  return call?.type === 'CallExpression' && call.callee === reference
}

interface Annotated {
  readonly typeAnnotation?: { readonly typeAnnotation?: { readonly typeName?: TypeName } }
}
interface TypeName {
  readonly name?: string
  readonly right?: { readonly name?: string }
}

function hasRequestType(parameter: Node): boolean {
  const name = (parameter as Annotated).typeAnnotation?.typeAnnotation?.typeName
  return (name?.name ?? name?.right?.name ?? '').endsWith('Request')
}
