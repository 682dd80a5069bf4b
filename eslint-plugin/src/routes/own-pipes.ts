import type * as ESTree from 'estree'
import { evaluate, keyOf, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import { lodashName } from '../evaluate/copies.ts'
import type { FunctionValue, Value } from '../evaluate/value.ts'
import { type AccessPath, createFlow } from '../flow/flow.ts'
import { followIntoFunction } from '../flow/follow.ts'
import type { SourceFile } from '../source/source-file.ts'
import { childrenOf, isWritten, type Node, parentOf, unwrap } from '../source/syntax.ts'

// Names tell nothing for sure. They are asked only to keep silent.
const choosing = /valid|schema|pick|omit|allow|permit|forbid|whitelist|strip|sanit|assert|\bthrow\b|\bdelete\b/i

/** Whether a pipe of the application's own is seen to give back a body with all its keys: one that trims texts, or logs. */
export function isHandingOn(pipe: Value): boolean {
  const made = resolveImports(pipe, (text) => text.includes('transform'))
  const type = made.kind === 'instance' ? made.of : made
  if (type.kind !== 'class') return false
  const transform = memberOf({ kind: 'instance', of: type }, 'transform')
  return transform.kind === 'function' && isOwn(transform.node, type.node) && givesAllBack(transform)
}

/** Whether a function is a member of a class, and not of what that extends, which may have been given other methods. */
function isOwn(fn: Node, type: Node): boolean {
  const element = parentOf(fn)
  const body = element && parentOf(element)
  return body?.type === 'ClassBody' && parentOf(body) === type
}

/** The expressions that hold the body, by the paths at which they do. */
type Held = ReadonlyMap<Node, readonly AccessPath[]>

function givesAllBack(transform: FunctionValue): boolean {
  const held = new Map<Node, AccessPath[]>()
  const flow = createFlow({
    elsewhere: 'enter',
    reach(node, path) {
      held.set(node, [...(held.get(node) ?? []), path])
      return true
    },
  })
  followIntoFunction(flow, transform, 0, [])
  const entered = [transform, ...[...flow.calls.values()].flatMap((calls) => calls.map(({ callee }) => callee))]
  return (
    !!flow.returned.get(transform.node)?.some((path) => path.length === 0) &&
    entered.every((fn) => isHandedThrough(fn, held))
  )
}

/** Whether a function gives back all that it is given, and hands it to nothing that may look at it. */
function isHandedThrough({ node: fn, file }: FunctionValue, held: Held): boolean {
  if (choosing.test(file.code.getText(fn as ESTree.Node))) return false
  return file.returnsOf(fn).every((node) => isWhole(node, held, file)) && isHarmless(fn, held, file)
}

function isHarmless(node: Node, held: Held, file: SourceFile): boolean {
  return isHarmlessStep(node, held, file) && childrenOf(node, file.code).every((child) => isHarmless(child, held, file))
}

function isHarmlessStep(node: Node, held: Held, file: SourceFile): boolean {
  if (node.type === 'CallExpression' || node.type === 'NewExpression')
    return (
      isHeld(node, held) ||
      !node.arguments.some((argument) => held.has(argument)) ||
      isAsking(evaluate(unwrap(node.callee), file))
    )
  if (node.type !== 'AssignmentExpression') return true
  const { left, right } = node
  // `body[key] = undefined`
  if (left.type === 'MemberExpression') return !isNothing(right)
  const holds =
    left.type === 'Identifier' && file.variableOf(left)?.references.some((each) => held.has(each.identifier))
  return !holds || isWhole(right, held, file)
}

/** What looks at the keys or the type of a value, and tells its caller alone. */
function isAsking(callee: Value): boolean {
  if (callee.kind !== 'external') return false
  const { source, path } = callee
  if (source === 'global')
    return /^(?:Object\.(?:keys|values|entries)|Array\.isArray|console\.\w+)$/.test(path.join('.'))
  return /^is[A-Z]/.test(lodashName(source, path) ?? '')
}

const ofTexts: ReadonlySet<string> = new Set('trim trimStart trimEnd toLowerCase toUpperCase normalize'.split(' '))

/** Whether an expression gives the body, or what is made of one that is a text, whichever way it goes. */
function isWhole(node: Node, held: Held, file: SourceFile): boolean {
  const expression = unwrap(node)
  switch (expression.type) {
    case 'ConditionalExpression':
      return isWhole(expression.consequent, held, file) && isWhole(expression.alternate, held, file)
    case 'LogicalExpression':
      return isWhole(expression.left, held, file) && isWhole(expression.right, held, file)
    case 'CallExpression': {
      const callee = unwrap(expression.callee)
      if (callee.type !== 'MemberExpression') break
      if (ofTexts.has(keyOf(callee, file) ?? '') && isHeld(unwrap(callee.object), held)) return true
      break
    }
    default:
  }
  return isHeld(expression, held) && !isWritten(expression)
}

function isHeld(node: Node, held: Held): boolean {
  return !!held.get(node)?.some((path) => path.length === 0)
}

function isNothing(node: Node): boolean {
  return (
    (node.type === 'Identifier' && node.name === 'undefined') ||
    (node.type === 'Literal' && node.value === null) ||
    (node.type === 'UnaryExpression' && node.operator === 'void')
  )
}
