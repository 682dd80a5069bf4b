import type * as ESTree from 'estree'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import { type Node, unwrap } from '../source/syntax.ts'
import type { Validation } from './past-validations.ts'
import { type Key, outcomeIfUnlisted } from './key-tests.ts'
import { checksOfCount, checksOfFaultObject, checksOfLength } from './fault-checks.ts'
import { gatesOf } from './gates.ts'
import { isThrowing } from './leaving.ts'

/**
 * What becomes of a key that is in no list: nothing yet, or it goes through; it leaves the function, is deleted or
 * noted.
 */
type Fate =
  | undefined
  | { readonly by: 'going on' | 'throwing' }
  | { readonly by: 'returning'; readonly noted: readonly Node[] }
  | { readonly by: 'deleting'; readonly from: Node }
  | { readonly by: 'noting'; readonly noted: readonly Node[] }

const goingOn: Fate = { by: 'going on' }

/** What a body with unknown keys comes to in a loop over its keys. */
export interface Loop {
  readonly node: Node
  readonly body: Node
  readonly key: Key
  /** Whether a `return` leaves the function around the loop. */
  readonly canReturn: boolean
}

/** Where a loop has refused, or deleted, every key of a body that is in no list. */
export function checksInLoop({ node, body, key, canReturn }: Loop): Validation[] {
  if (mayEndEarly(body, key)) return []
  const fate = fateIn(body, key)
  switch (fate?.by) {
    case 'throwing':
      return [{ node, isThrown: true }]
    case 'returning':
      return [...(canReturn ? [{ node }] : []), ...checksOfNotes(fate.noted, key)]
    case 'deleting':
      return [{ node, isThrown: true, deletesFrom: fate.from }]
    case 'noting':
      return checksOfNotes(fate.noted, key)
    default:
      return []
  }
}

/** Whether a `break` may end the loop for a key that is in some list: those behind it are not looked at. */
function mayEndEarly(node: Node, key: Key): boolean {
  switch (node.type) {
    case 'BreakStatement':
      return true
    case 'IfStatement': {
      const outcome = outcomeIfUnlisted(node.test, key)
      const { consequent, alternate } = node
      return [outcome === true ? null : consequent, outcome === false ? null : alternate].some(
        (branch) => !!branch && mayEndEarly(branch, key),
      )
    }
    case 'BlockStatement':
      return node.body.some((statement) => mayEndEarly(statement, key))
    case 'TryStatement':
      return [node.block, node.handler?.body, node.finalizer].some((block) => !!block && mayEndEarly(block, key))
    case 'LabeledStatement':
      return mayEndEarly(node.body, key)
    default:
      return false
  }
}

function fateIn(node: Node, key: Key): Fate {
  switch (node.type) {
    case 'BlockStatement':
      return fateInList(node.body, key)
    case 'IfStatement':
      return fateInBranches(node, key)
    case 'SwitchStatement':
      return fateInSwitch(node, key)
    case 'ReturnStatement':
      return { by: 'returning', noted: [] }
    case 'ThrowStatement':
      return { by: 'throwing' }
    case 'ContinueStatement':
    case 'BreakStatement':
      return goingOn
    case 'ExpressionStatement':
      return fateByExpression(node.expression, key)
    default:
      return node.type.endsWith('Expression') ? fateByExpression(node, key) : undefined
  }
}

function fateInList(statements: readonly Node[], key: Key): Fate {
  const noted: Node[] = []
  for (const statement of statements) {
    const fate = fateIn(statement, key)
    if (fate?.by === 'noting') noted.push(...fate.noted)
    else if (fate?.by === 'returning') return { ...fate, noted: [...noted, ...fate.noted] }
    else if (fate) return fate.by === 'going on' && noted.length > 0 ? { by: 'noting', noted } : fate
  }
  return noted.length > 0 ? { by: 'noting', noted } : undefined
}

function fateInBranches(
  { test, consequent, alternate }: ESTree.IfStatement | ESTree.ConditionalExpression,
  key: Key,
): Fate {
  const outcome = outcomeIfUnlisted(test, key)
  if (outcome !== undefined) {
    const branch = outcome ? consequent : alternate
    return branch ? fateIn(branch, key) : undefined
  }
  const fates = [fateIn(consequent, key), alternate ? fateIn(alternate, key) : undefined]
  // Something else decides whether the key is looked at.
  return fates.some((fate) => fate?.by === 'going on' || fate?.by === 'returning') ? goingOn : undefined
}

function fateInSwitch({ discriminant, cases }: ESTree.SwitchStatement, { variable, ...key }: Key): Fate {
  const index = cases.findIndex(({ test }) => !test)
  if (key.file.variableOf(unwrap(discriminant)) !== variable || index < 0) return undefined
  const fate = fateInList(
    cases.slice(index).flatMap(({ consequent }) => consequent),
    { variable, ...key },
  )
  return fate?.by === 'going on' ? undefined : fate
}

function fateByExpression(node: Node, key: Key): Fate {
  const expression = unwrap(node)
  switch (expression.type) {
    case 'LogicalExpression': {
      const outcome = outcomeIfUnlisted(expression.left, key)
      return outcome === (expression.operator === '&&') ? fateByExpression(expression.right, key) : undefined
    }
    case 'ConditionalExpression':
      return fateInBranches(expression, key)
    default: {
      const from = deletedFrom(expression, key)
      if (from) return { by: 'deleting', from }
      if (isThrowing(expression, key.file)) return { by: 'throwing' }
      return isNote(expression, key) ? { by: 'noting', noted: [expression] } : undefined
    }
  }
}

/** The object of `delete body[key]`, `Reflect.deleteProperty(body, key)` and `body[key] = undefined`. */
function deletedFrom(expression: Node, { variable, file }: Key): Node | undefined {
  if (expression.type === 'CallExpression') {
    const [object, property] = expression.arguments
    const isDeleting = isGlobal(evaluate(expression.callee, file), 'Reflect', 'deleteProperty')
    return isDeleting && file.variableOf(property) === variable ? object : undefined
  }
  const target =
    expression.type === 'UnaryExpression' && expression.operator === 'delete'
      ? unwrap(expression.argument)
      : expression.type === 'AssignmentExpression' && file.code.getText(expression.right) === 'undefined'
        ? expression.left
        : undefined
  const isOfKey =
    target?.type === 'MemberExpression' && target.computed && file.variableOf(target.property) === variable
  return isOfKey ? target.object : undefined
}

/** `unknown.push(key)`, `errors[key] = 'unknown'`, `isKnown = false`, `count++` */
function isNote(expression: Node, { file }: Key): boolean {
  if (expression.type === 'UpdateExpression') return expression.operator === '++'
  if (expression.type === 'AssignmentExpression')
    return expression.right.type === 'Literal' || faultsIn(expression) !== undefined
  if (expression.type !== 'CallExpression' || expression.callee.type !== 'MemberExpression') return false
  return keyOf(expression.callee, file) === 'push'
}

/** The object of `errors[key] = message`. */
function faultsIn({ left, operator }: ESTree.AssignmentExpression): Node | undefined {
  const isAdding = operator === '=' && left.type === 'MemberExpression' && left.object.type === 'Identifier'
  return isAdding ? left.object : undefined
}

/** What a loop that only notes that there is such a key leaves to a later test. */
function checksOfNotes(noted: readonly Node[], key: Key): Validation[] {
  return noted.flatMap((expression) => checksOfNote(expression, key))
}

function checksOfNote(expression: Node, { file }: Key): Validation[] {
  const count = countedBy(expression)
  if (count) {
    const references = file.variableOf(count)?.references ?? []
    const [first, ...others] = references.filter((reference) => reference.isWrite())
    // It is set to 0 where it is declared, and counted by this loop alone.
    const isOwn =
      first?.init === true && file.code.getText(first.writeExpr as ESTree.Node) === '0' && others.length === 1
    return isOwn
      ? references.flatMap((each) => (each.isReadOnly() ? checksOfCount(each.identifier as Node, file) : []))
      : []
  }
  const faults = expression.type === 'AssignmentExpression' ? faultsIn(expression) : undefined
  if (faults) return checksOfFaultObject(faults, file)
  if (expression.type === 'AssignmentExpression' && expression.right.type === 'Literal') {
    const { left, operator, right } = expression
    const references = file.variableOf(left)?.references ?? []
    const writes = references.filter((reference) => reference.isWrite())
    // It is set where it is declared, and by this loop alone.
    const isFlag = operator === '=' && typeof right.value === 'boolean' && writes.length === 2 && writes[0]?.init
    const reads = references.filter((reference) => !writes.includes(reference))
    return isFlag ? reads.flatMap(({ identifier }) => gatesOf(identifier as Node, right.value === false, file)) : []
  }
  if (expression.type !== 'CallExpression' || expression.callee.type !== 'MemberExpression') return []
  return file.readsOf(expression.callee.object).flatMap((list) => checksOfLength(list, file))
}

/** `count++`, `count += 1` */
function countedBy(expression: Node): Node | undefined {
  if (expression.type === 'UpdateExpression') return expression.argument
  const isAdding = expression.type === 'AssignmentExpression' && expression.operator === '+='
  return isAdding && expression.right.type === 'Literal' && expression.right.value === 1 ? expression.left : undefined
}
