import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { classMember, thisValue } from './class-member.ts'
import { exportedValue } from './exports.ts'
import { importedValue } from './imports.ts'
import type { SourceFile } from './source-file.ts'
import { type CallNode, type Node, isTypeWrapper, parentOf, unwrap } from './syntax.ts'
import { type ObjectValue, oneOf, unknown, type Value } from './value.ts'

/** What `node` stands for. Each node is worked out once per lint run; a cycle is `unknown`. */
export function evaluate(node: Node, file: SourceFile): Value {
  const { values } = file.project
  const known = values.get(node)
  if (known) return known
  values.set(node, unknown)
  const value = compute(node, file)
  values.set(node, value)
  return value
}

function compute(node: Node, file: SourceFile): Value {
  if (isTypeWrapper(node)) return evaluate(node.expression, file)
  switch (node.type) {
    case 'Identifier':
      return identifierValue(node, file)
    case 'ThisExpression':
      return thisValue(node, file)
    case 'MemberExpression': {
      const key = keyOf(node, file)
      if (key === undefined || node.object.type === 'Super') return unknown
      const object = evaluate(node.object, file)
      return key === 'exports' && isGlobal(object, 'module') ? { kind: 'exports', file } : memberOf(object, key)
    }
    case 'CallExpression':
    case 'NewExpression':
      return callValue(node, file)
    case 'ImportExpression':
      return moduleValue(node.source, file)
    case 'ChainExpression':
      return evaluate(node.expression, file)
    case 'AwaitExpression':
      return evaluate(node.argument, file)
    case 'AssignmentExpression':
      return node.operator === '=' ? evaluate(node.right, file) : unknown
    case 'SequenceExpression':
      return lastValue(node.expressions, file)
    case 'ConditionalExpression':
      return oneOf([evaluate(node.consequent, file), evaluate(node.alternate, file)])
    case 'LogicalExpression':
      // `condition && value` may be no value at all.
      return oneOf([node.operator === '&&' ? unknown : evaluate(node.left, file), evaluate(node.right, file)])
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return { kind: 'function', node, file }
    case 'ClassExpression':
    case 'ClassDeclaration':
      return { kind: 'class', node, file }
    case 'ObjectExpression':
      return { kind: 'object', node, file }
    case 'ArrayExpression':
      return { kind: 'array', node, file }
    case 'Literal':
      return ['string', 'number', 'boolean'].includes(typeof node.value)
        ? { kind: 'literal', value: String(node.value) }
        : unknown
    case 'TemplateLiteral':
      return joined(
        node.quasis.flatMap((quasi, index) => {
          const expression = node.expressions[index]
          const text: Value = { kind: 'literal', value: quasi.value.cooked ?? quasi.value.raw }
          return expression ? [text, evaluate(expression, file)] : [text]
        }),
      )
    case 'BinaryExpression':
      return node.operator === '+' && node.left.type !== 'PrivateIdentifier'
        ? joined([evaluate(node.left, file), evaluate(node.right, file)])
        : unknown
    default:
      return unknown
  }
}

function lastValue(expressions: readonly Node[], file: SourceFile): Value {
  const last = expressions.at(-1)
  return last ? evaluate(last, file) : unknown
}

function joined(parts: readonly Value[]): Value {
  let text = ''
  for (const part of parts) {
    if (part.kind !== 'literal') return unknown
    text += part.value
  }
  return { kind: 'literal', value: text }
}

/** The name of a member, a property or a class element, where the source tells it. */
export function keyOf(
  node: ESTree.MemberExpression | ESTree.Property | ESTree.MethodDefinition | ESTree.PropertyDefinition,
  file: SourceFile,
): string | undefined {
  const key = node.type === 'MemberExpression' ? node.property : node.key
  if (!node.computed && key.type === 'Identifier') return key.name
  if (key.type === 'PrivateIdentifier') return `#${key.name}`
  const value = evaluate(key, file)
  return value.kind === 'literal' ? value.value : undefined
}

export function memberOf(value: Value, key: string): Value {
  switch (value.kind) {
    case 'external':
      // What a bundler or TypeScript puts between a CommonJS package and its importer.
      return key === 'default' ? value : { ...value, path: [...value.path, key] }
    case 'imported':
      return { ...value, path: [...value.path, key] }
    case 'exports':
      return exportedValue(value.file, key)
    case 'object':
      return objectMember(value, key)
    case 'class':
      return classMember(value, key, true)
    case 'instance':
      return classMember(value.of, key, false)
    case 'array': {
      const element = /^\d+$/.test(key) && value.node.elements.slice(0, Number(key) + 1)
      const last = element && !element.some((item) => item?.type === 'SpreadElement') ? element[Number(key)] : undefined
      return last ? evaluate(last, value.file) : unknown
    }
    case 'oneOf':
      return oneOf(value.values.map((each) => memberOf(each, key)))
    case 'call':
    case 'member':
      return { kind: 'member', object: value, key }
    default:
      return unknown
  }
}

function objectMember({ node, file, owner }: ObjectValue, key: string): Value {
  const assigned = owner ? assignmentsTo(owner, key, file) : []
  const written: Value[] = []
  let spread: Value | undefined
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const member = memberOf(evaluate(property.argument, file), key)
      if (member.kind !== 'unknown') spread = member
    } else if (property.kind === 'init' && keyOf(property, file) === key) written.push(evaluate(property.value, file))
  }
  const found = [...written, ...assigned.map((value) => evaluate(value, file))]
  // A member that is set twice is not known to hold either.
  return found.length > 1 ? unknown : (found[0] ?? spread ?? unknown)
}

/** Right sides of `variable.key = …`, anywhere in the file. */
function assignmentsTo(variable: Scope.Variable, key: string, file: SourceFile): Node[] {
  return variable.references.flatMap((reference) => {
    const member = parentOf(reference.identifier as ESTree.Identifier)
    if (member?.type !== 'MemberExpression' || member.object !== reference.identifier) return []
    const assignment = parentOf(member)
    return assignment?.type === 'AssignmentExpression' && assignment.left === member && keyOf(member, file) === key
      ? [assignment.right]
      : []
  })
}

function identifierValue(node: ESTree.Identifier, file: SourceFile): Value {
  const variable = file.variableOf(node)
  if (variable) return variableValue(variable, file)
  return node.name === 'exports' ? { kind: 'exports', file } : { kind: 'external', source: 'global', path: [node.name] }
}

/** What a variable holds, if it is given a value exactly once. */
export function variableValue(variable: Scope.Variable, file: SourceFile): Value {
  const definitions = variable.defs.filter(({ node }) => (node as { type: string }).type !== 'TSDeclareFunction')
  const [definition] = definitions
  if (!definition || definitions.length > 1) return unknown
  const writes = variable.references.filter((reference) => reference.isWrite())
  switch (definition.type) {
    case 'ImportBinding':
      return importBinding(definition.node, file)
    case 'FunctionName':
    case 'ClassName':
      return writes.length === 0 ? evaluate(definition.node, file) : unknown
    case 'Variable':
      return writes.length === 1 ? declaredValue(variable, definition.node, writes[0], file) : unknown
    default:
      return unknown
  }
}

function importBinding(node: Node, file: SourceFile): Value {
  if (node.type === 'TSImportEqualsDeclaration')
    return node.moduleReference.expression ? moduleValue(node.moduleReference.expression, file) : unknown
  const declaration = parentOf(node)
  if (declaration?.type !== 'ImportDeclaration') return unknown
  const module = importedValue(String(declaration.source.value), file)
  switch (node.type) {
    case 'ImportSpecifier':
      return memberOf(module, node.imported.type === 'Identifier' ? node.imported.name : String(node.imported.value))
    case 'ImportDefaultSpecifier':
      return memberOf(module, 'default')
    default:
      return module
  }
}

function declaredValue(
  variable: Scope.Variable,
  declarator: ESTree.VariableDeclarator,
  write: Scope.Reference | undefined,
  file: SourceFile,
): Value {
  if (declarator.init) {
    const value = patternValue(declarator.id, evaluate(declarator.init, file), variable, file)
    const direct = declarator.id.type === 'Identifier' && unwrap(declarator.init)
    return value?.kind === 'object' && direct === value.node ? { ...value, owner: variable } : (value ?? unknown)
  }
  const identifier = write?.identifier as ESTree.Identifier | undefined
  const assignment = identifier && parentOf(identifier)
  return assignment?.type === 'AssignmentExpression' && assignment.left === identifier
    ? evaluate(assignment, file)
    : unknown
}

/** The part of `value` that a pattern gives to `variable`. */
function patternValue(pattern: Node, value: Value, variable: Scope.Variable, file: SourceFile): Value | undefined {
  switch (pattern.type) {
    case 'Identifier':
      return variable.identifiers.includes(pattern) ? value : undefined
    case 'AssignmentPattern':
      return patternValue(pattern.left, value, variable, file)
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') continue
        const key = keyOf(property, file)
        const part = key === undefined ? unknown : memberOf(value, key)
        const found = patternValue(property.value, part, variable, file)
        if (found) return found
      }
      return undefined
    case 'ArrayPattern':
      for (const [index, element] of pattern.elements.entries()) {
        const found = element && patternValue(element, memberOf(value, String(index)), variable, file)
        if (found) return found
      }
      return undefined
    default:
      return undefined
  }
}

function callValue(node: CallNode, file: SourceFile): Value {
  if (node.callee.type === 'Super') return unknown
  const callee = evaluate(node.callee, file)
  const [first] = node.arguments
  if (node.type === 'NewExpression')
    return callee.kind === 'class' ? { kind: 'instance', of: callee } : { kind: 'call', node, callee, file }
  if (isRequire(callee)) return first ? moduleValue(first, file) : unknown
  if (isGlobal(callee, 'Object', 'freeze')) return first ? evaluate(first, file) : unknown
  const method = unwrap(node.callee)
  if (method.type === 'MemberExpression' && keyOf(method, file) === 'bind' && method.object.type !== 'Super') {
    const target = evaluate(method.object, file)
    return target.kind === 'unknown'
      ? unknown
      : { kind: 'bound', target, taken: Math.max(0, node.arguments.length - 1) }
  }
  return { kind: 'call', node, callee, file }
}

/** `require`, `module.require`, and what `createRequire(…)` gives. */
function isRequire(callee: Value): boolean {
  if (isGlobal(callee, 'require') || isGlobal(callee, 'module', 'require')) return true
  if (callee.kind !== 'call' || callee.callee.kind !== 'external') return false
  const { source, path } = callee.callee
  return (source === 'module' || source === 'node:module') && path.at(-1) === 'createRequire'
}

export function isGlobal(value: Value, ...path: readonly string[]): boolean {
  return value.kind === 'external' && value.source === 'global' && value.path.join('.') === path.join('.')
}

function moduleValue(source: Node, file: SourceFile): Value {
  const specifier = evaluate(source, file)
  return specifier.kind === 'literal' ? importedValue(specifier.value, file) : unknown
}
