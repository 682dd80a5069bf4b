import type * as ESTree from 'estree'
import { type Bindings, bindingsWithin, bound, isOpen, noBindings } from '../evaluate/bind.ts'
import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import type { FunctionValue, Value } from '../evaluate/value.ts'
import { keysBy } from '../flow/computed-keys.ts'
import { type AccessPath, createFlow, type Flow, pathText } from '../flow/flow.ts'
import { follow, followIntoFunction } from '../flow/follow.ts'
import { rememberedByPart } from '../source/remembered.ts'
import { isMatch } from '../source/settings.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isInside, type Node, parametersOf, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import { rememberedByText } from '../source/text-facts.ts'
import { asAjv, isCompiledCheck, stripsAll } from './ajv-checks.ts'
import { answered, awaited, gatesAfter, isAskedFor, isGivenCallback, isWaitedFor } from './answered-checks.ts'
import { bodyReadsOf, wholeRead } from './body-reads.ts'
import { placeInInstance, whitelistOf } from './class-instances.ts'
import { exactRuns } from './exact-runs.ts'
import { asFastest, checksByFastest, compiledStrictness, strictnessOf } from './fastest-checks.ts'
import type { Handler } from './handlers.ts'
import { keyChecks } from './key-checks.ts'
import { isPastOnReturn, type Validation } from './past-validations.ts'
import { rawBody } from './raw-body.ts'
import { allowsUnknown, libraryOf, optionsIn, parsingOf } from './schema-libraries.ts'
import { isStrict, isStrippingSchema, parsingBy } from './strict-schemas.ts'
import { checksByResult } from './told-by-callee.ts'

/** What lets a handler go on only with a body that has no unknown fields. */
export function strictValidations(
  handler: Handler,
  bindings: Bindings,
  paths: readonly AccessPath[] = rawBody.onRoute,
): Validation[] {
  const checks = strictChecks(handler, bindings, (flow) => {
    const { reads } = bodyReadsOf(handler, paths, keysBy(bindings))
    for (const { node, file } of reads) follow(flow, wholeRead(node), [], file)
    // `const problem = check(req)`
    const ofRequest = createFlow({
      reach: (node, path, ...rest) => path.length > 0 && flow.reach(node, path, ...rest),
    })
    if (paths.some(isOfRequest)) followIntoFunction(ofRequest, handler, handler.index, ['body'])
  })
  return paths.some(([first]) => first === 'body') ? [...checks, ...exactRuns(handler)] : checks
}

function isOfRequest(path: AccessPath): boolean {
  return path.length === 1 && path[0] === 'body'
}

/** The same in any function, of what it is called with at an index. */
export function strictValidationsOf(
  callee: Handler,
  bindings: Bindings = noBindings,
  depth = 0,
  path: AccessPath = [],
): Validation[] {
  if (!mayCheck(callee.file.code.text, callee.file.path)) return []
  const find = (given: Bindings) =>
    strictChecks(
      callee,
      given,
      (flow) => {
        followIntoFunction(flow, callee, callee.index, path)
      },
      depth,
    )
  if (!tellsNothing(bindings)) return find(bindings)
  const known = validationsKnown(callee.node, callee.file)
  const key = `${String(callee.index)} ${pathText(path)} ${String(depth)}`
  const validations = known.get(key) ?? find(noBindings)
  known.set(key, validations)
  return validations
}

// Functions that walk a tree call each other in so many ways that each is asked thousands of times.
const validationsKnown = rememberedByPart((_fn: Node) => new Map<string, Validation[]>())

/** Whether a call tells nothing that the called function does not: it hands on what it is given itself. */
function tellsNothing({ parameters, self }: Bindings): boolean {
  return (
    !self &&
    Array.from(parameters).every(([fn, given]) => given.every(isOpenOrUnknown) && !parametersOf(fn).some(hasDefault))
  )
}

function hasDefault({ type }: Node): boolean {
  return type === 'AssignmentPattern'
}

function isOpenOrUnknown(value: Value): boolean {
  return value.kind === 'unknown' || value.kind === 'parameter' || (value.kind === 'member' && isOpen(value))
}

const checking = /valid|pars|assert|attempt|compile|\bkeys\b|\bfor\b/i
const mayCheck = rememberedByText((text) => checking.test(text))

function strictChecks(
  { node: fn, file }: Handler,
  bindings: Bindings,
  start: (flow: Flow) => void,
  depth = 0,
): Validation[] {
  // The expressions that hold the raw body, or the request with the path to it.
  const held = new Map<Node, AccessPath>()
  start(
    createFlow({
      reach(expression, path) {
        held.set(wrapped(expression), path)
        return true
      },
      placeInResult: placeInInstance,
    }),
  )
  const byCalls = callsOf(held.keys(), fn).flatMap((call) => {
    const place = argumentWithBody(call, held)
    return place
      ? [...checksBy(call, place, bindings, file), ...checksInCallee(call, place, bindings, file, depth)]
      : []
  })
  const whole: ReadonlySet<Node> = new Set(
    Array.from(held).flatMap(([node, path]) => (path.length === 0 ? [node] : [])),
  )
  const byKeys = Array.from(whole).flatMap((node) => (isInside(node, fn) ? keyChecks(node, file) : []))
  return [...byCalls, ...byKeys].flatMap((validation) =>
    validation.deletesFrom && !whole.has(wrapped(validation.deletesFrom)) ? [] : [{ ...validation, held: whole }],
  )
}

/** What a function lets pass by a call that is given an expression which holds the body, or by a look at its keys. */
export function checksOfExpression(node: Node, bindings: Bindings, file: SourceFile): Validation[] {
  if (!mayCheck(file.code.text, file.path)) return []
  const outer = wrapped(node)
  const call = parentOf(outer)
  const index = call?.type === 'CallExpression' ? (call.arguments as Node[]).indexOf(outer) : -1
  const place = { index, path: [] }
  const byCall =
    call?.type === 'CallExpression' && index >= 0
      ? [...checksBy(call, place, bindings, file), ...checksInCallee(call, place, bindings, file, 0)]
      : []
  return [...byCall, ...keyChecks(outer, file)]
}

/** The calls in a function that are given one of some expressions. */
function callsOf(held: Iterable<Node>, fn: Node): ESTree.SimpleCallExpression[] {
  const calls = new Set<ESTree.SimpleCallExpression>()
  for (const node of held) {
    const call = parentOf(node)
    if (call?.type === 'CallExpression' && isInside(call, fn)) calls.add(call)
  }
  return [...calls]
}

interface Place {
  readonly index: number
  readonly path: readonly string[]
}

function argumentWithBody(call: ESTree.SimpleCallExpression, held: ReadonlyMap<Node, AccessPath>): Place | undefined {
  for (const [index, argument] of call.arguments.entries()) {
    const path = held.get(argument)
    if (path?.every((key) => typeof key === 'string')) return { index, path: path }
  }
  return undefined
}

function checksBy(
  call: ESTree.SimpleCallExpression,
  { index, path }: Place,
  bindings: Bindings,
  file: SourceFile,
): Validation[] {
  const callee = unwrap(call.callee)
  const value = evaluate(callee, file)
  if (isNamedValidator(value, file)) return [{ node: call }]
  const valueOf = (node: Node) => bound(evaluate(node, file), bindings)
  // `Joi.attempt(body, schema)`, and `parse(schema, body)` of a module that exports its functions.
  if (value.kind === 'external' && value.source === 'class-validator') return checksByClass(call, bindings, file)
  if (value.kind === 'external') {
    const other = call.arguments[index === 0 ? 1 : 0]
    const method = value.path.at(-1) ?? ''
    const isJoi = libraryOf(value.source) === libraryOf('joi')
    if (!other || (isJoi && isGivenOpenOptions(call, file))) return []
    return checksOf(call, method, { schema: valueOf(other), path, given: call.arguments[index], file, isJoi })
  }
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super')
    return checksByCompiled(call, bound(value, bindings), path, bindings, file)
  const method = keyOf(callee, file) ?? ''
  if (!parsingOf(method)) return []
  const [first, second] = call.arguments
  const schema = valueOf(callee.object)
  const ajv = method === 'validate' && index === 1 && first ? asAjv(schema) : undefined
  if (ajv && first) return stripsAll(ajv) || isStrict(valueOf(first), path) ? answered(call, file, true) : []
  const fastest = method === 'validate' && index === 0 && second ? asFastest(schema) : undefined
  if (fastest && second)
    return path.length === 0 ? checksByFastest(call, strictnessOf(fastest, valueOf(second)), file) : []
  const options = second && index === 0 && !isGivenCallback(second, file) ? evaluate(second, file) : undefined
  return options && options.kind !== 'function' && allowsUnknown(options)
    ? []
    : checksOf(call, method, { schema, path, given: call.arguments[index], file, options: second && valueOf(second) })
}

/** What passes a function that Ajv or fastest-validator has made of a schema. */
function checksByCompiled(
  call: ESTree.SimpleCallExpression,
  check: Value,
  path: readonly string[],
  bindings: Bindings,
  file: SourceFile,
): Validation[] {
  if (isCompiledCheck(check, path, bindings)) return answered(call, file, true)
  return path.length === 0 ? checksByFastest(call, compiledStrictness(check, bindings), file) : []
}

/**
 * `validate(dto, { whitelist: true })` of class-validator, which leaves alone what a copy was made of, unless it
 * refuses.
 */
function checksByClass(call: ESTree.SimpleCallExpression, bindings: Bindings, file: SourceFile): Validation[] {
  const whitelist = whitelistOf(call, file, bindings)
  const [checked] = call.arguments
  const value = checked && evaluate(checked, file)
  const isCopy =
    (value?.kind === 'call' && placeInInstance(value.node, 1, value.file) !== undefined) ||
    (value?.kind === 'instance' && value.creation?.node.type === 'NewExpression')
  if (!whitelist || (isCopy && whitelist === 'strips')) return []
  const callee = evaluate(unwrap(call.callee), file)
  if (whitelist === 'strips' || (callee.kind === 'external' && callee.path.at(-1) === 'validateOrReject'))
    return [{ node: call, isThrown: true }]
  return isAskedFor(call, file) ? [{ node: call }] : gatesAfter(call, file)
}

interface Checked {
  readonly schema: Value
  readonly given: Node | undefined
  readonly path: readonly string[]
  readonly file: SourceFile
  /** What the method is told besides. */
  readonly options?: Value | undefined
  /** Whether it is a function of Joi, which makes a schema of a plain object of them. */
  readonly isJoi?: boolean
}

/** `Joi.validate(body, schema, { allowUnknown: true })`, of Joi before 16. */
function isGivenOpenOptions({ arguments: [, , third] }: ESTree.SimpleCallExpression, file: SourceFile): boolean {
  const options = third && !isGivenCallback(third, file) ? evaluate(third, file) : undefined
  return options !== undefined && options.kind !== 'function' && allowsUnknown(options)
}

/** What a method of a schema, or a function that is given one, lets pass. */
function checksOf(
  call: ESTree.SimpleCallExpression,
  method: string,
  { schema, given, path, file, options, isJoi }: Checked,
): Validation[] {
  if (!parsingOf(method)) return []
  const by = parsingBy(method, schema)?.by
  if (by === 'strips what it is given')
    return given && path.length === 0 && isStrippingSchema(schema)
      ? [{ node: call, isThrown: true, deletesFrom: given }]
      : []
  const isPlain = isJoi && path.length === 0 && resolveImports(schema, () => true).kind === 'object'
  if (!isPlain && !isStrict(schema, path, optionsIn(options))) return []
  switch (by) {
    case 'throws':
      return [{ node: call, isThrown: true }]
    case 'rejects':
      return awaited(call, file)
    case 'throws where it is waited for':
      return isWaitedFor(call, file) ? awaited(call, file) : answered(call, file, false)
    case 'answers':
      return answered(call, file, false)
    case 'answers with a boolean':
      return answered(call, file, true)
    default:
      return []
  }
}

const deepest = 3

/** What the function that is called tells its caller: it throws, or gives back whether the body is strict. */
function checksInCallee(
  call: ESTree.SimpleCallExpression,
  { index, path }: Place,
  outer: Bindings,
  file: SourceFile,
  depth: number,
): Validation[] {
  // Of a request, the function looks at the body.
  if ((path.length > 0 && !isOfRequest(path)) || depth >= deepest) return []
  // A middleware may be made with the function that checks.
  const called = bound(evaluate(unwrap(call.callee), file), outer)
  const callee = resolveImports(called, (text, _settings, path) => mayCheck(text, path))
  if (callee.kind !== 'function') return []
  const { node: fn } = callee
  if (fn.async && parentOf(call)?.type !== 'AwaitExpression') return []
  const bindings = bindingsWithin({ callee, node: call, file }, outer)
  const validations = strictValidationsOf({ node: fn, file: callee.file, index }, bindings, depth + 1, path)
  return [...pastReturn(call, index, validations, callee), ...checksByResult(call, validations, callee, file)]
}

function pastReturn(
  call: ESTree.SimpleCallExpression,
  index: number,
  validations: readonly Validation[],
  callee: FunctionValue,
): Validation[] {
  if (!isPastOnReturn(validations, callee)) return []
  const refusing = validations.filter(({ deletesFrom }) => !deletesFrom)
  const isRefused = refusing.length === validations.length || isPastOnReturn(refusing, callee)
  const given = call.arguments[index]
  return [{ node: call, isThrown: true, ...(isRefused || !given ? {} : { deletesFrom: given }) }]
}

/** Whether a value comes from a module that the settings name as one of validators. */
export function isNamedValidator(value: Value, file: SourceFile): boolean {
  const { validators } = file.project.settings
  const callee = value.kind === 'call' ? value.callee : value
  return (
    validators.length > 0 &&
    (callee.kind === 'imported' || callee.kind === 'external') &&
    validators.some((pattern) => isMatch(callee.source, pattern))
  )
}
