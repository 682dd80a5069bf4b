import { type Bindings, bindingsOf, bound, type Call, isOpen } from '../evaluate/bind.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { type AccessPath, createFlow, type Flow, type HandOver } from '../flow/flow.ts'
import { follow, followIntoFunction } from '../flow/follow.ts'
import { isWrite, isWriteOn, type PossibleWrite, possibleWriteOf, type Write } from '../mongoose/writes.ts'
import type { Project, SourceFile } from '../source/source-file.ts'
import type { FunctionNode, Node } from '../source/syntax.ts'
import { bodyReadsOf, wholeRead } from './body-reads.ts'
import { hasHandlerShape } from './handler-shape.ts'

/** A Mongoose write of the raw body, and where the body sets out for it in the file that is looked at. */
export interface BodyWrite {
  readonly at: Node
  readonly write: Write
}

/** What is a write if a parameter, or the instance of a method, turns out to be a model or a document. */
export interface OpenWrite {
  readonly at: Node
  readonly write: PossibleWrite
  readonly receiver: Value
}

/** What becomes of a value inside of a function: its summary, which is all that other files ask for. */
export interface Trace {
  readonly writes: readonly BodyWrite[]
  readonly open: readonly OpenWrite[]
  /** The paths at which the function gives the value back. */
  readonly returned: readonly AccessPath[]
}

/** One parameter of a function. */
export interface Parameter {
  readonly node: FunctionNode
  readonly file: SourceFile
  readonly index: number
}

interface Collected {
  readonly writes: BodyWrite[]
  readonly open: OpenWrite[]
}

const nothing: Trace = { writes: [], open: [], returned: [] }
const traces = new WeakMap<Project, Map<FunctionNode, Map<string, Trace>>>()

/** What becomes of the raw body that is found at `paths` in a parameter. Each function is followed once. */
export function traceOf(parameter: Parameter, paths: readonly AccessPath[]): Trace {
  const { node, file, index } = parameter
  const { project } = file
  const byFunction = traces.get(project) ?? new Map<FunctionNode, Map<string, Trace>>()
  traces.set(project, byFunction)
  const known = byFunction.get(node) ?? new Map<string, Trace>()
  byFunction.set(node, known)
  const key = `${String(index)} ${paths.map((path) => path.map(String).join('.')).join(' ')}`
  let trace = known.get(key)
  if (!trace) {
    // A function that calls itself adds nothing to its own trace.
    known.set(key, nothing)
    known.set(key, (trace = followInto(parameter, paths)))
  }
  return trace
}

function followInto(parameter: Parameter, paths: readonly AccessPath[]): Trace {
  const collected: Collected = { writes: [], open: [] }
  const returned: AccessPath[] = []
  const run = (start: (flow: Flow) => void, before: readonly Call[] = []) => {
    const flow = bodyFlow(collected)
    start(flow)
    close(collected, [...before, ...[...flow.calls.values()].flat()])
    returned.push(...(flow.returned.get(parameter.node) ?? []))
  }
  const inRequest = paths.filter((path) => path.length > 0)
  if (inRequest.length < paths.length)
    run((flow) => {
      followIntoFunction(flow, parameter, parameter.index, [])
    })
  if (inRequest.length > 0) {
    const { reads, calls } = bodyReadsOf(parameter, inRequest, handOverTo(collected))
    for (const { node, file } of reads)
      run((flow) => {
        follow(flow, wholeRead(node), [], file)
      }, calls)
  }
  return { ...collected, returned }
}

/** A flow of the body itself, which notes each write that it comes to. */
function bodyFlow(collected: Collected): Flow {
  return createFlow({
    isPartIncluded: true,
    reach(expression, path, file) {
      const write = possibleWriteOf(expression, path, file)
      if (!write) return true
      if (isWrite(write)) {
        collected.writes.push({ at: write.argument, write })
        return false
      }
      const receiver = evaluate(write.receiver, file)
      if (isOpen(receiver)) collected.open.push({ at: write.argument, write, receiver })
      return true
    },
    elsewhere: handOverTo(collected),
  })
}

/** Takes from the trace of a function in another file what it makes of an argument. */
function handOverTo(collected: Collected): HandOver {
  return (call, argument, index, path) => {
    const { node, file } = call.callee
    const trace = traceOf({ node, file, index }, [path])
    // A handler is reported where it is written, whoever calls it.
    if (path.length === 0 || index > 0 || !hasHandlerShape(node, file))
      collected.writes.push(...trace.writes.map(({ write }) => ({ at: argument, write })))
    if (trace.open.length > 0) {
      const bindings = bindingsOf(call)
      for (const open of trace.open) addBound(collected, { ...open, at: argument }, bindings)
    }
    return trace.returned
  }
}

function addBound(collected: Collected, open: OpenWrite, bindings: Bindings): void {
  const receiver = bound(open.receiver, bindings)
  if (isWriteOn(open.write, receiver)) collected.writes.push({ at: open.at, write: open.write })
  else if (isOpen(receiver)) collected.open.push({ ...open, receiver })
}

const deepest = 4

/** Tries what is open with the calls by which the flow came to the functions of the same file. */
function close(collected: Collected, calls: readonly Call[]): void {
  if (calls.length === 0 || collected.open.length === 0) return
  const bindings = calls.map(bindingsOf)
  let open = [...collected.open]
  for (let depth = 0; depth < deepest && open.length > 0; depth++) {
    const next: Collected = { writes: [], open: [] }
    for (const each of open)
      for (const binding of bindings) if (bound(each.receiver, binding) !== each.receiver) addBound(next, each, binding)
    collected.writes.push(...next.writes)
    open = next.open
  }
}

/** The writes that a binding of the parameters outside makes of what is open in a trace. */
export function closedBy({ open }: Trace, bindings: Bindings): BodyWrite[] {
  const collected: Collected = { writes: [], open: [] }
  for (const each of open) addBound(collected, each, bindings)
  return collected.writes
}
