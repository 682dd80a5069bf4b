import { keyOf } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type Node, parentOf } from '../source/syntax.ts'
import type { MongooseKind } from './kind-tables.ts'

// What gives a query; the other methods that write give a promise, or a document.
const ofModel: ReadonlySet<string> = new Set(
  'update updateOne updateMany replaceOne findByIdAndUpdate findOneAndUpdate findOneAndReplace'.split(' '),
)
const ofDocument: ReadonlySet<string> = new Set(['update', 'updateOne', 'replaceOne'])

// What a query is changed by before it is sent. Any other method may send it.
const changing: ReadonlySet<string> = new Set(
  'select populate lean sort limit skip where equals set session setOptions read collation maxTimeMS hint orFail'.split(
    ' ',
  ),
)

/** A call of a method that writes, and what it writes. */
interface Write {
  readonly call: CallNode
  readonly receiver: Node
  readonly method: string
  readonly written: Node
}

/** Whether a call of a method that writes only makes a query, which Mongoose sends when somebody waits for it. */
export function isNeverSent({ call, receiver, method, written }: Write, kind: MongooseKind, file: SourceFile): boolean {
  const isGiving = kind === 'model' ? ofModel.has(method) : ofDocument.has(method) && isHeld(receiver, kind, file)
  return isGiving && isNeverRun(call, file, written)
}

/** Whether a document has been waited for: what has not is a query, which somebody may send later. */
function isHeld(receiver: Node, kind: MongooseKind, file: SourceFile): boolean {
  if (kind !== 'query') return kind === 'document'
  const [definition] = file.variableOf(receiver)?.defs ?? []
  return definition?.type === 'Variable' && definition.node.init?.type === 'AwaitExpression'
}

/**
 * Whether nobody waits for a query: `User.updateOne(filter, body)` alone, or one that is only asked whether it is there.
 * What is known to be `written` is no callback, with which it would be sent at once.
 */
export function isNeverRun(call: CallNode, file: SourceFile, written?: Node): boolean {
  if (call.arguments.slice(1).some((argument) => argument !== written && !isData(argument))) return false
  const query = chainOf(call, file)
  const holder = query && parentOf(query)
  if (holder?.type === 'ExpressionStatement') return true
  if (holder?.type !== 'VariableDeclarator' || holder.id.type !== 'Identifier') return false
  const reads = file.readsOf(holder.id)
  return reads.length > 0 && reads.every(isOnlyAsked)
}

/** The last call of a chain that changes the query of its first one; none where something in it may send the query. */
function chainOf(call: CallNode, file: SourceFile): CallNode | undefined {
  const member = parentOf(call)
  if (member?.type !== 'MemberExpression') return call
  const next = parentOf(member)
  const isChange = next?.type === 'CallExpression' && changing.has(keyOf(member, file) ?? '')
  return isChange && next.arguments.every(isData) ? chainOf(next, file) : undefined
}

function isData({ type }: Node): boolean {
  return type === 'ObjectExpression' || type === 'ArrayExpression' || type === 'Literal' || type === 'TemplateLiteral'
}

function isOnlyAsked(read: Node): boolean {
  const parent = parentOf(read)
  if (parent?.type === 'UnaryExpression') return parent.operator === '!'
  return parent?.type === 'IfStatement'
}
