import type { Scope } from 'eslint'
import type { SimpleCallExpression } from 'estree'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, unwrap } from '../source/syntax.ts'

const methods: ReadonlySet<string> = new Set('all use get post put patch delete del options head route'.split(' '))

/** The name of a router's method that a call uses, whatever the router. */
export function routerMethodOf(call: SimpleCallExpression, file: SourceFile): string | undefined {
  const callee = unwrap(call.callee)
  const key = callee.type === 'MemberExpression' ? keyOf(callee, file) : undefined
  return key !== undefined && methods.has(key) ? key : undefined
}

/** What a method is called on. */
export function receiverOf(call: SimpleCallExpression): Node | undefined {
  const callee = unwrap(call.callee)
  return callee.type === 'MemberExpression' ? unwrap(callee.object) : undefined
}

/** The variable of the router that a call registers on. */
export function receiverVariable(call: SimpleCallExpression, file: SourceFile): Scope.Variable | undefined {
  const receiver = receiverOf(call)
  return receiver?.type === 'Identifier' ? file.variableOf(receiver) : undefined
}

/** The call that made the router on which another one registers something, also in a chain: `router.route('/').post(…)`. */
export function routerNodeOf(call: SimpleCallExpression, file: SourceFile): Node | undefined {
  let receiver = receiverOf(call)
  while (receiver?.type === 'CallExpression' && receiver.callee.type === 'MemberExpression')
    receiver = receiverOf(receiver)
  const value = receiver && evaluate(receiver, file)
  return value?.kind === 'call' ? value.node : undefined
}

/** One argument of a route call, arrays and spreads taken apart. */
export interface RouteArgument {
  /** Where it stands in the file being linted. */
  readonly site: Node
  readonly value: Value
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
