import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { namesAllFields, outcomeIfListed } from '../flow/listed-keys.ts'
import { isOwnKey, isSame } from '../flow/open-keys.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type FunctionNode, type Node, parametersOf, parentOf, unwrap } from '../source/syntax.ts'

/** The variable that takes each key of an object. */
export interface Key {
  readonly variable: Scope.Variable
  readonly object: Node
  readonly file: SourceFile
}

const deepest = 8

/** What a test says of a key that is in none of the lists it asks; `undefined` where something else decides. */
export function outcomeIfUnlisted(node: Node, key: Key, depth = 0): boolean | undefined {
  const test = unwrap(node)
  if (depth > deepest) return undefined
  const outcomeOf = (part: Node) => outcomeIfUnlisted(part, key, depth)
  switch (test.type) {
    case 'Literal':
      return typeof test.value === 'boolean' ? test.value : undefined
    case 'Identifier': {
      const [definition] = key.file.readsOf(test).length > 0 ? (key.file.variableOf(test)?.defs ?? []) : []
      const init =
        definition?.type === 'Variable' && definition.node.id.type === 'Identifier' ? definition.node.init : null
      return init ? outcomeIfUnlisted(init, key, depth + 1) : undefined
    }
    case 'UnaryExpression': {
      const outcome = test.operator === '!' ? outcomeOf(test.argument) : undefined
      return outcome === undefined ? undefined : !outcome
    }
    case 'LogicalExpression': {
      const [left, right] = [outcomeOf(test.left), outcomeOf(test.right)]
      const deciding = test.operator === '||'
      if (test.operator === '??') return undefined
      return left === deciding || right === deciding ? deciding : left === undefined ? undefined : right
    }
    case 'MemberExpression':
      return isEntryOf(test, key) ? false : undefined
    case 'BinaryExpression':
      return outcomeOfComparison(test, key)
    case 'CallExpression':
      return outcomeOfCall(test, key, depth)
    default:
      return undefined
  }
}

/** What a function gives back that is given such a key under a name. */
export function answerIfUnlisted(fn: FunctionNode, name: Node, key: Omit<Key, 'variable'>, depth = 0) {
  const variable = key.file.variableOf(name)
  return variable && answerIn(fn.body, { ...key, variable }, depth)
}

function answerIn(body: Node, key: Key, depth: number): boolean | undefined {
  const statements = body.type === 'BlockStatement' ? body.body : [body]
  for (const statement of statements)
    switch (statement.type) {
      case 'ReturnStatement':
        return statement.argument ? outcomeIfUnlisted(statement.argument, key, depth + 1) : false
      case 'IfStatement': {
        const outcome = outcomeIfUnlisted(statement.test, key, depth + 1)
        const branch = outcome === true ? statement.consequent : outcome === false ? statement.alternate : statement
        if (branch === statement || depth > deepest) return undefined
        const answer = branch ? answerIn(branch, key, depth + 1) : undefined
        if (answer !== undefined) return answer
        break
      }
      case 'ExpressionStatement':
      case 'VariableDeclaration':
        break
      default:
        return statement.type.endsWith('Expression') ? outcomeIfUnlisted(statement, key, depth + 1) : undefined
    }
  return undefined
}

/** `fields[key]`, of an object that the source shows; a copy of the body has any key. */
function isEntryOf({ object, property, computed }: ESTree.MemberExpression, key: Key): boolean {
  const { variable, file } = key
  if (!computed || object.type === 'Super' || file.variableOf(property) !== variable) return false
  return !isSame(object, key.object, file) && showsAllKeys(evaluate(object, file))
}

function showsAllKeys(value: Value, depth = 0): boolean {
  const object = resolveImports(value, () => true)
  return (
    object.kind === 'object' &&
    depth <= deepest &&
    object.node.properties.every(
      (property) => property.type === 'Property' || showsAllKeys(evaluate(property.argument, object.file), depth + 1),
    )
  )
}

function outcomeOfComparison(test: ESTree.BinaryExpression, key: Key): boolean | undefined {
  const { left, right, operator } = test
  const { file } = key
  if (operator === 'in') {
    if (isSame(right, key.object, file)) return true
    if (namesAllFields(right, file)) return undefined
  }
  const entry = left.type === 'PrivateIdentifier' ? left : unwrap(left)
  if (entry.type === 'MemberExpression' && isEntryOf(entry, key) && /^[!=]==?$/.test(operator)) {
    const other = file.code.getText(right)
    const isEqual = /^(?:undefined|null|void 0)$/.test(other)
      ? true
      : /^(?:true|[1-9]\d*)$/.test(other)
        ? false
        : undefined
    return isEqual === undefined ? undefined : isEqual === operator.startsWith('=')
  }
  return ifUnlisted(test, key)
}

function ifUnlisted(test: Node, { variable, file }: Key): boolean | undefined {
  const outcome = outcomeIfListed(test, variable, file)
  return outcome === undefined ? undefined : !outcome
}

function outcomeOfCall(call: ESTree.SimpleCallExpression, key: Key, depth: number): boolean | undefined {
  const { variable, file, object } = key
  if (isOwnKey(call, { key: variable, object, file })) return true
  if (isNameTest(call, key)) return false
  const index = call.arguments.findIndex((argument) => file.variableOf(argument) === variable)
  const callee = index < 0 ? undefined : resolveImports(evaluate(unwrap(call.callee), file), () => true)
  if (callee?.kind !== 'function') return ifUnlisted(call, key)
  const parameter = parametersOf(callee.node)[index]
  return parameter && answerIfUnlisted(callee.node, parameter, { object, file: callee.file }, depth + 1)
}

const words = '[\\w$-]+'
const names = new RegExp(`^\\^(?:${words}|\\((?:\\?:)?${words}(?:\\|${words})*\\))\\$$`)

/** `/^(name|email)$/.test(key)`, `key.match(/^name$/)` */
function isNameTest({ callee, arguments: [first] }: ESTree.SimpleCallExpression, { variable, file }: Key): boolean {
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super' || !first) return false
  const method = keyOf(callee, file)
  const [pattern, subject] =
    method === 'test' ? [callee.object, first] : method === 'match' ? [first, callee.object] : []
  if (!pattern || !subject || file.variableOf(unwrap(subject)) !== variable) return false
  const [definition] = file.variableOf(pattern)?.defs ?? []
  const written =
    definition?.type === 'Variable' && parentOf(definition.node)?.type === 'VariableDeclaration'
      ? definition.node.init
      : pattern
  const regex = written?.type === 'Literal' && 'regex' in written ? written.regex : undefined
  return !!regex && !regex.flags.includes('m') && names.test(regex.pattern)
}
