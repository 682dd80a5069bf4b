import mongoose, { type Types } from 'mongoose'

const { model, Schema } = mongoose

export interface IUser {
  name: string
  email: string
  password: string
  bio?: string
  birthday?: Date
  address?: { street: string; city: string; zip?: string }
}

export interface IProduct {
  name: string
  description?: string
  price: number
  stock: number
  tags: string[]
  seller: Types.ObjectId
  dimensions?: { width?: number; height?: number }
  createdAt: Date
  updatedAt: Date
}

export interface IOrder {
  customer: Types.ObjectId
  lines: { product: Types.ObjectId; quantity: number }[]
  shipping: { street: string; city: string; zip?: string }
  deliverFrom?: Date
  deliverTo?: Date
  coupon?: string
  status: 'open' | 'paid' | 'sent' | 'cancelled'
}

export interface IReview {
  product: Types.ObjectId
  rating: number
  title: string
  text?: string
}

const addressSchema = new Schema(
  { street: { type: String, required: true }, city: { type: String, required: true }, zip: String },
  { _id: false },
)

export const User = model<IUser>(
  'ShopUser',
  new Schema<IUser>({
    name: { type: String, required: true, maxlength: 80 },
    email: { type: String, required: true, unique: true, lowercase: true },
    password: { type: String, required: true },
    bio: String,
    birthday: Date,
    address: addressSchema,
  }),
)

export const Product = model<IProduct>(
  'ShopProduct',
  new Schema<IProduct>(
    {
      name: { type: String, required: true, trim: true },
      description: String,
      price: { type: Number, required: true, min: 0 },
      stock: { type: Number, default: 0, min: 0 },
      tags: [String],
      seller: { type: Schema.Types.ObjectId, required: true },
      dimensions: { width: Number, height: Number },
    },
    { timestamps: true },
  ),
)

export const Order = model<IOrder>(
  'ShopOrder',
  new Schema<IOrder>({
    customer: { type: Schema.Types.ObjectId, required: true },
    lines: {
      type: [
        new Schema(
          {
            product: { type: Schema.Types.ObjectId, required: true },
            quantity: { type: Number, required: true, min: 1 },
          },
          { _id: false },
        ),
      ],
      required: true,
    },
    shipping: { type: addressSchema, required: true },
    deliverFrom: Date,
    deliverTo: Date,
    coupon: String,
    status: { type: String, enum: ['open', 'paid', 'sent', 'cancelled'], default: 'open' },
  }),
)

export const Review = model<IReview>(
  'ShopReview',
  new Schema<IReview>({
    product: { type: Schema.Types.ObjectId, required: true },
    rating: { type: Number, required: true, min: 1, max: 5 },
    title: { type: String, required: true },
    text: String,
  }),
)
