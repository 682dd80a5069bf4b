import { keyOf } from '../evaluate/evaluate.ts'
import { rememberedByPart } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, enclosingFunction, type Node, parentOf, rangeOf, unwrap, wrapped } from '../source/syntax.ts'

// Methods of a document that save nothing, whatever becomes of what they give.
const looks: ReadonlySet<string> = new Set(
  'validateSync validate equals isModified modifiedPaths directModifiedPaths $isEmpty $isValid inspect toString'.split(
    ' ',
  ),
)
// Those that give a copy of it.
const copying: ReadonlySet<string> = new Set(['toObject', 'toJSON'])

/**
 * Whether a document that `new Model(body)` makes is only looked at, compared or sent back, and never saved or handed
 * on: `const draft = new User(req.body)`, of which `draft.validateSync()` and `draft.name` are all that is read.
 */
export const isNeverSaved = rememberedByPart((call: CallNode, file: SourceFile): boolean => {
  const outer = wrapped(call)
  const holder = parentOf(outer)
  if (holder?.type !== 'VariableDeclarator') return isLookedAt(outer, file)
  if (holder.init !== outer || holder.id.type !== 'Identifier') return false
  const before = readsBeforeOther(holder.id, holder, file)
  if (before) return before.every((read) => isLookedAt(read, file))
  const reads = file.readsOf(holder.id)
  // What nobody reads yet may be about to be saved.
  return reads.length > 0 && reads.every((read) => isLookedAt(read, file))
})

/**
 * The reads of a variable until the block that declares it gives it something else for sure: `user = new User(other)`.
 * None where a function may read it later.
 */
function readsBeforeOther(id: Node, declarator: Node, file: SourceFile): Node[] | undefined {
  const variable = file.variableOf(id)
  const block = blockOf(declarator)
  const others = (variable?.references ?? []).flatMap(({ init, identifier, writeExpr }) => {
    const target = identifier as Node
    const assignment = parentOf(target)
    const isPlain = !init && writeExpr && assignment?.type === 'AssignmentExpression' && assignment.operator === '='
    return isPlain && assignment.left === target && blockOf(assignment) === block ? [{ assignment, writeExpr }] : []
  })
  const [other] = others
  if (!variable || !block || !other) return undefined
  const [start, end] = rangeOf(other.writeExpr)
  const fn = enclosingFunction(id)
  const uses = variable.references.flatMap(({ init, identifier }) => (init ? [] : [identifier as Node]))
  const isBefore = (use: Node) => rangeOf(use)[0] < end
  const isOpen = (use: Node) => {
    const around = enclosingFunction(use)
    const isInOther = around !== fn && (isBefore(use) || around?.type === 'FunctionDeclaration')
    return isInOther || (isBefore(use) && rangeOf(use)[0] >= start)
  }
  if (uses.some(isOpen)) return undefined
  const target = unwrap(other.assignment.left)
  return uses.filter((use) => isBefore(use) && use !== target)
}

/** The block of which a statement that a node is all of stands in. */
function blockOf(node: Node): Node | undefined {
  const statement = parentOf(node)
  const isWhole = statement?.type === 'ExpressionStatement' || statement?.type === 'VariableDeclaration'
  const block = isWhole ? parentOf(statement) : undefined
  return block?.type === 'BlockStatement' || block?.type === 'Program' ? block : undefined
}

/** Whether an expression that holds a document, or a copy of one, is handed to nothing that might save it. */
function isLookedAt(node: Node, file: SourceFile): boolean {
  const outer = wrapped(node)
  const parent = parentOf(outer)
  switch (parent?.type) {
    case 'BinaryExpression':
      return true
    case 'UnaryExpression':
      return parent.operator === '!' || parent.operator === 'typeof'
    case 'IfStatement':
    case 'ConditionalExpression':
      return parent.test === outer
    case 'MemberExpression':
      return parent.object === outer && isLookedAtBy(parent, file)
    case 'Property':
    case 'ObjectExpression':
    case 'ArrayExpression':
      return parentOf(parent)?.type !== 'ObjectPattern' && isLookedAt(parent, file)
    case 'CallExpression':
      return parent.callee !== outer && isSending(parent.callee, file)
    default:
      return false
  }
}

function isLookedAtBy(member: Node & { readonly type: 'MemberExpression' }, file: SourceFile): boolean {
  const key = keyOf(member, file)
  const outer = wrapped(member)
  const parent = parentOf(outer)
  // `_doc` is the document without its class.
  if (key === undefined || /^(?:_doc|\$__.*|save|\$?set|constructor|collection)$/.test(key)) return false
  if (parent?.type !== 'CallExpression' || parent.callee !== outer) return true
  return looks.has(key) || (copying.has(key) && isLookedAt(parent, file))
}

/** `res.json(draft)`, `Response.json({ draft })`, `console.log(draft)`, `JSON.stringify(draft)` */
function isSending(callee: Node, file: SourceFile): boolean {
  const member = unwrap(callee)
  if (member.type !== 'MemberExpression' || member.object.type === 'Super') return false
  const key = keyOf(member, file)
  if (key === 'json' || key === 'stringify') return true
  const of = file.code.getText(member.object)
  return (key === 'send' && /^(?:res|response|reply)\b/.test(of)) || (key === 'log' && of === 'console')
}
