import { type Bindings, bound } from '../evaluate/bind.ts'
import { evaluate, keyOf, resolveImports } from '../evaluate/evaluate.ts'
import type { CallValue, Value } from '../evaluate/value.ts'
import { unwrap } from '../source/syntax.ts'
import { canHoldSchema, isSchemaValue } from './schema-places.ts'

/**
 * Whether a call makes a model by one of Mongoose's schemas: `connection.model('User', userSchema)`, whatever is known
 * of the connection. `bindings` are those of the function around it.
 */
export function isGivenSchema(
  { node, file }: CallValue,
  bindings: Bindings | undefined,
  isModel: (value: Value) => boolean,
): boolean {
  const callee = unwrap(node.callee)
  const [, schema] = node.arguments
  if (!schema || callee.type !== 'MemberExpression' || keyOf(callee, file) !== 'model') return false
  const value = evaluate(schema, file)
  return mayBeSchema(bindings ? bound(value, bindings) : value, isModel)
}

/** Whether a value may be a schema, which is what such a call takes if it is. */
function mayBeSchema(value: Value, isModel: (value: Value) => boolean): boolean {
  const resolved = resolveImports(value, canHoldSchema)
  if (resolved.kind === 'oneOf') return resolved.values.some((each) => mayBeSchema(each, isModel))
  // `User.schema`
  if (resolved.kind === 'member') return resolved.key === 'schema' && isModel(resolved.object)
  return isSchemaValue(resolved)
}
