import { evaluate } from '../evaluate/evaluate.ts'
import { nameFrom, type CallValue, isGlobal, type ParameterValue, type Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { decoratorsOf, type Node, parametersOf, unwrap } from '../source/syntax.ts'

/**
 * Whether Mongoose throws at what stands in the place of a filter, and sends nothing: at a text, such as an id in
 * `User.updateOne(req.params.id, req.body)`. What is absent is an empty filter to it, and an `ObjectId` is one by
 * `_id` to the methods that find and update.
 */
export function isRefusedFilter(node: Node, method: string, file: SourceFile): boolean {
  const expression = unwrap(node)
  if (expression.type === 'TemplateLiteral') return true
  if (expression.type === 'BinaryExpression' && expression.operator === '+') {
    const sides = [expression.left, expression.right]
    return sides.some((side) => isRefusedFilter(side, method, file))
  }
  const value = evaluate(expression, file)
  return isText(value) || (!method.startsWith('findOneAnd') && isId(value))
}

function isText(value: Value): boolean {
  switch (value.kind) {
    case 'literal':
      return true
    case 'oneOf':
      return value.values.every(isText)
    case 'member':
      return isOfPath(value.object)
    case 'parameter':
      return isPathParameter(value)
    case 'call':
      return isTextCall(value)
    default:
      return false
  }
}

function isId(value: Value): boolean {
  if (value.kind === 'oneOf') return value.values.every(isId)
  if (value.kind !== 'call' || value.node.type !== 'NewExpression' || value.callee.kind !== 'external') return false
  return /^ObjectI[dD]$/.test(value.callee.path.at(-1) ?? '')
}

/** `String(id)`, `id.toString()`, and `c.req.param('id')` of Hono */
function isTextCall({ node, callee }: CallValue): boolean {
  if (node.type === 'NewExpression') return false
  if (isGlobal(callee, 'String') || isGlobal(callee, 'Number')) return true
  const method = unwrap(node.callee)
  const key = method.type === 'MemberExpression' && !method.computed ? method.property : undefined
  if (key?.type === 'Identifier' && /^to(?:Hex)?String$/.test(key.name)) return true
  if (callee.kind !== 'member' || callee.key !== 'param' || node.arguments.length !== 1) return false
  return callee.object.kind === 'member' && callee.object.key === 'req' && isRequest(callee.object.object)
}

/** `req.params`, `ctx.params`, and `context.params` of Next.js: what a path holds is a text. */
function isOfPath(value: Value): boolean {
  return value.kind === 'member' && value.key === 'params' && isRequest(value.object)
}

/**
 * Whether a parameter is the request or the context of a handler, going by its name or by that of the one beside it.
 */
function isRequest(value: Value): boolean {
  if (value.kind !== 'parameter' || value.index > 1) return false
  const [first, second] = parametersOf(value.fn).map(nameOf)
  if (value.index === 1) return requests.test(first ?? '')
  return first === undefined ? responses.test(second ?? '') : requests.test(first) || contexts.test(first)
}

const requests = /^_?req(?:uest)?$/
const contexts = /^(?:c|ctx|context)$/
const responses = /^_?(?:res|response|reply)$/

function nameOf(parameter: Node): string | undefined {
  return parameter.type === 'Identifier' ? parameter.name : undefined
}

/** `@Param('id') id: string`, which no pipe has made anything of. */
function isPathParameter({ fn, index, file }: ParameterValue): boolean {
  return decoratorsOf(parametersOf(fn)[index]).some((decorator) => {
    const value = evaluate(decorator, file)
    return value.kind === 'call' && isParam(value)
  })
}

function isParam({ callee, node }: CallValue): boolean {
  return nameFrom(/^(?:@nestjs\/common|routing-controllers)$/, callee) === 'Param' && node.arguments.length === 1
}
