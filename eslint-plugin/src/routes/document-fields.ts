import type { Scope } from 'eslint'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { rememberedByPart } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isWritten, type Node, parentOf, rangeOf, wrapped } from '../source/syntax.ts'

/** The fields that a handler sets of a document: by name, and those that an object brings along. */
export interface DocumentFields {
  readonly set: ReadonlySet<string>
  readonly added: ReadonlySet<string>
}

/** What is set of the document in a variable, which many writes may go to. */
export const fieldsSetOn = rememberedByPart(findFields)

interface Member {
  readonly node: Node
  readonly key: string
}

function findFields({ references }: Scope.Variable, file: SourceFile): DocumentFields {
  const set = new Set<string>()
  const added = new Set<string>()
  const members = references.flatMap(({ identifier }): Member[] => {
    const read = identifier as Node
    const node = parentOf(wrapped(read))
    const key = node?.type === 'MemberExpression' && node.object === wrapped(read) ? keyOf(node, file) : undefined
    return node && key !== undefined ? [{ node, key }] : []
  })
  const firstReads = new Map<string, number>()
  for (const { node, key } of members)
    if (!isWritten(node)) firstReads.set(key, Math.min(rangeOf(node)[0], firstReads.get(key) ?? Infinity))
  for (const { node, key } of members) {
    // `user.password = await hash(user.password)` makes something of what was sent.
    if (isWritten(node) && !((firstReads.get(key) ?? Infinity) < endOf(node))) set.add(key)
    if (isWritten(node) || key !== 'set') continue
    const { path, keys } = givenToSet(parentOf(wrapped(node)), file)
    if (path !== undefined) set.add(path)
    for (const each of keys) added.add(each)
  }
  return { set, added }
}

/** `post.set('author', id)`, `post.set({ author: id })` */
function givenToSet(call: Node | undefined, file: SourceFile): { path?: string; keys: readonly string[] } {
  const [first, second] = call?.type === 'CallExpression' ? call.arguments : []
  const path = first && second ? evaluate(first, file) : undefined
  if (path?.kind === 'literal') return { path: path.value, keys: [] }
  return { keys: first ? keysIn(first, file) : [] }
}

/** The names that an object is written with; none where it is no object. */
export function keysIn(expression: Node, file: SourceFile): string[] {
  if (expression.type !== 'ObjectExpression') return []
  return expression.properties.flatMap((property) =>
    property.type === 'Property' ? (keyOf(property, file) ?? []) : [],
  )
}

/** Where the assignment to a member is made. */
function endOf(target: Node): number {
  return rangeOf(parentOf(wrapped(target)) ?? target)[1]
}
