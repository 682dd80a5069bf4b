import type * as ESTree from 'estree'
import { evaluate } from '../evaluate/evaluate.ts'
import { nameFrom, type Value } from '../evaluate/value.ts'
import type { AccessPath } from '../flow/flow.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, forEachChild, type Node, parentOf, rangeOf, unwrap, wrapped } from '../source/syntax.ts'
import { withoutComments } from './start-files.ts'
import { whitelistOf } from './class-instances.ts'
import { isTextCleaner } from './text-cleaners.ts'

/**
 * What a function asks of class-validator without a whitelist: of the fields that a class does not declare, it says
 * nothing.
 */
export interface OpenClassChecks {
  readonly calls: ReadonlySet<Node>
  /** The branches that only what it has found leads to. */
  readonly refusals: ReadonlySet<Node>
}

export function openClassChecksIn(fn: Node, file: SourceFile): OpenClassChecks {
  const calls = new Set<Node>()
  const refusals = new Set<Node>()
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && isOpenCheck(node, file)) {
      calls.add(node)
      for (const branch of branchesBy(node, file)) refusals.add(branch)
    }
    forEachChild(node, file.code.visitorKeys, visit)
  }
  visit(fn)
  return { calls, refusals }
}

function isOpenCheck(call: ESTree.SimpleCallExpression, file: SourceFile): boolean {
  const callee = evaluate(unwrap(call.callee), file)
  return isOf(callee, 'class-validator', /^validate(?:OrReject|Sync)?$/) && whitelistOf(call, file) === undefined
}

/** The path to what a plain object is made an instance of, where nothing says that fields are left out. */
export function placeInPlainInstance(call: CallNode, index: number, file: SourceFile): AccessPath | undefined {
  const isMade = index === 1 && call.arguments.length === 2 && isInstanceMaker(evaluate(unwrap(call.callee), file))
  return isMade ? [] : undefined
}

/** Whether a function makes instances of classes, which leaves what they are made of as it is. */
export function isInstanceMaker(callee: Value): boolean {
  return isOf(callee, 'class-transformer', /To(?:Instance|Class)/)
}

function isOf(callee: Value, source: string, name: RegExp): boolean {
  return name.test(nameFrom(source, callee) ?? '')
}

/** `if (errors.length > 0) throw …` */
function branchesBy(call: Node, file: SourceFile): Node[] {
  const declarator = parentOf(wrapped(call))
  const variable =
    declarator?.type === 'VariableDeclarator' && declarator.id.type === 'Identifier'
      ? file.variableOf(declarator.id)
      : undefined
  return (variable?.references ?? []).flatMap(({ identifier }) => {
    const test = testAround(identifier as Node)
    const branch = parentOf(test)
    return branch?.type === 'IfStatement' && branch.test === test && !branch.alternate ? [branch.consequent] : []
  })
}

/** `errors`, `errors.length`, `errors.length > 0` */
function testAround(node: Node): Node {
  const member = parentOf(node)
  const length = member?.type === 'MemberExpression' && member.object === node && !member.computed ? member : node
  const comparison = parentOf(length)
  return comparison?.type === 'BinaryExpression' &&
    comparison.left === length &&
    comparison.right.type === 'Literal' &&
    comparison.operator.startsWith('>')
    ? comparison
    : length
}

/**
 * The text of a function without its name and its comments, what such checks are called by, and what they refuse with.
 * Nor has it the names of functions that are looked into, or leave every field in its place.
 */
export function textBeside(fn: Node, { calls, refusals }: OpenClassChecks, file: SourceFile): string {
  const own = Array.from(calls, (call) => (call.type === 'CallExpression' ? call.callee : call))
  const name = fn.type === 'FunctionDeclaration' || fn.type === 'FunctionExpression' ? fn.id : undefined
  const [start, end] = rangeOf(fn)
  const left = [...own, ...refusals, ...(name ? [name] : []), ...namesOfKnown(fn, file)]
    .map(rangeOf)
    .toSorted(([first], [second]) => first - second)
  let text = ''
  let from = start
  for (const [first, last] of left) {
    if (first < from) continue
    text += file.code.text.slice(from, first)
    from = last
  }
  return withoutComments(text + file.code.text.slice(from, end))
}

/** `toValidate` in `this.toValidate(metatype)`, `sanitize` in `obj.map(sanitize)`, `xss` in `xss(text)` */
function namesOfKnown(fn: Node, file: SourceFile): Node[] {
  const found: Node[] = []
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression')
      for (const used of [node.callee, ...node.arguments]) {
        const callee = unwrap(used)
        const isMember = callee.type === 'MemberExpression'
        if (!isMember && callee.type !== 'Identifier') continue
        const value = evaluate(callee, file)
        const isSeen =
          value.kind === 'function' && value.file === file && (!isMember || callee.object.type === 'ThisExpression')
        if (isSeen || isTextCleaner(value)) found.push(isMember && isSeen ? callee.property : callee)
      }
    forEachChild(node, file.code.visitorKeys, visit)
  }
  visit(fn)
  return found
}
