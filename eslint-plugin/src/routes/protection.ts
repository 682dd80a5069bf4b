import { type Bindings, bindingsOf } from '../evaluate/bind.ts'
import { evaluate, resolveImports } from '../evaluate/evaluate.ts'
import { isGlobal, type Value } from '../evaluate/value.ts'
import { type AccessPath, createFlow } from '../flow/flow.ts'
import { followIntoFunction } from '../flow/follow.ts'
import { asGuard } from '../guards/guards.ts'
import { isInside, type Node, parametersOf, parentOf } from '../source/syntax.ts'
import { bodyReadsOf } from './body-reads.ts'
import { hasStrictDecorator } from './decorated-handlers.ts'
import { isPast } from './gates.ts'
import { type Handler, handlersOf } from './handlers.ts'
import { rawBody } from './raw-body.ts'
import { routesTo } from './route-places.ts'
import { hasStrictBody } from './strict-schemas.ts'
import { isNamedValidator, strictValidations } from './validation.ts'

const noBindings: Bindings = { parameters: new Map() }

/** Whether no route, as seen from a file, leads to a handler with a body that may hold unknown fields. */
export function isProtected(handler: Handler, from = handler.file, madeBy?: Node): boolean {
  if (hasStrictDecorator(handler)) return true
  const routes = routesTo({ fn: handler.node, ...(madeBy ? { madeBy } : {}) }, from)
  return routes.length > 0 && routes.every(({ isBehind }) => isBehind((step) => isProtection(step, handler)))
}

/** Whether a handler has refused unknown fields itself before it comes to `at`. */
export function isValidatedBefore(handler: Handler, at: Node, paths?: readonly AccessPath[]): boolean {
  const validations = strictValidations(handler, noBindings, paths)
  return validations.some((validation) => isPast(validation, at, handler.node))
}

/** Whether what stands before a handler lets no unknown field through, or puts another body in the place of the raw one. */
export function isProtection(step: Value, { file }: Handler): boolean {
  if (asGuard(step) || isNamedValidator(step, file) || isStrictMiddleware(step) || hasStrictBody(step)) return true
  return handlersOf(step, 'route').some(
    (earlier) =>
      bodyReadsOf(earlier, rawBody.onRoute).isReplaced || isRequestFilled(earlier) || isRefusing(step, earlier),
  )
}

/** Whether a step of a route goes on only if what stands at `paths` in the request has no unknown fields. */
export function isRefusing(step: Value, earlier: Handler, paths?: readonly AccessPath[]): boolean {
  return strictValidations(earlier, bindingsOfStep(step), paths).some(
    ({ within, answer }) => !answer && (!within || isGoingOn(within, earlier)),
  )
}

/** Whether a branch of a middleware calls `next()`. */
function isGoingOn(branch: Node, { node, file, index }: Handler): boolean {
  const next = parametersOf(node)[index + 2]
  const variable = next?.type === 'Identifier' ? file.variableOf(next) : undefined
  return !!variable?.references.some(({ identifier }) => isInside(identifier as Node, branch))
}

// Middleware of packages that refuses or strips what its schema does not name.
const strictMiddleware: readonly (readonly [source: RegExp, name: RegExp])[] = [
  [/^celebrate$/, /^(?:celebrate|)$/],
  [/^express-validator$/, /^checkExact$/],
  [/^express-validation$/, /^validate$/],
]

function isStrictMiddleware(step: Value): boolean {
  if (step.kind !== 'call' || step.callee.kind !== 'external') return false
  const { source, path } = step.callee
  return strictMiddleware.some(([module, name]) => module.test(source) && name.test(path.at(-1) ?? ''))
}

/** What the parameters of the function that made a middleware stand for. */
function bindingsOfStep(step: Value): Bindings {
  const resolved = resolveImports(step, () => true)
  return resolved.kind === 'call' && resolved.callee.kind === 'function'
    ? bindingsOf({ callee: resolved.callee, node: resolved.node, file: resolved.file })
    : noBindings
}

/** `Object.assign(req, value)` */
function isRequestFilled(handler: Handler): boolean {
  let isFilled = false
  const flow = createFlow({
    reach(node, _path, file) {
      const call = parentOf(node)
      if (call?.type === 'CallExpression' && call.arguments[0] === node && call.arguments.length > 1)
        isFilled ||= isGlobal(evaluate(call.callee, file), 'Object', 'assign')
      return !isFilled
    },
  })
  followIntoFunction(flow, handler, handler.index, ['body'])
  return isFilled
}
