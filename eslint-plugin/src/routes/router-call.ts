import type { Scope } from 'eslint'
import type { SimpleCallExpression } from 'estree'
import { evaluate, keyOf, resolveImports, returnedValue } from '../evaluate/evaluate.ts'
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

/** The calls that another one is chained to, from the nearest on: `router.route('/').all(…)` before `.post(…)`. */
export function chainOf(call: SimpleCallExpression): SimpleCallExpression[] {
  const chain: SimpleCallExpression[] = []
  for (let link = receiverOf(call); link?.type === 'CallExpression'; link = receiverOf(link)) chain.push(link)
  return chain
}

/** The variable of the router that a call registers on, also in a chain. */
export function routerVariable(call: SimpleCallExpression, file: SourceFile): Scope.Variable | undefined {
  return receiverVariable(chainOf(call).at(-1) ?? call, file)
}

/**
 * The paths that a call registers something at, as far as they are known; none where it names none itself or by
 * `route()`.
 */
export function pathsOf(call: SimpleCallExpression, file: SourceFile): readonly string[] {
  let paths = knownPaths.get(call)
  if (!paths) knownPaths.set(call, (paths = findPaths(call, file)))
  return paths
}

// Of long chains, whose calls are compared with each other.
const knownPaths = new WeakMap<SimpleCallExpression, readonly string[]>()

function findPaths(call: SimpleCallExpression, file: SourceFile): string[] {
  for (const each of [call, ...chainOf(call)]) {
    const isNaming = each === call || routerMethodOf(each, file) === 'route'
    const paths = isNaming ? leadingPaths(each, file) : []
    if (paths.length > 0) return paths
  }
  return []
}

function leadingPaths(call: SimpleCallExpression, file: SourceFile): string[] {
  const paths: string[] = []
  for (const { value } of routeArguments(call.arguments, file)) {
    if (value.kind !== 'literal') break
    paths.push(value.value)
  }
  return paths
}

/**
 * The call that made the router on which another one registers something, also in a chain: `router.route('/').post(…)`.
 */
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
  if (value.kind === 'array' && depth < deepestList)
    return value.node.elements.flatMap((element) =>
      // An element written in place is reported where it stands, one of a const where the const is used.
      element ? takenApart(element, value.node === node ? element : site, value.file, depth + 1) : [],
    )
  if (!isSpread) return [{ site, value }]
  return (stepsOf(resolveImports(value, () => true)) ?? []).map((step) => ({ site, value: step }))
}

const deepestList = 8

/** The steps in a list of them, also in one that a function gives; `undefined` of what is none. */
export function stepsOf(value: Value, depth = 0): Value[] | undefined {
  if (depth > deepestList) return undefined
  if (value.kind === 'call') {
    const returned = returnedValue(value)
    return returned.kind === 'array' ? stepsOf(returned, depth + 1) : undefined
  }
  if (value.kind !== 'array') return undefined
  const { node, file } = value
  return node.elements.flatMap((element) => {
    if (!element) return []
    if (element.type !== 'SpreadElement') return [evaluate(element, file)]
    return (
      stepsOf(
        resolveImports(evaluate(element.argument, file), () => true),
        depth + 1,
      ) ?? []
    )
  })
}
