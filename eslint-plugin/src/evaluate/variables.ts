import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import type { SourceFile } from '../source/source-file.ts'
import {
  enclosingFunction,
  type FunctionNode,
  isNothing,
  type Node,
  parametersOf,
  parentOf,
  unwrap,
} from '../source/syntax.ts'
import { copyBy } from './copies.ts'
import type { Evaluator } from './evaluator.ts'
import { importedValue, moduleValue } from './imports.ts'
import { annotatedValue, declaredType, injectedValue } from './types.ts'
import { isGlobal, oneOf, unknown, type Value } from './value.ts'

export function identifierValue(evaluator: Evaluator, node: ESTree.Identifier, file: SourceFile): Value {
  const variable = file.variableOf(node)
  if (variable) return variableValue(evaluator, variable, file)
  return node.name === 'exports' ? { kind: 'exports', file } : { kind: 'external', source: 'global', path: [node.name] }
}

/** What declares a name; a type of the same name, and the signatures of a function, have no value. */
function definitionsOf({ defs }: Scope.Variable): Scope.Definition[] {
  const written = defs.filter(({ node }) => (node as { type: string }).type !== 'TSDeclareFunction')
  const values = written.filter(({ type }) => (type as string) !== 'Type')
  return values.length > 0 ? values : written
}

/** What a variable holds, if it is given a value exactly once. */
export function variableValue(evaluator: Evaluator, variable: Scope.Variable, file: SourceFile): Value {
  const definitions = definitionsOf(variable)
  const [definition] = definitions
  if (!definition || definitions.length > 1) return unknown
  const writes = variable.references.filter(
    (reference) =>
      reference.isWrite() && !(reference.writeExpr && isItself(evaluator, reference.writeExpr, variable, file)),
  )
  switch (definition.type) {
    case 'ImportBinding':
      return importBinding(evaluator, definition.node, file)
    case 'FunctionName':
    case 'ClassName':
      return writes.length === 0 ? evaluator.evaluate(definition.node, file) : unknown
    case 'Variable': {
      // What is nothing has nothing of what is asked for.
      const given = writes.filter(({ writeExpr }) => !isNothing(writeExpr))
      return given.length < 2
        ? declaredValue(evaluator, variable, definition.node, given[0] ?? writes[0], file)
        : oneOfValues(evaluator, definition.node, given, file)
    }
    case 'Parameter':
      return writes.every(({ init }) => init) ? parameterVariable(evaluator, variable, definition.node, file) : unknown
    default:
      if ((definition.type as string) === 'TSModuleName') return evaluator.evaluate(definition.node, file)
      return (definition.type as string) === 'Type' ? declaredType(evaluator, definition.node, file) : unknown
  }
}

/** `user = Object.assign(user, body)`, `user = await user.save()` */
function isItself({ evaluate, keyOf }: Evaluator, given: Node, variable: Scope.Variable, file: SourceFile): boolean {
  const call = unwrap(given)
  if (call.type !== 'CallExpression' || call.callee.type === 'Super') return false
  const [first] = call.arguments
  if (first && file.variableOf(first) === variable) return copyBy(evaluate(call.callee, file))?.isIntoFirst === true
  const method = unwrap(call.callee)
  return (
    method.type === 'MemberExpression' && keyOf(method, file) === 'save' && file.variableOf(method.object) === variable
  )
}

/** What a function's parameter, or the part of it that a pattern takes, stands for. */
function parameterVariable(evaluator: Evaluator, variable: Scope.Variable, fn: FunctionNode, file: SourceFile): Value {
  for (const [index, parameter] of parametersOf(fn).entries()) {
    const settled = index === 0 ? (settledValue(evaluator, fn, file) ?? entryGiven(evaluator, fn, file)) : undefined
    const given = settled ?? parameterValue(evaluator, fn, index, file)
    const found = patternValue(evaluator, parameter, given, variable, file)
    if (found) return found
  }
  return unknown
}

/**
 * What `import('./users.js').then(fn)`, or `Promise.all([…]).then(fn)`, hands to a function, as `await` would give it.
 */
function settledValue({ evaluate, keyOf }: Evaluator, fn: FunctionNode, file: SourceFile): Value | undefined {
  const call = parentOf(fn)
  if (call?.type !== 'CallExpression' || call.arguments[0] !== fn) return undefined
  const method = unwrap(call.callee)
  if (method.type !== 'MemberExpression' || method.object.type === 'Super' || keyOf(method, file) !== 'then')
    return undefined
  const settled = evaluate(method.object, file)
  return settled.kind === 'imported' || settled.kind === 'external' || settled.kind === 'array' ? settled : undefined
}

/** What `Object.entries(object).forEach(fn)` hands to a function. */
function entryGiven({ evaluate, keyOf }: Evaluator, fn: FunctionNode, file: SourceFile): Value | undefined {
  const call = parentOf(fn)
  const method = call?.type === 'CallExpression' && call.arguments[0] === fn ? unwrap(call.callee) : undefined
  if (method?.type !== 'MemberExpression' || method.object.type === 'Super' || keyOf(method, file) !== 'forEach')
    return undefined
  const list = evaluate(method.object, file)
  return list.kind === 'call' && isGlobal(list.callee, 'Object', 'entries')
    ? { kind: 'element', object: list, key: unknown }
    : undefined
}

/** The parameter of a function at an index, with what its default or type tells. */
export function parameterValue(evaluator: Evaluator, fn: FunctionNode, index: number, file: SourceFile): Value {
  const written = parametersOf(fn)[index]
  if (!written || written.type === 'RestElement') return unknown
  const declared = written.type === 'TSParameterProperty' ? written.parameter : written
  const pattern = declared.type === 'AssignmentPattern' ? declared.left : declared
  const typed = injectedValue(evaluator, pattern, written, file)
  const fallback =
    typed.kind === 'unknown' && declared.type === 'AssignmentPattern' ? evaluator.evaluate(declared.right, file) : typed
  return { kind: 'parameter', fn, index, file, ...(fallback.kind === 'unknown' ? {} : { fallback }) }
}

function importBinding(evaluator: Evaluator, node: Node, file: SourceFile): Value {
  if (node.type === 'TSImportEqualsDeclaration')
    return node.moduleReference.expression ? moduleValue(evaluator, node.moduleReference.expression, file) : unknown
  const declaration = parentOf(node)
  if (declaration?.type !== 'ImportDeclaration') return unknown
  const module = importedValue(String(declaration.source.value), file)
  switch (node.type) {
    case 'ImportSpecifier':
      return evaluator.memberOf(
        module,
        node.imported.type === 'Identifier' ? node.imported.name : String(node.imported.value),
      )
    case 'ImportDefaultSpecifier':
      return evaluator.memberOf(module, 'default')
    default:
      return module
  }
}

function declaredValue(
  evaluator: Evaluator,
  variable: Scope.Variable,
  declarator: ESTree.VariableDeclarator,
  write: Scope.Reference | undefined,
  file: SourceFile,
): Value {
  if (declarator.init && write?.init !== false) {
    const value = patternValue(evaluator, declarator.id, evaluator.evaluate(declarator.init, file), variable, file)
    const direct = declarator.id.type === 'Identifier' && unwrap(declarator.init)
    return value?.kind === 'object' && direct === value.node ? { ...value, owner: variable } : (value ?? unknown)
  }
  const list = listGoneThrough(declarator)
  if (list) {
    const element = elementValue(evaluator, evaluator.evaluate(list, file))
    return patternValue(evaluator, declarator.id, element, variable, file) ?? unknown
  }
  const typed = annotatedValue(evaluator, declarator.id, file)
  if (typed.kind !== 'unknown' && !write) return typed
  const identifier = write?.identifier as ESTree.Identifier | undefined
  const assignment = identifier && parentOf(identifier)
  return assignment?.type === 'AssignmentExpression' && assignment.left === identifier
    ? evaluator.evaluate(assignment, file)
    : unknown
}

/** `for (const user of users)` */
function listGoneThrough(declarator: ESTree.VariableDeclarator): Node | undefined {
  const declaration = parentOf(declarator)
  const loop = declaration && parentOf(declaration)
  return loop?.type === 'ForOfStatement' && loop.left === declaration ? loop.right : undefined
}

/** Any element of a list. */
function elementValue({ evaluate }: Evaluator, list: Value): Value {
  if (list.kind === 'unknown') return unknown
  if (list.kind !== 'array') return { kind: 'element', object: list, key: unknown }
  const { node, file } = list
  return oneOf(node.elements.map((element) => (element ? evaluate(element, file) : unknown)))
}

/** What a variable may hold that is given several things in the function, or the module, that declares it. */
function oneOfValues(
  evaluator: Evaluator,
  { id }: ESTree.VariableDeclarator,
  writes: readonly Scope.Reference[],
  file: SourceFile,
): Value {
  const fn = enclosingFunction(id)
  const values = writes.map(({ identifier, writeExpr }) => {
    const target = identifier as ESTree.Identifier
    const parent = parentOf(target)
    const isPlain =
      parent?.type === 'VariableDeclarator' || (parent?.type === 'AssignmentExpression' && parent.operator === '=')
    return isPlain && writeExpr && enclosingFunction(target) === fn ? evaluator.evaluate(writeExpr, file) : unknown
  })
  // Of a module, which of its handlers a variable holds at a route is told by the order of what it does.
  const isTold = values.every(({ kind }) => (fn ? kind !== 'unknown' : kind === 'call'))
  return isTold ? oneOf(values) : unknown
}

/** The part of `value` that a pattern gives to `variable`. */
function patternValue(
  evaluator: Evaluator,
  pattern: Node,
  value: Value,
  variable: Scope.Variable,
  file: SourceFile,
): Value | undefined {
  switch (pattern.type) {
    case 'Identifier':
      return variable.identifiers.includes(pattern) ? value : undefined
    case 'AssignmentPattern':
      return patternValue(evaluator, pattern.left, value, variable, file)
    case 'TSParameterProperty':
      return patternValue(evaluator, pattern.parameter, value, variable, file)
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') continue
        const key = evaluator.keyOf(property, file)
        const part = key === undefined ? unknown : evaluator.memberOf(value, key)
        const found = patternValue(evaluator, property.value, part, variable, file)
        if (found) return found
      }
      return undefined
    case 'ArrayPattern':
      for (const [index, element] of pattern.elements.entries()) {
        const found =
          element && patternValue(evaluator, element, evaluator.memberOf(value, String(index)), variable, file)
        if (found) return found
      }
      return undefined
    default:
      return undefined
  }
}
