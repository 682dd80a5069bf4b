import mongoose, { Schema, type Types } from 'mongoose'

/** What the shop sells, in cents. The shop sets its prices; a request never does. */
export const catalogue: ReadonlyMap<string, number> = new Map([
  ['TEA-100', 490],
  ['MUG-200', 1250],
  ['POT-300', 3900],
])

const street = { type: String, trim: true, maxlength: 120 }
const city = { type: String, trim: true, maxlength: 80 }
const zip = { type: String, trim: true, match: /^[A-Z0-9][A-Z0-9 -]{2,9}$/ }

const savedAddressSchema = new Schema(
  {
    label: { type: String, enum: ['home', 'work', 'other'], default: 'home' },
    street: { ...street, required: true },
    city: { ...city, required: true },
    zip,
    verified: { type: Boolean, default: false },
  },
  { _id: false },
)

const userSchema = new Schema(
  {
    name: { type: String, required: true, trim: true, minlength: 2, maxlength: 80 },
    email: {
      type: String,
      required: true,
      unique: true,
      lowercase: true,
      trim: true,
      match: /^[^\s@]+@[^\s@]+\.[a-z]+$/,
    },
    age: { type: Number, min: 13, max: 130 },
    newsletter: { type: Boolean, default: false },
    address: { street, city, zip },
    addresses: [savedAddressSchema],
    tags: [{ type: String, lowercase: true, trim: true, maxlength: 20 }],
    role: { type: String, enum: ['member', 'admin'], default: 'member' },
    credit: { type: Number, default: 0 },
  },
  { timestamps: true },
)

const lineItemSchema = new Schema(
  {
    sku: { type: String, required: true, enum: [...catalogue.keys()] },
    quantity: { type: Number, required: true, min: 1, max: 99 },
    unitPrice: { type: Number, required: true },
  },
  { _id: false },
)

const shippingSchema = new Schema(
  { street: { ...street, required: true }, city: { ...city, required: true }, zip },
  { _id: false },
)

const orderSchema = new Schema(
  {
    customer: {
      type: Schema.Types.ObjectId,
      ref: 'User',
      required: true,
      // A rule may ask the database: the guard awaits it.
      validate: {
        validator: async (id: Types.ObjectId) => (await User.exists({ _id: id })) !== null,
        message: 'There is no such customer.',
      },
    },
    items: {
      type: [lineItemSchema],
      validate: { validator: (items: unknown[]) => items.length > 0, message: 'An order needs at least one item.' },
    },
    shipping: { type: shippingSchema, required: true },
    deliverOn: Date,
    note: { type: String, trim: true, maxlength: 200 },
    status: { type: String, enum: ['pending', 'paid', 'shipped'], default: 'pending' },
    total: { type: Number, required: true },
  },
  { timestamps: true },
)

orderSchema.pre('validate', function setPrices() {
  for (const item of this.items) item.unitPrice = catalogue.get(item.sku) ?? item.unitPrice
  this.total = this.items.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
})

export const User = mongoose.model('User', userSchema)
export const Order = mongoose.model('Order', orderSchema)
