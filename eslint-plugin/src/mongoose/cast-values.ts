import type * as ESTree from 'estree'
import { evaluate, keyOf, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { textOf } from '../source/node-text.ts'
import type { SourceFile } from '../source/source-file.ts'
import { enclosingFunction, isInside, type Node, parentOf, rangeOf, unwrap, wrapped } from '../source/syntax.ts'
import { canHoldModel } from './connections.ts'
import { mongooseKindOf } from './kinds.ts'
import { fieldOf, hasUntoldFields } from './schema-fields.ts'
import type { PossibleSink, Sink } from './sinks.ts'

/**
 * Whether a save of the same body before a filter has thrown unless the value is one that the schema can make a text, a
 * number or an id of: no query selector is.
 */
export function isCastBefore({ kind, value, file }: Sink, writes: readonly PossibleSink[]): boolean {
  if (kind !== 'filter' || !value) return false
  const key = nameOf(value, file)
  const isInBody = (write: PossibleSink, name: string) =>
    write.kind === 'write' &&
    write.file === file &&
    isWrittenAsIs(write.argument, name, value, file) &&
    savesOf(write).some((save) => isSurelyBefore(save, value)) &&
    isScalar(fieldOf(write.receiver, name, file))
  return (key !== undefined && writes.some((write) => isInBody(write, key))) || isNamedBefore(value, file)
}

/** `await Order.create({ owner: req.body.owner })`, where the field takes no object. */
function isNamedBefore(value: Node, file: SourceFile): boolean {
  const fn = enclosingFunction(value)
  const text = textOf(value, file)
  const { calls, news } = nodesOf(file)
  return [...news, ...calls].some((call) => {
    const [argument] = call.arguments
    const callee = unwrap(call.callee)
    const model =
      call.type === 'NewExpression' ? callee : callee.type === 'MemberExpression' ? callee.object : undefined
    if (argument?.type !== 'ObjectExpression' || !model || enclosingFunction(call) !== fn) return false
    const field = argument.properties.find(
      (property): property is ESTree.Property =>
        property.type === 'Property' && isValueOrNone(property.value, text, file),
    )
    const key = field && keyOf(field, file)
    return (
      key !== undefined &&
      savesOf({ argument, file }).some((save) => isSurelyBefore(save, value)) &&
      mongooseKindOf(model, file) === 'model' &&
      // Few fields take any object.
      (hasUntoldFields(model, file) || isScalar(fieldOf(model, key, file)))
    )
  })
}

/** Whether an expression is a value wherever that one is no empty one: `value`, `value || null`, `value ? value : null`. */
function isValueOrNone(node: Node, text: string, file: SourceFile): boolean {
  const expression = unwrap(node)
  switch (expression.type) {
    case 'LogicalExpression':
      return expression.operator !== '&&' && textOf(expression.left, file) === text
    case 'ConditionalExpression':
      return textOf(expression.test, file) === text && textOf(expression.consequent, file) === text
    default:
      return textOf(expression, file) === text
  }
}

/** The field of a body that an expression is: `data.course`, and what a pattern has taken by that name. */
function nameOf(value: Node, file: SourceFile): string | undefined {
  const expression = unwrap(value)
  if (expression.type === 'MemberExpression') return keyOf(expression, file)
  const [definition] = expression.type === 'Identifier' ? (file.variableOf(expression)?.defs ?? []) : []
  const property = definition && parentOf(definition.name)
  return property?.type === 'Property' && parentOf(property)?.type === 'ObjectPattern'
    ? keyOf(property, file)
    : undefined
}

/** Whether what is written has the value under its name, and not another one in its place. */
function isWrittenAsIs(argument: Node, key: string, value: Node, file: SourceFile): boolean {
  const written = evaluate(argument, file)
  if (written.kind !== 'object') return true
  const own = written.node.properties.find((property) => property.type === 'Property' && keyOf(property, file) === key)
  return own?.type !== 'Property' || textOf(own.value, file) === textOf(value, file)
}

/** Where a document that is made of a body is saved, and waited for. */
function savesOf({ argument, file }: Pick<Sink, 'argument' | 'file'>): Node[] {
  const call = parentOf(wrapped(argument))
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return []
  const callee = unwrap(call.callee)
  if (callee.type === 'MemberExpression' && keyOf(callee, file) === 'create') return isAwaited(call) ? [call] : []
  const holder = parentOf(wrapped(call))
  const name = holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier' ? holder.id : undefined
  const documents = [call, ...(name ? file.readsOf(name) : [])]
  return nodesOf(file).calls.filter((save) => {
    const method = unwrap(save.callee)
    return (
      method.type === 'MemberExpression' &&
      keyOf(method, file) === 'save' &&
      isAwaited(save) &&
      documents.some((document) => document === unwrap(method.object))
    )
  })
}

function isAwaited(call: Node): boolean {
  return parentOf(call)?.type === 'AwaitExpression'
}

/** Whether control that comes to `at` has come by `node` before. */
function isSurelyBefore(node: Node, at: Node): boolean {
  if (rangeOf(node)[1] > rangeOf(at)[0] || enclosingFunction(node) !== enclosingFunction(at)) return false
  for (let parent = parentOf(node); parent; parent = parentOf(parent)) {
    if (parent.type === 'BlockStatement') return isInside(at, parent)
    if (
      !/^(?:Await|Assignment|TS\w+)Expression$|^(?:ExpressionStatement|VariableDeclarat(?:or|ion))$/.test(parent.type)
    )
      return false
  }
  return false
}

const scalars: ReadonlySet<string> = new Set(['String', 'Number', 'Date', 'Boolean', 'ObjectId', 'ObjectID'])

/** Whether a field takes nothing but a text, a number, a date, a boolean or an id. */
function isScalar(field: Value): boolean {
  const resolved = resolveImports(field, canHoldModel)
  const type = resolved.kind === 'object' ? resolveImports(memberOf(resolved, 'type'), canHoldModel) : resolved
  if (type.kind === 'literal') return scalars.has(type.value)
  return type.kind === 'external' && scalars.has(type.path.at(-1) ?? '')
}
