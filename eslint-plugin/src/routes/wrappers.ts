import type * as ESTree from 'estree'
import { type Bindings, bindingsOf } from '../evaluate/bind.ts'
import { evaluate, keyOf, resolveImports, returnedValue } from '../evaluate/evaluate.ts'
import type { CallValue, FunctionValue } from '../evaluate/value.ts'
import { keysBy } from '../flow/computed-keys.ts'
import { type AccessPath, createFlow } from '../flow/flow.ts'
import { follow } from '../flow/follow.ts'
import { nodesOf } from '../source/file-nodes.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isInside, type Node, unwrap, wrapped } from '../source/syntax.ts'
import { bodyReadsOf, wholeRead } from './body-reads.ts'
import { isSettled } from './going-on.ts'
import type { Handing } from './handed-requests.ts'
import { type Handler, handlersOf } from './handlers.ts'
import { placeInParsedBy } from './loose-schemas.ts'
import { pastAny } from './past-validations.ts'
import { rawBody } from './raw-body.ts'
import { outcomeOfMade } from './skipped-code.ts'
import { strictValidations } from './validation.ts'

/**
 * Whether what wraps a handler calls it only with a body that has no unknown fields: by a request that it has checked,
 * or with what a schema gives, as `handle({ body: schema.parse(req.body) })` does.
 */
export function isWrappedStrictly(
  wrapper: CallValue,
  handler: Handler,
  paths: readonly AccessPath[] = rawBody.onRoute,
): boolean {
  const callee = calledBy(wrapper)
  if (!callee) return false
  const { node, file } = wrapper
  const index = node.arguments.findIndex((argument) =>
    handlersOf(evaluate(argument, file), 'wrapper').some((each) => each.node === handler.node),
  )
  const bindings = bindingsOf({ callee, node, file })
  const around = handlersOf(returnedValue({ ...wrapper, callee }), 'wrapper')
  return (
    around.length > 0 &&
    around.every((each) => {
      const calls = callsOf(each, (call) => {
        const called = evaluate(call.callee, each.file)
        return called.kind === 'parameter' && called.fn === callee.node && called.index === index
      })
      return calls.length > 0 && isGivenChecked(calls, each, bindings, paths)
    })
  )
}

/** Whether a handler hands its request on only with a body that has no unknown fields. */
export function isHandedStrictly({ handler, calls }: Handing, bindings: Bindings): boolean {
  const inside = calls.flatMap(({ node }) =>
    node.type === 'CallExpression' && isInside(node, handler.node) ? [node] : [],
  )
  return inside.length === calls.length && isGivenChecked(inside, handler, bindings, rawBody.onRoute)
}

/** The function that is called, also by what another one has made: `validated(schema)(handler)`. */
export function calledBy({ callee }: CallValue): FunctionValue | undefined {
  if (callee.kind === 'function') return callee
  const made = callee.kind === 'call' ? resolveImports(returnedValue(callee), () => true) : callee
  return made.kind === 'function' && callee.kind === 'call' ? { ...made, madeBy: callee } : undefined
}

function callsOf(
  { node, file }: Handler,
  isWanted: (call: ESTree.SimpleCallExpression) => boolean,
): ESTree.SimpleCallExpression[] {
  return nodesOf(file).calls.filter((call) => isInside(call, node) && isWanted(call))
}

function isGivenChecked(
  calls: readonly ESTree.SimpleCallExpression[],
  around: Handler,
  bindings: Bindings,
  paths: readonly AccessPath[],
): boolean {
  const hooks = { ...keysBy(bindings), ...placeInParsedBy(bindings) }
  const { reads, replacements, calls: entered } = bodyReadsOf(around, paths, hooks, bindings)
  const ofOthers = entered.filter(({ node }) => !calls.some((call) => call === node))
  const callsAround = (write: Node) =>
    ofOthers.flatMap(({ callee, node }) => (isInside(write, callee.node) && isInside(node, around.node) ? [node] : []))
  const raw = new Set<Node>()
  const flow = createFlow({
    isPartIncluded: true,
    elsewhere: 'enter',
    reach(expression, path) {
      if (path.length === 0) raw.add(wrapped(expression))
      return true
    },
    ...hooks,
  })
  for (const read of reads) follow(flow, wholeRead(read.node), [], read.file)
  const placed = replacements.flatMap(({ node }) => (isInside(node, around.node) ? [node] : callsAround(node)))
  const validations = [
    ...strictValidations(around, bindings, paths),
    ...placed.map((node) => ({ node, isThrown: true })),
  ]
  const isPast = pastAny(
    validations,
    around,
    (test) => isSettled(test, around) && outcomeOfMade(test, around.file, bindings) === true,
  )
  return calls.every((call) => isPast(call) || isGivenAnother(call, raw, around.file))
}

/** `handle({ ...req, body: parsed })` */
function isGivenAnother({ arguments: [first] }: ESTree.SimpleCallExpression, raw: ReadonlySet<Node>, file: SourceFile) {
  if (!first || first.type === 'SpreadElement') return false
  const expression = unwrap(first)
  const given = expression.type === 'ObjectExpression' ? undefined : evaluate(first, file)
  const object = given?.kind === 'object' ? given.node : expression
  if (object.type !== 'ObjectExpression') return false
  const last = object.properties.findLast(
    (property) => property.type === 'SpreadElement' || keyOf(property, file) === 'body',
  )
  return last?.type === 'Property' && !raw.has(last.value)
}
