// What docs/types.md says that the compiler does not see, line by line, where no other file has it: the day that it sees
// one, that line is wrong.
import express, { type NextFunction, type Request, type Response } from 'express'
import { Schema, model, Types, type InferSchemaType, type Model } from 'mongoose'
import { createGuard, type AllowPath, type Guard, type Validated } from 'mongoose-guard'
import { guard, guardBy, type GuardedHandler, type GuardedRequest } from 'mongoose-guard/express'
import { isExactly } from './assert.ts'

const User = model(
  'User',
  new Schema({
    name: { type: String, required: true },
    role: { type: String, required: true, default: 'user' },
    nick: String,
  }),
)
const app = express()
const createUser = guard(User, { allow: ['name'] })
const setRole = guard(User, { allow: ['role'] })
declare const many: boolean

// An interface that has the document in place of its id, and one that has both.
interface Owner {
  name: string
}
interface Pet {
  owner: Owner
  keeper: Types.ObjectId
  vet: Types.ObjectId | Owner
}
const PetModel = model<Pet>('Pet', new Schema<Pet>({}))
const newPet = createGuard(PetModel, { allow: ['owner', 'keeper', 'vet'] })
isExactly<Guard<{ owner: Owner; keeper: string; vet: string }>>()(newPet)

// An interface that does not say what is in an object of the schema.
interface Profile {
  name: string
  details: Record<string, any>
  address: any
  items: any[]
}
const profileSchema = new Schema<Profile>({ name: { type: String, required: true } })
const ProfileModel = model<Profile>('Profile', profileSchema)
// @ts-expect-error: as below a Mixed, of which there is no more to know
createGuard(ProfileModel, { allow: ['details.first'] })
// @ts-expect-error: the same
createGuard(ProfileModel, { allow: ['address.city'] })
// @ts-expect-error: the same
createGuard(ProfileModel, { allow: ['items.sku'] })
isExactly<Guard<{ name: string }>>()(createGuard(ProfileModel, { allow: ['name', 'details.first' as never] }))

// A second form of `model()`, which every schema fits, as the types of mongoose-aggregate-paginate-v2 declare it.
declare const pluginModel: { (name: string, schema?: Schema): Model<any> } & typeof model
const paged = new Schema({ name: { type: String, required: true } })
isExactly<Guard<{ [key: string]: unknown }>>()(createGuard(pluginModel('Paged', paged), { allow: ['nmae'] }))
const Paged = pluginModel<InferSchemaType<typeof paged>>('Paged', paged)
isExactly<Guard<{ name: string }>>()(createGuard(Paged, { allow: ['name'] }))

// A default of a field that is required.
isExactly<{ role: string }>()({} as Validated<typeof setRole>)

// A name for a timestamp, in a variable and as it stands; `timestamps.test-d.ts` has the rest.
const options = { timestamps: { createdAt: 'created_at' } }
const literal = { timestamps: { createdAt: 'created_at' } } as const
const Widened = model('Widened', new Schema({ name: { type: String, required: true } }, options))
const Named = model('Named', new Schema({ name: { type: String, required: true } }, literal))
isExactly<Guard<{ name: string; created_at?: string }>>()(createGuard(Named, { allow: ['name', 'created_at'] }))
// @ts-expect-error: some text
createGuard(Widened, { allow: ['name', 'created_at'] })

// A transform whose parameters take their types from Mongoose, beside timestamps: Mongoose infers nothing.
const place = { name: { type: String, required: true }, home: { city: String } } as const
const Transformed = model(
  'Transformed',
  new Schema(place, { timestamps: true, toJSON: { transform: (_doc, ret) => ret } }),
)
isExactly<Guard<{ name?: unknown; home?: unknown }>>()(createGuard(Transformed, { allow: ['name', 'home.cty'] }))
const Annotated = model(
  'Annotated',
  new Schema(place, { timestamps: true, toJSON: { transform: (_doc: unknown, ret: Record<string, unknown>) => ret } }),
)
isExactly<Guard<{ name: string; home?: { city?: string } }>>()(createGuard(Annotated, { allow: ['name', 'home.city'] }))
const later = new Schema(place, { timestamps: true })
later.set('toJSON', { transform: (_doc, ret) => ret })
isExactly<Guard<{ name: string }>>()(createGuard(model('Later', later), { allow: ['name'] }))

// An option that may be given is taken as given; two guards say what each takes, and `guardBy` chooses.
const perhapsMany = createGuard(User, { allow: ['name'], ...(many ? { each: true as const } : {}) })
isExactly<Guard<{ name: string }[]>>()(perhapsMany)
const one = createGuard(User, { allow: ['name'] })
const several = createGuard(User, { allow: ['name'], each: true })
app.post(
  '/names',
  guardBy(() => (many ? 'several' : 'one'), { one, several }),
  (req) => {
    isExactly<{ name: string } | { name: string }[]>()(req.validated)
  },
)
const perhapsRequired = createGuard(User, { allow: ['nick'], rules: { nick: many ? { required: true } : {} } })
isExactly<Guard<{ nick: string }>>()(perhapsRequired)
const requiredIf = createGuard(User, { allow: ['nick'], rules: { nick: { required: many } } })
isExactly<Guard<{ nick?: string }>>()(requiredIf)

// The handler of a guard, before it and without it.
const create: GuardedHandler<typeof createUser> = (req, res) => {
  res.json(req.validated.name.length)
}
app.post('/before', create, createUser)
app.post('/without', create)

// A middleware that has no annotation gets the type of the body after the guard, so that it cannot edit what was sent.
app.post(
  '/edited',
  (req, res, next) => {
    // @ts-expect-error: the body is closed
    req.body.name = 'Ada'
    next()
  },
  createUser,
  (req) => {
    isExactly<{ name: string }>()(req.validated)
  },
)
app.post(
  '/edited',
  (req: Request, res: Response, next: NextFunction) => {
    req.body.name = 'Ada'
    next()
  },
  createUser,
  (req) => {
    isExactly<{ name: string }>()(req.validated)
  },
)

// A list of handlers: Express types its elements with any body.
// @ts-expect-error: the handler asks for the body after its guard
app.post('/list', [createUser, create])
const list = [createUser, create] as const
app.post('/list', ...list)
app.post('/list', [createUser, (req: GuardedRequest<typeof createUser>, res: Response) => res.json(req.validated.name)])
app.post('/list', [setRole], create)

// A list in front of the handler, as one argument and spread.
const stack = [express.json(), createUser]
// @ts-expect-error: any request
app.post('/stack', stack, (req, res) => res.json(req.validated.name))
app.post('/stack', ...stack, (req, res) => res.json(isExactly<string>()(req.validated.name)))

// An entry of a union type in a long list. Of seven entries and fewer, `validated.test-d.ts` has it.
declare const key: 'g' | 'h'
const text = { type: String, required: true } as const
const Long = model('Long', new Schema({ a: text, b: text, c: text, d: text, e: text, f: text, g: text, h: text }))
const seven = createGuard(Long, { allow: ['a', 'b', 'c', 'd', 'e', 'f', key] })
isExactly<string | undefined>()(({} as Validated<typeof seven>).h)
const eight = createGuard(Long, { allow: ['a', 'b', 'c', 'd', 'e', 'f', 'f', key] })
isExactly<string>()(({} as Validated<typeof eight>).h)

// The `_id` of a single sub-schema, which to the compiler is a nested object, and those have none.
const street = { type: String, required: true } as const
const OfSubSchema = model('OfSubSchema', new Schema({ home: new Schema({ street }) }))
// @ts-expect-error: some other text
createGuard(OfSubSchema, { allow: ['home._id'] })
const WithNamedId = model(
  'WithNamedId',
  new Schema({ home: new Schema({ _id: { type: Schema.Types.ObjectId, auto: true }, street }) }),
)
const homeId = createGuard(WithNamedId, { allow: ['home._id', 'home.street'] })
isExactly<Guard<{ home?: { _id?: string; street: string } }>>()(homeId)
const WithInterface = model<{ home?: { _id?: Types.ObjectId; street: string } }>('WithInterface', new Schema({}))
isExactly<Guard<{ home?: { _id?: string } }>>()(createGuard(WithInterface, { allow: ['home._id'] }))

// In a function whose model is a parameter: a literal list, which the compiler does not check there. `declarations/` has lists
// typed as AllowPath.
export function named<T extends { name: string }>(model: Model<T>) {
  // @ts-expect-error: the compiler works nothing out of a type that it does not know
  createGuard(model, { allow: ['name'] })
  const allow = ['name'] as AllowPath<Model<T>>[]
  return createGuard(model, { allow })
}

// The getter of a class, which is a field that is `readonly`.
class Author {
  name!: string
  readonly country!: string
  get fullName() {
    return `${this.name} of ${this.country}`
  }
}
const AuthorModel = model<Author>('Author', new Schema<Author>({ name: String, country: String }).loadClass(Author))
const author = createGuard(AuthorModel, { allow: ['name', 'country', 'fullName'] })
isExactly<Guard<{ name: string; country: string; fullName: string }>>()(author)

// The key of discriminators in an array, undeclared and declared.
const event = { at: { type: Date, required: true } } as const
const Log = model('Log', new Schema({ events: [new Schema(event, { discriminatorKey: 'kind' })] }))
// @ts-expect-error: some other text
createGuard(Log, { allow: ['events.kind'] })
const DeclaredLog = model(
  'DeclaredLog',
  new Schema({ events: [new Schema({ ...event, kind: String }, { discriminatorKey: 'kind' })] }),
)
const declaredLog = createGuard(DeclaredLog, { allow: ['events.kind', 'events.at'] })
isExactly<Guard<{ events?: { at: string; kind?: string }[] }>>()(declaredLog)

// A name that Mongoose's inference gives where it fails.
const WithPrototype = model('WithPrototype', new Schema({ nested: { prototype: { name: String }, size: Number } }))
isExactly<Guard<{ nested?: unknown }>>()(createGuard(WithPrototype, { allow: ['nested'] }))

// A part of a schema, which Mongoose types as the whole, and of a model as any.
interface Account {
  name: string
  role: string
}
const accountSchema = new Schema({ name: text, role: text })
isExactly<Guard<Account>>()(createGuard(accountSchema.pick(['name'])))
const Part = model('Part', accountSchema.omit(['role']))
isExactly<Guard<{ [key: string]: unknown }>>()(createGuard(Part, { allow: ['name', 'role'] }))
isExactly<Guard<{ name: string }>>()(createGuard(accountSchema.pick<Schema<Pick<Account, 'name'>>>(['name'])))
const TypedPart = model('TypedPart', accountSchema.omit<Schema<Omit<Account, 'role'>>>(['role']))
isExactly<Guard<{ name: string }>>()(createGuard(TypedPart, { allow: ['name'] }))
// @ts-expect-error: it was left out
createGuard(TypedPart, { allow: ['role'] })
