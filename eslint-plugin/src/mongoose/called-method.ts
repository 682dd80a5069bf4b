import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import type { AccessPath } from '../flow/flow.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type Node, unwrap } from '../source/syntax.ts'

/** An argument of a call that holds a value at a path. */
export interface Argument {
  readonly argument: Node
  readonly call: CallNode
  readonly index: number
  readonly path: AccessPath
}

/** A method that a call calls, and where among the arguments that the method sees a value stands. */
export interface CalledMethod {
  readonly callee: Node
  readonly receiver: Node
  readonly name: string
  readonly given: readonly Node[]
  readonly index: number
  readonly path: AccessPath
}

/**
 * The method behind a call: of `User.create(body)`, of `User.create.call(User, body)` and `apply`, or of
 * `create(body)` where `const create = User.create.bind(User)` stands in the same file.
 */
export function calledMethod({ call, index, path }: Argument, file: SourceFile): CalledMethod | undefined {
  if (call.type === 'NewExpression') return undefined
  const given = call.arguments
  const direct = methodAt(call.callee, file)
  const lent =
    direct && (direct.name === 'call' || direct.name === 'apply') ? methodAt(direct.receiver, file) : undefined
  if (!direct) return boundMethod(call, { given, index, path }, file)
  if (!lent) return { ...direct, given, index, path }
  if (direct.name === 'call') return { ...lent, given: given.slice(1), index: index - 1, path }
  const [step, ...rest] = path
  return index === 1 && typeof step === 'string' ? { ...lent, given: [], index: Number(step), path: rest } : undefined
}

function boundMethod(
  { callee }: CallNode,
  { given, index, path }: Pick<CalledMethod, 'given' | 'index' | 'path'>,
  file: SourceFile,
): CalledMethod | undefined {
  const value = callee.type === 'Super' ? undefined : evaluate(callee, file)
  if (value?.kind !== 'bound' || value.file !== file) return undefined
  const { node, taken } = value
  const binding = methodAt(node.callee, file)
  const method = binding && methodAt(binding.receiver, file)
  return method && { ...method, given: [...node.arguments.slice(1), ...given], index: index + taken, path }
}

function methodAt(node: Node, file: SourceFile): Pick<CalledMethod, 'callee' | 'receiver' | 'name'> | undefined {
  const callee = unwrap(node)
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return undefined
  return { callee, receiver: callee.object, name: keyOf(callee, file) ?? '' }
}
