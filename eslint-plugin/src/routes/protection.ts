import { type Bindings, bindingsOf, bindingsOfInstance, noBindings } from '../evaluate/bind.ts'
import { evaluate, memberOf, resolveImports, returnedValue } from '../evaluate/evaluate.ts'
import { type CallValue, nameFrom, type Value } from '../evaluate/value.ts'
import { keysBy } from '../flow/computed-keys.ts'
import type { AccessPath } from '../flow/flow.ts'
import { asGuard } from '../guards/guards.ts'
import { isInside, type Node, parentOf } from '../source/syntax.ts'
import { isBodyFilled } from './body-filled.ts'
import { type BodyRead, bodyReadsOf } from './body-reads.ts'
import { hasStrictDecorator } from './decorated-handlers.ts'
import { isOfOtherParts } from './exact-runs.ts'
import { goingOnAt, isCallOfNext, isSettled } from './going-on.ts'
import { successorAt } from './handed-next.ts'
import { type Handler, handlersOf, wrappersOf } from './handlers.ts'
import { handsErrorOn, isLeaving } from './leaving.ts'
import { placeInParsedBy } from './loose-schemas.ts'
import { isOpenCelebrate, isOpenExpressJoi, isOpenExpressValidation, isTrue } from './open-middleware.ts'
import { besidesBody, pastAny } from './past-validations.ts'
import { rawBody } from './raw-body.ts'
import { routesThrough, routesTo } from './route-places.ts'
import { stepsOf } from './router-call.ts'
import { hasStrictBody, isLoose, isStrict } from './strict-schemas.ts'
import { isChosenWay, mayBeSkipped, outcomeOfMade } from './skipped-code.ts'
import { isNamedValidator, strictValidations } from './validation.ts'
import { webStepsTo } from './web-handlers.ts'
import { isHandedStrictly, isWrappedStrictly } from './wrappers.ts'
import { isZodMiddleware } from './zod-middleware.ts'

/** Whether no route, as seen from a file, leads to a handler with a body that may hold unknown fields. */
export function isProtected(handler: Handler, from = handler.file, madeBy?: Node): boolean {
  if (hasStrictDecorator(handler)) return true
  // Of what a factory makes, another one's routes say nothing.
  const routes = madeBy ? routesTo({ fn: handler.node, madeBy }, from) : routesThrough({ fn: handler.node }, from)
  if (routes.length === 0) {
    const steps = webStepsTo(handler.node, from)
    const isStrictly = (wrapper: CallValue) => isWrappedStrictly(wrapper, handler, rawBody.inWebHandler)
    return steps.length > 0 && steps.every((step) => wrappersOf(step, handler.node).some(isStrictly))
  }
  return routes.every(
    ({ isBehind, isWrappedBy, isHandedBy }) =>
      isBehind((step) => isProtection(step, handler)) ||
      isWrappedBy((wrapper) => isWrappedStrictly(wrapper, handler)) ||
      isHandedBy((handing) => isHandedStrictly(handing, bindingsOfStep(handing.step))),
  )
}

/** Tells whether a handler has refused unknown fields of what it finds at `paths` before it comes to a place. */
export function validatedBefore(handler: Handler, paths: readonly AccessPath[]): (at: Node) => boolean {
  return pastAny(strictValidations(handler, noBindings, paths), handler)
}

/**
 * Whether what stands before a handler lets no unknown field through, or puts another body in the place of the raw one.
 */
export function isProtection(step: Value, handler: Handler): boolean {
  // Routes in a row share their steps.
  let answer = protections.get(step)
  if (answer === undefined) {
    // A function whose list of steps calls it again adds nothing to it.
    protections.set(step, false)
    protections.set(step, (answer = isProtecting(step, handler)))
  }
  return answer
}

// By values, which belong to the files of one lint run.
const protections = new WeakMap<Value, boolean>()

function isProtecting(step: Value, handler: Handler): boolean {
  if (asGuard(step) || isNamedValidator(step, handler.file) || hasStrictBody(step)) return true
  const resolved = resolveImports(step, () => true)
  const steps = stepsOf(resolved)
  if (steps) return steps.some((each) => isProtection(each, handler))
  if (isStrictMiddleware(resolved) || isMadeStrict(resolved) || isGivenStrict(resolved)) return true
  if (isValidatingBody(step)) return true
  return handlersOf(step, 'route').some((earlier) => {
    const bindings = bindingsOfStep(step)
    return replaces(earlier, bindings) || isBodyFilled(earlier, bindings) || refuses(earlier, bindings)
  })
}

// Functions that hand their `next` on to each other, or to themselves.
const deepest = 3

/**
 * Whether a step puts something else in the place of the raw body, itself or by each function that it leaves its
 * request to.
 */
function replaces(earlier: Handler, bindings: Bindings, depth = 0): boolean {
  const hooks = { ...keysBy(bindings), ...placeInParsedBy(bindings) }
  const { replacements, possible } = bodyReadsOf(earlier, rawBody.onRoute, hooks, bindings)
  const ends = goingOnAt(earlier).filter((end) => !isOfOtherRoute(end, earlier, bindings))
  if (replacements.length > 0 && goesOnBefore(possible, ends, earlier)) return false
  const successors = ends.map((end) => successorAt(end, earlier, bindings))
  // What such a function does depends on what it is called with.
  const isOwn = ({ node }: BodyRead) => !successors.some((each) => each && isInside(node, each.handler.node))
  if (replacements.some(isOwn)) return true
  return (
    depth < deepest &&
    successors.length > 0 &&
    successors.every((each) => each && replaces(each.handler, each.bindings, depth + 1))
  )
}

/** `if (req.query.raw) return next()`, before the body is replaced */
function goesOnBefore(replacements: readonly BodyRead[], ends: readonly Node[], handler: Handler): boolean {
  const chosen = ends.filter((end) => isChosenWay(end, handler.file))
  if (chosen.length === 0) return false
  const isPast = pastAny(replacements, handler)
  return !chosen.every(isPast)
}

/** Whether a step of a route goes on only if what stands at `paths` in the request has no unknown fields. */
export function isRefusing(step: Value, earlier: Handler, paths?: readonly AccessPath[]): boolean {
  return refuses(earlier, bindingsOfStep(step), paths)
}

function refuses(earlier: Handler, bindings: Bindings, paths?: readonly AccessPath[], depth = 0): boolean {
  const { file } = earlier
  // Where a parameter tells the schema, a part of the request without one is left alone.
  const validations = strictValidations(earlier, bindings, paths).filter(
    ({ node, answer }) => !answer && !mayBeSkipped(node, file, bindings),
  )
  const isPast = pastAny(
    validations,
    earlier,
    (test) => isSettled(test, earlier) && outcomeOfMade(test, file, bindings) !== false,
    (branch) => isLeaving(branch, file) || handsErrorOn(branch, file),
  )
  const isBesides = besidesBody(validations, earlier)
  const ends = goingOnAt(earlier).filter((end) => !isOfOtherRoute(end, earlier, bindings) && !isBesides(end))
  const isLeftToRefusing = (end: Node): boolean => {
    const successor = depth < deepest ? successorAt(end, earlier, bindings) : undefined
    return successor !== undefined && refuses(successor.handler, successor.bindings, paths, depth + 1)
  }
  if (ends.length > 0) return ends.every((end) => isPast(end) || isLeftToRefusing(end))
  return validations.some(({ node, within }) => !within || isCallOfNext(node, earlier))
}

/** `if (!schema) return next()`, unless there is one. */
function isOfOtherRoute(end: Node, earlier: Handler, bindings: Bindings): boolean {
  for (
    let step = end, parent = parentOf(step);
    parent && step !== earlier.node;
    step = parent, parent = parentOf(parent)
  ) {
    if (parent.type !== 'IfStatement' || step === parent.test || !isSettled(parent.test, earlier)) continue
    const outcome = outcomeOfMade(parent.test, earlier.file, bindings)
    if (step === parent.consequent ? outcome !== true : outcome === true) return true
  }
  return false
}

// Middleware of packages that refuses or strips what its schema does not name.
const strictMiddleware: readonly (readonly [source: RegExp, name: RegExp])[] = [
  [/^celebrate$/, /^(?:celebrate|)$/],
  [/^express-validator$/, /^checkExact$/],
  [/^express-validation$/, /^validate$/],
  [/^express-joi$/, /^joiValidate$/],
]

function isStrictMiddleware(step: Value): boolean {
  if (step.kind !== 'call' || step.callee.kind !== 'external') return false
  const { source, path } = step.callee
  return (
    strictMiddleware.some(([module, name]) => module.test(source) && name.test(path.at(-1) ?? '')) &&
    !isOfOtherParts(step) &&
    !(source === 'celebrate' && isOpenCelebrate(step)) &&
    !(source === 'express-validation' && isOpenExpressValidation(step)) &&
    !(source === 'express-joi' && isOpenExpressJoi(step))
  )
}

/** `validateUser()`, of a function that gives back such middleware. */
function isMadeStrict(step: Value): boolean {
  if (step.kind !== 'call' || step.node.type === 'NewExpression' || step.callee.kind !== 'function') return false
  return isStrictMiddleware(resolveImports(returnedValue(step), () => true))
}

/** `validate([body('name'), checkExact()])`, of a function that runs each of the rules. */
function isGivenStrict(step: Value): boolean {
  if (step.kind !== 'call' || step.callee.kind !== 'function') return false
  const { node, file } = step
  return node.arguments.some((argument) =>
    stepsOf(resolveImports(evaluate(argument, file), () => true))?.some((each) =>
      isStrictMiddleware(resolveImports(each, () => true)),
    ),
  )
}

const honoValidators: ReadonlySet<string> = new Set(['zValidator', 'vValidator', 'tbValidator', 'sValidator'])

/** Middleware of packages that is given the schema of the body, and refuses what that one does. */
function isValidatingBody(step: Value): boolean {
  if (step.kind !== 'call') return false
  const { callee, node, file } = step
  const [first, second] = node.arguments
  if (isZodMiddleware(step)) return true
  // `zValidator('json', schema)` of Hono
  const ofHono = nameFrom(/^@hono\/[\w-]+-validator$/, callee)
  if (ofHono !== undefined) {
    const target = first && evaluate(first, file)
    const isBody = target?.kind === 'literal' && /^(?:json|form)$/.test(target.value)
    return isBody && honoValidators.has(ofHono) && !!second && isStrict(evaluate(second, file), [])
  }
  if (callee.kind === 'member' && callee.key === 'body' && isJoiValidation(callee.object))
    return !!first && !isLoose(evaluate(first, file)) && !allowsUnknownBy(second && evaluate(second, file))
  // `new Validator().validate({ body: schema })`
  if (callee.kind !== 'member' || callee.key !== 'validate' || !first) return false
  const validator = resolveImports(callee.object, (text) => text.includes(jsonValidator))
  const isMade = validator.kind === 'call' && nameFrom(jsonValidator, validator.callee) !== undefined
  return isMade && isStrict(evaluate(first, file), ['body'])
}

/**
 * `createValidator()` of express-joi-validation, the `body()` of which puts what its schema gives in the place of the
 * body.
 */
function isJoiValidation(value: Value): boolean {
  const made = resolveImports(value, (text) => text.includes('express-joi-validation'))
  if (made.kind !== 'call' || nameFrom('express-joi-validation', made.callee) === undefined) return false
  const [options] = made.node.arguments
  return !allowsUnknownBy(options && evaluate(options, made.file))
}

/** `{ joi: { allowUnknown: true } }` */
function allowsUnknownBy(options: Value | undefined): boolean {
  return options !== undefined && isTrue(memberOf(memberOf(options, 'joi'), 'allowUnknown'))
}

const jsonValidator = 'express-json-validator-middleware'

/** What the parameters of the function that made a middleware stand for. */
export function bindingsOfStep(step: Value): Bindings {
  // A method of an instance, which is lost once the method is found.
  const self = step.kind === 'member' ? resolveImports(step.object, () => true) : undefined
  if (self?.kind === 'instance') return bindingsOfInstance(self)
  const resolved = resolveImports(step, () => true)
  return resolved.kind === 'call' && resolved.callee.kind === 'function'
    ? bindingsOf({ callee: resolved.callee, node: resolved.node, file: resolved.file })
    : noBindings
}
