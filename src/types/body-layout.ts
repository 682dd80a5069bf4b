import type { SchemaDefinition } from 'mongoose'
import type { AnySchema } from './model.ts'

/** The option `each`: bounds for the number of documents. */
export type EachOption = boolean | { readonly min?: number; readonly max?: number }

/** The option `extra`: a Schema, or what `new Schema()` takes. */
export type ExtraSource = AnySchema | SchemaDefinition
