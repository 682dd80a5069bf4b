import type { Scope } from 'eslint'
import { evaluate, keyOf, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import { type CallValue, type FunctionValue, isGlobal, unknown, type Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, parentOf, unwrap } from '../source/syntax.ts'
import { canHoldModel } from './connections.ts'
import { kindOfValue } from './kinds.ts'
import {
  canHoldSchema,
  isSchemaValue,
  memberOfRole,
  roleOfSetter,
  schemaPlaceOf,
  type SchemaRole,
} from './schema-places.ts'

/** The function of a schema that is called on a model, a document or a query: `User.createFrom(…)`, `user.apply(…)`. */
export function functionOfSchema(callee: Value, file: SourceFile): FunctionValue | undefined {
  if (callee.kind !== 'member') return undefined
  const { object, key } = callee
  const kind = kindOfValue(object, file)
  if (kind === undefined || kind === 'list' || kind === 'collection') return undefined
  // What a finder gives is a query until somebody waits for it.
  const roles: readonly SchemaRole[] = kind === 'query' ? ['document', 'query'] : [kind]
  const schemas = schemasBehind(object)
  for (const role of roles) {
    const found = schemas.flatMap((schema) => functionsIn(schema, role, key))
    const [only] = found
    if (only && found.every(({ node }) => node === only.node)) return only
  }
  return undefined
}

/** A schema as an expression of a file. */
interface SchemaSite {
  readonly node: Node
  readonly file: SourceFile
}

const deepest = 12

/** The schema of the model that a model, a document or a query comes from. */
function schemasBehind(value: Value, depth = 0): SchemaSite[] {
  if (depth > deepest) return []
  const resolved = resolveImports(value, canHoldModel)
  switch (resolved.kind) {
    case 'oneOf':
      return resolved.values.flatMap((each) => schemasBehind(each, depth + 1))
    case 'receiver':
    case 'object': {
      const place = schemaPlaceOf(resolved)
      return place ? [{ node: place.schema, file: resolved.file }] : []
    }
    case 'parameter': {
      const call = parentOf(resolved.fn)
      const callee = call?.type === 'CallExpression' ? unwrap(call.callee) : undefined
      return callee?.type === 'MemberExpression' ? schemasBehind(evaluate(callee.object, resolved.file), depth + 1) : []
    }
    case 'call':
      return schemasOfCall(resolved, depth)
    default:
      return []
  }
}

function schemasOfCall(call: CallValue, depth: number): SchemaSite[] {
  const { node, callee, file } = call
  if (node.type === 'NewExpression' || callee.kind === 'call') return schemasBehind(callee, depth + 1)
  const [, schema] = node.arguments
  if (kindOfValue(call, file) === 'model') return schema ? [{ node: schema, file }] : []
  return callee.kind === 'member' ? schemasBehind(callee.object, depth + 1) : []
}

/**
 * The functions that a schema has under a key: in its options, and by what is done with it where it is made and used.
 */
function functionsIn({ node, file }: SchemaSite, role: SchemaRole, key: string): FunctionValue[] {
  const schema = resolveImports(evaluate(node, file), canHoldSchema)
  const holder = memberOfRole(role)
  if (schema.kind !== 'call' || !isSchemaValue(schema) || holder === undefined) return []
  const [, options] = schema.node.arguments
  const inOptions = options ? memberOf(memberOf(evaluate(options, schema.file), holder), key) : unknown
  const declarator = parentOf(schema.node)
  const names: [Node | undefined, SourceFile][] = [
    [node, file],
    [declarator?.type === 'VariableDeclarator' ? declarator.id : undefined, schema.file],
  ]
  const variables = new Map(
    names.flatMap(([name, from]) => {
      const variable = from.variableOf(name)
      return variable ? [[variable, from] as const] : []
    }),
  )
  const given = Array.from(variables).flatMap(([variable, from]) => givenTo(variable, role, key, from))
  return [inOptions, ...given].flatMap((value) => {
    const resolved = resolveImports(value, () => true)
    return resolved.kind === 'function' ? [resolved] : []
  })
}

function givenTo(variable: Scope.Variable, role: SchemaRole, key: string, file: SourceFile): Value[] {
  return variable.references.flatMap(({ identifier }) => {
    const member = parentOf(identifier as Node)
    if (member?.type !== 'MemberExpression' || member.object !== identifier) return []
    const name = keyOf(member, file)
    if (name === memberOfRole(role)) return heldBy(member, key, file)
    const call = parentOf(member)
    if (call?.type !== 'CallExpression' || call.callee !== member) return []
    const [first, second] = call.arguments
    const value = first ? evaluate(first, file) : unknown
    if (name === 'loadClass') return loadedFrom(value, role, key)
    if (roleOfSetter(name) !== role) return []
    if (value.kind !== 'literal') return [memberOf(value, key)]
    return second && value.value === key ? [evaluate(second, file)] : []
  })
}

/** What `schema.statics` is given under a key, itself or as a whole. */
function heldBy(member: Node, key: string, file: SourceFile): Value[] {
  const parent = parentOf(member)
  switch (parent?.type) {
    case 'AssignmentExpression':
      return parent.left === member ? [memberOf(evaluate(parent.right, file), key)] : []
    case 'CallExpression':
      return parent.arguments[0] === member && isGlobal(evaluate(parent.callee, file), 'Object', 'assign')
        ? parent.arguments.slice(1).map((given) => memberOf(evaluate(given, file), key))
        : []
    case 'MemberExpression': {
      const assignment = parentOf(parent)
      return assignment?.type === 'AssignmentExpression' && assignment.left === parent && keyOf(parent, file) === key
        ? [evaluate(assignment.right, file)]
        : []
    }
    default:
      return []
  }
}

function loadedFrom(loaded: Value, role: SchemaRole, key: string): Value[] {
  const resolved = resolveImports(loaded, () => true)
  if (resolved.kind !== 'class' || role === 'query') return []
  return [memberOf(role === 'model' ? resolved : { kind: 'instance', of: resolved }, key)]
}
