import { type Bindings, bound } from '../evaluate/bind.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import type { Flow } from './flow.ts'

/** Knows `req[part]` in a function that another one has made, as `part` is what that one is called with, or its default. */
export function keysBy(bindings: Bindings): Pick<Flow, 'computedKey'> {
  return {
    computedKey({ property, computed }, file) {
      if (!computed) return undefined
      const value = bound(evaluate(property, file), bindings)
      const key = value.kind === 'parameter' ? value.fallback : value
      return key?.kind === 'literal' ? key.value : undefined
    },
  }
}
