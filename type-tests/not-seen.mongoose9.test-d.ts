// As `not-seen.test-d.ts`, of Mongoose 9: its `create` and `insertOne` do not take the JSON form of every type.
import { Schema, model } from 'mongoose'
import { createGuard, type Validated } from 'mongoose-guard'

const File = model('File', new Schema({ content: { type: Buffer, required: true }, size: BigInt, at: Date }))
const newFile = createGuard(File, { allow: ['content', 'size', 'at'] })
const newSize = createGuard(File, { allow: ['size'] })
declare const file: Validated<typeof newFile>
declare const size: Validated<typeof newSize>
// @ts-expect-error: a Buffer and a bigint
await File.create(file)
// @ts-expect-error: a bigint
await File.create(size)
// @ts-expect-error: a bigint
await File.insertOne(size)
await new File(file).save()
await File.insertMany([file, size])

// An array of `Schema.create()` says `_id: false` as a field of its elements.
const order = Schema.create({ items: [{ _id: false, sku: { type: String, required: true } }] })
createGuard(model('Order', order), { allow: ['items._id'] })
