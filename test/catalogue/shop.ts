import { model, Schema, Types, type HydratedDocument, type Model } from 'mongoose'
import type { CatalogueEntry } from './entry.ts'

const addressSchema = new Schema(
  {
    label: { type: String, trim: true, maxlength: 40 },
    recipient: { type: String, required: true, trim: true },
    street: { type: String, required: true },
    street2: String,
    city: { type: String, required: true, minlength: 2 },
    zip: { type: String, required: [true, 'A parcel needs a postal code'], match: /^[0-9A-Z -]{3,10}$/ },
    country: { type: String, required: true, uppercase: true, minlength: 2, maxlength: 2 },
    geo: { lat: { type: Number, min: -90, max: 90 }, lng: { type: Number, min: -180, max: 180 } },
  },
  { _id: false },
)

const moneySchema = new Schema(
  {
    amount: { type: Schema.Types.Decimal128, required: true },
    currency: { type: String, enum: ['EUR', 'USD', 'GBP', 'CHF'], default: 'EUR' },
  },
  { _id: false },
)

export interface Customer {
  email: string
  passwordHash: string
  firstName: string
  lastName: string
  phone?: string | null
  role: 'customer' | 'support' | 'admin'
  marketing: { newsletter: boolean; channels: ('mail' | 'sms' | 'post')[] }
  addresses: Types.DocumentArray<{
    label?: string | null
    recipient: string
    street: string
    street2?: string | null
    city: string
    zip: string
    country: string
    geo?: { lat?: number | null; lng?: number | null }
  }>
  defaultAddress?: number | null
  loyaltyPoints: number
  birthday?: Date | null
  preferences?: Map<string, string> | null
  createdAt: Date
  updatedAt: Date
}

interface CustomerMethods {
  greeting(): string
}

const customerSchema = new Schema<Customer, Model<Customer, object, CustomerMethods>, CustomerMethods>(
  {
    email: {
      type: String,
      required: true,
      lowercase: true,
      trim: true,
      unique: true,
      match: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
    },
    passwordHash: { type: String, required: true, select: false },
    firstName: { type: String, required: true, trim: true, maxlength: 60 },
    lastName: { type: String, required: true, trim: true, maxlength: 60 },
    phone: {
      type: String,
      validate: {
        validator: (v: string | null) => v === null || /^\+?[0-9 ]{6,20}$/.test(v),
        message: '{VALUE} is no phone number',
      },
    },
    role: { type: String, enum: ['customer', 'support', 'admin'], default: 'customer' },
    marketing: {
      newsletter: { type: Boolean, default: false },
      channels: [{ type: String, enum: ['mail', 'sms', 'post'] }],
    },
    addresses: {
      type: [addressSchema],
      validate: [(list: unknown[] | null) => (list?.length ?? 0) <= 5, 'At most five addresses'],
    },
    defaultAddress: {
      type: Number,
      validate(this: HydratedDocument<Customer>, index: number | null) {
        return index === null || index < this.addresses.length
      },
    },
    loyaltyPoints: { type: Number, default: 0, min: 0 },
    birthday: { type: Date, min: '1900-01-01', max: Date.now },
    preferences: { type: Map, of: String },
  },
  { timestamps: true },
)
customerSchema.virtual('fullName').get(function () {
  return `${this.firstName} ${this.lastName}`
})
customerSchema.method('greeting', function () {
  return `Hello ${this.firstName}`
})

export const CustomerModel = model('ShopCustomer', customerSchema)

const categorySchema = new Schema({
  name: { type: String, required: true, trim: true },
  slug: { type: String, required: true, lowercase: true, match: /^[a-z0-9-]+$/i },
  parent: { type: Schema.Types.ObjectId, ref: 'ShopCategory' },
  position: { type: Number, default: 0 },
  seo: { title: { type: String, maxlength: 70 }, description: { type: String, maxlength: 160 }, keywords: [String] },
})

export const CategoryModel = model('ShopCategory', categorySchema)

const variantSchema = new Schema({
  sku: { type: String, required: true, uppercase: true, match: /^[A-Z0-9-]{4,20}$/i },
  price: { type: moneySchema, required: true },
  stock: { type: Schema.Types.Int32, default: 0 },
  attributes: { type: Map, of: String },
  barcode: { type: BigInt },
  weightGrams: { type: Schema.Types.Double },
  images: [{ url: { type: String, required: true }, alt: String, _id: false }],
})

const productSchema = new Schema(
  {
    title: { type: String, required: true, minlength: 3, maxlength: 120, trim: true },
    slug: { type: String, required: true, lowercase: true },
    description: String,
    category: { type: Schema.Types.ObjectId, ref: 'ShopCategory', required: true },
    tags: {
      type: [String],
      validate: { validator: (tags: string[] | null) => (tags?.length ?? 0) <= 10, message: 'Too many tags' },
    },
    variants: { type: [variantSchema], required: true },
    brand: { name: { type: String, trim: true }, country: { type: String, uppercase: true } },
    rating: { average: { type: Number, min: 0, max: 5 }, count: { type: Number, default: 0, min: 0 } },
    dimensions: {
      width: Number,
      height: Number,
      depth: Number,
      unit: { type: String, enum: ['mm', 'cm', 'in'], default: 'mm' },
    },
    active: { type: Boolean, default: true },
    availableFrom: Date,
    availableUntil: Date,
    extra: Schema.Types.Mixed,
  },
  { timestamps: true, optimisticConcurrency: true },
)
productSchema.path('availableUntil').validate(function (this: { availableFrom?: Date | null }, until: Date | null) {
  return until === null || this.availableFrom == null || until > this.availableFrom
}, 'ends before it starts')

export const ProductModel = model('ShopProduct', productSchema)

const cartSchema = new Schema(
  {
    customer: { type: Schema.Types.ObjectId, ref: 'ShopCustomer', index: true },
    sessionId: { type: Schema.Types.UUID },
    items: [
      {
        product: { type: Schema.Types.ObjectId, ref: 'ShopProduct', required: true },
        sku: { type: String, required: true },
        quantity: { type: Number, required: true, min: [1, 'Order at least one'], max: 99 },
        options: { type: Map, of: String },
        giftWrap: { type: Boolean, default: false },
        note: { type: String, maxlength: 200 },
      },
    ],
    couponCodes: [{ type: String, uppercase: true, trim: true }],
    expiresAt: { type: Date, default: () => new Date(4102444800000) },
  },
  { timestamps: { createdAt: true, updatedAt: 'touchedAt' } },
)

export const CartModel = model('ShopCart', cartSchema)

const orderSchema = new Schema(
  {
    number: { type: String, required: true, match: /^\d{4}-\d{6}$/ },
    customer: { type: Schema.Types.ObjectId, ref: 'ShopCustomer', required: true },
    status: {
      type: String,
      enum: { values: ['draft', 'placed', 'paid', 'shipped', 'returned'], message: '{VALUE} is no order status' },
      default: 'draft',
    },
    lines: {
      type: [
        new Schema({
          product: { type: Schema.Types.ObjectId, required: true },
          title: { type: String, required: true },
          quantity: {
            type: Number,
            required: true,
            min: 1,
            validate: { validator: Number.isInteger, message: 'whole pieces only' },
          },
          unitPrice: { type: moneySchema, required: true },
          discountPercent: { type: Number, min: 0, max: 100, default: 0 },
        }),
      ],
      validate: [(lines: unknown[] | null) => (lines?.length ?? 0) > 0, 'An order needs a line'],
    },
    shipping: {
      address: { type: addressSchema, required: true },
      method: { type: String, enum: ['standard', 'express', 'pickup'], required: true },
      price: moneySchema,
      trackingCodes: [String],
    },
    billing: {
      address: addressSchema,
      vatId: { type: String, uppercase: true },
      sameAsShipping: { type: Boolean, default: true },
    },
    paidAt: {
      type: Date,
      required(this: { status?: string | null }) {
        return this.status === 'paid'
      },
    },
    notes: [
      {
        text: { type: String, required: true },
        by: { type: Schema.Types.ObjectId, ref: 'ShopCustomer' },
        at: { type: Date, default: Date.now },
      },
    ],
    metadata: { type: Map, of: Schema.Types.Mixed },
  },
  { timestamps: true },
)

export const OrderModel = model('ShopOrder', orderSchema)

const reviewSchema = new Schema(
  {
    product: { type: Schema.Types.ObjectId, ref: 'ShopProduct', required: true },
    author: { type: Schema.Types.ObjectId, ref: 'ShopCustomer', required: true, immutable: true },
    stars: { type: Number, required: true, enum: [1, 2, 3, 4, 5] },
    title: { type: String, maxlength: 80 },
    text: { type: String, minlength: 10, maxlength: 4000 },
    pros: { type: [{ type: String, minlength: 2 }], default: undefined },
    cons: { type: [{ type: String, minlength: 2 }], default: undefined },
    photos: [String],
    verified: { type: Boolean, default: false },
    moderation: {
      state: { type: String, enum: ['open', 'approved', 'rejected'], default: 'open' },
      reason: String,
      by: Schema.Types.ObjectId,
    },
  },
  { timestamps: true },
)

export const ReviewModel = model('ShopReview', reviewSchema)

const couponSchema = new Schema({
  code: { type: String, required: true, uppercase: true, trim: true, minlength: 4 },
  percentOff: { type: Number, min: 1, max: 100 },
  amountOff: moneySchema,
  validFrom: { type: Date, required: true },
  validUntil: { type: Date, required: true, min: new Date('2020-01-01') },
  maxUses: { type: Schema.Types.Int32 },
  usedBy: [{ customer: { type: Schema.Types.ObjectId, required: true }, at: Date, _id: false }],
  restrictions: {
    categories: [Schema.Types.ObjectId],
    minimumTotal: Number,
    firstOrderOnly: { type: Boolean, default: false },
  },
})

export const CouponModel = model('ShopCoupon', couponSchema)

const warehouseSchema = new Schema({
  code: { type: String, required: true },
  location: {
    type: { type: String, enum: ['Point'], default: 'Point' },
    coordinates: { type: [Number], required: true },
  },
  openingHours: {
    type: Map,
    of: new Schema(
      { opens: { type: String, match: /^\d\d:\d\d$/ }, closes: { type: String, match: /^\d\d:\d\d$/ } },
      { _id: false },
    ),
  },
  shelves: [[{ type: Number, min: 0 }]],
  stock: { type: Map, of: { type: Number, min: 0 } },
  manager: { name: String, phone: String, deputy: { name: String, phone: String } },
})

export const WarehouseModel = model('ShopWarehouse', warehouseSchema)

const id = '64b7f9d2c1a4e5f601234567'
const address = { recipient: 'Ada Byron', street: '12 Main St', city: 'London', zip: 'SW1A 1AA', country: 'GB' }
const price = { amount: '19.90', currency: 'EUR' }

export const shop: readonly CatalogueEntry[] = [
  {
    name: 'shop customer',
    model: CustomerModel,
    bodies: [
      {
        email: 'Ada@Example.org',
        passwordHash: 'hash',
        firstName: 'Ada',
        lastName: 'Byron',
        phone: null,
        marketing: { newsletter: true, channels: ['mail'] },
        addresses: [{ ...address, geo: { lat: 51.5, lng: -0.1 } }],
        defaultAddress: 0,
        birthday: '1990-12-10',
        preferences: { theme: 'dark' },
      },
    ],
  },
  {
    name: 'shop category',
    model: CategoryModel,
    bodies: [{ name: 'Books', slug: 'books', parent: id, seo: { title: 'Books', keywords: ['read'] } }],
  },
  {
    name: 'shop product',
    model: ProductModel,
    bodies: [
      {
        title: 'A chair',
        slug: 'a-chair',
        category: id,
        tags: ['wood'],
        variants: [
          {
            sku: 'CH-0001',
            price,
            stock: 3,
            attributes: { colour: 'oak' },
            barcode: '4006381333931',
            weightGrams: 5200.5,
            images: [{ url: '/a.png' }],
          },
        ],
        availableFrom: '2026-01-01',
        availableUntil: '2026-02-01T12:00:00Z',
        extra: { anything: [1, { goes: true }] },
      },
    ],
  },
  {
    name: 'shop cart',
    model: CartModel,
    bodies: [
      {
        sessionId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
        items: [{ product: id, sku: 'CH-0001', quantity: 2, options: { size: 'L' } }],
        couponCodes: ['welcome'],
      },
    ],
  },
  {
    name: 'shop order',
    model: OrderModel,
    bodies: [
      {
        number: '2026-000001',
        customer: id,
        status: 'paid',
        lines: [{ product: id, title: 'A chair', quantity: 1, unitPrice: price }],
        shipping: { address, method: 'express', price, trackingCodes: ['X1'] },
        billing: { vatId: 'gb123' },
        paidAt: '2026-03-01T10:00:00+01:00',
        metadata: { utm: { source: 'mail' }, flag: true },
      },
    ],
  },
  {
    name: 'shop review',
    model: ReviewModel,
    bodies: [{ product: id, author: id, stars: 5, text: 'Sits very well.', pros: ['solid'] }],
  },
  {
    name: 'shop coupon',
    model: CouponModel,
    bodies: [
      { code: 'spring', percentOff: 10, validFrom: '2026-03-01', validUntil: '2026-06-01', usedBy: [{ customer: id }] },
    ],
  },
  {
    name: 'shop warehouse',
    model: WarehouseModel,
    bodies: [
      {
        code: 'W1',
        location: { type: 'Point', coordinates: [1.5, 2] },
        openingHours: { mon: { opens: '08:00', closes: '17:00' } },
        shelves: [[1, 2], []],
        stock: { 'CH-0001': 4 },
      },
    ],
  },
]
