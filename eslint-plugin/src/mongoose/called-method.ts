import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import type { AccessPath } from '../flow/flow.ts'
import { argumentLent, type SeenArgument } from '../flow/lent-functions.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type Node, unwrap } from '../source/syntax.ts'
import { withoutAsync } from './promised-names.ts'

/** An argument of a call that holds a value at a path. */
export interface Argument {
  readonly argument: Node
  readonly call: CallNode
  readonly index: number
  readonly path: AccessPath
}

/** A method that a call calls, and where among the arguments that the method sees a value stands. */
export interface CalledMethod extends Method, SeenArgument {
  readonly given: readonly Node[]
}
interface Method {
  readonly callee: Node
  readonly receiver: Node
  readonly name: string
}

/**
 * The method behind a call: of `User.create(body)`, of `User.create.call(User, body)` and the like, or of
 * `create(body)` where `const create = User.create.bind(User)` stands in the same file.
 */
export function calledMethod({ call, index, path }: Argument, file: SourceFile): CalledMethod | undefined {
  if (call.type === 'NewExpression') return undefined
  const given = call.arguments
  const direct = methodAt(call.callee, file)
  if (!direct) return boundMethod(call, index, path, file)
  const seen = argumentLent(direct.name, index, path)
  const lent = seen && methodAt(direct.receiver, file)
  // What a list holds that `apply` is given is not looked up.
  return lent
    ? { ...lent, ...seen, given: direct.name === 'apply' ? [] : given.slice(1) }
    : { ...direct, given, index, path }
}

function boundMethod(call: CallNode, index: number, path: AccessPath, file: SourceFile): CalledMethod | undefined {
  const value = call.callee.type === 'Super' ? undefined : evaluate(call.callee, file)
  if (value?.kind !== 'bound' || value.file !== file) return undefined
  const binding = methodAt(value.node.callee, file)
  const method = binding && methodAt(binding.receiver, file)
  return (
    method && {
      ...method,
      given: [...value.node.arguments.slice(1), ...call.arguments],
      index: index + value.taken,
      path,
    }
  )
}

function methodAt(node: Node, file: SourceFile): Method | undefined {
  const callee = unwrap(node)
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return undefined
  return { callee, receiver: callee.object, name: withoutAsync(keyOf(callee, file) ?? '') }
}
