import { type Bindings, bound } from '../evaluate/bind.ts'
import { evaluate, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import { nameFrom, type CallValue, type Value } from '../evaluate/value.ts'
import { isStrict } from './strict-schemas.ts'

/** `new Ajv()` */
export function asAjv(value: Value): CallValue | undefined {
  const resolved = resolveImports(value, (text) => /ajv/i.test(text))
  return resolved.kind === 'call' && nameFrom(/^ajv(?:\/|$)/, resolved.callee) !== undefined ? resolved : undefined
}

/** `new Ajv({ removeAdditional: 'all' })`, which takes out of a body what its schema does not name. */
export function stripsAll({ node, file }: CallValue): boolean {
  const [options] = node.arguments
  const removal = options ? memberOf(evaluate(options, file), 'removeAdditional') : undefined
  return removal?.kind === 'literal' && removal.value === 'all'
}

/** `ajv.compile(schema)` */
export function isCompiledCheck(value: Value, path: readonly string[], bindings: Bindings): boolean {
  const resolved = resolveImports(value, (text) => /ajv/i.test(text))
  if (resolved.kind !== 'call' || resolved.callee.kind !== 'member' || resolved.callee.key !== 'compile') return false
  const [schema] = resolved.node.arguments
  const ajv = asAjv(resolved.callee.object)
  return (
    schema !== undefined &&
    ((ajv !== undefined && stripsAll(ajv)) || isStrict(bound(evaluate(schema, resolved.file), bindings), path))
  )
}
