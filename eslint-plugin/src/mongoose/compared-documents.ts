import { keyOf } from '../evaluate/evaluate.ts'
import { rememberedByPart } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type Node, parentOf, unwrap, wrapped } from '../source/syntax.ts'

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
  const reads = holder.init === outer && holder.id.type === 'Identifier' ? file.readsOf(holder.id) : []
  // What nobody reads yet may be about to be saved.
  return reads.length > 0 && reads.every((read) => isLookedAt(read, file))
})

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
