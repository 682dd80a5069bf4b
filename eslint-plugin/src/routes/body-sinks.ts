import { type Bindings, bindingsOf, bound, type Call, isOpen } from '../evaluate/bind.ts'
import { evaluate, resolveImports } from '../evaluate/evaluate.ts'
import type { FunctionValue } from '../evaluate/value.ts'
import { type AccessPath, type CallHooks, createFlow, type Flow, type HandOver, pathText } from '../flow/flow.ts'
import { follow, followIntoFunction, followParts } from '../flow/follow.ts'
import { addCall, receiverIndex } from '../flow/follow-call.ts'
import { isSetBefore } from '../flow/overwritten-keys.ts'
import { possibleFilterOf, valueAt } from '../mongoose/filters.ts'
import type { PossibleSink, Sink } from '../mongoose/sinks.ts'
import { possibleWriteOf } from '../mongoose/writes.ts'
import type { Project, SourceFile } from '../source/source-file.ts'
import type { FunctionNode, Node } from '../source/syntax.ts'
import { type BodyRead, bodyReadsOf, wholeRead } from './body-reads.ts'
import { hasHandlerShape } from './handler-shape.ts'
import { isOfWeb } from './raw-body.ts'
import {
  dropCast,
  dropCheckedAtCalls,
  dropNamedValidated,
  dropRefusedAtCalls,
  dropValidated,
  isRefusedBy,
  isReturnedValidated,
} from './harmless-sinks.ts'
import { placeInParsed } from './loose-schemas.ts'
import { addBound, collect, functionCalled, isFilled } from './noted-sinks.ts'
import { partOfParameter } from './parameter-parts.ts'
import { hasStates, type PartFacts, partStates } from './part-states.ts'
import { type BodySink, type Collected, noneYet, nothing, type OpenCall, type Parameter, type Trace } from './trace.ts'
import { isCheckedBefore } from './value-checks.ts'
import { answersWeb } from './web-handlers.ts'

const traces = new WeakMap<Project, Map<FunctionNode, Map<string, Trace>>>()

/** What becomes of the raw body that is found at `paths` in a parameter. Each function is followed once. */
export function traceOf(parameter: Parameter, paths: readonly AccessPath[]): Trace {
  return knownTrace(parameter, paths.map(pathText).join(' '), () => followInto(parameter, paths))
}

function knownTrace({ node, file: { project }, index }: Parameter, what: string, follow: () => Trace): Trace {
  const byFunction = traces.get(project) ?? new Map<FunctionNode, Map<string, Trace>>()
  traces.set(project, byFunction)
  const known = byFunction.get(node) ?? new Map<string, Trace>()
  byFunction.set(node, known)
  const key = `${String(index)} ${what}`
  let trace = known.get(key)
  if (!trace) {
    // A function that calls itself adds nothing to its own trace.
    known.set(key, nothing)
    known.set(key, (trace = follow()))
  }
  return trace
}

/** The filters that an object in a parameter comes to which holds the raw value at `path`. */
function filledTraceOf(parameter: Parameter, path: AccessPath): Trace {
  return knownTrace(parameter, `filled ${pathText(path)}`, () => {
    const collected = noneYet()
    followIntoFunction(filledFlow(collected), parameter, parameter.index, path)
    return { ...collected, returned: [] }
  })
}

/**
 * The same behind steps of a route that have made something of parts of the body: not remembered, as each route has its
 * own.
 */
export function traceBehind(parameter: Parameter, paths: readonly AccessPath[], before: PartFacts['before']): Trace {
  return followInto(parameter, paths, before)
}

/** The same where a function that another one has made never comes to some places, as that one is told. */
export function traceTold(parameter: Parameter, paths: readonly AccessPath[], isLeftOut: (at: Node) => boolean): Trace {
  return followInto(parameter, paths, undefined, isLeftOut)
}

/** One way in which the body sets out, and the calls that led there. */
interface Start {
  readonly into: (flow: Flow) => void
  readonly calls: readonly Call[]
}

function fromRead({ node, file }: BodyRead, calls: readonly Call[]): Start {
  return {
    into(flow) {
      follow(flow, wholeRead(node), [], file)
    },
    calls,
  }
}

function followInto(
  parameter: Parameter,
  paths: readonly AccessPath[],
  before?: PartFacts['before'],
  isLeftOut: (at: Node) => boolean = () => false,
): Trace {
  const isDead: IsDead = (at, file) => file === parameter.file && isLeftOut(at)
  const collected = noneYet()
  const returned: AccessPath[] = []
  const run = (starts: readonly Start[]) => {
    const raw = new Set<Node>()
    let found = noneYet()
    let flows = starts.map((start) => runOnce(start, found, raw, isDead))
    const facts: PartFacts = { raw, ...(before ? { before } : {}) }
    if (found.sinks.length + found.open.length + found.calls.length > 0 && hasStates(facts, parameter.file)) {
      // What has become of a part is told once it is known which expressions hold the raw body.
      found = noneYet()
      flows = starts.map((start) => runOnce(start, found, new Set(), isDead, partStates(facts)))
    }
    addAll(collected, found)
    returned.push(...flows.flatMap((flow) => flow.returned.get(parameter.node) ?? []))
  }
  const inRequest = paths.filter((path) => path.length > 0 && !isInUpdate(path))
  if (inRequest.length < paths.length) {
    const into = (flow: Flow) => {
      for (const path of paths)
        if (path.length === 0 || isInUpdate(path)) followIntoFunction(flow, parameter, parameter.index, path)
    }
    run([{ into, calls: [] }])
    dropValidated(collected, parameter)
  }
  if (inRequest.length > 0) {
    const { reads, calls, returned: kept, isReplaced } = bodyReadsOf(parameter, inRequest, hooksOf(collected))
    if (!isReplaced) returned.push(...kept)
    run(reads.flatMap((read) => (isDead(read.node, read.file) ? [] : [fromRead(read, calls)])))
  }
  dropCast(collected)
  dropNamedValidated(collected)
  return { ...collected, returned }
}

/** Whether nothing comes to a place. */
type IsDead = (at: Node, file: SourceFile) => boolean

/** Follows the body once, notes the sinks that it comes to and the expressions that hold it. */
function runOnce(
  { into, calls }: Start,
  collected: Collected,
  raw: Set<Node>,
  isDead: IsDead,
  stateOf?: ReturnType<typeof partStates>,
): Flow {
  // What another read has come to is not asked about again: a function may have a thousand of them.
  const found = noneYet(collected.tries)
  const flow = bodyFlow(found, raw, isDead, stateOf)
  // A helper that is given the request may give the body back: `getBody(req)`.
  for (const call of calls) addCall(flow, call)
  into(flow)
  dropCheckedAtCalls(found, flow)
  dropRefusedAtCalls(found, flow)
  close(found, [...flow.calls.values()].flat())
  addAll(collected, found)
  return flow
}

function addAll(collected: Collected, { sinks, open, calls }: Collected): void {
  for (const each of sinks) collected.sinks.push(each)
  for (const each of open) collected.open.push(each)
  for (const each of calls) collected.calls.push(each)
}

/** Whether the body stands in an update: `{ $set: req.body }`, which is handed on as a whole. */
function isInUpdate([operator]: AccessPath): boolean {
  return operator === '$set' || operator === '$setOnInsert'
}

/** A flow of the body itself, which notes each sink that it comes to. */
function bodyFlow(collected: Collected, raw: Set<Node>, isDead: IsDead, stateOf?: ReturnType<typeof partStates>): Flow {
  const flow = createFlow({
    isPartIncluded: true,
    reach(expression, path, file, isKept) {
      if (path.length === 0 && isReturnedValidated(expression, file)) return false
      if (isDead(expression, file)) return false
      const state = path.length === 0 ? stateOf?.(expression, file) : undefined
      if (state === 'validated') return false
      if (path.length === 0) raw.add(expression)
      const filter = possibleFilterOf(expression, path, file)
      if (filter && (isKept ? isFilled(filter) : !isOtherByNow(filter, path))) collect(collected, filter)
      if (state === 'replaced') {
        followParts(flow, expression, file)
        return false
      }
      const write = possibleWriteOf(expression, path, file)
      return !(write && collect(collected, write))
    },
    ...hooksOf(collected),
  })
  return flow
}

/**
 * A flow of what an object holds that was written out for a call, as `users.list({ email: req.body.email })`, which
 * notes each filter that the object becomes. What is read of the object is followed as the body itself.
 */
function filledFlow(collected: Collected): Flow {
  return createFlow({
    reach(expression, path, file) {
      if (path.length === 0) return false
      const filter = possibleFilterOf(expression, path, file)
      if (filter && !isCheckedBefore(expression, file, path.map(String))) collect(collected, filter)
      return true
    },
    elsewhere: handFilledTo(collected),
    functionBehind: functionCalled,
  })
}

/** `filter.role = 'user'`, of what the object was made with under that key. */
function isOtherByNow({ argument, file }: PossibleSink, [key]: AccessPath): boolean {
  return typeof key === 'string' && isSetBefore(argument, key, file)
}

function hooksOf(collected: Collected): CallHooks {
  return {
    elsewhere: handOverTo(collected),
    functionBehind: functionCalled,
    handToUnknown: handToUnknownOf(collected),
    placeInResult: (call, index, file) => placeInParsed(call, index, file),
  }
}

/** Notes a call that may lead to a write once it is known what is called. */
function handToUnknownOf({ calls }: Collected): NonNullable<CallHooks['handToUnknown']> {
  return (callee, node, file, { argument, index, path }) => {
    // What is known by an interface is reported where it is called, if it writes the body by itself.
    const known = resolveImports(callee, () => true)
    if (known.kind === 'function' && traceOf({ ...known, index }, [path]).sinks.length > 0) return
    calls.push({ at: argument, callee, node, file, index, path })
  }
}

/** Takes from the trace of a function in another file what it makes of an argument. */
function handOverTo(collected: Collected): HandOver {
  return (call, given) => {
    const { argument, index, path, isKept } = given
    const { node, file } = call.callee
    const trace = traceOf({ node, file, index }, [path])
    if (path.length > 0 && evaluate(argument, call.file).kind === 'object') handFilledTo(collected)(call, given)
    // What an object brings along has been looked at under the name that it had before.
    const value = valueAt(argument, path, call.file) ?? argument
    // Of what a constructor has kept, nobody knows what has looked at it.
    const isHeld = index === receiverIndex
    const isWanted = (sink: Sink) => {
      if (sink.kind === 'write') return !isRefusedBy(call, sink)
      if (isHeld || (isKept && value === argument)) return false
      const part = sink.value && partOfParameter(sink.value, sink.file)
      return !isCheckedBefore(value, call.file, part?.fn === node && part.index === index ? part.keys : [])
    }
    if (!isReportedThere(call.callee, index, path))
      for (const { sink } of trace.sinks) if (isWanted(sink)) collected.sinks.push({ at: argument, sink })
    if (trace.open.length + trace.calls.length > 0) {
      const bindings = bindingsOf(call)
      for (const open of trace.calls) addEntered(collected, { ...open, at: argument }, bindings)
      for (const open of trace.open) if (isWanted(open.sink)) addBound(collected, { ...open, at: argument }, bindings)
    }
    return trace.returned
  }
}

/** Takes from a function in another file the filters that it makes of an object which a call is given. */
function handFilledTo(collected: Collected): HandOver {
  return (call, { argument, index, path }) => {
    const { sinks, open } = filledTraceOf({ ...call.callee, index }, path)
    const value = valueAt(argument, path, call.file) ?? argument
    const inside = value === argument ? path.map(String) : []
    if (sinks.length + open.length === 0 || isCheckedBefore(value, call.file, inside)) return []
    const bindings = bindingsOf(call)
    for (const { sink } of sinks) collected.sinks.push({ at: argument, sink })
    for (const each of open) addBound(collected, { ...each, at: argument }, bindings)
    return []
  }
}

/** Takes from the trace of a method that a binding tells what it writes of the body. */
function addEntered(collected: Collected, open: OpenCall, bindings: Bindings, depth = 0): void {
  if (--collected.tries.left < 0) return
  const known = bound(open.callee, bindings)
  const callee = resolveImports(known, () => true)
  if (callee.kind !== 'function') {
    if (isOpen(known)) collected.calls.push({ ...open, callee: known })
    return
  }
  const { node, file } = callee
  const { at, index, path } = open
  if (depth >= deepest || isReportedThere(callee, index, path)) return
  const trace = traceOf({ node, file, index }, [path])
  const found: Collected = { ...noneYet(collected.tries), sinks: [...trace.sinks] }
  const inside = bindingsOf({ callee, node: open.node, file: open.file }, bindings)
  for (const each of trace.open) addBound(found, { ...each, at }, inside)
  for (const each of trace.calls) addEntered(found, { ...each, at }, inside, depth + 1)
  for (const { sink } of found.sinks) if (sink.kind === 'write') collected.sinks.push({ at, sink, isInGiven: true })
  collected.open.push(...found.open.filter(({ sink }) => sink.kind === 'write'))
  collected.calls.push(...found.calls)
}

const deepest = 4

/** A handler is reported where it is written, whoever calls it, unless only its caller is known to answer the web. */
function isReportedThere({ node, file }: FunctionValue, index: number, path: AccessPath): boolean {
  if (path.length === 0 || index > 0 || !hasHandlerShape(node, file)) return false
  return !isOfWeb(path) || answersWeb(node, file)
}

/** Tries what is open with the calls by which the flow came to the functions of the same file. */
function close(collected: Collected, calls: readonly Call[]): void {
  if (calls.length === 0 || collected.open.length + collected.calls.length === 0) return
  const bindings = calls.map((call) => bindingsOf(call))
  let { open, calls: entered }: Collected = { ...collected, open: [...collected.open], calls: [...collected.calls] }
  for (let depth = 0; depth < deepest && open.length + entered.length > 0; depth++) {
    const next = noneYet(collected.tries)
    for (const binding of bindings) {
      if (collected.tries.left < 0) break
      for (const each of open) if (bound(each.receiver, binding) !== each.receiver) addBound(next, each, binding)
      for (const each of entered) if (bound(each.callee, binding) !== each.callee) addEntered(next, each, binding)
    }
    collected.sinks.push(...next.sinks)
    // What those outside of the function are called with may close it:
    // `(Model) => (req, res) => update(req, res, Model)`.
    collected.open.push(...next.open)
    collected.calls.push(...next.calls)
    open = next.open
    entered = next.calls
  }
}

/** The sinks that a binding of the parameters outside makes of what is open in a trace. */
export function closedBy({ open, calls }: Trace, bindings: Bindings): BodySink[] {
  const collected = noneYet()
  for (const each of open) addBound(collected, each, bindings)
  for (const each of calls) addEntered(collected, each, bindings)
  return collected.sinks
}
