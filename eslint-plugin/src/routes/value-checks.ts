import type * as ESTree from 'estree'
import type { Scope } from 'eslint'
import { isGlobal } from '../evaluate/value.ts'
import { isWithoutSelectors } from '../evaluate/copies.ts'
import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import { answerOnce } from '../source/cycles.ts'
import { rememberedByPart } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  type CallNode,
  enclosingFunction,
  type FunctionNode,
  type Node,
  parametersOf,
  parentOf,
  rangeOf,
  unwrap,
  wrapped,
} from '../source/syntax.ts'
import { rememberedByText } from '../source/text-facts.ts'
import { looksIn, ofTexts } from './looks.ts'

/**
 * Whether a function has looked at what `node` holds, or at what `keys` lead to in it, before it comes there: at its
 * type, its form, or by a validator.
 */
export function isCheckedBefore(node: Node, file: SourceFile, keys: readonly string[] = []): boolean {
  if (isConverted(node, file) || isOfSanitized(node, file)) return true
  const fn = outermostFunction(node)
  if (!fn) return false
  const names = namesOf(node, file, keys)
  const [start] = rangeOf(node)
  return isCheckedIn(fn, names, start, file)
}

function outermostFunction(node: Node): Node | undefined {
  const fn = enclosingFunction(node)
  return fn && (outermostFunction(fn) ?? fn)
}

/** `String(value)`, and a variable that was made so. */
function isConverted(node: Node, file: SourceFile): boolean {
  const expression = unwrap(node)
  // `req.params.id || req.body.id`
  if (expression.type === 'LogicalExpression') return isOfPath(expression.left, file)
  if (expression.type === 'CallExpression') {
    const callee = unwrap(expression.callee)
    if (isGlobal(evaluate(callee, file), 'JSON', 'stringify')) return true
    // `needText(req.body.email)`
    if (expression.arguments.some((_, index) => isLookedAtBy(expression, index, file))) return true
    return callee.type === 'MemberExpression' && ofTexts.has(keyOf(callee, file) ?? '')
  }
  const variable = expression.type === 'Identifier' ? file.variableOf(expression) : undefined
  const [definition] = variable?.defs ?? []
  const init = definition?.type === 'Variable' && definition.node.id.type === 'Identifier' ? definition.node.init : null
  return !!init && answerOnce('converted', expression, false, () => isConverted(init, file))
}

/** `const { email } = sanitize(req.body)` of mongo-sanitize, and `body.email` of what it gives. */
function isOfSanitized(node: Node, file: SourceFile, depth = 0): boolean {
  let root = unwrap(node)
  while (root.type === 'MemberExpression' && root.object.type !== 'Super') root = unwrap(root.object)
  const [definition] = (root.type === 'Identifier' ? file.variableOf(root)?.defs : undefined) ?? []
  const made = definition?.type === 'Variable' && definition.node.init ? unwrap(definition.node.init) : root
  if (made.type === 'CallExpression') return isWithoutSelectors(evaluate(unwrap(made.callee), file))
  return made !== root && made.type === 'Identifier' && depth < mostAsked && isOfSanitized(made, file, depth + 1)
}

/** A parameter of the path, which is a text where the route has it. */
function isOfPath(node: Node, file: SourceFile): boolean {
  const member = unwrap(node)
  const holder = member.type === 'MemberExpression' ? unwrap(member.object) : undefined
  return holder?.type === 'MemberExpression' && keyOf(holder, file) === 'params'
}

/** How what an expression holds is written where it may be checked: itself, what it was taken from, the whole body. */
function namesOf(node: Node, file: SourceFile, keys: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>()
  const inside = keys.map((key) => `.${key}`).join('')
  const add = (part: Node, key?: string): void => {
    const expression = unwrap(part)
    answerOnce('names', expression, undefined, () => {
      addName(expression, key)
    })
  }
  const addName = (expression: Node, key: string | undefined): void => {
    const text = nameOf(expression, file)
    const name = key === undefined ? text : `${text}.${key}`
    names.add(name)
    if (inside !== '') names.add(name + inside)
    if (expression.type === 'MemberExpression' && expression.object.type !== 'Super') add(expression.object)
    const variable = expression.type === 'Identifier' ? file.variableOf(expression) : undefined
    if (names.size > 20) return
    // `if (typeof req.query.name === 'string') name = req.query.name`
    const given = variable?.references.filter(({ init, writeExpr }) => !init && writeExpr) ?? []
    if (given.length === 1 && given[0]?.writeExpr) add(given[0].writeExpr)
    const [definition] = variable?.defs ?? []
    if (definition?.type !== 'Variable' || !definition.node.init) return
    const init = definition.node.init
    if (definition.node.id.type === 'ObjectPattern' && expression.type === 'Identifier') add(init, expression.name)
    const value = unwrap(init)
    if (value.type !== 'CallExpression') add(value)
    // `const name = req.query.name?.trim() ? req.query.name : 'all'`
    if (value.type === 'ConditionalExpression')
      for (const each of [value.consequent, value.alternate]) if (unwrap(each).type === 'MemberExpression') add(each)
  }
  add(node)
  return names
}

/** How an expression is written, whether or not it asks for what it is a member of. */
function nameOf(expression: Node, file: SourceFile): string {
  return file.code.getText(expression as ESTree.Node).replaceAll('?.', '.')
}

const mostAsked = 3

function isCheckedIn(fn: Node, names: ReadonlySet<string>, before: number, file: SourceFile): boolean {
  const lengths = new Set(
    Array.from(names).flatMap((name) => Array.from({ length: mostAsked + 1 }, (_, asked) => name.length + asked)),
  )
  const holds = (node: Node): boolean => {
    const expression = unwrap(node)
    const [start, end] = rangeOf(expression)
    if (lengths.has(end - start) && names.has(nameOf(expression, file))) return true
    switch (expression.type) {
      case 'ObjectExpression':
        return expression.properties.some((property) =>
          holds(property.type === 'Property' ? property.value : property.argument),
        )
      case 'ArrayExpression':
        return expression.elements.some((element) => !!element && holds(element))
      case 'SpreadElement':
        return holds(expression.argument)
      // `isEmail(email ?? '')`
      case 'LogicalExpression':
        return expression.operator !== '&&' && holds(expression.left)
      default:
        return false
    }
  }
  const { checks, calls } = looksIn(fn, file)
  return (
    checks.some(
      ({ node, end, isOfAny, subjects, callbacks }) =>
        rangeOf(node)[0] < before &&
        (end <= before || callbacks.some((callback) => isWithin(before, callback))) &&
        (isOfAny || subjects.some(holds)),
    ) ||
    calls.some(
      (call) =>
        rangeOf(call)[1] <= before &&
        call.arguments.some((argument, index) => holds(argument) && isLookedAtBy(call, index, file)),
    )
  )
}

function isWithin(at: number, node: Node): boolean {
  const [start, end] = rangeOf(node)
  return start <= at && at < end
}

const looking = /\b(?:typeof|instanceof)\b/
const canLook = rememberedByText((text) => looking.test(text))

/**
 * Whether a call gives an argument to a function of the application that looks at its type: `needText(req.body.email)`.
 */
function isLookedAtBy(call: CallNode, index: number, file: SourceFile): boolean {
  const callee = resolveImports(evaluate(unwrap(call.callee), file), (text, _settings, path) => canLook(text, path))
  if (callee.kind !== 'function') return false
  const { parameters, isHeeded } = lookedAtIn(callee.node, callee.file)
  const isUsed = isHeeded || parentOf(wrapped(call))?.type !== 'ExpressionStatement'
  return isUsed && parameters.has(parameterAt(callee.node, index))
}

/** The parameter that takes an argument, which may be the last one for all that are left. */
function parameterAt(fn: FunctionNode, index: number): Node | undefined {
  const parameters = parametersOf(fn)
  const last = parameters.at(-1)
  return last?.type === 'RestElement' && index >= parameters.length - 1 ? last.argument : parameters[index]
}

interface LookedAt {
  readonly parameters: ReadonlySet<Node | undefined>
  /** Whether it may throw by what it sees. */
  readonly isHeeded: boolean
}

const nothingLookedAt: LookedAt = { parameters: new Set(), isHeeded: false }

/** The parameters that a function looks at, or hands on to one that does. */
const lookedAtIn = rememberedByPart((fn: FunctionNode, file) =>
  answerOnce<LookedAt>('looked at', fn, nothingLookedAt, () => {
    const { checks, calls } = looksIn(fn, file)
    const handed = calls.flatMap((call) =>
      call.arguments.filter((argument, index) => isLookedAtBy(call, index, file) && argument.type !== 'SpreadElement'),
    )
    const variables = new Set(
      [...checks.flatMap(({ subjects }) => subjects), ...handed].map((node) => sourceOf(node, file)),
    )
    const parameters = parametersOf(fn).map((_, index) => parameterAt(fn, index))
    return {
      parameters: new Set(parameters.filter((each) => each && variables.has(file.variableOf(each)))),
      isHeeded: handed.length > 0 || /\bthrow\b/.test(file.code.getText(fn as ESTree.Function)),
    }
  }),
)

/** The variable that an expression is of, or that a loop goes through to come to it. */
function sourceOf(node: Node, file: SourceFile): Scope.Variable | undefined {
  let root = unwrap(node)
  while (root.type === 'MemberExpression' && root.object.type !== 'Super') root = unwrap(root.object)
  const variable = file.variableOf(root)
  const declaration = variable?.defs[0]?.type === 'Variable' ? parentOf(variable.defs[0].node) : undefined
  const loop = declaration && parentOf(declaration)
  return loop?.type === 'ForOfStatement' && loop.left === declaration ? file.variableOf(unwrap(loop.right)) : variable
}
