import { boolean, date, id, list, number, object, text } from './fields.mjs'
import { Random } from './random.mjs'

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const sku = /^[A-Z]{3}-\d{5}$/
const zip = /^\d{5}$/
const handle = /^[a-z\d-]{1,39}$/

const isoDate = (r) =>
  new Date(
    Date.UTC(
      r.integer(1990, 2024),
      r.integer(0, 11),
      r.integer(1, 28),
      r.integer(0, 23),
      r.integer(0, 59),
      r.integer(0, 59),
      r.integer(0, 999),
    ),
  ).toISOString()
const hex = (r) => r.letters(24, '0123456789abcdef')

/** A flat sign-up of 5 fields, about 100 bytes. */
const signUp = {
  fields: {
    username: text({ required: true, min: 3, max: 30 }),
    email: text({ required: true, pattern: email }),
    password: text({ required: true, min: 8, max: 72 }),
    role: text({ values: ['user', 'editor', 'admin'] }),
    age: number({ min: 13, max: 120 }),
  },
  body: (r) => ({
    username: r.letters(),
    email: `${r.letters()}@${r.letters()}.com`,
    password: r.letters(12),
    role: r.pick(['user', 'editor', 'admin']),
    age: r.integer(13, 90),
  }),
  errors: [
    (b) => (b.username = 'ab'),
    (b) => (b.email = 'not-an-email'),
    (b) => (b.role = 'root'),
    (b) => (b.age = 5),
    (b) => (b.age = 'many'),
    (b) => delete b.email,
    (b) => (b.isAdmin = true),
    (b) => (b.password = 'short'),
  ],
  tenErrors(b) {
    Object.assign(b, { username: 'ab', email: 'nope', password: 'short', role: 'root', age: 'many' })
    Object.assign(b, { isAdmin: true, verified: true, credits: 100, plan: 'pro', team: 'x' })
  },
}

/** A profile of 28 values, nested three deep, with an array of sub-documents; about 750 bytes. */
const profile = {
  fields: {
    displayName: text({ required: true, min: 2, max: 50 }),
    firstName: text({ required: true, max: 40 }),
    lastName: text({ required: true, max: 40 }),
    email: text({ required: true, pattern: email }),
    bio: text({ max: 500 }),
    birthday: date(),
    joinedAt: date({ required: true }),
    gender: text({ values: ['f', 'm', 'x'] }),
    height: number({ min: 50, max: 250 }),
    newsletter: boolean(),
    company: id({ required: true }),
    address: object(
      {
        street: text({ required: true, max: 80 }),
        city: text({ required: true }),
        zip: text({ pattern: zip }),
        geo: object({ lat: number({ min: -90, max: 90 }), lng: number({ min: -180, max: 180 }) }),
      },
      { required: true },
    ),
    social: object({ github: object({ user: text({ pattern: handle }), stars: number({ min: 0 }) }) }),
    links: list(
      object({ label: text({ required: true, max: 40 }), url: text({ required: true, max: 200 }), visible: boolean() }),
    ),
    tags: list(text({ max: 20 })),
  },
  body: (r) => ({
    displayName: r.letters(),
    firstName: r.letters(),
    lastName: r.letters(),
    email: `${r.letters()}@${r.letters()}.org`,
    bio: r.letters(60),
    birthday: isoDate(r),
    joinedAt: isoDate(r),
    gender: r.pick(['f', 'm', 'x']),
    height: r.integer(150, 200),
    newsletter: r.unit() < 0.5,
    company: hex(r),
    address: {
      street: r.letters(12),
      city: r.letters(),
      zip: String(r.integer(10000, 99999)),
      geo: { lat: r.integer(-90, 90), lng: r.integer(-180, 180) },
    },
    social: { github: { user: r.letters(), stars: r.integer(0, 5000) } },
    links: [0, 1, 2].map(() => ({
      label: r.letters(),
      url: `https://${r.letters()}.com/${r.letters()}`,
      visible: r.unit() < 0.5,
    })),
    tags: [r.letters(), r.letters(), r.letters(), r.letters()],
  }),
  errors: [
    (b) => (b.displayName = 'a'),
    (b) => (b.email = 'nope'),
    (b) => (b.address.geo.lat = 100),
    (b) => (b.links[1].label = ''),
    (b) => (b.company = 'zz'),
    (b) => (b.birthday = 'yesterday'),
    (b) => (b.tags[2] = 'a tag that is too long for it'),
    (b) => (b.address.country = 'X'),
    (b) => delete b.address.city,
    (b) => (b.role = 'admin'),
  ],
  tenErrors(b) {
    for (const spoil of this.errors) spoil(b)
  },
}

/** An order of 100 lines, about 10 kB. */
const order = {
  fields: {
    customer: id({ required: true }),
    placedAt: date({ required: true }),
    items: list(
      object({
        sku: text({ required: true, pattern: sku }),
        name: text({ required: true, max: 120 }),
        qty: number({ required: true, min: 1, max: 1000 }),
        price: number({ required: true, min: 0 }),
        currency: text({ values: ['EUR', 'USD', 'GBP'] }),
        gift: boolean(),
      }),
    ),
  },
  body: (r) => ({
    customer: hex(r),
    placedAt: isoDate(r),
    items: Array.from({ length: 100 }, () => ({
      sku: `${r.letters(3, 'ABCDEFGHIJ')}-${r.integer(10000, 99999)}`,
      name: r.letters(14),
      qty: r.integer(1, 20),
      price: r.integer(1, 9999) / 100,
      currency: r.pick(['EUR', 'USD', 'GBP']),
      gift: r.unit() < 0.5,
    })),
  }),
  errors: [
    (b, r) => (r.pick(b.items).qty = 0),
    (b, r) => (r.pick(b.items).sku = 'bad'),
    (b, r) => (r.pick(b.items).price = 'dear'),
    (b, r) => delete r.pick(b.items).name,
    (b, r) => (r.pick(b.items).discount = 1),
    (b) => (b.customer = 'x'),
  ],
  tenErrors(b) {
    const spoil = [
      (item) => (item.qty = 0),
      (item) => (item.sku = 'bad'),
      (item) => (item.price = 'dear'),
      (item) => delete item.name,
      (item) => (item.discount = 1),
    ]
    for (let nth = 0; nth < 10; nth++) spoil[nth % 5](b.items[nth * 9 + 3])
  },
}

/** The order, with a rule for its lines that only measures them. */
const limited = {
  ...order,
  only: 'mongoose',
  fields: {
    ...order.fields,
    items: list(order.fields.items.of, { check: (items) => items.length <= 200 }),
  },
}

const wideField = (index, rules = {}) =>
  [text({ min: 2, max: 50, ...rules }), number({ min: 0, max: 1000 }), boolean(), text({ values: ['a', 'b', 'c'] })][
    index % 4
  ]
const wideValue = (r, index) => [r.letters(), r.integer(0, 1000), r.unit() < 0.5, r.pick(['a', 'b', 'c'])][index % 4]
const wideError = (index) => ['x', -1, 'maybe', 'z'][index % 4]

/** A PATCH of 2 of 60 fields. */
const patch = {
  partial: true,
  fields: Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field${index}`, wideField(index)])),
  body(r) {
    const first = r.integer(0, 59)
    const second = (first + r.integer(1, 59)) % 60
    return { [`field${first}`]: wideValue(r, first), [`field${second}`]: wideValue(r, second) }
  },
  errors: [
    (b, r) => {
      const key = r.pick(Object.keys(b))
      b[key] = wideError(Number(key.slice(5)))
    },
    (b) => (b.isAdmin = true),
  ],
  tenErrors(b) {
    for (const key of Object.keys(b)) delete b[key]
    for (let index = 0; index < 10; index++) b[`field${index}`] = wideError(index)
  },
}

/** 300 paths: 20 nested objects of 15 fields. */
const wide = {
  fields: Object.fromEntries(
    Array.from({ length: 20 }, (_, group) => [
      `group${group}`,
      object(
        Object.fromEntries(
          Array.from({ length: 15 }, (_, index) => [`field${index}`, wideField(index, { required: index === 0 })]),
        ),
        { required: true },
      ),
    ]),
  ),
  body: (r) =>
    Object.fromEntries(
      Array.from({ length: 20 }, (_, group) => [
        `group${group}`,
        Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`field${index}`, wideValue(r, index)])),
      ]),
    ),
  errors: [
    (b, r) => (b[`group${r.integer(0, 19)}`].field0 = 'x'),
    (b, r) => (b[`group${r.integer(0, 19)}`].field1 = -1),
    (b, r) => delete b[`group${r.integer(0, 19)}`].field0,
    (b, r) => (b[`group${r.integer(0, 19)}`].more = 1),
  ],
  tenErrors(b) {
    for (let index = 0; index < 10; index++) b[`group${index}`][`field${index}`] = wideError(index)
  },
}

const isNoPalindrome = (value) => value !== [...value].reverse().join('')

/** Validators of one's own on three fields of the sign-up. */
const custom = {
  ...signUp,
  fields: {
    ...signUp.fields,
    username: text({ required: true, min: 3, max: 30, check: (value) => value !== 'root' }),
    password: text({ required: true, min: 8, max: 72, check: isNoPalindrome }),
    age: number({ min: 13, max: 120, check: (value) => value % 1 === 0 }),
  },
}

/** A rule that looks at another field through `this`. */
const receiver = {
  ...signUp,
  only: 'mongoose',
  fields: {
    ...signUp.fields,
    password: text({
      required: true,
      min: 8,
      max: 72,
      check: function (value) {
        return value !== this.username
      },
    }),
  },
}

/** One asynchronous validator, which settles at once. */
const asynchronous = {
  ...signUp,
  only: 'mongoose',
  fields: {
    ...signUp.fields,
    username: text({ required: true, min: 3, max: 30, check: (value) => Promise.resolve(value !== 'root') }),
  },
}

const optionalKeys = (fields) => Object.keys(fields).filter((key) => !fields[key].required)

/** Drops optional keys and shuffles the rest, at every level; the same shape for the same seed. */
function reshape(fields, body, r, { drop, shuffle }) {
  let keys = Object.keys(body)
  const droppable = new Set(optionalKeys(fields))
  keys = keys.filter((key) => !(droppable.has(key) && r.unit() < drop))
  if (shuffle) keys = r.shuffled(keys)
  return Object.fromEntries(
    keys.map((key) => {
      const field = fields[key]
      const value = body[key]
      if (field?.kind === 'object') return [key, reshape(field.fields, value, r, { drop, shuffle })]
      if (field?.kind === 'list' && field.of.kind === 'object') {
        const seed = r.integer(0, 1e9)
        // Elements of one array look alike where bodies have few shapes.
        return [
          key,
          value.map((e, i) =>
            reshape(field.of.fields, e, shuffle === 'all' ? r : new Random(seed + (i % 2)), { drop, shuffle }),
          ),
        ]
      }
      return [key, value]
    }),
  )
}

const shapes = 16

/** Texts of distinct bodies. `mixed` has 16 shapes: sets of optional keys, each in an order of its own. */
function corpora({ fields, body, errors, tenErrors, ...workload }, count, seed) {
  const r = new Random(seed)
  const texts = (draw) => Array.from({ length: count }, (_, nth) => JSON.stringify(draw(nth)))
  const canDrop = workload.partial ? 0 : 0.3
  return {
    'one shape': texts(() => body(r)),
    mixed: texts((nth) =>
      reshape(fields, body(r), new Random(seed + (nth % shapes)), { drop: canDrop, shuffle: true }),
    ),
    shuffled: texts(() => reshape(fields, body(r), r, { drop: 0, shuffle: 'all' })),
    'one error': texts((nth) => {
      const b = body(r)
      errors[nth % errors.length](b, r)
      return b
    }),
    'ten errors': texts(() => {
      const b = body(r)
      tenErrors.call({ errors }, b)
      return b
    }),
  }
}

const all = { signUp, profile, order, patch, wide, custom, receiver, asynchronous, limited }

export const titles = {
  signUp: 'flat sign-up',
  profile: 'nested profile',
  order: 'order of 100 lines',
  patch: 'PATCH, 2 of 60 fields',
  wide: '300 paths',
  custom: 'custom sync validators',
  receiver: 'validator with this',
  asynchronous: 'one async validator',
  limited: 'order of 100 lines, and no more than 200',
}

export const workloads = Object.fromEntries(
  Object.entries(all).map(([name, workload], index) => [
    name,
    {
      name,
      title: titles[name],
      ...workload,
      texts: corpora(workload, ['order', 'wide', 'limited'].includes(name) ? 64 : 128, 42 + index),
    },
  ]),
)

/** Along which the cost of a body may grow, with what a plot says of them. */
export const scaleTitles = {
  keys: 'keys of the body, which has all fields of its schema',
  paths: 'paths of the schema, for a PATCH of two',
  depth: 'levels of nested objects',
  errors: 'errors, in an order of 100 lines',
  'lines with three errors': 'lines of an order with three errors',
  guards: 'guards of other models that take turns',
  'warm guards': 'such guards, after 20,000 bodies each',
  concurrency: 'bodies under way at once, with an asynchronous rule',
}

export const scaleAxes = Object.keys(scaleTitles)
