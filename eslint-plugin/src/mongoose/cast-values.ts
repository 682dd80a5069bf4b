import type { Scope } from 'eslint'
import type * as ESTree from 'estree'
import { evaluate, keyOf, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { addTo } from '../source/add-to.ts'
import { assignedMembers } from '../source/assigned-members.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { textOf } from '../source/node-text.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import {
  type CallNode,
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
import { writtenModel } from './written-model.ts'

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
  readonly field: ESTree.Property | ESTree.MemberExpression
  readonly saves: readonly Node[]
}

type SavedFields = ReadonlyMap<FunctionNode | undefined, ReadonlyMap<string, readonly SavedField[]>>

/** The fields that the functions of a file save, by how their values are written: each filter asks. */
const savedIn = rememberedByFile(findSaved)

function findSaved(file: SourceFile): SavedFields {
  const found = new Map<FunctionNode | undefined, Map<string, SavedField[]>>()
  const add = (at: Node, text: string, saved: SavedField) => {
    const fn = enclosingFunction(at)
    const byText = found.get(fn) ?? new Map<string, SavedField[]>()
    found.set(fn, byText)
    addTo(byText, text, saved)
  }
  const { calls, news } = nodesOf(file)
  for (const call of [...news, ...calls]) {
    const made = madeBy(call, file)
    const texts = new Set<string>()
    for (const field of made?.fields ?? []) {
      const text = textOfValue(field.value, file)
      if (!made || text === undefined || texts.has(text)) continue
      texts.add(text)
      add(call, text, { model: made.model, field, saves: made.saves })
    }
  }
  for (const { member, value, ...saved } of assignedFields(file)) {
    const text = textOfValue(value, file)
    if (text !== undefined) add(member, text, { ...saved, field: member })
  }
  return found
}

interface AssignedField {
  readonly model: Node
  readonly member: ESTree.MemberExpression
  readonly value: Node
  readonly saves: readonly Node[]
}

/** `user.team = req.body.team; await user.save()` */
function assignedFields(file: SourceFile): AssignedField[] {
  const savesOfVariable = new Map<Scope.Variable, Node[]>()
  for (const [document, save] of awaitedSaves(file)) {
    const variable = file.variableOf(document)
    if (variable) addTo(savesOfVariable, variable, save)
  }
  return Array.from(savesOfVariable).flatMap(([variable, saves]) =>
    assignedMembers(variable).flatMap(({ member, assignment }): AssignedField[] => {
      const save = assignment.operator === '=' ? saves.find((each) => isSurelyBefore(assignment, each)) : undefined
      const model = save && writtenModel(member.object, file)
      return model ? [{ model: model.node, member, value: assignment.right, saves: [save] }] : []
    }),
  )
}

interface Made {
  readonly model: Node
  readonly fields: readonly ESTree.Property[]
  readonly saves: readonly Node[]
}

/** The fields that a call gives to a new document, or to those that it updates. */
function madeBy(call: CallNode, file: SourceFile): Made | undefined {
  const [argument] = call.arguments
  const callee = unwrap(call.callee)
  const method = callee.type === 'MemberExpression' ? (keyOf(callee, file) ?? '') : ''
  const model = call.type === 'NewExpression' ? callee : callee.type === 'MemberExpression' ? callee.object : undefined
  if (!argument || !model) return undefined
  if (updates.has(method)) {
    const [, change] = call.arguments
    if (change?.type !== 'ObjectExpression' || !isAwaited(call)) return undefined
    return { model, fields: fieldsOfUpdate(change, file), saves: [call] }
  }
  const saves = argument.type === 'ObjectExpression' ? savesOf({ argument, file }) : []
  return argument.type === 'ObjectExpression' && saves.length > 0
    ? { model, fields: fieldsOf(argument), saves }
    : undefined
}

const updates: ReadonlySet<string> = new Set(['findByIdAndUpdate', 'findOneAndUpdate', 'updateOne', 'updateMany'])

function fieldsOf({ properties }: ESTree.ObjectExpression): ESTree.Property[] {
  return properties.filter((property) => property.type === 'Property')
}

/** `{ team }`, `{ $set: { team } }` */
function fieldsOfUpdate(change: ESTree.ObjectExpression, file: SourceFile): ESTree.Property[] {
  return fieldsOf(change).flatMap((property) => {
    const key = keyOf(property, file) ?? '$'
    if (!key.startsWith('$')) return [property]
    return key === '$set' && property.value.type === 'ObjectExpression' ? fieldsOf(property.value) : []
  })
}

/**
 * How the value is written that an expression is wherever that one is no empty one: `value`, `value || null`,
 * `value ? value : null`.
 */
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

/** Whether somebody waits for a call, or for what is chained to it: `await User.updateOne(…).exec()`. */
function isAwaited(call: Node): boolean {
  const parent = parentOf(call)
  const next = parent?.type === 'MemberExpression' && parent.object === call ? parentOf(parent) : undefined
  return parent?.type === 'AwaitExpression' || (next?.type === 'CallExpression' && isAwaited(next))
}

/** Whether control that comes to `at` has come by `node` before. */
function isSurelyBefore(node: Node, at: Node): boolean {
  if (rangeOf(node)[1] > rangeOf(at)[0] || enclosingFunction(node) !== enclosingFunction(at)) return false
  for (let parent = parentOf(node); parent; parent = parentOf(parent)) {
    if (parent.type === 'BlockStatement') return isInside(at, parent)
    if (
      !/^(?:Await|Assignment|Call|Member|TS\w+)Expression$|^(?:ExpressionStatement|VariableDeclarat(?:or|ion))$/.test(
        parent.type,
      )
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
