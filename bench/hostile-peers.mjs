import { boolean, date, id, list, number, object, text } from './fields.mjs'

export const hostilePeers = [
  { name: 'guard', ofMongoose: true },
  { name: 'new Model().validate', ofMongoose: true },
  ...['ajv', 'typebox', 'zod 4', 'valibot', 'arktype', 'joi', 'yup', 'class-validator', 'express-validator'].map(
    (name) => ({ name }),
  ),
]

/** The part of `test/hostile/target.ts` that all of them can express. */
export const target = {
  fields: {
    name: text({ required: true, min: 2, max: 50 }),
    email: text({ required: true, pattern: /^[^\s@]+@[^\s@]+$/ }),
    role: text({ values: ['user', 'editor'] }),
    code: text({ pattern: /^\d{5}$/ }),
    note: text({ max: 100 }),
    date: date(),
    id: id(),
    flag: boolean(),
    place: object({ city: text(), zip: text({ pattern: /^\d{5}$/ }) }),
    tags: list(text({ max: 10 })),
    numbers: list(number({ min: 0, max: 1000 })),
    items: list(
      object({
        sku: text({ required: true, pattern: /^[A-Z]{3}-\d{5}$/ }),
        quantity: number({ required: true, min: 1, max: 1000 }),
        price: number({ required: true, min: 0 }),
        note: text({ min: 1, max: 100 }),
      }),
    ),
  },
}
