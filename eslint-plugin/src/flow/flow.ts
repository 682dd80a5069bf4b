import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import type { Call } from '../evaluate/bind.ts'
import type { FunctionValue, Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { CallNode, FunctionNode, Node } from '../source/syntax.ts'
import type { Read } from './reassigned.ts'

/**
 * Called where the value is handed to a function of another file. Gives the paths at which the call gives the value
 * back.
 */
export type HandOver = (call: Call, given: Given) => readonly AccessPath[]

/** An argument that holds the value, with its index among those that the function sees. */
export interface Given {
  readonly argument: Node
  readonly index: number
  readonly path: AccessPath
  readonly isKept: boolean
}

/** One step from a value to a part of it: a key, or one of several. */
export type Key = string | ReadonlySet<string>

/** The steps from a value to a part of it: `body`, `user` lead from a request to `req.body.user`. */
export type AccessPath = readonly Key[]

/**
 * Follows a value through the file: aliases, patterns, closures, object literals and functions of the same file that it
 * is handed to. What is looked for lies below the value, at an access path.
 */
export interface Flow {
  /** Called for every expression or pattern property that holds the value; `false` ends this branch. */
  readonly reach: (node: Node, path: AccessPath, file: SourceFile, isKept: boolean) => boolean
  /** Called where what is looked for is overwritten. */
  readonly overwrite?: (node: Node, file: SourceFile) => void
  /** Asked before a function of the same file is entered; `false` where what it does with the value is known. */
  readonly isEntered?: (callee: FunctionValue, index: number, path: AccessPath) => boolean
  /** What becomes of the value in a function of another file: nothing, unless it is entered or handed over. */
  readonly elsewhere?: 'enter' | HandOver
  /**
   * The function that a callee stands for, where only the packages that the application uses, or a wrapper, would tell,
   * or what it is given.
   */
  readonly functionBehind?: (callee: Value, file: SourceFile, argument: Node) => FunctionValue | undefined
  /** Called where the value is handed to what only a caller of the function around knows. */
  readonly handToUnknown?: (callee: Value, call: CallNode, file: SourceFile, given: Given) => void
  /** The keys that a computed member may have, where what the functions around it are called with tells, or a loop. */
  readonly computedKeys?: (member: ESTree.MemberExpression, file: SourceFile) => readonly string[]
  /** Whether a part of the value counts as the value, once the path has led to it. */
  readonly isPartIncluded?: boolean
  /** The path to an argument in what a call gives, where only its package would tell that it gives it back. */
  readonly placeInResult?: (call: CallNode, index: number, file: SourceFile) => AccessPath | undefined
  /** The paths with which an expression or a variable has been reached. */
  readonly seen: Map<object, Set<string>>
  /** The reads of variables that the value has not come to, by its path. */
  readonly unread: Map<Scope.Variable, Map<string, Set<Read>>>
  /** Expressions that hold the value and have still to be followed: the worklist. */
  readonly pending: Step[]
  /** The calls by which functions of the same file were entered. */
  readonly calls: Map<FunctionNode, Call[]>
  /** What functions give back of the value. */
  readonly returned: Map<FunctionNode, AccessPath[]>
  /** Whether the value at hand was kept in a member of an object: what was asked about it before has another name. */
  isKept: boolean
}

/** What a flow is told of calls. */
export type CallHooks = Pick<
  Flow,
  'elsewhere' | 'functionBehind' | 'handToUnknown' | 'placeInResult' | 'computedKeys' | 'isEntered'
>

/** An expression that holds the value, with the path to what is looked for. */
export interface Step {
  readonly node: Node
  readonly path: AccessPath
  readonly file: SourceFile
  readonly isKept: boolean
}

export function createFlow(hooks: Omit<Flow, 'seen' | 'unread' | 'pending' | 'calls' | 'returned' | 'isKept'>): Flow {
  return {
    ...hooks,
    seen: new Map(),
    unread: new Map(),
    pending: [],
    calls: new Map(),
    returned: new Map(),
    isKept: false,
  }
}

const deepest = 6

class AnyKey extends Set<string> {
  override has(): boolean {
    return true
  }
}

/** A step to any part of a value, where the value itself is not what is looked for, and each of its parts may be. */
export const anyKey: Key = new AnyKey(['*'])

/** Whether a flow comes to an expression or a variable for the first time; a path that only grows is given up. */
export function isNew({ seen }: Flow, subject: object, path: AccessPath): boolean {
  if (path.length > deepest) return false
  const text = pathText(path)
  const paths = seen.get(subject)
  if (paths?.has(text)) return false
  if (paths) paths.add(text)
  else seen.set(subject, new Set([text]))
  return true
}

/** A path as a key of what is known of it. */
export function pathText(path: AccessPath): string {
  return path.map((key) => (typeof key === 'string' ? key : [...key].join('|'))).join('.')
}

/** Leaves an expression that holds the value for `follow.ts` to go on from. */
export function continueAt(flow: Flow, node: Node, path: AccessPath, file: SourceFile): void {
  if (isNew(flow, node, path)) flow.pending.push({ node, path, file, isKept: flow.isKept })
}

/** Whether a step is the one to `key`. */
export function isStepTo(step: Key | undefined, key: string | undefined): boolean {
  return step !== undefined && key !== undefined && (typeof step === 'string' ? step === key : step.has(key))
}
