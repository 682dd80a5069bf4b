import { z } from 'zod'

const id = z.string().regex(/^[0-9a-f]{24}$/i)
const address = z.strictObject({ street: z.string().min(1), city: z.string().min(1), zip: z.string().optional() })
const date = z.iso.date().or(z.iso.datetime())

const product = z.strictObject({
  name: z.string().min(3).max(80),
  description: z.string().min(10),
  price: z.number().min(0.01),
  stock: z.number().int().min(0).optional(),
  tags: z.array(z.string()).max(5).optional(),
  dimensions: z.strictObject({ width: z.number().optional(), height: z.number().optional() }).optional(),
})

export const newProduct = z.strictObject({ product })

/** What the client was given, sent back. */
export const wholeProduct = z.strictObject({
  product: product
    .extend({ _id: z.unknown(), __v: z.unknown(), createdAt: z.unknown(), updatedAt: z.unknown(), seller: z.unknown() })
    // oxlint-disable-next-line typescript/no-unused-vars -- named to be left out
    .transform(({ _id, __v, createdAt, updatedAt, seller, ...rest }) => rest),
})

export const productChanges = z.strictObject({
  product: product.partial().refine((changes) => Object.keys(changes).length > 0, 'Nothing to change'),
})

export const productImport = z.strictObject({
  products: z
    .array(product.pick({ name: true, price: true, tags: true }))
    .min(1)
    .max(50),
})

const order = z.strictObject({
  lines: z.array(z.strictObject({ product: id, quantity: z.number().int().min(1) })).min(1),
  shipping: address,
  deliverFrom: date.optional(),
  deliverTo: date.optional(),
})

export const newOrder = z.strictObject({
  order: order.refine(({ deliverFrom, deliverTo }) => !deliverFrom || !deliverTo || deliverFrom <= deliverTo, {
    path: ['deliverTo'],
    message: 'Must not be before deliverFrom',
  }),
  acceptTerms: z.literal(true),
})

export const orderStatus = z.strictObject({ status: z.enum(['sent', 'cancelled']) })

export const coupon = z.strictObject({ code: z.string().regex(/^[A-Z]{4}\d{2}$/) })

export const newReview = z
  .strictObject({ rating: z.number().int().min(1).max(5), title: z.string().min(1), text: z.string().optional() })
  .refine(({ rating, text }) => rating > 2 || (text ?? '').length >= 20, {
    path: ['text'],
    message: 'Please say what was wrong',
  })

export const session = z.strictObject({
  email: z.email(),
  password: z.string().min(1),
  remember: z.boolean().optional(),
})

export const endOfSession = z.strictObject({ refreshToken: z.uuid() })

export const search = z.strictObject({
  q: z.string().min(2).optional(),
  filters: z
    .strictObject({
      minPrice: z.number().optional(),
      maxPrice: z.number().optional(),
      tags: z.array(z.string()).optional(),
    })
    .optional(),
  page: z.number().int().min(1).default(1),
})

export const payment = z.strictObject({
  id: z.string(),
  type: z.enum(['payment.succeeded', 'payment.failed']),
  data: z.strictObject({ orderId: id, amount: z.number().positive() }),
})

export const profile = z.strictObject({
  user: z.strictObject({
    name: z.string().min(1).max(80).optional(),
    bio: z.string().max(200).nullable().optional(),
    birthday: date.optional(),
    address: address.optional(),
  }),
})

export const cancellation = z.strictObject({ ids: z.array(id).min(1).max(20), reason: z.string().optional() })
