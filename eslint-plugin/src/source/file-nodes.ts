import type * as ESTree from 'estree'
import type { Project } from './project.ts'
import { childrenOf, type SourceFile } from './source-file.ts'
import { type FunctionNode, isFunction, type Node } from './syntax.ts'

/** The nodes of the file being linted that the rules start from, in source order. */
export interface Calls {
  readonly calls: readonly ESTree.SimpleCallExpression[]
  readonly arrays: readonly ESTree.ArrayExpression[]
  readonly functions: readonly FunctionNode[]
}

const collected = new WeakMap<SourceFile, Calls>()

export function callsOf({ root }: Project): Calls {
  let known = collected.get(root)
  if (!known) collected.set(root, (known = collect(root)))
  return known
}

function collect(file: SourceFile): Calls {
  const calls: ESTree.SimpleCallExpression[] = []
  const arrays: ESTree.ArrayExpression[] = []
  const functions: FunctionNode[] = []
  const visit = (node: Node) => {
    if (node.type === 'CallExpression') calls.push(node)
    else if (node.type === 'ArrayExpression') arrays.push(node)
    else if (isFunction(node)) functions.push(node)
    for (const child of childrenOf(node, file.code)) visit(child)
  }
  visit(file.code.ast)
  return { calls, arrays, functions }
}
