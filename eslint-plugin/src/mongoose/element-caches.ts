import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal, type ObjectValue, type Value } from '../evaluate/value.ts'
import { addTo } from '../source/add-to.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { rememberedByFile } from '../source/remembered.ts'
import { type Node, unwrap } from '../source/syntax.ts'

/**
 * What the file of an object puts into it under keys that only the running program knows:
 * `cache[name] = model(name, schema)`.
 */
export function elementsSetIn({ node, file }: ObjectValue): readonly Value[] {
  return setIn(file).get(node) ?? []
}

const setIn = rememberedByFile((file) => {
  const found = new Map<Node, Value[]>()
  for (const { left, right } of nodesOf(file).elementsSet) {
    const holder =
      left.type === 'MemberExpression' && left.object.type !== 'Super' ? evaluate(left.object, file) : undefined
    if (holder?.kind === 'object') addTo(found, holder.node, evaluate(right, file))
  }
  return found
})

/** What the file of a `Map` puts into it: `cache.set(name, model(name, schema))`. */
export function valuesSetIn(map: Value): readonly Value[] {
  return isMap(map) ? (setInMaps(map.file).get(map.node) ?? []) : []
}

function isMap(value: Value): value is Value & { readonly kind: 'call' } {
  return value.kind === 'call' && value.node.type === 'NewExpression' && isGlobal(value.callee, 'Map')
}

const setInMaps = rememberedByFile((file) => {
  const found = new Map<Node, Value[]>()
  for (const { callee, arguments: given } of nodesOf(file).calls) {
    const [, value] = given
    const method = unwrap(callee)
    if (!value || method.type !== 'MemberExpression' || method.object.type === 'Super') continue
    const map = keyOf(method, file) === 'set' ? evaluate(method.object, file) : undefined
    if (map && isMap(map)) addTo(found, map.node, evaluate(value, file))
  }
  return found
})
