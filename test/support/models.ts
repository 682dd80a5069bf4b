import mongoose from 'mongoose'

const { Schema } = mongoose

// No test of this folder has a database: nothing may wait for one.
mongoose.set('autoCreate', false)
mongoose.set('autoIndex', false)

let count = 0

/** A model of its own for one test. */
export function modelOf(definition: object, options: object = {}) {
  const schema = definition instanceof Schema ? definition : new Schema(definition, options)
  return mongoose.model(`Model${++count}`, schema as mongoose.Schema)
}

/** A sub-schema without the `_id` that Mongoose adds. */
export function sub(definition: object, options: object = {}) {
  return new Schema(definition, { _id: false, ...options })
}

export const isMongoose8 = mongoose.version.startsWith('8.')

const addressDefinition = { city: { type: String, required: true }, zip: { type: String, maxlength: 10 } }

export const User = modelOf(
  {
    name: { type: String, required: true, minlength: 3 },
    email: { type: String, required: true, lowercase: true, trim: true, match: /^[^@\s]+@[^@\s]+$/ },
    role: { type: String, enum: ['user', 'admin'], default: 'user' },
    age: { type: Number, min: 0, max: 150 },
    birthday: Date,
    newsletter: Boolean,
    address: { city: String, zip: String },
    home: { type: sub(addressDefinition) },
    addresses: [sub(addressDefinition)],
    tags: [String],
    scores: { type: Map, of: Number },
    preferences: Schema.Types.Mixed,
    profile: { bio: String, links: { github: String, website: String } },
  },
  { timestamps: true },
)

export const Post = modelOf({
  title: { type: String, required: true, trim: true, minlength: 1, maxlength: 80 },
  slug: { type: String, lowercase: true, match: /^[a-z0-9-]+$/, alias: 'permalink' },
  author: { type: Schema.Types.ObjectId, required: true },
  published: { type: Boolean, default: false },
  publishedAt: {
    type: Date,
    required: function (this: { published?: boolean }) {
      return this.published === true
    },
  },
  comments: [sub({ by: { type: String, required: true }, text: { type: String, required: true, maxlength: 500 } })],
})

export const Order = modelOf({
  number: { type: Number, required: true, min: 1 },
  customer: { type: Schema.Types.ObjectId, required: true },
  shipping: {
    type: sub({ street: { type: String, required: true }, country: { type: String, enum: ['DE', 'FR', 'IT'] } }),
    required: true,
  },
  items: {
    type: [sub({ sku: { type: String, required: true }, quantity: { type: Number, required: true, min: 1 } })],
    validate: { validator: (items: unknown[]) => items.length > 0, message: 'An order needs an item' },
  },
  total: Schema.Types.Decimal128,
  placedAt: Date,
})
