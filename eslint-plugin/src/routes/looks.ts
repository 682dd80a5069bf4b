import { nameFrom, isGlobal } from '../evaluate/value.ts'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, childrenOf, isFunction, type Node, parentOf, rangeOf, unwrap } from '../source/syntax.ts'
import { comparedWithText, lastNameOf } from './text-comparisons.ts'

// Names tell nothing for sure. They are asked only to keep silent.
export const checking =
  /valid|check|pars|assert|ensure|verif|sanit|schema|clean|cast|ObjectId$|^(?:is|to)[A-Z]|^(?:test|includes|has|indexOf)$/i
/** Methods of texts, which other values lack. */
export const ofTexts: ReadonlySet<string> = new Set(
  'trim toLowerCase toUpperCase toString split match replace replaceAll startsWith endsWith substring substr charAt normalize localeCompare padStart padEnd toFixed'.split(
    ' ',
  ),
)

/** An expression by which a function may have looked at something, and what it would have looked at. */
interface Check {
  readonly node: Node
  /** Where it is done. */
  readonly end: number
  /** Whether it looks at whatever there is. */
  readonly isOfAny: boolean
  readonly subjects: readonly Node[]
  /** The functions that it calls once it is done: `jwt.verify(token, secret, (error) => …)`. */
  readonly callbacks: readonly Node[]
}

/** The expressions by which a function looks at values, and the calls by which it may. */
export interface Looks {
  readonly checks: readonly Check[]
  /** The calls that are none, of functions that may look at what they are given. */
  readonly calls: readonly CallNode[]
}

// By the function, whose many values may be asked about.
const looksByFunction = new WeakMap<Node, Looks>()

export function looksIn(fn: Node, file: SourceFile): Looks {
  let found = looksByFunction.get(fn)
  if (!found) {
    const checks: Check[] = []
    const calls: CallNode[] = []
    const named = new Map<Node, boolean>()
    const pending = [fn]
    for (let node = pending.pop(); node; node = pending.pop()) {
      const subjects = subjectsOf(node, named, file)
      if (subjects) {
        const asked = node.type === 'SwitchStatement' ? node.discriminant : node
        checks.push({
          node,
          end: rangeOf(asked)[1],
          isOfAny: subjects === 'any',
          subjects: subjects === 'any' ? [] : subjects,
          callbacks: node.type === 'CallExpression' ? node.arguments.filter(isFunction) : [],
        })
      } else if (node.type === 'CallExpression' && mayLook(node)) calls.push(node)
      pending.push(...childrenOf(node, file.code))
    }
    looksByFunction.set(fn, (found = { checks, calls }))
  }
  return found
}

// Methods of models, of responses and of logs, which many functions are full of.
const ofOthers =
  /^(?:find|update|delete|remove|count|exists|create|insert|save|json|send|status|render|log|error|warn|info)/

function mayLook({ callee, arguments: given }: CallNode): boolean {
  const method = unwrap(callee)
  return given.length > 0 && !(method.type === 'MemberExpression' && ofOthers.test(lastNameOf(method) ?? ''))
}

/** What an expression looks at, if it looks at anything. */
function subjectsOf(node: Node, named: Map<Node, boolean>, file: SourceFile): readonly Node[] | 'any' | undefined {
  switch (node.type) {
    case 'UnaryExpression':
      return node.operator === 'typeof' ? [node.argument] : undefined
    case 'BinaryExpression':
      if (node.left.type === 'PrivateIdentifier') return undefined
      if (node.operator === 'instanceof') return [node.left]
      return /^[!=]==?$/.test(node.operator) ? comparedWithText(node.left, node.right, file) : undefined
    case 'SwitchStatement':
      return [node.discriminant]
    case 'CallExpression':
    case 'NewExpression': {
      const callee = unwrap(node.callee)
      // Of an object `Date` makes none that a query takes.
      if (node.type === 'NewExpression' && isGlobal(evaluate(callee, file), 'Date'))
        return isInQuery(node) ? node.arguments : undefined
      // It throws at what is no text.
      if (isHashing(callee, file)) return node.arguments.slice(0, 1)
      // A signed body is the sender's word, not any client's.
      if (lastNameOf(callee) === 'createHmac') return 'any'
      // `req.assert('email')`
      const holder = callee.type === 'MemberExpression' && callee.object.type !== 'Super' ? [callee.object] : []
      if (isNamedForCheck(callee, named, file)) return [...holder, ...node.arguments]
      return callee.type === 'MemberExpression' && ofTexts.has(keyOf(callee, file) ?? '') ? holder : undefined
    }
    default:
      return undefined
  }
}

/** `bcrypt.compare(text, hash)` */
function isHashing(callee: Node, file: SourceFile): boolean {
  if (!/^(?:compare|hash)(?:Sync)?$/.test(lastNameOf(callee) ?? '')) return false
  return nameFrom(/^bcrypt(?:js)?$/, evaluate(callee, file)) !== undefined
}

/** Whether an expression stands in an object that a call is given and somebody waits for. */
function isInQuery(node: Node): boolean {
  let part = node
  for (
    let parent = parentOf(part);
    parent && /^(?:Property|(?:Object|Array)Expression)$/.test(parent.type);
    parent = parentOf(part)
  )
    part = parent
  const call = parentOf(part)
  if (part === node || call?.type !== 'CallExpression') return false
  for (let link: Node | undefined = call; link; link = parentOf(link)) {
    if (link.type === 'AwaitExpression') return true
    if (link.type !== 'CallExpression' && link.type !== 'MemberExpression') return false
  }
  return false
}

/** Whether one of the names in a callee tells of a check: each is asked once, however long the chain that it is in. */
function isNamedForCheck(callee: Node, named: Map<Node, boolean>, file: SourceFile): boolean {
  const links: Node[] = []
  let answer: boolean | undefined
  for (let link: Node | undefined = callee; link && answer === undefined;) {
    answer = named.get(link)
    if (answer !== undefined) break
    links.push(link)
    answer = isNamed(link, file) || undefined
    link = linkBelow(link)
  }
  for (const link of links) named.set(link, answer ?? false)
  return answer ?? false
}

/** The part of a chain that a part is chained to. */
function linkBelow(node: Node): Node | undefined {
  const inner = unwrap(node)
  if (inner.type === 'MemberExpression') return inner.object
  return inner.type === 'CallExpression' || inner.type === 'NewExpression' ? inner.callee : undefined
}

function isNamed(node: Node, { code }: SourceFile): boolean {
  const link = unwrap(node)
  if (link.type === 'MemberExpression') return checking.test(code.getText(link.property))
  if (link.type === 'CallExpression' || link.type === 'NewExpression')
    return link.arguments.some((argument) => checking.test(code.getText(argument)))
  return link.type === 'Identifier' && checking.test(link.name)
}
