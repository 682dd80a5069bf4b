import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { evaluate, keyOf } from '../evaluate/evaluate.ts'
import { isGlobal } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { childrenOf, isInside, type Node, unwrap } from '../source/syntax.ts'
import { namesAllFields, outcomeIfListed } from './listed-keys.ts'

/** What a condition in a loop may ask about without choosing keys. */
export interface Copied {
  readonly key: Scope.Variable
  readonly value?: Scope.Variable
  readonly object: Node
  readonly file: SourceFile
  /** What the keys are copied to. */
  readonly target?: Node
  /** Whether that counts as a document, which has every field of its schema: to have a key is no choice then. */
  readonly isOntoDocument?: boolean
}

/** Whether a test lets any key pass that it does not name, where its outcome is `outcome`. */
export function isOpenTest(node: Node, outcome: boolean, copied: Copied): boolean {
  const test = unwrap(node)
  const { key, file } = copied
  if (outcome && asksWholeSchema(test, copied)) return true
  const listed = outcomeIfListed(test, key, file)
  // A list of keys to refuse.
  if (listed !== undefined && listed !== outcome) return true
  switch (test.type) {
    case 'UnaryExpression':
      return test.operator === '!' && isOpenTest(test.argument, !outcome, copied)
    case 'LogicalExpression':
      return isOpenTest(test.left, outcome, copied) && isOpenTest(test.right, outcome, copied)
    case 'CallExpression':
      return (outcome ? isOwnKey(test, copied) : isAffixOf(test, copied)) || isAboutValue(test, copied)
    default:
      return isAboutValue(test, copied)
  }
}

/**
 * Whether a test lets every field of a schema pass: `key in User.schema.paths`, `User.schema.path(key)`, `key in body`,
 * and where the keys are copied onto a document, `key in user`.
 */
export function asksWholeSchema(test: Node, { key, object, file, target, isOntoDocument }: Copied): boolean {
  const isWhole = (node: Node) =>
    namesAllFields(node, file) ||
    isSame(node, object, file) ||
    (isOntoDocument === true && target !== undefined && isSame(node, target, file))
  switch (test.type) {
    case 'BinaryExpression':
      return test.operator === 'in' && file.variableOf(test.left) === key && isWhole(test.right)
    case 'MemberExpression':
      return test.computed && file.variableOf(test.property) === key && namesAllFields(test.object, file)
    case 'CallExpression': {
      const { callee } = test
      const [first, second] = test.arguments
      if (first && isGlobal(evaluate(callee, file), 'Object', 'hasOwn'))
        return file.variableOf(second) === key && namesAllFields(first, file)
      if (callee.type !== 'MemberExpression' || file.variableOf(first) !== key) return false
      return namesAllFields(callee.object, file) || /\bschema\.path$/.test(file.code.getText(callee))
    }
    default:
      return false
  }
}

/** `key.startsWith('$ACTION')`, which those that it refuses have in common. */
function isAffixOf({ callee, arguments: [affix] }: ESTree.SimpleCallExpression, { key, file }: Copied): boolean {
  return (
    callee.type === 'MemberExpression' &&
    file.variableOf(callee.object) === key &&
    /^(?:starts|ends)With$/.test(keyOf(callee, file) ?? '') &&
    affix?.type === 'Literal'
  )
}

/** Whether an expression asks about the value of the key at hand, and nothing else that the loop knows. */
function isAboutValue(node: Node, copied: Copied): boolean {
  const { key, value, file, target, isOntoDocument = false } = copied
  let isAsked = false
  const isFree = (part: Node): boolean => {
    if (isValue(part, copied)) return (isAsked = true)
    // `if (user[key] !== body[key])`, which asks whether there is anything to change.
    if (target && isEntryOf(target, part, copied)) {
      isAsked ||= isOntoDocument
      return true
    }
    const variable = file.variableOf(part)
    if (variable !== undefined && variable !== value && isKnownInLoop(variable, key)) return false
    return childrenOf(part, file.code).every(isFree)
  }
  return isFree(node) && isAsked
}

/** Whether a variable is the key at hand, or declared beside it. */
function isKnownInLoop({ identifiers }: Scope.Variable, { scope }: Scope.Variable): boolean {
  return identifiers.some((identifier) => isInside(identifier, scope.block))
}

/** The value of the key at hand: `value`, `body[key]`. */
function isValue(node: Node, copied: Copied): boolean {
  const { value, object, file } = copied
  const expression = unwrap(node)
  return expression.type === 'MemberExpression'
    ? isEntryOf(object, expression, copied)
    : value !== undefined && file.variableOf(expression) === value
}

/** `object[key]` */
function isEntryOf(object: Node, node: Node, { key, file }: Copied): boolean {
  const entry = unwrap(node)
  return (
    entry.type === 'MemberExpression' &&
    entry.computed &&
    file.variableOf(entry.property) === key &&
    isSame(entry.object, object, file)
  )
}

/**
 * Whether a call asks for a key of the object itself: `body.hasOwnProperty(key)`, `Object.hasOwn(body, key)`,
 * `Object.prototype.hasOwnProperty.call(body, key)`.
 */
export function isOwnKey(
  { callee, arguments: list }: ESTree.SimpleCallExpression,
  { key, object, file }: Copied,
): boolean {
  if (callee.type !== 'MemberExpression' || file.variableOf(list.at(-1)) !== key) return false
  const [first] = list
  if (list.length === 1) return keyOf(callee, file) === 'hasOwnProperty' && isSame(callee.object, object, file)
  const isAsking =
    isGlobal(evaluate(callee, file), 'Object', 'hasOwn') ||
    (keyOf(callee, file) === 'call' &&
      callee.object.type === 'MemberExpression' &&
      keyOf(callee.object, file) === 'hasOwnProperty')
  return isAsking && first !== undefined && isSame(first, object, file)
}

/** Whether two expressions read the same thing: one variable, or one member of it. */
export function isSame(one: Node, other: Node, file: SourceFile): boolean {
  const [a, b] = [unwrap(one), unwrap(other)]
  if (a.type === 'MemberExpression' && b.type === 'MemberExpression')
    return isSame(a.object, b.object, file) && hasSameKey(a, b, file)
  const variable = file.variableOf(a)
  return variable !== undefined && variable === file.variableOf(b)
}

function hasSameKey(one: ESTree.MemberExpression, other: ESTree.MemberExpression, file: SourceFile): boolean {
  const key = keyOf(one, file)
  if (key !== undefined) return key === keyOf(other, file)
  return one.computed && other.computed && isSame(one.property, other.property, file)
}
