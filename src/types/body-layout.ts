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
// What is undefined alone is asked first: below another question the compiler answers this one wrongly there.
export type ByExtra<Extra, Without, With> = [Extra] extends [undefined]
  ? Without
  : undefined extends Extra
    ? [Extra] extends [object]
      ? With
      : Without
    : With
