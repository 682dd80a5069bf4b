import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import type { AccessPath } from '../flow/flow.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, unwrap } from '../source/syntax.ts'
import { placeInOpenInstance } from './class-instances.ts'
import { isLoose } from './strict-schemas.ts'

// Where each gives what it has parsed.
const results: ReadonlyMap<string, AccessPath> = new Map([
  ['parse', []],
  ['parseAsync', []],
  ['validateAsync', []],
  ['attempt', []],
  ['create', []],
  ['mask', []],
  ['safeParse', ['data']],
  ['safeParseAsync', ['data']],
  ['validate', ['value']],
])

/** Where a call gives back a body with all its keys, although a schema or a class has parsed it: one that lets any key through. */
export function placeInParsed(call: CallNode, index: number, file: SourceFile): AccessPath | undefined {
  return placeInOpenInstance(call, index, file) ?? placeInLoose(call, index, file)
}

function placeInLoose(call: CallNode, index: number, file: SourceFile): AccessPath | undefined {
  const callee = unwrap(call.callee)
  const value = evaluate(callee, file)
  // `parse(schema, body)`, `create(body, schema)`
  if (value.kind === 'external') {
    const method = value.path.at(-1) ?? ''
    const place = value.source === 'valibot' && method === 'safeParse' ? ['output'] : results.get(method)
    const schema = place && call.arguments[index === 0 ? 1 : 0]
    return schema && isLoose(evaluate(schema, file)) ? place : undefined
  }
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super' || index > 0) return undefined
  const place = results.get(keyOf(callee, file) ?? '')
  // Options may say otherwise.
  return place && call.arguments.length === 1 && isLoose(evaluate(callee.object, file)) ? place : undefined
}
