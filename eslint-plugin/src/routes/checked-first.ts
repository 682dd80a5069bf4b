import { type Bindings, bound } from '../evaluate/bind.ts'
import { evaluate, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { textOf } from '../source/node-text.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, unwrap } from '../source/syntax.ts'
import { parsesPart } from './strict-schemas.ts'

/**
 * Whether an expression gives what a schema has made of the body, and the raw one only where that gives nothing:
 * `parsed.body ?? req.body`, of a schema that has the part.
 */
export function isCheckedFirst(node: Node, file: SourceFile, bindings: Bindings): boolean {
  const first = firstOf(node, file)
  const value = first && evaluate(first, file)
  if (value?.kind !== 'member' || value.key !== 'body') return false
  const valueOf = (each: Value) => resolveImports(bound(each, bindings), () => true)
  return parsesPart(value.object, 'body', valueOf) && isGivenPart(value.object, 'body')
}

/** What comes before the fallback: `parsed.body` of `parsed.body || other`, of `parsed.body ? parsed.body : other`. */
function firstOf(node: Node, file: SourceFile): Node | undefined {
  if (node.type === 'LogicalExpression') return node.operator === '&&' ? undefined : unwrap(node.left)
  if (node.type !== 'ConditionalExpression') return undefined
  const [test, consequent] = [unwrap(node.test), unwrap(node.consequent)]
  const tested = test.type === 'BinaryExpression' && /^!==?$/.test(test.operator) ? unwrap(test.left) : test
  return textOf(tested, file) === textOf(consequent, file) ? consequent : undefined
}

/** `schema.parse({ body: req.body, query: req.query })`: elsewhere the part is one of the body. */
function isGivenPart(parsed: Value, key: string): boolean {
  const call = parsed.kind === 'member' ? parsed.object : parsed
  const [given] = call.kind === 'call' ? call.node.arguments : []
  const parts = given && call.kind === 'call' ? evaluate(given, call.file) : undefined
  return parts?.kind === 'object' && memberOf(parts, key).kind !== 'unknown'
}
