import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import type { ModuleFilter } from '../evaluate/evaluator.ts'
import {
  nameFrom,
  type ClassValue,
  isGlobal,
  type ObjectValue,
  type ReceiverValue,
  type Value,
} from '../evaluate/value.ts'
import { nodesOf } from '../source/file-nodes.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type FunctionNode, isFunction, type Node, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import { rememberedByText } from '../source/text-facts.ts'

/** What the functions of a schema are called on. */
export type SchemaRole = 'model' | 'document' | 'query'

/** Where a function or an object of functions is given to a schema. */
export interface SchemaPlace {
  readonly role: SchemaRole
  /** The schema, or the call that makes it. */
  readonly schema: Node
}

const members: ReadonlyMap<string, SchemaRole> = new Map([
  ['statics', 'model'],
  ['methods', 'document'],
  ['query', 'query'],
])
const setters: ReadonlyMap<string, SchemaRole> = new Map([
  ['static', 'model'],
  ['method', 'document'],
])

/** The members of a schema, and of its options, that hold the functions of a role. */
export function memberOfRole(role: SchemaRole): string | undefined {
  return Array.from(members).find(([, each]) => each === role)?.[0]
}

/** The role of what is given to a schema by the method `key` of it. */
export function roleOfSetter(key: string | undefined): SchemaRole | undefined {
  return setters.get(key ?? '')
}

export const canHoldSchema: ModuleFilter = (text) => text.includes('mongoose')

const giving = /\b(?:statics?|methods?|query)\b/
const mayBeGiven = rememberedByText((text) => giving.test(text))

/** Where what `this` stands for is given to a schema: `schema.statics.add = function () { this… }`. */
export function schemaPlaceOf(value: ReceiverValue | ObjectValue): SchemaPlace | undefined {
  const { file } = value
  if (!mayBeGiven(file.code.text, file.path)) return undefined
  if (value.kind === 'object') return value.isThis ? placeOfObject(value.node, file) : undefined
  return firstOf(placesOf(value.fn, file), (place) => placeOfFunction(place, file))
}

/** Whether the functions of a class become those of a schema: `schema.loadClass(UserClass)`. */
export function isLoadedClass({ node, file }: ClassValue): boolean {
  return (
    file.code.text.includes('loadClass') &&
    nodesOf(file).calls.some((call) => {
      const [first] = call.arguments
      const callee = unwrap(call.callee)
      if (!first || callee.type !== 'MemberExpression' || keyOf(callee, file) !== 'loadClass') return false
      const loaded = evaluate(first, file)
      return loaded.kind === 'class' && loaded.node === node && isSchema(callee.object, file)
    })
  )
}

function placeOfFunction(node: Node, file: SourceFile): SchemaPlace | undefined {
  const parent = parentOf(node)
  switch (parent?.type) {
    case 'AssignmentExpression':
      return parent.right === node && parent.left.type === 'MemberExpression'
        ? placeAt(parent.left.object, file)
        : undefined
    case 'CallExpression':
      return parent.arguments[1] === node ? placeOfSetter(parent.callee, file) : undefined
    case 'Property': {
      const object = parentOf(parent)
      return object?.type === 'ObjectExpression' ? placeOfObject(object, file) : undefined
    }
    default:
      return undefined
  }
}

function placeOfObject(object: Node, file: SourceFile): SchemaPlace | undefined {
  return firstOf(placesOf(object, file), (place) => {
    const parent = parentOf(place)
    switch (parent?.type) {
      case 'AssignmentExpression':
        return parent.right === place ? placeAt(parent.left, file) : undefined
      case 'CallExpression': {
        const [target] = parent.arguments
        if (target === place) return placeOfSetter(parent.callee, file)
        return target && isGlobal(evaluate(parent.callee, file), 'Object', 'assign') ? placeAt(target, file) : undefined
      }
      case 'Property': {
        const options = parentOf(parent)
        const call = options && parentOf(options)
        const role = members.get(keyOf(parent, file) ?? '')
        return role && call?.type === 'NewExpression' && call.arguments[1] === options && isSchema(call, file)
          ? { role, schema: call }
          : undefined
      }
      default:
        return undefined
    }
  })
}

/** `schema.statics` */
function placeAt(node: Node, file: SourceFile): SchemaPlace | undefined {
  const member = unwrap(node)
  const role = member.type === 'MemberExpression' ? members.get(keyOf(member, file) ?? '') : undefined
  return role && member.type === 'MemberExpression' && isSchema(member.object, file)
    ? { role, schema: member.object }
    : undefined
}

/** `schema.static(…)` */
function placeOfSetter(callee: Node, file: SourceFile): SchemaPlace | undefined {
  const member = unwrap(callee)
  const role = member.type === 'MemberExpression' ? roleOfSetter(keyOf(member, file)) : undefined
  return role && member.type === 'MemberExpression' && isSchema(member.object, file)
    ? { role, schema: member.object }
    : undefined
}

/** An expression with what wraps it, and the reads of the variable or the name that it is given. */
function placesOf(node: Node | FunctionNode, file: SourceFile): Node[] {
  const outer = wrapped(node)
  const parent = parentOf(outer)
  const named = isFunction(node) && node.type === 'FunctionDeclaration' ? node.id : undefined
  const variable = parent?.type === 'VariableDeclarator' && parent.init === outer ? parent.id : named
  return [outer, ...(variable?.type === 'Identifier' ? file.readsOf(variable).map(wrapped) : [])]
}

/** Whether an expression is a schema of Mongoose. */
function isSchema(node: Node, file: SourceFile): boolean {
  return isSchemaValue(resolveImports(evaluate(node, file), canHoldSchema))
}

export function isSchemaValue(value: Value): boolean {
  if (value.kind === 'typed') return isOfMongoose(value.type, 'Schema')
  if (value.kind !== 'call') return false
  const { node, callee } = value
  return node.type === 'NewExpression' ? isOfMongoose(callee, 'Schema') : isOfMongoose(callee, 'createForClass')
}

function isOfMongoose(value: Value, name: string): boolean {
  return nameFrom(/^(?:@nestjs\/)?mongoose$/, value) === name
}

function firstOf(nodes: readonly Node[], find: (node: Node) => SchemaPlace | undefined): SchemaPlace | undefined {
  for (const node of nodes) {
    const found = find(node)
    if (found) return found
  }
  return undefined
}
