import type * as ESTree from 'estree'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import type { AccessPath } from '../flow/flow.ts'
import type { SourceFile } from '../source/source-file.ts'
import { decoratorsOf, type FunctionNode, type Node, parametersOf, parentOf, wrapped } from '../source/syntax.ts'
import { exportedName, hasHandlerShape, isRouteArgument } from './handler-shape.ts'
import { isPipedBody, isServerWhitelisting } from './nest-pipes.ts'
import { openInputOf } from './procedures.ts'
import { rawBody } from './raw-body.ts'
import { hasMiddlewares, isDescribedOnly, keepsExtraFields, tsoa } from './tsoa-bodies.ts'
import { answersWeb } from './web-handlers.ts'

/** A parameter in which a function finds the raw body. */
export interface BodySource {
  readonly index: number
  readonly paths: readonly AccessPath[]
  /** Whether only a route can tell that the function is called with a request. */
  readonly isOpen?: true
  /** Whether a framework has seen to it that declared fields have their types. */
  readonly isTyped?: true
}

const wholeParameter: readonly AccessPath[] = [[]]

/** Where a function finds the raw body, by how it is written and where it stands. */
export function bodySourcesOf(node: FunctionNode, file: SourceFile): BodySource[] {
  const parameters = parametersOf(node)
  if (parameters.length === 0) return []
  const decorated = parameters.flatMap((parameter, index) => decoratedSource(parameter, index, node, file))
  if (decorated.length > 0) return decorated
  const input = openInputOf(node, file)
  if (input) return [{ index: 0, paths: [input] }]
  if (isServerAction(node, file)) return parameters.map((_, index) => ({ index, paths: wholeParameter }))
  const web = answersWeb(node, file)
    ? [...rawBody.inWebHandler, ...(mayBeSigned(node, file) ? [] : rawBody.asText)]
    : []
  if (hasHandlerShape(node, file) || isRouteArgument(node, file))
    return [{ index: 0, paths: [...rawBody.onRoute, ...web] }]
  if (web.length > 0) return [{ index: 0, paths: web }]
  if (isLambda(node, file)) return [{ index: 0, paths: rawBody.inLambda }]
  return [{ index: 0, paths: rawBody.onRoute, isOpen: true }]
}

/** Whether a text may be the sender's word. Names tell nothing for sure, and are asked only to keep silent. */
function mayBeSigned(node: FunctionNode, { code }: SourceFile): boolean {
  return /sign|hmac|verif|webhook|secret/i.test(code.getText(node as ESTree.Node))
}

/** Whether a handler of a web request takes the form of a page, and no JSON. */
export function readsForm({
  node,
  file: { code },
}: {
  readonly node: FunctionNode
  readonly file: SourceFile
}): boolean {
  const text = code.getText(node as ESTree.Node)
  return /\.(?:formData|parseBody)\(/.test(text) && !/\.json\(\s*\)/.test(text)
}

/** `exports.handler = async (event) => …` of AWS Lambda, and what is written like it under another name. */
function isLambda(node: FunctionNode, file: SourceFile): boolean {
  const name = exportedName(node, file)
  if (name === 'handler') return true
  const [event] = parametersOf(node)
  const variable = event?.type === 'Identifier' ? file.variableOf(event) : undefined
  if (name === undefined || !variable || !/\bstatusCode\b/.test(file.code.getText(node as ESTree.Node))) return false
  return variable.references.some(({ identifier }) => {
    const member = parentOf(identifier as Node)
    return member?.type === 'MemberExpression' && keyOf(member, file) === 'body' && isParsed(member, file)
  })
}

/** `JSON.parse(event.body ?? '{}')` */
function isParsed(node: Node, file: SourceFile): boolean {
  const outer = wrapped(node)
  const parent = parentOf(outer)
  if (parent?.type === 'LogicalExpression') return parent.left === outer && isParsed(parent, file)
  return parent?.type === 'CallExpression' && isGlobal(evaluate(parent.callee, file), 'JSON', 'parse')
}

const nest = /^(?:@nestjs\/common|routing-controllers)$/

/** `@Body() dto: CreateUser` and `@Req() request` of NestJS, routing-controllers and tsoa. */
function decoratedSource(parameter: Node, index: number, node: FunctionNode, file: SourceFile): BodySource[] {
  for (const decorator of decoratorsOf(parameter)) {
    const value = evaluate(decorator, file)
    const callee = value.kind === 'call' ? value.callee : value
    if (callee.kind !== 'external') continue
    const isOfTsoa = tsoa.test(callee.source)
    if (!isOfTsoa && !nest.test(callee.source)) continue
    if (isOfTsoa && isDescribedOnly(file)) continue
    if (isOfTsoa && hasMiddlewares(node, file)) return []
    const name = callee.path.at(-1)
    if (name === 'Body' && !isPipedBody(decorator, parameter, file)) {
      if (isOfTsoa ? !keepsExtraFields(file) : isStrippedByServer(callee.source, file)) return []
      return [{ index, paths: wholeParameter, ...(isOfTsoa ? { isTyped: true } : {}) }]
    }
    if (name === 'Req' || name === 'Request') return [{ index, paths: rawBody.onRoute }]
  }
  return []
}

function isStrippedByServer(source: string, file: SourceFile): boolean {
  return source === 'routing-controllers' && isServerWhitelisting(file)
}

/**
 * A function that a client calls with arguments of its own: `'use server'` in it, or above the file that exports it.
 */
export function isServerAction(node: FunctionNode, { code }: SourceFile): boolean {
  const own = node.body.type === 'BlockStatement' ? node.body.body : []
  if (hasDirective(own)) return true
  // A file of routes that says so has its routes all the same.
  return hasDirective(code.ast.body) && isExportedFunction(node) && !routeNames.has(exportedName(node) ?? '')
}

const routeNames: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])

function isExportedFunction(node: FunctionNode): boolean {
  const parent = parentOf(node)
  const declaration = parent?.type === 'VariableDeclarator' ? parentOf(parent) : node
  const type = declaration && parentOf(declaration)?.type
  return type === 'ExportNamedDeclaration' || type === 'ExportDefaultDeclaration'
}

function hasDirective(statements: readonly Node[]): boolean {
  return statements.some(
    (statement) =>
      statement.type === 'ExpressionStatement' &&
      statement.expression.type === 'Literal' &&
      statement.expression.value === 'use server',
  )
}
