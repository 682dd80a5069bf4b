// The options of real routes: rules, null, extra fields, places, arrays, checks, and a Schema in the model's place.
import express from 'express'
import { Schema, model, type InferSchemaType } from 'mongoose'
import { createGuard, type Extra, type ExtraGuard, type Guard, type Validated } from 'mongoose-guard'
import { guard, type ExtraGuardMiddleware, type GuardedHandler } from 'mongoose-guard/express'
import { guard as guardRoute } from 'mongoose-guard/web'
import { isExactly, type Equal, type Expect } from './assert.ts'

const User = model(
  'User',
  new Schema({
    name: { type: String, required: true },
    bio: String,
    age: Number,
    born: Date,
    tags: [String],
    address: { city: { type: String, required: true }, zip: String },
    lines: [{ sku: String, count: Number }],
    role: { type: String, enum: ['user', 'admin'], default: 'user' },
    any: Schema.Types.Mixed,
  }),
)

// An interface as most teams write it: `create(req.validated)` compiles, since no null is in the type.
interface Person {
  name: string
  bio?: string
  age?: number
  address?: { city?: string }
}
const Person = model<Person>('Person', new Schema<Person>({ name: String, bio: String, age: Number }))
const newPerson = createGuard(Person, { allow: ['name', 'bio', 'age', 'address'] })
type NewPerson = Validated<typeof newPerson>
export type HasNoNull = Expect<
  Equal<NewPerson, { name: string; bio?: string; age?: number; address?: { city?: string } }>
>
export const create = (person: NewPerson) => Person.create(person)
export const asPartial = (person: NewPerson): Partial<Person> => person
export const update = (person: NewPerson) => Person.findByIdAndUpdate('a', person)

// allowNull: for a guard, by default, for a path.
const nullable = createGuard(Person, { allow: ['name', 'bio', 'address'], allowNull: true })
export type TakesNull = Expect<
  Equal<Validated<typeof nullable>, { name: string; bio?: string | null; address?: { city?: string | null } | null }>
>
// An object above an allowed field takes none, and nor do arrays and what Mongoose fills in.
const above = createGuard(Person, { allow: ['address.city'], allowNull: true })
export type OfField = Expect<Equal<Validated<typeof above>, { address?: { city?: string | null } }>>
interface Filled {
  tags?: string[] | null
  createdAt?: Date | null
  doneAt?: Date | null
}
const FilledModel = model<Filled>('Filled', new Schema<Filled>({}, { timestamps: true }))
const filled = createGuard(FilledModel, { allow: ['tags', 'createdAt', 'doneAt'], allowNull: true })
isExactly<Guard<{ tags?: string[]; createdAt?: string; doneAt?: string | null }>>()(filled)
interface Blank {
  name: string
  bio?: string | null
}
const Blank = model<Blank>('Blank', new Schema<Blank>({ name: String, bio: String }))
const blank = createGuard(Blank, { allow: ['name', 'bio'], allowNull: true })
export const createBlank = (person: Validated<typeof blank>) => Blank.create(person)
const withNull = createGuard.with({ allowNull: true })
const byDefault = withNull(Person, { allow: ['bio'] })
export type TakesNullByDefault = Expect<Equal<Validated<typeof byDefault>, { bio?: string | null }>>
const againWithout = withNull(Person, { allow: ['bio'], allowNull: false })
export type TakesNone = Expect<Equal<Validated<typeof againWithout>, { bio?: string }>>
const backWithout = withNull.with({ allowNull: false })(Person, { allow: ['bio'] })
isExactly<Guard<{ bio?: string }>>()(backWithout)
const stillWithNull = withNull.with({ maxErrors: 3 })(Person, { allow: ['bio'] })
export type KeepsDefault = Expect<Equal<Validated<typeof stillWithNull>, { bio?: string | null }>>
const byPath = createGuard(User, { allow: ['bio', 'age'], rules: { bio: { allowNull: true } } })
export type TakesNullThere = Expect<Equal<Validated<typeof byPath>, { bio?: string | null; age?: number }>>

declare const flag: boolean
declare const someDefaults: { allowNull?: boolean }
const byUnknownDefault = createGuard.with(someDefaults)(Person, { allow: ['bio'] })
export type MayTakeNull = Expect<Equal<Validated<typeof byUnknownDefault>, { bio?: string | null }>>
// What is required is not null, whatever allows null.
const requiredNull = createGuard(Person, {
  allow: ['bio'],
  allowNull: true,
  rules: { bio: { required: true, allowNull: true } },
})
isExactly<Guard<{ bio: string }>>()(requiredNull)
const byFlag = createGuard(Person, { allow: ['bio'], rules: { bio: { allowNull: flag } } })
export type MayTakeNullThere = Expect<Equal<Validated<typeof byFlag>, { bio?: string | null }>>

// rules: what is required is there.
const ruled = createGuard(User, {
  allow: ['name', 'age', 'address', 'lines', 'tags', 'born', 'any'],
  partial: true,
  rules: {
    age: { required: true, min: 18, max: [99, 'old'], enum: [18, 19], validate: (age: number) => age > 3 },
    name: { minlength: 3, match: /a/, enum: ['Ada'], validate: { validator: (name) => name !== '', message: 'empty' } },
    'address.zip': { required: [true, 'Zip please'] },
    'lines.sku': { required: 'Sku please' },
    tags: { enum: ['a'], validate: (tags) => tags.length > 0 },
    born: { max: new Date(), min: () => new Date() },
    any: { required: true },
  },
})
export type HasRequired = Expect<
  Equal<
    Validated<typeof ruled>,
    {
      name?: string
      age: number
      address?: { city?: string; zip: string }
      lines?: { sku: string; count?: number; _id?: string }[]
      tags?: string[]
      born?: string
      any: unknown
    }
  >
>
const conditional = createGuard(User, {
  allow: ['age'],
  rules: {
    age: {
      required(this: { name: string }) {
        return this.name === 'Ada'
      },
    },
  },
})
export type MayLackIt = Expect<Equal<Validated<typeof conditional>, { age?: number }>>
const ruledAbove = createGuard(User, { allow: ['address.city'], rules: { address: { required: true } } })
export type HasWhatIsAbove = Expect<Equal<Validated<typeof ruledAbove>, { address: { city: string } }>>
const ruledByObject = createGuard(User, { allow: ['bio'], rules: { bio: { required: { isRequired: true } } } })
isExactly<Guard<{ bio: string }>>()(ruledByObject)

// @ts-expect-error: a number has no minlength
createGuard(User, { allow: ['age'], rules: { age: { minlength: 3 } } })
// @ts-expect-error: a text has no number for its minimum
createGuard(User, { allow: ['name'], rules: { name: { min: 3 } } })
// @ts-expect-error: misspelt
createGuard(User, { allow: ['name'], rules: { name: { minlenght: 3 } } })
// @ts-expect-error: not allowed
createGuard(User, { allow: ['name'], rules: { age: { required: true } } })
// @ts-expect-error: not in the schema
createGuard(User, { allow: ['address'], rules: { 'address.zap': { required: true } } })
// @ts-expect-error: no such value
createGuard(User, { allow: ['role'], rules: { role: { enum: [3] } } })
// @ts-expect-error: `required` is no number
createGuard(User, { allow: ['age'], rules: { age: { required: 3 } } })

// check
const checked = createGuard(User, {
  allow: ['name', 'age', 'lines', 'address'],
  rules: { age: { required: true } },
  extra: new Schema({ confirm: { type: String, required: true }, terms: Boolean }),
  check(validated, { extra, request }) {
    isExactly<number>()(validated.age)
    isExactly<string>()(extra.confirm)
    isExactly<boolean | undefined>()(extra.terms)
    isExactly<unknown>()(request)
    if (validated.age < 3) return { path: 'age', message: 'Too young' }
    if (extra.confirm === '') return [{ path: 'confirm', message: 'Empty', rule: 'confirm' }]
    if (validated.name === '') return { message: 'The body as a whole' }
    if (validated.lines) return { path: 'lines.0.sku', message: 'a' }
    return { path: 'address.city', message: 'a' }
  },
})
export type OfChecked = Expect<
  Equal<
    typeof checked,
    ExtraGuard<
      {
        name: string
        lines?: { sku?: string; count?: number; _id?: string }[]
        address?: { city: string; zip?: string }
        age: number
      },
      { confirm: string; terms?: boolean }
    >
  >
>
createGuard(User, { allow: ['name'], check: (validated) => validated.name !== '' || { path: 'name', message: 'a' } })
createGuard(User, { allow: ['name'], check: async () => Promise.resolve(true as const) })
createGuard(User, { allow: ['name'], check: () => {} })
// @ts-expect-error: no such path
createGuard(User, { allow: ['name'], check: () => ({ path: 'nme', message: 'a' }) })
// @ts-expect-error: a failure has a message
createGuard(User, { allow: ['name'], check: () => ({ path: 'name' }) })
// @ts-expect-error: not allowed, and so not there
createGuard(User, { allow: ['name'], check: (validated) => validated.age === 3 || { message: 'a' } })
// @ts-expect-error: false says nothing
createGuard(User, { allow: ['name'], check: () => false })

// extra
const ofDefinition = createGuard(User, {
  allow: ['name'],
  extra: { code: { type: Number, required: true }, a: String, b: { type: Boolean, default: false } },
})
export type OfDefinition = Expect<
  Equal<typeof ofDefinition, ExtraGuard<{ name: string }, { code: number; a?: string; b?: boolean }>>
>
const extraWithNull = createGuard(User, {
  allow: ['name'],
  allowNull: true,
  extra: new Schema({ code: { type: String, required: true }, note: String }),
})
isExactly<ExtraGuard<{ name: string }, { code: string; note?: string | null }>>()(extraWithNull)
export type ExtraOf = Expect<Equal<Extra<typeof ofDefinition>, { code: number; a?: string; b?: boolean }>>
export type NoExtra = Expect<Equal<Extra<typeof newPerson>, undefined>>
export const passesForPlain: Guard<{ name: string }> = ofDefinition
async function outcomes() {
  const outcome = await ofDefinition.validate({})
  if (outcome.ok) isExactly<number>()(outcome.extra.code)
  const plain = await newPerson.validate({})
  // @ts-expect-error: no extra
  if (plain.ok) console.log(plain.extra)
}
void outcomes

// each, at
const many = createGuard(User, {
  allow: ['name'],
  each: true,
  at: 'users',
  check: (users) => users.length > 1 || { path: '0.name', message: 'a' },
})
isExactly<Guard<{ name: string }[]>>()(many)
const bounded = createGuard(User, { allow: ['name'], each: { max: 3 } })
isExactly<Guard<{ name: string }[]>>()(bounded)
const perhapsEach = createGuard(User, { allow: ['name'], each: flag })
isExactly<Guard<{ name: string } | { name: string }[]>>()(perhapsEach)
const notEach = createGuard(User, { allow: ['name'], each: false })
isExactly<Guard<{ name: string }>>()(notEach)
// @ts-expect-error: no such bound
createGuard(User, { allow: ['name'], each: { most: 3 } })
// @ts-expect-error: a path is a text
createGuard(User, { allow: ['name'], at: ['user'] })

// A Schema in the model's place.
const loginSchema = new Schema({ email: { type: String, required: true }, password: String }, { timestamps: true })
export type Login = InferSchemaType<typeof loginSchema>
const login = createGuard(loginSchema)
isExactly<Guard<{ email: string; password?: string }>>()(login)
const loginWithOptions = createGuard(loginSchema, { rules: { password: { required: true, minlength: 8 } } })
isExactly<Guard<{ email: string; password: string }>>()(loginWithOptions)
const loginChanges = createGuard(loginSchema, { partial: true })
isExactly<Guard<{ email?: string; password?: string }>>()(loginChanges)
const partOfLogin = createGuard(loginSchema, { allow: ['email'], partial: true })
isExactly<Guard<{ email?: string }>>()(partOfLogin)
// @ts-expect-error: not in the schema
createGuard(loginSchema, { allow: ['mail'] })
// @ts-expect-error: a model needs `allow`
createGuard(User, { partial: true })

// Express
const app = express()
const signUp = guard(User, {
  allow: ['name'],
  extra: { captcha: { type: String, required: true } },
  check: (validated, { extra, request }) =>
    (request.ip !== undefined && extra.captcha === validated.name) || { path: 'captcha', message: 'Wrong' },
})
isExactly<ExtraGuardMiddleware<{ name: string }, { captcha: string }>>()(signUp)
app.post('/a', signUp, (req) => {
  isExactly<{ name: string }>()(req.validated)
  isExactly<{ captcha: string }>()(req.extra)
})
app.post('/b', guard(User, { allow: ['name'] }), (req) => {
  isExactly<unknown>()(req.extra)
})
app.post('/c', (req) => {
  isExactly<unknown>()(req.extra)
})
app.post('/d', guard(checked), (req) => {
  isExactly<string>()(req.extra.confirm)
})
app.post('/e', guard(loginSchema), (req) => {
  isExactly<{ email: string; password?: string }>()(req.validated)
})
export const handler: GuardedHandler<typeof signUp> = (req, res) => {
  isExactly<{ captcha: string }>()(req.extra)
  res.json(req.validated)
}
app.post('/f', signUp, handler)
const strictGuard = guard.with({ allowNull: true, ignore: ['_id'] })
app.post('/g', strictGuard(User, { allow: ['bio'] }), (req) => {
  isExactly<{ bio?: string | null }>()(req.validated)
})

// Web
export const POST = guardRoute(
  User,
  {
    allow: ['name'],
    each: true,
    at: 'users',
    extra: { captcha: String },
    check: (users, { extra, request }) => {
      isExactly<{ name: string }[]>()(users)
      isExactly<{ captcha?: string }>()(extra)
      isExactly<Request>()(request)
    },
  },
  (request) => {
    isExactly<{ name: string }[]>()(request.validated)
    isExactly<{ captcha?: string }>()(request.extra)
    return new Response()
  },
)
export const PUT = guardRoute(loginSchema, (request) => Response.json(request.validated.email))
export const PATCH = guardRoute(checked, (request) => Response.json(request.extra.confirm))
export const withOptions = guardRoute(loginSchema, { maxBytes: 1000 }, (request) =>
  Response.json(request.validated.email),
)
