import { Schema, Types, model, type HydratedDocument, type Model } from 'mongoose'

const addressSchema = new Schema({ street: { type: String, required: true }, zip: String })

export const User = model(
  'User',
  new Schema(
    {
      name: { type: String, required: true },
      role: { type: String, enum: ['user', 'admin'] as const, required: true },
      nick: String,
      born: Date,
      friend: { type: Schema.Types.ObjectId, ref: 'User' },
      price: Schema.Types.Decimal128,
      tags: [String],
      friends: [{ type: Schema.Types.ObjectId, ref: 'User' }],
      scores: { type: Map, of: Number },
      preferences: {},
      grid: [[Number]],
      profile: { links: { github: String, site: String }, bio: String },
      home: addressSchema,
      addresses: [addressSchema],
    },
    { timestamps: true },
  ),
)

export interface IPost {
  title: string
  body?: string
  author: Types.ObjectId | { name: string }
  meta: Record<string, string>
  cover?: { url: string; size?: { w: number; h: number } }
  comments: { text: string; at: Date; by: { name: string } }[]
  lang: 'en' | 'de'
  readonly slug: string
  grid: { x: number }[][]
  publish(): void
}
interface PostMethods {
  unpublish(): void
}
interface PostModel extends Model<IPost, object, PostMethods> {
  bySlug(slug: string): HydratedDocument<IPost>
}
/** The same interface in the three ways that Mongoose's documentation shows. */
export const Post = model<IPost>('Post', new Schema<IPost>({}))
export const PostOfSchema = model('PostOfSchema', new Schema<IPost>({}))
export const PostWithMethods = model<IPost, PostModel>('PostWithMethods', new Schema<IPost, PostModel, PostMethods>({}))

interface Comment {
  text: string
  author: Person
  replies: Comment[]
}
export interface Person {
  name: string
  friends: Person[]
  boss?: Person
  comments: Comment[]
}
export const PersonModel = model<Person>('Person', new Schema<Person>({}))

type Shape = { kind: 'circle'; radius: number } | { kind: 'square'; side: number }
export const ShapeModel = model<Shape>('Shape', new Schema<Shape>({}))
