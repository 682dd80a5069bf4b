import type * as ESTree from 'estree'
import { declaredValue, evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import { rememberedByPart } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type FunctionNode, type Node, parametersOf, parentOf, wrapped } from '../source/syntax.ts'
import { routerMethodOf } from './router-call.ts'

const responseMethods: ReadonlySet<string> = new Set(
  'json jsonp status send sendStatus sendFile end redirect render setHeader cookie clearCookie writeHead download attachment code'.split(
    ' ',
  ),
)
// A module without a call of the most common of them has no function that answers.
const answering = /\.\s*(?:json|jsonp|send|sendStatus|status|end|render|redirect)\s*\(/
/** The names under which web frameworks have what answers requests with a body. */
export const webMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'action'])

/** Whether a function uses its parameters as an Express handler does, or says so in its types. */
export function hasHandlerShape(node: FunctionNode, file: SourceFile): boolean {
  const [request, response, , ...more] = parametersOf(node)
  if (!request || more.length > 0 || isRouter(request, file)) return false
  if (hasRequestType(request) || hasAliasOfRequest(request, file) || isKoaContext(request, file)) return true
  return !!response && (isDeclaredPair(request, response) || isResponse(response, file, 0))
}

/** Whether a parameter is read and answered as Koa's is: `ctx.request.body`, `ctx.body = user`. */
function isKoaContext(parameter: Node, file: SourceFile): boolean {
  const members = referencesTo(parameter, file).flatMap((reference) => {
    const member = parentOf(wrapped(reference))
    return member?.type === 'MemberExpression' ? [{ member, key: keyOf(member, file) }] : []
  })
  const readsBody = members.some(({ member, key }) => {
    const outer = parentOf(wrapped(member))
    return key === 'request' && outer?.type === 'MemberExpression' && keyOf(outer, file) === 'body'
  })
  const answers = ({ member, key }: (typeof members)[number]) => {
    const target = parentOf(member)
    return key === 'body' && target?.type === 'AssignmentExpression' && target.left === member
  }
  return readsBody && members.some(answers)
}

/** The same question at each depth, the outermost first: functions may hand a parameter on to each other. */
const responseQuestions = [0, 1, 2, 3].map((depth, _, { length }) =>
  rememberedByPart((parameter: Node, file: SourceFile): boolean => {
    const references = referencesTo(parameter, file)
    return (
      references.some((reference) => isResponseUse(reference, file)) ||
      (depth + 1 < length && references.some((reference) => isHandedOn(reference, file, depth)))
    )
  }),
)

/** Whether a parameter is used as a response, here or in a function that it is handed to. */
function isResponse(parameter: Node, file: SourceFile, depth: number): boolean {
  return responseQuestions[depth]?.(parameter, file) === true
}

/** `sendResponse(res, …)` */
function isHandedOn(reference: Node, file: SourceFile, depth: number): boolean {
  const call = parentOf(reference)
  const index = call?.type === 'CallExpression' ? (call.arguments as Node[]).indexOf(reference) : -1
  if (call?.type !== 'CallExpression' || index < 0) return false
  const callee = resolveImports(evaluate(call.callee, file), (text) => answering.test(text))
  const parameter = callee.kind === 'function' ? parametersOf(callee.node)[index] : undefined
  return callee.kind === 'function' && !!parameter && isResponse(parameter, callee.file, depth + 1)
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

/**
 * Whether a function, wrapped or not, is exported under the name of an HTTP method, as web frameworks have their
 * handlers.
 */
export function isWebHandler(node: FunctionNode): boolean {
  return isExportedAs(node, webMethods)
}

/** Whether a function, wrapped or not, is exported under one of some names. */
export function isExportedAs(node: FunctionNode, names: ReadonlySet<string>, file?: SourceFile): boolean {
  return names.has(exportedName(node, file) ?? '')
}

/** The name under which a function, wrapped or not, is exported where it is written. */
export function exportedName(node: FunctionNode, file?: SourceFile): string | undefined {
  if (node.type === 'FunctionDeclaration') return isExported(node) ? node.id?.name : undefined
  let outer = wrapped(node)
  for (
    let parent = parentOf(outer);
    parent?.type === 'CallExpression' && parent.callee !== outer;
    parent = parentOf(outer)
  )
    outer = wrapped(parent)
  const declarator = parentOf(outer)
  // `exports.handler = async (event) => …`
  if (file && declarator?.type === 'AssignmentExpression' && declarator.left.type === 'MemberExpression')
    return evaluate(declarator.left.object, file).kind === 'exports' ? keyOf(declarator.left, file) : undefined
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return undefined
  const declaration = parentOf(declarator)
  return declaration && isExported(declaration) ? declarator.id.name : undefined
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

interface Annotated {
  readonly typeAnnotation?: { readonly typeAnnotation?: { readonly typeName?: TypeName } }
}
interface TypeName {
  readonly name?: string
  readonly right?: { readonly name?: string }
}

function typeNameOf(parameter: Node): string {
  const name = (parameter as Annotated).typeAnnotation?.typeAnnotation?.typeName
  return name?.name ?? name?.right?.name ?? ''
}

function hasRequestType(parameter: Node): boolean {
  return typeNameOf(parameter).endsWith('Request')
}

const namesRequest = /Request\b/

/** `type Req = Request & { user: User }`. What else ends like that may be a shape of data. */
function hasAliasOfRequest(parameter: Node, file: SourceFile): boolean {
  if (!typeNameOf(parameter).endsWith('Req')) return false
  const declared = declaredValue(parameter, file)
  const type = declared.kind === 'typed' ? resolveImports(declared.type, (text) => namesRequest.test(text)) : declared
  return type.kind === 'external' && type.path.at(-1)?.endsWith('Request') === true
}

/** `(req, res: ApiResponse)`: other functions are given what some client's request came back with. */
function isDeclaredPair(request: Node, response: Node): boolean {
  const isNamed = request.type === 'Identifier' && /^_?req(?:uest)?$/.test(request.name)
  return isNamed && typeNameOf(response).endsWith('Response')
}
