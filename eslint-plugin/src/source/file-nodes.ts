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
  /** `cache[name] = value` */
  readonly elementsSet: readonly ESTree.AssignmentExpression[]
}

// By the tree, which is the same in the lint runs of all files that this one is opened from.
const collected = new WeakMap<object, FileNodes>()

/** One traversal of a file, for all rules. */
export function nodesOf(file: SourceFile): FileNodes {
  const { ast } = file.code
  let nodes = collected.get(ast)
  if (!nodes) collected.set(ast, (nodes = collect(file)))
  return nodes
}

function collect({ code }: SourceFile): FileNodes {
  const calls: ESTree.SimpleCallExpression[] = []
  const news: ESTree.NewExpression[] = []
  const classes: ClassNode[] = []
  const arrays: ESTree.ArrayExpression[] = []
  const functions: FunctionNode[] = []
  const elementsSet: ESTree.AssignmentExpression[] = []
  // A list and no recursion: some files are nested deeper than a call stack is.
  const pending: Node[] = [code.ast]
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'CallExpression') calls.push(node)
    else if (node.type === 'NewExpression') news.push(node)
    else if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') classes.push(node)
    else if (node.type === 'ArrayExpression') arrays.push(node)
    else if (isFunction(node)) functions.push(node)
    else if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression' && node.left.computed)
      elementsSet.push(node)
    pending.push(...childrenOf(node, code).reverse())
  }
  return { calls, news, classes, arrays, functions, elementsSet }
}
