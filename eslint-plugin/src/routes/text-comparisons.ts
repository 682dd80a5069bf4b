import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf, unwrap } from '../source/syntax.ts'

/** `stored.toString() === value` holds only of a text, and `stored.id === value` of what was stored. */
export function comparedWithText(left: Node, right: Node, file: SourceFile): Node[] {
  const isText = (side: Node) =>
    unwrap(side).type === 'CallExpression' ||
    (side.type === 'Literal' && typeof side.value === 'string' && side.value !== '') ||
    isPartOfResult(side, file)
  return [...(isText(left) ? [right] : []), ...(isText(right) ? [left] : [])]
}

/** A member of what a call gave: `stored.id` after `const stored = await User.findOne(…)`, or of each of several. */
function isPartOfResult(side: Node, file: SourceFile): boolean {
  let holder = unwrap(side)
  if (holder.type !== 'MemberExpression') return false
  while (holder.type === 'MemberExpression' && holder.object.type !== 'Super') holder = unwrap(holder.object)
  const [given] = givenTo(holder, file)
  const [listed] = given?.isEach ? givenTo(given.node, file) : []
  const call = listed?.node ?? given?.node
  // `const body = await request.json()` is what a client sent.
  return call?.type === 'CallExpression' && !readers.has(lastNameOf(unwrap(call.callee)) ?? '')
}

/** What a variable is given where it is declared: a value, or each element of one. */
interface Given {
  readonly node: Node
  readonly isEach?: true
}

function givenTo(name: Node, file: SourceFile): Given[] {
  const [definition] = (name.type === 'Identifier' ? file.variableOf(name)?.defs : undefined) ?? []
  if (definition?.type !== 'Variable' || definition.node.id.type !== 'Identifier') return []
  const { init } = definition.node
  if (init) return [{ node: unwrap(init) }]
  const declaration = parentOf(definition.node)
  const loop = declaration && parentOf(declaration)
  return loop?.type === 'ForOfStatement' && loop.left === declaration
    ? [{ node: unwrap(loop.right), isEach: true }]
    : []
}

const readers: ReadonlySet<string> = new Set(['json', 'text', 'formData', 'parseBody', 'parse'])

export function lastNameOf(callee: Node): string | undefined {
  const name = callee.type === 'MemberExpression' ? callee.property : callee
  return name.type === 'Identifier' ? name.name : undefined
}
