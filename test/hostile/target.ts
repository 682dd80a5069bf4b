import mongoose from 'mongoose'

const { Schema } = mongoose

/** A schema with a field for every family of hostile bodies, and nothing that a body would run code of ours with. */
export function targetModel(instance: typeof mongoose = mongoose) {
  const item = new Schema(
    {
      sku: { type: String, required: true, match: /^[A-Z]{3}-\d{5}$/ },
      quantity: { type: Number, required: true, min: 1, max: 1000 },
      price: { type: Number, required: true, min: 0 },
      note: { type: String, minlength: 1, maxlength: 100 },
    },
    { _id: false },
  )
  const tree = new Schema({ label: { type: String, required: true } }, { _id: false })
  tree.add({ children: [tree] })
  const schema = new Schema({
    name: { type: String, required: true, minlength: 2, maxlength: 50 },
    email: { type: String, required: true, match: /^[^\s@]+@[^\s@]+$/ },
    role: { type: String, enum: ['user', 'editor'] },
    code: { type: String, match: /^\d{5}$/ },
    note: { type: String, maxlength: 100 },
    date: Date,
    id: Schema.Types.ObjectId,
    place: { city: String, zip: { type: String, match: /^\d{5}$/ } },
    tags: [{ type: String, maxlength: 10 }],
    numbers: [{ type: Number, min: 0, max: 1000 }],
    items: [item],
    scores: { type: Map, of: { type: Number, min: 0 } },
    groups: { type: Map, of: { type: Map, of: { type: Number, min: 0 } } },
    free: Schema.Types.Mixed,
    tree,
  })
  return instance.model(`Target${Object.keys(instance.models).length}`, schema)
}

export const targetPaths = [
  'name',
  'email',
  'role',
  'code',
  'note',
  'date',
  'id',
  'place',
  'tags',
  'numbers',
  'items',
  'scores',
  'groups',
  'free',
  'tree',
] as const
