import type { SchemaType } from '../mongoose/mongoose.ts'
import { isMap } from '../values/is-map.ts'

/**
 * What rules are about at a path where a document has `found`. In a nested object, Mongoose puts `{ '$*': … }` where a
 * Map is absent or null whose values have a default: it is then what the body holds there, or the default.
 */
export function withoutUnmadeMap({ instance, defaultValue }: SchemaType, found: unknown, sent: unknown): unknown {
  if (instance !== 'Map' || typeof found !== 'object' || found === null || isMap(found)) return found
  return sent === undefined && defaultValue === null ? null : sent
}
