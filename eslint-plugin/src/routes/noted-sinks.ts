import { type Bindings, bound, isOpen } from '../evaluate/bind.ts'
import { evaluate, resolveImports, returnedValue } from '../evaluate/evaluate.ts'
import type { FunctionValue, Value } from '../evaluate/value.ts'
import { functionOfSchema } from '../mongoose/schema-functions.ts'
import { isSink, isSinkOn, type PossibleSink, type Sink } from '../mongoose/sinks.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'
import { methodBehindBus } from './command-handlers.ts'
import type { Collected, OpenSink } from './trace.ts'
import { isCheckedBefore } from './value-checks.ts'

/**
 * Whether a filter is an object of the same function, in which the source shows the value:
 * `filter.email = req.body.email`.
 */
export function isFilled({ isWhole, value, argument }: Sink): boolean {
  return !isWhole && value !== undefined && value !== argument
}

/** Notes a sink; `true` where it is one for sure. */
export function collect({ sinks, open }: Collected, sink: PossibleSink): boolean {
  const at = sink.value ?? sink.argument
  if (isChecked(sink, at, sink.file)) return false
  if (isSink(sink)) return sinks.push({ at, sink }) > 0
  const receiver = evaluate(sink.receiver, sink.file)
  if (isOpen(receiver)) open.push({ at, sink, receiver })
  return false
}

/** Whether a filter gets what a function has looked at before: it may hold no query selector any more. */
function isChecked({ kind }: Sink, node: Node, file: SourceFile): boolean {
  return kind === 'filter' && isCheckedBefore(node, file)
}

/** The function behind a callee that is none itself: `saveTo(User)` in `saveTo(User)(body)`, or `User.createFrom`. */
export function functionCalled(callee: Value, file: SourceFile, argument: Node): FunctionValue | undefined {
  if (callee.kind !== 'call') return functionOfSchema(callee, file) ?? methodBehindBus(callee, argument, file)
  const made = resolveImports(returnedValue(callee), () => true)
  return made.kind === 'function' ? { ...made, madeBy: callee } : undefined
}

/** Notes what is open in a trace as a sink where a binding makes it one. */
export function addBound(collected: Collected, open: OpenSink, bindings: Bindings): void {
  if (--collected.tries.left < 0) return
  const receiver = bound(open.receiver, bindings)
  if (isSinkOn(open.sink, receiver)) collected.sinks.push({ at: open.at, sink: open.sink })
  else if (isOpen(receiver)) collected.open.push({ ...open, receiver })
}
