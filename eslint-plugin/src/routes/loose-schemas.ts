import { type Bindings, bound, noBindings } from '../evaluate/bind.ts'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import type { AccessPath, Flow } from '../flow/flow.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type Node, unwrap } from '../source/syntax.ts'
import { placeInOpenInstance } from './class-instances.ts'
import { optionsIn, parsingOf } from './schema-libraries.ts'
import { isLoose, parsingBy } from './strict-schemas.ts'

/**
 * Where a call gives back a body with all its keys, although a schema or a class has parsed it: one that lets any key
 * through.
 */
export function placeInParsed(
  call: CallNode,
  index: number,
  file: SourceFile,
  bindings = noBindings,
): AccessPath | undefined {
  return placeInOpenInstance(call, index, file, bindings) ?? placeInLoose(call, index, file, bindings)
}

/** The same as a hook of a flow through what a function makes that is called with `bindings`. */
export function placeInParsedBy(bindings: Bindings): Pick<Flow, 'placeInResult'> {
  return { placeInResult: (call, index, file) => placeInParsed(call, index, file, bindings) }
}

function placeInLoose(call: CallNode, index: number, file: SourceFile, bindings: Bindings): AccessPath | undefined {
  const callee = unwrap(call.callee)
  const value = evaluate(callee, file)
  const valueOf = (node: Node) => bound(evaluate(node, file), bindings)
  const optionsAt = (at: number) => {
    const options = call.arguments[at]
    return options ? valueOf(options) : undefined
  }
  // `parse(schema, body)`, `create(body, schema)`
  if (value.kind === 'external') {
    const schema = call.arguments[index === 0 ? 1 : 0]
    return schema && placeBy(value.path.at(-1) ?? '', valueOf(schema), optionsAt(2))
  }
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super' || index > 0) return undefined
  return placeBy(keyOf(callee, file) ?? '', valueOf(callee.object), optionsAt(1))
}

function placeBy(method: string, schema: Value, options: Value | undefined): AccessPath | undefined {
  // Most calls are of something else, and asking for a schema costs more.
  if (!parsingOf(method) || (options && options.kind !== 'object')) return undefined
  return isLoose(schema, optionsIn(options)) ? parsingBy(method, schema)?.result : undefined
}
