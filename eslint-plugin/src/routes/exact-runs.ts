import type * as ESTree from 'estree'
import { evaluate, keyOf, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import { nameFrom, type CallValue, type Value } from '../evaluate/value.ts'
import { nodesOf } from '../source/file-nodes.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isInside, type Node, parametersOf, parentOf, rangeOf, unwrap, wrapped } from '../source/syntax.ts'
import { gatesOf } from './gates.ts'
import type { Validation } from './past-validations.ts'
import type { Handler } from './handlers.ts'

/** `checkExact()` of express-validator, which finds fault with fields of the body that no rule names. */
export function isCheckExact(value: Value): boolean {
  return value.kind === 'call' && nameFrom('express-validator', value.callee) === 'checkExact' && !isOfOtherParts(value)
}

/** `checkExact(rules, { locations: ['query'] })` */
export function isOfOtherParts({ node, file }: CallValue): boolean {
  const [, options] = node.arguments
  const locations = options ? memberOf(evaluate(options, file), 'locations') : undefined
  if (locations?.kind !== 'array') return false
  const parts = locations.node.elements.map((each) => each && evaluate(each, locations.file))
  return parts.every((part) => part?.kind === 'literal' && part.value !== 'body')
}

/** What a function lets pass by `await checkExact(rules).run(req)`, and by what it is told of that afterwards. */
export function exactRuns({ node: fn, file, index }: Handler): Validation[] {
  if (!file.code.text.includes('.run')) return []
  const request = file.variableOf(parametersOf(fn)[index])
  const calls = nodesOf(file).calls.filter((call) => isInside(call, fn))
  const isGivenRequest = ({ arguments: [given] }: ESTree.CallExpression) =>
    request !== undefined && !!given && file.variableOf(given) === request
  const runs = calls.filter((call) => {
    const callee = unwrap(call.callee)
    if (callee.type !== 'MemberExpression' || keyOf(callee, file) !== 'run' || !isGivenRequest(call)) return false
    const rules = evaluate(callee.object, file)
    return parentOf(call)?.type === 'AwaitExpression' && isCheckExact(resolveImports(rules, () => true))
  })
  if (runs.length === 0) return []
  // What `validationResult(req)` gives tells of all that was run before.
  const results = calls.filter((call) => {
    const callee = evaluate(unwrap(call.callee), file)
    return nameFrom('express-validator', callee) === 'validationResult' && isGivenRequest(call)
  })
  const first = Math.min(...runs.map((run) => rangeOf(run)[1]))
  return [...runs, ...results.filter((result) => rangeOf(result)[0] > first)].flatMap((result) =>
    callsOn(result, file).flatMap((call): Validation[] => {
      const method = keyOf(call.callee as ESTree.MemberExpression, file)
      if (method === 'throw') return [{ node: call, isThrown: true }]
      return method === 'isEmpty' ? gatesOf(call, true, file) : []
    }),
  )
}

/** The methods that are called on what a call gives, also by the name of a variable. */
function callsOn(call: Node, file: SourceFile): ESTree.CallExpression[] {
  const outer = wrapped(call)
  const parent = parentOf(outer)
  const places = parent?.type === 'VariableDeclarator' && parent.init === outer ? file.readsOf(parent.id) : [outer]
  return places.flatMap((place) => {
    const member = parentOf(wrapped(place))
    const called = member?.type === 'MemberExpression' ? parentOf(member) : undefined
    return called?.type === 'CallExpression' && called.callee === member ? [called] : []
  })
}
