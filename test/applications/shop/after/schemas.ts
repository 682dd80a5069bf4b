import mongoose from 'mongoose'

const { Schema } = mongoose

/** The bodies that no model is behind. */

export const coupon = new Schema({ code: { type: String, required: true, match: /^[A-Z]{4}\d{2}$/ } })

export const session = new Schema({
  email: { type: String, required: true, match: /^[^@\s]+@[^@\s]+\.\w+$/ },
  password: { type: String, required: true },
  remember: Boolean,
})

export const endOfSession = new Schema({ refreshToken: { type: Schema.Types.UUID, required: true } })

export const search = new Schema({
  q: { type: String, minlength: 2 },
  filters: { minPrice: Number, maxPrice: Number, tags: [String] },
  page: { type: Number, min: 1, validate: Number.isInteger },
})

export const payment = new Schema({
  id: { type: String, required: true },
  type: { type: String, enum: ['payment.succeeded', 'payment.failed'] as const, required: true },
  data: {
    type: new Schema(
      {
        orderId: { type: Schema.Types.ObjectId, required: true },
        amount: { type: Number, required: true, min: [Number.MIN_VALUE, 'Must be positive'] },
      },
      { _id: false },
    ),
    required: true,
  },
})

export const cancellation = new Schema({
  ids: { type: [Schema.Types.ObjectId], validate: (ids: unknown[]) => ids.length >= 1 && ids.length <= 20 },
  reason: String,
})
