import { createGuard, type AllowPath, type Guard, type Validated } from 'mongoose-guard'
import {
  Schema,
  model,
  type Document,
  type HydratedDocument,
  type InferSchemaType,
  type Model,
  type Types,
} from 'mongoose'
import { isExactly, type Equal, type Expect } from './assert.ts'
import { PersonModel, Post, PostOfSchema, PostWithMethods, ShapeModel, User } from './models.ts'

// Parents, children and array paths in one list. What is required is plainly present; arrays, timestamps and ids are
// not; a container above an allowed field takes no null.
const mixed = createGuard(User, {
  allow: [
    'name',
    'role',
    'nick',
    'profile.links.github',
    'home.zip',
    'addresses.street',
    'addresses._id',
    'createdAt',
    '_id',
    '__v',
  ],
})
export type Mixed = Expect<
  Equal<
    Validated<typeof mixed>,
    {
      name: string
      role: 'user' | 'admin'
      nick?: string
      profile?: { links?: { github?: string } }
      home?: { zip?: string }
      addresses?: { street: string; _id?: string }[]
      createdAt?: string
      _id?: string
      __v?: number
    }
  >
>

// The parent wins over its children.
const overlapping = createGuard(User, { allow: ['profile', 'profile.bio', 'profile.links.github'] })
export type Overlapping = Expect<
  Equal<Validated<typeof overlapping>, { profile?: { links?: { github?: string; site?: string }; bio?: string } }>
>

const empty = createGuard(User, { allow: [] })
export type Empty = Expect<Equal<Validated<typeof empty>, {}>>

// `partial` is deep, and array elements stay whole.
const partial = createGuard(User, { allow: ['name', 'home', 'profile.links', 'addresses', 'scores'], partial: true })
export type Partial = Expect<
  Equal<
    Validated<typeof partial>,
    {
      name?: string
      home?: { street?: string; zip?: string }
      profile?: { links?: { github?: string; site?: string } }
      addresses?: { street: string; zip?: string; _id?: string }[]
      scores?: { [key: string]: number }
    }
  >
>
declare const maybe: boolean
const maybePartial = createGuard(User, { allow: ['name'], partial: maybe })
export type MaybePartial = Expect<Equal<Validated<typeof maybePartial>, { name: string } | { name?: string }>>
const notPartial = createGuard(User, { allow: ['name'], partial: false, maxErrors: 10 })
export type NotPartial = Expect<Equal<Validated<typeof notPartial>, { name: string }>>

// Hand-written interfaces: the three ways to make a model give the same type.
const postFields = [
  'title',
  'author',
  'meta',
  'cover.size.w',
  'comments.by.name',
  'comments.at',
  'lang',
  'slug',
  'body',
  '_id',
] as const
const post = createGuard(Post, { allow: postFields })
const postOfSchema = createGuard(PostOfSchema, { allow: postFields })
const postWithMethods = createGuard(PostWithMethods, { allow: postFields })
interface ValidatedPost {
  title: string
  author: string
  meta: { [key: string]: string }
  cover?: { size?: { w: number } }
  comments?: { by: { name: string }; at: string }[]
  lang: 'en' | 'de'
  slug: string
  body?: string
  _id?: string
}
type Plain<Type> = { [Key in keyof Type]: Type[Key] }
export type PostIsPlain = Expect<Equal<Validated<typeof post>, Plain<ValidatedPost>>>
export type PostOfSchemaIsSame = Expect<Equal<Validated<typeof postOfSchema>, Plain<ValidatedPost>>>
export type PostWithMethodsIsSame = Expect<Equal<Validated<typeof postWithMethods>, Plain<ValidatedPost>>>

// `interface extends Document`, as older code has it.
interface IOld extends Document {
  name: string
  age?: number
}
const old = createGuard(model<IOld>('Old', new Schema<IOld>({})), { allow: ['name', 'age', '_id'] })
export type Old = Expect<Equal<Validated<typeof old>, { name: string; age?: number; _id?: string }>>
// @ts-expect-error: the members of Document are no paths
createGuard(model<IOld>('Old2', new Schema<IOld>({})), { allow: ['$locals'] })

// Models as NestJS injects them, with statics, and of hydrated documents.
interface Cat {
  name: string
  owner: Types.ObjectId
}
interface Litter {
  mother: HydratedDocument<{ name: string }>
}
const litter = createGuard(model<Litter>('Litter', new Schema<Litter>({})), { allow: ['mother'] })
// `id` is a virtual of the document.
export const motherWithoutId: Validated<typeof litter> = { mother: { name: 'Mia' } }
declare const ofHydrated: Model<HydratedDocument<Cat>>
const hydrated = createGuard(ofHydrated, { allow: ['name', 'owner'] })
export type Hydrated = Expect<Equal<Validated<typeof hydrated>, { name: string; owner: string }>>
declare const withStatics: Model<Cat> & { findByName(name: string): Promise<Cat | null> }
const statics = createGuard(withStatics, { allow: ['name'] })
export type Statics = Expect<Equal<Validated<typeof statics>, { name: string }>>
const schemaWithAll = new Schema(
  { name: { type: String, required: true }, age: Number },
  {
    methods: { hello: () => 'hello' },
    statics: { findByName: (name: string) => name },
    virtuals: { upper: { get: () => 'x' } },
  },
)
const withAll = createGuard(model('WithAll', schemaWithAll), { allow: ['name', 'age'] })
export type WithAll = Expect<Equal<Validated<typeof withAll>, { name: string; age?: number }>>

// A discriminator's model has the fields of its base, and the key where the options spell it out.
const Base = model('Base', new Schema({ at: { type: Date, required: true } }, { discriminatorKey: 'kind' as const }))
const Click = Base.discriminator(
  'Click',
  new Schema({ url: { type: String, required: true }, position: { x: Number, y: Number } }),
)
const click = createGuard(Click, { allow: ['at', 'url', 'position.x'] })
export type Clicked = Expect<Equal<Validated<typeof click>, { at: string; url: string; position?: { x?: number } }>>
const base = createGuard(Base, { allow: ['kind', 'at'] })
export type Based = Expect<Equal<Validated<typeof base>, { kind?: string; at: string }>>

// A union of document types picks from each member.
const shape = createGuard(ShapeModel, { allow: ['kind', 'radius', 'side'] })
export type Shaped = Expect<
  Equal<Validated<typeof shape>, { kind: 'circle'; radius: number } | { kind: 'square'; side: number }>
>

// Recursive types have no floor.
const person = createGuard(PersonModel, { allow: ['name', 'boss.boss.name', 'comments.replies.text'] })
export type PersonIsPicked = Expect<
  Equal<
    Validated<typeof person>,
    { name: string; boss?: { boss?: { name: string } }; comments?: { replies?: { text: string }[] }[] }
  >
>

// Options that rename or remove what Mongoose adds.
const Renamed = model(
  'Renamed',
  new Schema(
    { size: { type: Number, required: true } },
    { timestamps: { createdAt: 'made' as const, updatedAt: false }, versionKey: 'version' as const },
  ),
)
const renamed = createGuard(Renamed, { allow: ['size', 'made', 'version'] })
export type RenamedPaths = Expect<Equal<Validated<typeof renamed>, { size: number; made?: string; version?: number }>>
const Changed = model(
  'Changed',
  new Schema({ size: Number }, { timestamps: { createdAt: false, updatedAt: 'changed' as const } }),
)
const changed = createGuard(Changed, { allow: ['changed'] })
export type ChangedPath = Expect<Equal<Validated<typeof changed>, { changed?: string }>>
// @ts-expect-error: the version key has another name
createGuard(Renamed, { allow: ['__v'] })
// @ts-expect-error: there is no version key
createGuard(model('Unversioned', new Schema({ a: String }, { versionKey: false })), { allow: ['__v'] })
// Mongoose's type says that every key holds a date where it cannot see the names of the timestamps.
declare const madeKey: string
const HiddenName = model(
  'HiddenName',
  new Schema({ size: { type: Number, required: true }, note: String }, { timestamps: { createdAt: madeKey } }),
)
const hiddenName = createGuard(HiddenName, { allow: ['size', 'note'] })
export type HiddenNamePaths = Expect<Equal<Validated<typeof hiddenName>, { size: number; note?: string }>>

// An interface with an index signature has any field; nothing is sure, and a wrong entry is left to the run time.
interface Open {
  name: string
  [key: string]: any
}
const open = createGuard(model<Open>('Open', new Schema<Open>({})), { allow: ['name', 'what.ever'] })
export type Opened = Expect<Equal<Validated<typeof open>, { [key: string]: unknown }>>
interface Translated {
  en: string
  [language: string]: string
}
const translated = createGuard(model<Translated>('Translated', new Schema<Translated>({})), { allow: ['en', 'de'] })
export type Translation = Expect<Equal<Validated<typeof translated>, { [key: string]: string }>>

// Fields that a plugin adds, told to Mongoose.
const pageSchema = new Schema(
  { title: { type: String, required: true }, parts: [new Schema({ text: String })] },
  { timestamps: true },
)
const Page = model<InferSchemaType<typeof pageSchema> & { slug?: string }>('Page', pageSchema)
const page = createGuard(Page, { allow: ['title', 'slug', 'parts.text', 'createdAt'] })
export type Paged = Expect<
  Equal<Validated<typeof page>, { title: string; slug?: string; parts?: { text?: string }[]; createdAt?: string }>
>
// @ts-expect-error: no plugin adds this one
createGuard(Page, { allow: ['slig'] })

// any, never, unknown
const loose = createGuard({} as Model<any>, { allow: ['what.ever'] })
export type Loose = Expect<Equal<Validated<typeof loose>, { [key: string]: unknown }>>
const looser = createGuard({} as any, { allow: [] as string[] })
export type Looser = Expect<Equal<Validated<typeof looser>, { [key: string]: unknown }>>
export type OfGuard = Expect<Equal<Validated<Guard<{ a: 1 }>>, { a: 1 }>>
export type OfUnknownGuard = Expect<Equal<Validated<Guard>, unknown>>
export type OfNever = Expect<Equal<Validated<never>, never>>
// @ts-expect-error: no guard
export type OfString = Validated<string>

// An entry whose type is a union is one of its members: what comes from it alone may be absent, and the others stand.
declare const field: 'name' | 'role'
declare const perhaps: boolean
const oneOfTwo = createGuard(User, { allow: [field] })
export type OneOfTwo = Expect<Equal<Validated<typeof oneOfTwo>, { name?: string; role?: 'user' | 'admin' }>>
for (const each of ['name', 'role'] as const) {
  const inLoop = createGuard(User, { allow: [each] })
  isExactly<Guard<{ name?: string; role?: 'user' | 'admin' }>>()(inLoop)
}
const chosen = createGuard(User, { allow: ['name', perhaps ? 'role' : 'tags'] })
export type Chosen = Expect<Equal<Validated<typeof chosen>, { name: string; role?: 'user' | 'admin'; tags?: string[] }>>
const chosenTwice = createGuard(User, { allow: ['name', 'role', field] })
export type ChosenTwice = Expect<Equal<Validated<typeof chosenTwice>, { name: string; role: 'user' | 'admin' }>>
const chosenBelow = createGuard(User, {
  allow: ['addresses.zip', perhaps ? 'addresses.street' : 'home.street', perhaps ? 'profile' : 'profile.bio'],
})
export type ChosenBelow = Expect<
  Equal<
    Validated<typeof chosenBelow>,
    {
      addresses?: { zip?: string; street?: string }[]
      home?: { street?: string }
      profile?: { links?: { github?: string; site?: string }; bio?: string }
    }
  >
>
const wholeOrPart = createGuard(User, { allow: ['home.street', perhaps ? 'home' : 'nick'], allowNull: true })
export type WholeOrPart = Expect<
  Equal<Validated<typeof wholeOrPart>, { home?: { street: string; zip?: string | null } | null; nick?: string | null }>
>
const chosenItems = createGuard(User, { allow: [perhaps ? 'addresses.street' : 'addresses.zip'], partial: true })
export type ChosenItems = Expect<
  Equal<Validated<typeof chosenItems>, { addresses?: { street?: string; zip?: string }[] }>
>
const listed = createGuard(User, { allow: ['name', 'role'] as AllowPath<typeof User>[] })
export type ListedName = Expect<Equal<Validated<typeof listed>['name'], string | undefined>>
export type ListedStreet = Expect<
  Equal<NonNullable<Validated<typeof listed>['addresses']>[0]['street'], string | undefined>
>

// An optional element of the list, which may lack the entry.
declare const perhapsShort: readonly ['name', 'nick'?]
const ofPerhapsShort = createGuard(User, { allow: perhapsShort })
export type OfPerhapsShort = Expect<Equal<Validated<typeof ofPerhapsShort>, { name?: string; nick?: string }>>

// What the compiler lets a handler do with it.
declare const validated: Validated<typeof mixed>
export const saved = () => [
  User.create(validated),
  new User(validated),
  User.insertMany([validated]),
  User.updateOne({}, validated),
  User.updateOne({}, { $set: validated }),
  User.findByIdAndUpdate('id', validated),
  new User().set(validated),
  Object.assign(new User(), validated),
]
export const length: number = validated.name.length
// @ts-expect-error: not picked
validated.born
// @ts-expect-error: may be absent
validated.nick.length
// @ts-expect-error: a date is a string in a body
validated.createdAt?.getTime()
