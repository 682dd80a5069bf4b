import { Schema, model } from 'mongoose'
import { createGuard, type Validated } from 'mongoose-guard'
import type { Equal, Expect } from './assert.ts'

// Mongoose 8 infers a UUID as a Buffer, so that the JSON form of either may be a string; and an Int32 as the type of the
// path.
const Inferred = model(
  'Inferred',
  new Schema({ uuid: { type: Schema.Types.UUID, required: true }, buffer: Buffer, int: Schema.Types.Int32 }),
)
const inferred = createGuard(Inferred, { allow: ['uuid', 'buffer', 'int'] })
export type InferredForms = Expect<
  Equal<
    Validated<typeof inferred>,
    {
      uuid: string | { type: 'Buffer'; data: number[] }
      buffer?: string | { type: 'Buffer'; data: number[] }
      int?: number
    }
  >
>
