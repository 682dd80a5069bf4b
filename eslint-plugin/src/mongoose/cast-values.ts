import type * as ESTree from 'estree'
import { evaluate, keyOf, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { textOf } from '../source/node-text.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  enclosingFunction,
  type FunctionNode,
  isInside,
  type Node,
  parentOf,
  rangeOf,
  unwrap,
  wrapped,
} from '../source/syntax.ts'
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
  const saved = savedIn(file).get(enclosingFunction(value))?.get(textOf(value, file)) ?? []
  return saved.some(({ model, field, saves }) => {
    const key = saves.some((save) => isSurelyBefore(save, value)) ? keyOf(field, file) : undefined
    return (
      key !== undefined &&
      mongooseKindOf(model, file) === 'model' &&
      // Few fields take any object.
      (hasUntoldFields(model, file) || isScalar(fieldOf(model, key, file)))
    )
  })
}

/** A field of what is made and saved at once or later, if it is a model's. */
interface SavedField {
  readonly model: Node
  readonly field: ESTree.Property
  readonly saves: readonly Node[]
}

type SavedFields = ReadonlyMap<FunctionNode | undefined, ReadonlyMap<string, readonly SavedField[]>>

/** The fields that the functions of a file save, by how their values are written: each filter asks. */
const savedIn = rememberedByFile(findSaved)

function findSaved(file: SourceFile): SavedFields {
  const found = new Map<FunctionNode | undefined, Map<string, SavedField[]>>()
  const { calls, news } = nodesOf(file)
  for (const call of [...news, ...calls]) {
    const [argument] = call.arguments
    const callee = unwrap(call.callee)
    const model =
      call.type === 'NewExpression' ? callee : callee.type === 'MemberExpression' ? callee.object : undefined
    const saves = argument?.type === 'ObjectExpression' && model ? savesOf({ argument, file }) : []
    if (argument?.type !== 'ObjectExpression' || !model || saves.length === 0) continue
    const fn = enclosingFunction(call)
    const byText = found.get(fn) ?? new Map<string, SavedField[]>()
    found.set(fn, byText)
    const texts = new Set<string>()
    for (const field of argument.properties) {
      const text = field.type === 'Property' ? textOfValue(field.value, file) : undefined
      if (field.type !== 'Property' || text === undefined || texts.has(text)) continue
      texts.add(text)
      byText.set(text, [...(byText.get(text) ?? []), { model, field, saves }])
    }
  }
  return found
}

/** How the value is written that an expression is wherever that one is no empty one: `value`, `value || null`, `value ? value : null`. */
function textOfValue(node: Node, file: SourceFile): string | undefined {
  const expression = unwrap(node)
  switch (expression.type) {
    case 'LogicalExpression':
      return expression.operator === '&&' ? undefined : textOf(expression.left, file)
    case 'ConditionalExpression': {
      const text = textOf(expression.test, file)
      return textOf(expression.consequent, file) === text ? text : undefined
    }
    default:
      return textOf(expression, file)
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
  const saves = awaitedSaves(file)
  return [call, ...(name ? file.readsOf(name) : [])].flatMap((document) => saves.get(document) ?? [])
}

/** The calls of `save()` that a file waits for, by what they are called on. */
const awaitedSaves = rememberedByFile((file): ReadonlyMap<Node, Node> => {
  const saves = nodesOf(file).calls.flatMap((save): [Node, Node][] => {
    const method = unwrap(save.callee)
    const isSave = method.type === 'MemberExpression' && keyOf(method, file) === 'save' && isAwaited(save)
    return isSave ? [[unwrap(method.object), save]] : []
  })
  return new Map(saves)
})

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
