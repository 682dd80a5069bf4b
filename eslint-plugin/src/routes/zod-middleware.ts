import { evaluate, keysOf, memberOf, resolveImports } from '../evaluate/evaluate.ts'
import { type CallValue, unknown, type Value } from '../evaluate/value.ts'
import { isLoose, isStrict } from './strict-schemas.ts'

/**
 * Whether a middleware of a package for Zod refuses unknown fields of a body, or puts what its schema gives in its
 * place.
 */
export function isZodMiddleware({ callee, node, file }: CallValue): boolean {
  if (callee.kind !== 'external') return false
  const [first] = node.arguments
  const given = first ? resolveImports(evaluate(first, file), () => true) : unknown
  const name = callee.path.at(-1) ?? ''
  if (callee.source === 'express-zod-safe') return mayReplace(given)
  if (callee.source !== 'zod-express-middleware') return false
  switch (name) {
    case 'processRequest':
      return mayReplace(given)
    case 'processRequestBody':
      return !isLoose(given)
    case 'validateRequest':
      return isStrict(given, ['body'])
    case 'validateRequestBody':
      return isStrict(given, [])
    default:
      return false
  }
}

/**
 * Of schemas for the parts of a request, what may have one of the body that takes out the keys which it does not name.
 */
function mayReplace(parts: Value): boolean {
  if (parts.kind !== 'object') return true
  const body = memberOf(parts, 'body')
  return body.kind === 'unknown' ? keysOf(parts)?.includes('body') !== false : !isLoose(body)
}
