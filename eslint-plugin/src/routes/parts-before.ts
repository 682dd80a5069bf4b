import { resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import type { Bindings } from '../evaluate/bind.ts'
import { type AccessPath, createFlow, isStepTo } from '../flow/flow.ts'
import { follow } from '../flow/follow.ts'
import { changesOfParts, isChangeOf, keysInParameter } from '../flow/part-places.ts'
import { remembered } from '../source/remembered.ts'
import type { Node } from '../source/syntax.ts'
import { bodyReadsOf, wholeRead } from './body-reads.ts'
import { goingOnAt } from './going-on.ts'
import { type Handler, handlersOf } from './handlers.ts'
import { placeInParsedBy } from './loose-schemas.ts'
import { type PartFacts, type PartState, stateAt } from './part-states.ts'
import { bindingsOfStep } from './protection.ts'
import { rawBody } from './raw-body.ts'
import { routesTo } from './route-places.ts'
import { stepsOf } from './router-call.ts'

/** What a step of a route leaves of a part: `raw` where it has put something else there that may be raw. */
type Left = PartState | 'raw' | undefined

/** Tells what the steps before a handler have made of parts of the body, on each route to it. */
export function partsBefore(handler: Handler, paths: readonly AccessPath[]): PartFacts['before'] {
  const routes = routesTo({ fn: handler.node }, handler.file)
  const hasSteps = routes.length > 0 && routes.every(({ isBehind }) => isBehind(() => true))
  if (!hasSteps) return undefined
  const known = new Map<string, PartState | undefined>()
  const stateOf = (keys: readonly string[]): PartState | undefined => {
    if (!paths.some((path) => isBelow(keys, path))) return undefined
    // Routes in a row share their steps, and each step is asked about three times.
    const left = remembered((step: Value) => leftBy(step, keys))
    const states = routes.map(({ isBehind }) => {
      if (isBehind((step) => left(step) === 'raw')) return undefined
      if (isBehind((step) => left(step) === 'validated')) return 'validated'
      return isBehind((step) => left(step) === 'replaced') ? 'replaced' : undefined
    })
    if (states.includes(undefined)) return undefined
    return states.includes('replaced') ? 'replaced' : 'validated'
  }
  return ({ root, keys }, file) => {
    const outer = file === handler.file ? keysInParameter(root, handler, file) : undefined
    if (!outer) return undefined
    const all = [...outer, ...keys]
    const text = all.join('.')
    if (!known.has(text)) known.set(text, stateOf(all))
    return known.get(text)
  }
}

/** Whether keys lead to a part of what stands at a path. */
function isBelow(keys: readonly string[], path: AccessPath): boolean {
  return keys.length > path.length && path.every((step, index) => isStepTo(step, keys[index]))
}

function leftBy(step: Value, keys: readonly string[]): Left {
  const steps = stepsOf(resolveImports(step, () => true))
  const left = steps
    ? steps.map((each) => leftBy(each, keys))
    : handlersOf(step, 'route').map((earlier) => leftByHandler(earlier, step, keys))
  return left.includes('raw') ? 'raw' : left.find((each) => each !== undefined)
}

function leftByHandler(earlier: Handler, step: Value, keys: readonly string[]): Left {
  const { node, file } = earlier
  const places = file.code.scopeManager.getDeclaredVariables(node as never).flatMap((root) => {
    const outer = keysInParameter(root, earlier, file)
    return outer?.every((key, index) => keys[index] === key) ? [{ root, keys: keys.slice(outer.length) }] : []
  })
  if (places.length === 0) return undefined
  const ends = goingOnAt(earlier)
  const bindings = bindingsOfStep(step)
  const facts = { raw: rawExpressions(earlier, bindings), bindings }
  const found = places.map((place): Left => {
    const states = ends.map((end) => stateAt(place, end, file, facts))
    if (ends.length > 0 && !states.includes(undefined)) return states.includes('replaced') ? 'replaced' : 'validated'
    return changesOfParts(place.root, file).some((use) => isChangeOf(use, place)) ? 'raw' : undefined
  })
  return found.includes('raw') ? 'raw' : found.find((each) => each !== undefined)
}

/** The expressions of a middleware that hold the raw body, or a part of it. */
function rawExpressions(earlier: Handler, bindings: Bindings): ReadonlySet<Node> {
  const raw = new Set<Node>()
  const flow = createFlow({
    isPartIncluded: true,
    reach: (expression, path) => path.length > 0 || raw.add(expression).size > 0,
    ...placeInParsedBy(bindings),
  })
  for (const { node, file } of bodyReadsOf(earlier, rawBody.onRoute).reads) follow(flow, wholeRead(node), [], file)
  return raw
}
