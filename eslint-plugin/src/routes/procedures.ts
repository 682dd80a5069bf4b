import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import type { AccessPath } from '../flow/flow.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type FunctionNode, type Node, parentOf, unwrap } from '../source/syntax.ts'
import { isLoose } from './strict-schemas.ts'

// Of tRPC, and of next-safe-action: where a procedure finds what its schema has given.
const inputs: Readonly<Record<string, AccessPath>> = {
  mutation: ['input'],
  query: ['input'],
  action: ['parsedInput'],
}
const schemaMethods: ReadonlySet<string> = new Set(['input', 'inputSchema', 'schema'])

/**
 * Where a procedure finds what a client has sent with any keys: `procedure.input(z.any()).mutation(({ input }) => …)`.
 */
export function openInputOf(fn: FunctionNode, file: SourceFile): AccessPath | undefined {
  const call = parentOf(fn)
  if (call?.type !== 'CallExpression' || call.arguments[0] !== fn) return undefined
  const method = methodIn(call, file)
  const path = method && Object.hasOwn(inputs, method.key) ? inputs[method.key] : undefined
  for (let link = path && method?.object; link?.type === 'CallExpression';) {
    const asked = methodIn(link, file)
    const [schema] = link.arguments
    if (asked && schema && schemaMethods.has(asked.key) && isLoose(evaluate(schema, file))) return path
    link = asked?.object
  }
  return undefined
}

function methodIn(
  { callee }: Node & { readonly type: 'CallExpression' },
  file: SourceFile,
): { readonly key: string; readonly object: Node } | undefined {
  const member = unwrap(callee)
  const key = member.type === 'MemberExpression' ? keyOf(member, file) : undefined
  return member.type === 'MemberExpression' && key !== undefined ? { key, object: unwrap(member.object) } : undefined
}
