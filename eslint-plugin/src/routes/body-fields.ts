import type * as ESTree from 'estree'
import { copyBy, lodashName } from '../evaluate/copies.ts'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import { type AccessPath, createFlow } from '../flow/flow.ts'
import { follow } from '../flow/follow.ts'
import { isGivenTo } from '../guards/given-helpers.ts'
import { isSink, type PossibleSink } from '../mongoose/sinks.ts'
import { possibleWriteOf } from '../mongoose/writes.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, isWritten, type Node, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import { type BodyRead, wholeRead } from './body-reads.ts'
import { fieldsSetOn, keysIn } from './document-fields.ts'

/** A write of its own file that a body comes to, and where the body stands in what is written. */
export interface BodyWrite {
  readonly sink: PossibleSink
  readonly path: AccessPath
}

/** The fields of a body that a handler names. */
export interface BodyFields {
  readonly read: ReadonlySet<string>
  /** Those that it sets or deletes itself, in the body, in what is written of it, or in the document made of it. */
  readonly set: ReadonlySet<string>
  /** Those of them that a body may have only by the handler: `{ ...body, author }`. */
  readonly added: ReadonlySet<string>
  /** Those of them that the handler leaves out of what it writes: `const { role, ...rest } = body`. */
  readonly omitted: ReadonlySet<string>
  /** The parts of patterns that leave them out, by their fields. */
  readonly omitting: ReadonlyMap<string, readonly ESTree.AssignmentProperty[]>
  /** Whether it sets or deletes a field of the body, or of a copy. */
  readonly isChanged: boolean
  readonly writes: readonly BodyWrite[]
  /** Whether the body is used as something else than an object: as a text to parse, as a list, or as a form. */
  readonly isOther: boolean
}

interface Noted {
  readonly file: SourceFile
  readonly read: Set<string>
  readonly set: Set<string>
  readonly added: Set<string>
  readonly omitted: Set<string>
  readonly omitting: Map<string, ESTree.AssignmentProperty[]>
  readonly changed: Set<string>
  readonly writes: BodyWrite[]
}

/** Which fields a handler reads from a body, and which it sets itself. */
export function fieldsNamed(reads: readonly BodyRead[]): BodyFields {
  const read = new Set<string>()
  const set = new Set<string>()
  const added = new Set<string>()
  const omitted = new Set<string>()
  const omitting = new Map<string, ESTree.AssignmentProperty[]>()
  const changed = new Set<string>()
  const writes: BodyWrite[] = []
  let isOther = false
  for (const { node, file } of reads) {
    const noted: Noted = { file, read, set, added, omitted, omitting, changed, writes }
    const flow = createFlow({
      reach(expression, path) {
        if (path.length === 0) {
          note(expression, noted)
          isOther ||= isText(expression, file) || isListed(expression, file) || isGivenTo('fromForm', expression, file)
        }
        const sink = possibleWriteOf(expression, path, file)
        if (!sink || !isSink(sink)) return true
        writes.push({ sink, path })
        noteDocument(sink, noted)
        // `Object.assign(user, body)`: what is read of the document is not read of the body.
        return false
      },
    })
    if (node.type === 'Property') noteParts(node.value, noted)
    follow(flow, wholeRead(node), [], file)
  }
  const setOrOmitted = new Set([...set, ...added, ...omitted])
  return { read, set: setOrOmitted, added, omitted, omitting, isChanged: changed.size > 0, writes, isOther }
}

function note(expression: Node, noted: Noted): void {
  const { file, read } = noted
  const parent = parentOf(wrapped(expression))
  if (parent?.type === 'MemberExpression' && parent.object === wrapped(expression)) {
    const key = keyOf(parent, file)
    if (key !== undefined && isWritten(parent)) {
      writtenTo(parent, noted).add(key)
      noted.changed.add(key)
    } else if (key !== undefined) read.add(key)
  } else if (parent?.type === 'VariableDeclarator') noteParts(parent.id, noted)
  else if (parent?.type === 'CallExpression') {
    const callee = evaluate(parent.callee, file)
    if (copyBy(callee)?.isIntoFirst) for (const argument of parent.arguments) noteKeys(argument, noted)
    if (parent.arguments[0] === wrapped(expression) && lodashName(callee) === 'omit')
      noteOmitted(parent.arguments.slice(1), noted)
  }
  noteKeys(expression, noted)
}

/** `_.omit(body, 'role')`, `_.omit(body, ['role', 'state'])` */
function noteOmitted(keys: readonly Node[], { file, omitted }: Noted): void {
  const all = keys.flatMap((each): readonly (Node | null)[] =>
    each.type === 'ArrayExpression' ? each.elements : [each],
  )
  for (const key of all) {
    const value = key ? evaluate(key, file) : undefined
    if (value?.kind === 'literal') omitted.add(value.value)
  }
}

function writtenTo(member: Node, { set, added }: Noted): Set<string> {
  return parentOf(wrapped(member))?.type === 'UnaryExpression' ? set : added
}

function noteKeys(expression: Node, { file, added }: Noted): void {
  for (const key of keysIn(expression, file)) added.add(key)
}

function noteParts(target: Node, { file, read, omitted, omitting }: Noted): void {
  // `{ body: { name } = {} }`
  const pattern = target.type === 'AssignmentPattern' ? target.left : target
  if (pattern.type !== 'ObjectPattern') return
  const hasRest = pattern.properties.some(({ type }) => type === 'RestElement')
  for (const property of pattern.properties) {
    if (property.type !== 'Property') continue
    const key = keyOf(property, file)
    if (key === undefined) continue
    // `const { role, ...rest } = body`, without a look at the role, leaves it out of the rest.
    const isOmitted = hasRest && file.variableOf(property.value)?.references.every(({ init }) => init) === true
    ;(isOmitted ? omitted : read).add(key)
    if (isOmitted) omitting.set(key, [...(omitting.get(key) ?? []), property])
  }
}

/** What is set of the document that a body is written to, or that a write makes of it: `post.author = req.user.id`. */
function noteDocument({ receiver, argument }: PossibleSink, noted: Noted): void {
  const call = parentOf(wrapped(argument))
  const holder = call && parentOf(wrapped(call))
  const result =
    holder?.type === 'VariableDeclarator'
      ? holder.id
      : holder?.type === 'AssignmentExpression' && holder.operator === '='
        ? holder.left
        : undefined
  for (const document of [receiver, result]) {
    const variable = document?.type === 'Identifier' ? noted.file.variableOf(document) : undefined
    if (!variable) continue
    const { set, added } = fieldsSetOn(variable, noted.file)
    for (const name of set) noted.set.add(name)
    for (const name of added) noted.added.add(name)
  }
}

/** `JSON.parse(body)`, but for a clone of it. */
function isText(expression: Node, file: SourceFile): boolean {
  const call = parentOf(wrapped(expression))
  if (call?.type !== 'CallExpression' || call.arguments[0] !== wrapped(expression)) return false
  if (!isGlobal(evaluate(call.callee, file), 'JSON', 'parse')) return false
  const value = evaluate(unwrap(expression), file)
  return value.kind !== 'call' || !isGlobal(value.callee, 'JSON', 'stringify')
}

/** `[...body]`, `create(...body)`, `for (const item of body)`, `Array.isArray(body)` */
function isListed(expression: Node, file: SourceFile): boolean {
  const outer = wrapped(expression)
  const parent = parentOf(outer)
  if (parent?.type === 'ForOfStatement') return parent.right === outer
  if (parent?.type === 'CallExpression') return isGlobal(evaluate(parent.callee, file), 'Array', 'isArray')
  const holder = parent?.type === 'SpreadElement' ? parentOf(parent) : undefined
  return holder !== undefined && (holder.type === 'ArrayExpression' || isCall(holder))
}

function isCall(node: Node): node is CallNode {
  return node.type === 'CallExpression' || node.type === 'NewExpression'
}
