import type { SchemaDefinition } from 'mongoose'
import type { AnySchema } from './model.ts'

/** The option `each`: bounds for the number of documents. */
export type EachOption = boolean | { readonly min?: number; readonly max?: number }

/** The option `extra`: a Schema, or what `new Schema()` takes. */
export type ExtraSource = AnySchema | SchemaDefinition

/**
 * `Without` of a guard that hands on nothing beside the document, `With` of one that does. Without `strictNullChecks`,
 * undefined is in every type, and cannot be asked for.
 */
export type ByExtra<Extra, Without, With> = undefined extends Extra
  ? undefined extends string
    ? [Extra] extends [undefined]
      ? Without
      : unknown extends Extra
        ? Without
        : With
    : Without
  : With
