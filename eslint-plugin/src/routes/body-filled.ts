import { type Bindings, bound } from '../evaluate/bind.ts'
import { evaluate, keysOf, resolveImports } from '../evaluate/evaluate.ts'
import { isGlobal, type Value } from '../evaluate/value.ts'
import { createFlow } from '../flow/flow.ts'
import { follow, followIntoFunction } from '../flow/follow.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import { bodyReadsOf, wholeRead } from './body-reads.ts'
import type { Handler } from './handlers.ts'
import { placeInParsedBy } from './loose-schemas.ts'
import { rawBody } from './raw-body.ts'
import { mayBeSkipped } from './skipped-code.ts'
import { givesOtherPart } from './strict-schemas.ts'

interface Given {
  readonly node: Node
  readonly file: SourceFile
}

/** Whether a middleware gives its request another body, along with other parts: `Object.assign(req, value)`. */
export function isBodyFilled(handler: Handler, bindings: Bindings): boolean {
  const given: Given[] = []
  const flow = createFlow({
    reach(node, path, file) {
      const outer = wrapped(node)
      const call = parentOf(outer)
      const isFirst = path.length > 0 && call?.type === 'CallExpression' && call.arguments[0] === outer
      if (isFirst && isGlobal(evaluate(call.callee, file), 'Object', 'assign') && !mayBeSkipped(call, file, bindings))
        given.push(...call.arguments.slice(1).map((argument) => ({ node: argument, file })))
      return path.length > 0
    },
  })
  followIntoFunction(flow, handler, handler.index, ['body'])
  return given.some(
    (each) => mayHaveBody(evaluate(unwrap(each.node), each.file), bindings) && !isRaw(each, handler, bindings),
  )
}

function mayHaveBody(value: Value, bindings: Bindings): boolean {
  if (value.kind === 'object') return keysOf(value)?.includes('body') !== false
  const valueOf = (each: Value) => resolveImports(bound(each, bindings), () => true)
  return givesOtherPart(value, 'body', valueOf)
}

/** `{ ...rest, body: req.body }` */
function isRaw({ node, file }: Given, handler: Handler, bindings: Bindings): boolean {
  let isFound = false
  const flow = createFlow({
    isPartIncluded: true,
    reach(expression, path) {
      isFound ||= expression === node && path.length === 1 && path[0] === 'body'
      return !isFound
    },
    ...placeInParsedBy(bindings),
  })
  for (const read of bodyReadsOf(handler, rawBody.onRoute).reads)
    if (read.file === file) follow(flow, wholeRead(read.node), [], file)
  return isFound
}
