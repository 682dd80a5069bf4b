import type * as ESTree from 'estree'
import type { SourceFile } from './source-file.ts'
import { childrenOf, type ClassNode, type FunctionNode, isFunction, type Node } from './syntax.ts'

/** The nodes of a file that the rules start from, in source order. */
export interface FileNodes {
  readonly calls: readonly ESTree.SimpleCallExpression[]
  readonly news: readonly ESTree.NewExpression[]
  readonly classes: readonly ClassNode[]
  readonly arrays: readonly ESTree.ArrayExpression[]
  readonly functions: readonly FunctionNode[]
}

const collected = new WeakMap<SourceFile, FileNodes>()

/** One traversal of a file, for all rules. */
export function nodesOf(file: SourceFile): FileNodes {
  let nodes = collected.get(file)
  if (!nodes) collected.set(file, (nodes = collect(file)))
  return nodes
}

function collect({ code }: SourceFile): FileNodes {
  const calls: ESTree.SimpleCallExpression[] = []
  const news: ESTree.NewExpression[] = []
  const classes: ClassNode[] = []
  const arrays: ESTree.ArrayExpression[] = []
  const functions: FunctionNode[] = []
  const visit = (node: Node) => {
    if (node.type === 'CallExpression') calls.push(node)
    else if (node.type === 'NewExpression') news.push(node)
    else if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') classes.push(node)
    else if (node.type === 'ArrayExpression') arrays.push(node)
    else if (isFunction(node)) functions.push(node)
    for (const child of childrenOf(node, code)) visit(child)
  }
  visit(code.ast)
  return { calls, news, classes, arrays, functions }
}
