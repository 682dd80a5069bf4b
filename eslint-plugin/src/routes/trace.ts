import type { Value } from '../evaluate/value.ts'
import type { AccessPath } from '../flow/flow.ts'
import type { PossibleSink } from '../mongoose/sinks.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { CallNode, FunctionNode, Node } from '../source/syntax.ts'

/** A sink that the raw body comes to, and where the body sets out for it in the file that is looked at. */
export interface BodySink {
  readonly at: Node
  readonly sink: PossibleSink
  /** Whether it is in a method of an instance that a constructor was given. */
  readonly isInGiven?: true
}

/** What is a sink if a parameter, or the instance of a method, turns out to be a model or a document. */
export interface OpenSink {
  readonly at: Node
  readonly sink: PossibleSink
  readonly receiver: Value
}

/** A call that the body is handed to, of a method that only the instance tells which a constructor is given. */
export interface OpenCall {
  readonly at: Node
  readonly callee: Value
  readonly node: CallNode
  readonly file: SourceFile
  readonly index: number
  readonly path: AccessPath
}

/** What becomes of a value inside of a function: its summary, which is all that other files ask for. */
export interface Trace {
  readonly sinks: readonly BodySink[]
  readonly open: readonly OpenSink[]
  readonly calls: readonly OpenCall[]
  /** The paths at which the function gives the value back. */
  readonly returned: readonly AccessPath[]
}

/** One parameter of a function. */
export interface Parameter {
  readonly node: FunctionNode
  readonly file: SourceFile
  readonly index: number
}

/** What a trace collects while the body is followed. */
export interface Collected {
  readonly sinks: BodySink[]
  readonly open: OpenSink[]
  readonly calls: OpenCall[]
  /** Of what is open with the calls that may close it, which are many where functions of one shape call each other. */
  readonly tries: { left: number }
}

/** For one function. Nothing in the corpus takes more than 20. */
const mostTries = 2000

export const nothing: Trace = { sinks: [], open: [], calls: [], returned: [] }

export function noneYet(tries = { left: mostTries }): Collected {
  return { sinks: [], open: [], calls: [], tries }
}
