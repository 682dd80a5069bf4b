import { keyOf } from '../evaluate/evaluate.ts'
import { createFlow } from '../flow/flow.ts'
import { follow } from '../flow/follow.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isWritten, type Node, parentOf, wrapped } from '../source/syntax.ts'
import { type BodyRead, wholeRead } from './body-reads.ts'

/** The fields of a body that a handler names. */
export interface BodyFields {
  readonly read: ReadonlySet<string>
  /** Those that it sets or deletes itself, in the body or in what is written of it. */
  readonly set: ReadonlySet<string>
}

/** Which fields a handler reads from the raw body, and which it sets itself. */
export function fieldsNamed(reads: readonly BodyRead[]): BodyFields {
  const read = new Set<string>()
  const set = new Set<string>()
  for (const { node, file } of reads) {
    const flow = createFlow({
      reach(expression, path) {
        if (path.length === 0) note(expression, file, read, set)
        return true
      },
    })
    if (node.type === 'Property') noteParts(node.value, file, read)
    follow(flow, wholeRead(node), [], file)
  }
  return { read, set }
}

function note(expression: Node, file: SourceFile, read: Set<string>, set: Set<string>): void {
  const parent = parentOf(wrapped(expression))
  if (parent?.type === 'MemberExpression' && parent.object === wrapped(expression)) {
    const key = keyOf(parent, file)
    if (key !== undefined) (isWritten(parent) ? set : read).add(key)
  } else if (parent?.type === 'VariableDeclarator') noteParts(parent.id, file, read)
  else if (expression.type === 'ObjectExpression')
    for (const property of expression.properties) {
      const key = property.type === 'Property' ? keyOf(property, file) : undefined
      if (key !== undefined) set.add(key)
    }
}

function noteParts(target: Node, file: SourceFile, read: Set<string>): void {
  // `{ body: { name } = {} }`
  const pattern = target.type === 'AssignmentPattern' ? target.left : target
  if (pattern.type !== 'ObjectPattern') return
  for (const property of pattern.properties) {
    const key = property.type === 'Property' ? keyOf(property, file) : undefined
    if (key !== undefined) read.add(key)
  }
}
