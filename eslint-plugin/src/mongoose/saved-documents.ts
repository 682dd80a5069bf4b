import { copyBy } from '../evaluate/copies.ts'
import { evaluate, keyOf, memberOf, resolveImports, returnedValue } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { textOf } from '../source/node-text.ts'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, type FunctionNode, type Node, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import { hasMongooseAlone } from './mappers.ts'
import { withoutAsync } from './promised-names.ts'

/**
 * Whether something that a middleware or a caller has handed on is a document, going by what the function does with it:
 * `req.user.set(req.body)` and `req.user.save()`, in an application that has Mongoose and no other mapper.
 */
export function isSavedDocument(receiver: Node, file: SourceFile): boolean {
  const value = evaluate(receiver, file)
  if (!isGiven(value) || !hasMongooseAlone(file.project) || isOwnClass(value)) return false
  const functions = functionsAround(receiver)
  const names = new Set([receiver, ...resultsOf(receiver, file)].map((node) => textOf(node, file)))
  return nodesOf(file).calls.some((call) => {
    const callee = unwrap(call.callee)
    return (
      callee.type === 'MemberExpression' &&
      withoutAsync(keyOf(callee, file) ?? '') === 'save' &&
      names.has(textOf(callee.object, file)) &&
      functions.has(enclosingFunction(call))
    )
  })
}

/**
 * The function that an expression stands in, and those around it: a document is filled in a callback, and saved after
 * that.
 */
function functionsAround(node: Node): ReadonlySet<FunctionNode | undefined> {
  const functions = new Set<FunctionNode | undefined>()
  for (let fn = enclosingFunction(node); fn; fn = enclosingFunction(fn)) functions.add(fn)
  return functions
}

/** What `Object.assign()` and its like give back of their first argument: the call, and the variable that holds it. */
function resultsOf(receiver: Node, file: SourceFile): Node[] {
  const call = parentOf(wrapped(receiver))
  if (call?.type !== 'CallExpression' || !call.arguments.some((argument) => argument === wrapped(receiver))) return []
  if (!copyBy(evaluate(call.callee, file))?.isIntoFirst) return []
  const holder = parentOf(wrapped(call))
  if (holder?.type === 'AssignmentExpression' && holder.operator === '=') return [call, holder.left]
  return holder?.type === 'VariableDeclarator' ? [call, holder.id] : [call]
}

/**
 * Whether something is, or is a part of, what a function is called with, or what a method of that gives:
 * `await store.findById(id)`.
 */
function isGiven(value: Value): boolean {
  switch (value.kind) {
    case 'parameter':
      return true
    case 'member':
      return isGiven(value.object)
    case 'call':
      return value.node.type === 'CallExpression' && value.callee.kind === 'member' && isGiven(value.callee)
    default:
      return false
  }
}

/** Whether something is declared to be of a class that has a way to save of its own, or is given by what makes one. */
function isOwnClass(value: Value): boolean {
  const resolved = resolveImports(value, () => true)
  const given = resolved.kind === 'call' ? resolveImports(returnedValue(resolved), () => true) : resolved
  return [given, ...(given.kind === 'oneOf' ? given.values : [])].some(
    (each) => each.kind === 'instance' && resolveImports(memberOf(each, 'save'), () => true).kind === 'function',
  )
}
