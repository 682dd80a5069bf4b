import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isFunction, type Node, parametersOf, parentOf, rangeOf, wrapped } from '../source/syntax.ts'
import { checksOfError } from './error-checks.ts'
import { gatesOf } from './gates.ts'
import { givenBackAt } from './given-back.ts'
import type { Validation } from './past-validations.ts'
import { isLeaving, wayOut } from './leaving.ts'

/** What a function lets pass by the answer of a call: a boolean, or what says how a validation went. */
export function answered(call: Node, file: SourceFile, isBoolean: boolean): Validation[] {
  const tellings = isBoolean ? [] : membersOf(call, file).filter(({ key }) => key === 'success' || key === 'error')
  const gates = isBoolean
    ? gatesOf(call, true, file)
    : tellings.flatMap(({ node, key }) => (key === 'success' ? gatesOf(node, true, file) : checksOfError(node, file)))
  return [
    // Where the ways of the answer are known, they tell which one a bad body goes.
    ...(gates.length === 0 && tellings.length === 0 && isAskedFor(call, file) ? [{ node: call }] : []),
    ...(isBoolean ? [] : answersWith(call, file)),
    ...gates,
    ...gatesInCallback(call, file),
  ]
}

/** The same where the answer is `true`, or else a list of what is wrong. */
export function answeredWithTrue(call: Node, file: SourceFile): Validation[] {
  const outer = wrapped(call)
  const declarator = parentOf(outer)
  const places = declarator?.type === 'VariableDeclarator' ? file.readsOf(declarator.id).map(wrapped) : [outer]
  return places.flatMap((place) => {
    const parent = parentOf(place)
    switch (parent?.type) {
      case 'BinaryExpression':
        return file.code.getText(parent.right) === 'true' && /^[!=]==$/.test(parent.operator)
          ? gatesOf(parent, parent.operator === '===', file)
          : []
      case 'CallExpression':
        return isGlobal(evaluate(parent.callee, file), 'Array', 'isArray') ? gatesOf(parent, false, file) : []
      case 'MemberExpression':
        return parent.object === place && keyOf(parent, file) === 'length' ? gatesOf(parent, false, file) : []
      default:
        return []
    }
  })
}

/** Where a function gives back what a call says: `return schema.validate(body)`, also by a variable. */
function answersWith(call: Node, file: SourceFile): Validation[] {
  const declarator = parentOf(wrapped(call))
  const isNamed = declarator?.type === 'VariableDeclarator' && declarator.id.type === 'Identifier'
  const places = isNamed ? file.readsOf(declarator.id) : [call]
  return places.flatMap((place) => {
    const answer = givenBackAt(place, file)
    return answer ? [{ node: call, answer }] : []
  })
}

/** `Joi.validate(body, schema, (error) => …)`, the callback of which is told what is wrong first. */
function gatesInCallback(call: Node, file: SourceFile): Validation[] {
  const callback = call.type === 'CallExpression' ? call.arguments.at(-1) : undefined
  // `schema.validate(body, next)`
  if (callback && isGivenCallback(callback, file)) return [{ node: call, within: callback }]
  if (!callback || !isFunction(callback)) return []
  const [error] = parametersOf(callback)
  if (error?.type !== 'Identifier') return []
  return file
    .readsOf(error)
    .flatMap((read) => checksOfError(read, file))
    .map((gate) => ({ ...gate, within: gate.within ?? callback.body }))
}

/** Whether an argument is a parameter that is called with an error first, going by its name. */
export function isGivenCallback(argument: Node, file: SourceFile): boolean {
  return (
    argument.type === 'Identifier' &&
    /^(?:next|cb|callback|done)$/.test(argument.name) &&
    file.variableOf(argument)?.defs[0]?.type === 'Parameter'
  )
}

interface Member {
  readonly node: Node
  readonly key: string | undefined
}

/** The members that are read of what a call gives: `result.success`, `const { success } = result`. */
export function membersOf(node: Node, file: SourceFile): Member[] {
  const outer = wrapped(node)
  const parent = parentOf(outer)
  if (parent?.type === 'MemberExpression' && parent.object === outer)
    return [{ node: parent, key: keyOf(parent, file) }]
  if (parent?.type !== 'VariableDeclarator' || parent.init !== outer) return []
  const { id } = parent
  if (id.type === 'Identifier') return file.readsOf(id).flatMap((read) => membersOf(read, file))
  if (id.type === 'ArrayPattern') {
    // `const [error] = validate(body, schema)` of Superstruct.
    const [error] = id.elements
    return error?.type === 'Identifier' ? file.readsOf(error).map((read) => ({ node: read, key: 'error' })) : []
  }
  if (id.type !== 'ObjectPattern') return []
  return id.properties.flatMap((property) =>
    property.type === 'Property' && property.value.type === 'Identifier'
      ? file.readsOf(property.value).map((read) => ({ node: read, key: keyOf(property, file) }))
      : [],
  )
}

/** `validate(dto).then((errors) => …)`, which goes on by what is wrong. */
export function gatesAfter(call: Node, file: SourceFile): Validation[] {
  const member = parentOf(call)
  const waiting = member?.type === 'MemberExpression' && keyOf(member, file) === 'then' ? parentOf(member) : undefined
  const [callback] = waiting?.type === 'CallExpression' ? waiting.arguments : []
  if (!callback || !isFunction(callback)) return []
  const [errors] = parametersOf(callback)
  const isAsked = errors?.type === 'Identifier' && file.readsOf(errors).some((read) => isInTest(read, file))
  return isAsked ? [{ node: call, within: callback.body }] : []
}

/**
 * What a function lets pass by a promise that is rejected: what waits for it, unless something has caught the error
 * before.
 */
export function awaited(call: Node, file: SourceFile): Validation[] {
  const passed: Validation[] = []
  for (let step = call; ;) {
    const member = parentOf(step)
    const next = member?.type === 'MemberExpression' && member.object === step ? parentOf(member) : undefined
    if (member?.type !== 'MemberExpression' || next?.type !== 'CallExpression' || next.callee !== member)
      return parentOf(step)?.type === 'ExpressionStatement' ? passed : [...passed, { node: call, isThrown: true }]
    const method = keyOf(member, file)
    const [first, second] = next.arguments
    const caught = method === 'catch' ? first : second
    if (method === 'then' && first) passed.push({ node: call, within: first })
    if (caught && !isThrowingAlways(caught, file)) return passed
    step = next
  }
}

function isThrowingAlways(callback: Node, file: SourceFile): boolean {
  return isFunction(callback) && wayOut(callback.body, file) === 'throwing'
}

/** `await schema.validate(body)`, `schema.validate(body).then(…)` */
export function isWaitedFor(call: Node, file: SourceFile): boolean {
  const parent = parentOf(wrapped(call))
  return (
    parentOf(call)?.type === 'AwaitExpression' ||
    (parent?.type === 'MemberExpression' &&
      parent.object === call &&
      /^(?:then|catch)$/.test(keyOf(parent, file) ?? ''))
  )
}

/** Whether the function goes on in one way or the other by the answer of a call. */
export function isAskedFor(call: Node, file: SourceFile): boolean {
  const outer = wrapped(call)
  for (let step: Node = outer, parent = parentOf(step); parent; step = parent, parent = parentOf(parent)) {
    if (parent.type === 'IfStatement' && parent.test === step) return isFork(parent, file)
    if (parent.type === 'VariableDeclarator')
      return isAnyInTest(file.code.scopeManager.getDeclaredVariables(parent), outer, file)
    if (parent.type === 'AssignmentExpression') return isAnyInTest(variablesIn(parent.left, file), outer, file)
    if (!parent.type.endsWith('Expression')) return false
  }
  return false
}

/** What an assignment gives a value to: `result = …`, `({ error } = …)`. */
function variablesIn(target: Node, file: SourceFile): Scope.Variable[] {
  if (target.type === 'ObjectPattern')
    return target.properties.flatMap((each) => (each.type === 'Property' ? variablesIn(each.value, file) : []))
  const variable = file.variableOf(target)
  return variable ? [variable] : []
}

function isAnyInTest(variables: readonly Scope.Variable[], after: Node, file: SourceFile): boolean {
  const [, end] = rangeOf(after)
  const isAsked = (node: Node) => rangeOf(node)[0] >= end && isInTest(node, file)
  return variables.some(({ references }) => references.some(({ identifier }) => isAsked(identifier as Node)))
}

function isInTest(node: Node, file: SourceFile): boolean {
  for (let step = node, parent = parentOf(node); parent; step = parent, parent = parentOf(parent)) {
    if (parent.type === 'IfStatement') return parent.test === step && isFork(parent, file)
    if (!parent.type.endsWith('Expression')) return false
  }
  return false
}

/** An `if` that leaves the function, or has an `else`. */
function isFork({ consequent, alternate }: ESTree.IfStatement, file: SourceFile): boolean {
  return isLeaving(consequent, file) || !!alternate
}
