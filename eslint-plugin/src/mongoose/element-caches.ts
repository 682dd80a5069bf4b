import { evaluate } from '../evaluate/evaluate.ts'
import type { ObjectValue, Value } from '../evaluate/value.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { Node } from '../source/syntax.ts'

/** What the file of an object puts into it under keys that only the running program knows: `cache[name] = model(name, schema)`. */
export function elementsSetIn({ node, file }: ObjectValue): readonly Value[] {
  return setIn(file).get(node) ?? []
}

const setIn = rememberedByFile((file) => {
  const found = new Map<Node, Value[]>()
  for (const { left, right } of nodesOf(file).elementsSet) {
    const holder =
      left.type === 'MemberExpression' && left.object.type !== 'Super' ? evaluate(left.object, file) : undefined
    if (holder?.kind !== 'object') continue
    const known = found.get(holder.node)
    if (known) known.push(evaluate(right, file))
    else found.set(holder.node, [evaluate(right, file)])
  }
  return found
})
