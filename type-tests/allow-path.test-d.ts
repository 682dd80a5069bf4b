import {
  createGuard,
  toUpdate,
  type AllowPath,
  type BodyOf,
  type CheckAllow,
  type Guard,
  type Validated,
} from 'mongoose-guard'
import { Schema, model, models, type Model, type SchemaOptions } from 'mongoose'
import { isExactly, type Equal, type Expect } from './assert.ts'
import { PersonModel, Post, User } from './models.ts'

// Every legal entry: objects and sub-schemas at each level, arrays of sub-schemas without an index.
export type UserPaths = Expect<
  Equal<
    AllowPath<typeof User>,
    | '_id'
    | '__v'
    | 'createdAt'
    | 'updatedAt'
    | 'name'
    | 'role'
    | 'nick'
    | 'born'
    | 'friend'
    | 'price'
    | 'tags'
    | 'friends'
    | 'scores'
    | 'preferences'
    | 'grid'
    | 'profile'
    | 'profile.bio'
    | 'profile.links'
    | 'profile.links.github'
    | 'profile.links.site'
    | 'home'
    | 'home.street'
    | 'home.zip'
    | 'addresses'
    | 'addresses._id'
    | 'addresses.street'
    | 'addresses.zip'
  >
>
export type PostPaths = Expect<
  Equal<
    AllowPath<typeof Post>,
    | '_id'
    | '__v'
    | 'title'
    | 'body'
    | 'author'
    | 'meta'
    | 'cover'
    | 'cover.url'
    | 'cover.size'
    | 'cover.size.w'
    | 'cover.size.h'
    | 'comments'
    | 'comments._id'
    | 'comments.text'
    | 'comments.at'
    | 'comments.by'
    | 'comments.by.name'
    | 'lang'
    | 'slug'
    | 'grid'
  >
>

createGuard(User, { allow: [] })
createGuard(User, {
  allow: ['name', 'profile', 'profile.links', 'profile.links.github', 'home.zip', 'addresses.street'],
})

// @ts-expect-error: "nme" is no path
createGuard(User, { allow: ['name', 'nme'] })
// @ts-expect-error: "lnks" is no path of the profile
createGuard(User, { allow: ['profile.lnks.github'] })
// @ts-expect-error: "githb" is no path of the links
createGuard(User, { allow: ['profile.links.githb'] })
// @ts-expect-error: an entry has no array index
createGuard(User, { allow: ['addresses.0.street'] })
// @ts-expect-error: an array of primitives has no named fields
createGuard(User, { allow: ['tags.0'] })
// @ts-expect-error: a member of an array is no path
createGuard(User, { allow: ['tags.length'] })
// @ts-expect-error: a Map has no named fields
createGuard(User, { allow: ['scores.math'] })
// @ts-expect-error: a Mixed has no named fields
createGuard(User, { allow: ['preferences.theme'] })
export type InPlaceOfBelowMixed = Expect<
  Equal<CheckAllow<BodyOf<typeof User>, readonly ['preferences.theme']>, readonly ['preferences']>
>
// @ts-expect-error: a Decimal128 has no named fields
createGuard(User, { allow: ['price.$numberDecimal'] })
// @ts-expect-error: a record has no named fields
createGuard(Post, { allow: ['meta.theme'] })
// @ts-expect-error: an array of arrays is allowed whole
createGuard(Post, { allow: ['grid.x'] })
// @ts-expect-error: a populated reference is an id in a body
createGuard(Post, { allow: ['author.name'] })
// @ts-expect-error: a method is no path
createGuard(Post, { allow: ['publish'] })
// @ts-expect-error: a virtual is no path
createGuard(User, { allow: ['id'] })
// @ts-expect-error: a segment is missing
createGuard(User, { allow: ['profile.'] })
// @ts-expect-error: the empty string is no path
createGuard(User, { allow: [''] })
// @ts-expect-error: an entry is a string
createGuard(User, { allow: [1] })
// @ts-expect-error: a list is wanted
createGuard(User, { allow: 'name' })
// @ts-expect-error: a list is wanted
createGuard(User, { allow: { 0: 'name' } })
// @ts-expect-error: a list is wanted
createGuard(User, { allow: undefined })
// @ts-expect-error: `allow` is required
createGuard(User, {})

// A text or a number that a brand tells from others has members, and no paths.
type Brand<Base, Name> = Base & { readonly __brand: Name }
interface IInvoice {
  email: Brand<string, 'Email'>
  cents?: Brand<number, 'Cents'>
  paid: Brand<boolean, 'Paid'>
  copies: Brand<string, 'Email'>[]
  from: { email: Brand<string, 'Email'> }
}
const Invoice = model<IInvoice>('Invoice', new Schema<IInvoice>({}))
export type OfBranded = Expect<
  Equal<AllowPath<typeof Invoice>, '_id' | '__v' | 'email' | 'cents' | 'paid' | 'copies' | 'from' | 'from.email'>
>
const invoice = createGuard(Invoice, { allow: ['email', 'cents', 'from.email'], rules: { email: { minlength: 3 } } })
export type InvoicePicked = Expect<
  Equal<
    Validated<typeof invoice>,
    { email: Brand<string, 'Email'>; cents?: Brand<number, 'Cents'>; from: { email: Brand<string, 'Email'> } }
  >
>
// @ts-expect-error: a branded text has no named fields
createGuard(Invoice, { allow: ['email.length'] })
// @ts-expect-error: a branded number has no named fields
createGuard(Invoice, { allow: ['cents.toFixed'] })
// @ts-expect-error: a branded text in an array has no named fields
createGuard(Invoice, { allow: ['copies.length'] })

// Lists that are not written in place.
const fields = ['name', 'nick'] as const satisfies readonly AllowPath<typeof User>[]
const ofFields = createGuard(User, { allow: fields })
export type OfFields = Expect<Equal<Validated<typeof ofFields>, { name: string; nick?: string }>>

const ofSpread = createGuard(User, { allow: [...fields, 'home.zip'] })
export type OfSpread = Expect<
  Equal<Validated<typeof ofSpread>, { name: string; nick?: string; home?: { zip?: string } }>
>

declare const isAdmin: boolean
const ofCondition = createGuard(User, { allow: isAdmin ? ['name', 'nick'] : ['name'] })
export type OfCondition = Expect<
  Equal<Validated<typeof ofCondition>, { name: string; nick?: string } | { name: string }>
>
declare const someOf: ('name' | 'nick')[]
const ofListOrSome = createGuard(User, { allow: isAdmin ? someOf : ['name'] })
export type OfListOrSome = Expect<
  Equal<Validated<typeof ofListOrSome>, { name?: string; nick?: string } | { name: string }>
>

const ofConditionalSpread = createGuard(User, { allow: ['nick', ...(isAdmin ? (['name'] as const) : [])] })
export type OfConditionalSpread = Expect<Equal<Validated<typeof ofConditionalSpread>['nick'], string | undefined>>

// A list that the compiler does not see: typed, and then nothing is sure; `string[]` is refused.
declare const some: ('name' | 'addresses.street')[]
const ofSome = createGuard(User, { allow: some })
export type OfSome = Expect<Equal<Validated<typeof ofSome>, { name?: string; addresses?: { street?: string }[] }>>
declare const any: readonly AllowPath<typeof User>[]
const ofAny = createGuard(User, { allow: any })
export type OfAny = Expect<Equal<Validated<typeof ofAny>['home'], { street?: string; zip?: string } | undefined>>
declare const strings: string[]
// @ts-expect-error: a dynamic list of strings is not checked
createGuard(User, { allow: strings })
// @ts-expect-error: nor is a constant typed as one
createGuard(User, { allow: ['name'] as string[] })

// The way out for a path that the types cannot see (`schema.add`, a plugin): picked by the run time, absent in the type.
const withPlugin = createGuard(User, { allow: ['name', 'slug' as never] })
export type WithPlugin = Expect<Equal<Validated<typeof withPlugin>, { name: string }>>

// Recursive types: checked at any depth, cut in the union.
createGuard(PersonModel, { allow: ['friends.friends.friends.friends.friends.friends.friends.friends.friends.name'] })
createGuard(PersonModel, { allow: ['boss.boss.comments.replies.replies.author.name'] })
// @ts-expect-error: wrong nine levels down
createGuard(PersonModel, { allow: ['friends.friends.friends.friends.friends.friends.friends.friends.friends.nme'] })
type PersonPath = AllowPath<typeof PersonModel>
export const inUnion = ['name', 'friends', 'boss.name', 'comments.replies.text'] satisfies PersonPath[]
export const belowRepeated: PersonPath = 'friends.friends.any.text'
// @ts-expect-error: the union is cut below a repeated type, not above it
export const notInUnion: PersonPath = 'nope'
declare const personPaths: PersonPath[]
createGuard(PersonModel, { allow: personPaths })
createGuard(PersonModel, { allow: ['name', personPaths[0] as `friends.friends.${string}`] })

// Interfaces that hold each other have more paths than one can count: the fourth segment is any string there, and what has
// an end is checked to its end.
interface Shop {
  name: string
  owner: Customer
  orders: Order[]
  products: Product[]
}
interface Customer {
  name: string
  home: { place: { geo: { lat: number } } }
  shops: Shop[]
  orders: Order[]
  cart?: Product[]
}
interface Order {
  name: string
  shop: Shop
  customer: Customer
  products: Product[]
}
interface Product {
  name: string
  shop: Shop
  orders: Order[]
  buyers: Customer[]
}
const ShopModel = model<Shop>('Shop', new Schema<Shop>({}))
type ShopPath = AllowPath<typeof ShopModel>
export const linked = [
  'owner.orders.name',
  'products.buyers.orders.name',
  'products.buyers.orders.nme',
  'owner.orders.customer.cart.buyers.name',
  'owner.home.place.geo.lat',
] satisfies ShopPath[]
// @ts-expect-error: wrong in the third segment
export const wrongInThird: ShopPath = 'owner.orders.nme'
// @ts-expect-error: wrong in the fifth, in what does not hold itself
export const wrongInFifth: ShopPath = 'owner.home.place.geo.lt'

// Inside generic code the model is not known: the list carries the check.
export const makeGuard = <SomeModel extends typeof User | typeof Post>(
  someModel: SomeModel,
  allow: readonly AllowPath<SomeModel>[],
) => createGuard<Model<any>, readonly string[]>(someModel as Model<any>, { allow: allow as readonly string[] })
makeGuard(User, ['name', 'profile.bio'])
// @ts-expect-error: "title" is a path of another model
makeGuard(User, ['title'])

// any, never, unknown
export type AnyPaths = Expect<Equal<AllowPath<any>, string>>
export type ModelOfAnyPaths = Expect<Equal<AllowPath<Model<any>>, string>>
export type NeverPaths = Expect<Equal<AllowPath<never>, never>>

// Where Mongoose's types show no field, or wrong ones, any entry is taken, and nothing is known of what is let through.
declare const someOptions: SchemaOptions
const Unseen = model('Unseen', new Schema({ name: { type: String, required: true } }, someOptions))
const Empty = model('Empty', new Schema({}, { strict: false }))
interface AnyFields {
  name: string
  [field: string]: any
}
const WithAnyFields = model<AnyFields>('WithAnyFields', new Schema<AnyFields>({}))
declare const OfUnknown: Model<unknown>
for (const guard of [
  createGuard(Unseen, { allow: ['name'] }),
  createGuard(Empty, { allow: ['extra.field'] }),
  createGuard(WithAnyFields, { allow: ['name', 'field'] }),
  createGuard(OfUnknown, { allow: ['name.first'] }),
])
  isExactly<Guard<{ [key: string]: unknown }>>()(guard)
export type PathOfUnseen = Expect<Equal<AllowPath<typeof Unseen>, string>>

// The children of a discriminator are other models: a route for each of them takes their union.
const Shape = model('Shape5', new Schema({ name: { type: String, required: true } }))
const Circle = Shape.discriminator('Circle5', new Schema({ radius: { type: Number, required: true } }))
// @ts-expect-error: the base model knows nothing of its children
createGuard(Shape, { allow: ['name', 'radius'] })
const anyShape = createGuard(Shape as typeof Shape | typeof Circle, { allow: ['name', 'radius'] })
isExactly<Guard<{ name: string } | { name: string; radius: number }>>()(anyShape)
// @ts-expect-error: nor do all of them together have this
createGuard(Shape as typeof Shape | typeof Circle, { allow: ['name', 'radus'] })

// Next.js's idiom has the type of its left side, `Model<any>`, and takes any entry: TypeScript drops the other side.
const idiom = models['Idiom'] || model('Idiom', new Schema({ name: { type: String, required: true } }))
isExactly<Guard<{ [key: string]: unknown }>>()(createGuard(idiom, { allow: ['nme'] }))
// @ts-expect-error: a list of strings, which may hold anything
createGuard(User, { allow: [] as string[] })

// A Map in an array is a leaf, as any Map is.
interface Atlas {
  heights: Map<string, number>
  legends: Map<string, number>[]
}
const AtlasModel = model<Atlas>('Atlas', new Schema<Atlas>({}))
createGuard(AtlasModel, { allow: ['legends'] })
// @ts-expect-error: a key of a Map
createGuard(AtlasModel, { allow: ['legends.north'] })
// @ts-expect-error: a rule for a key of a Map
createGuard(AtlasModel, { allow: ['heights'], rules: { 'heights.north': { min: 1 } } })
// @ts-expect-error: a rule for a key of a Map in an array
createGuard(AtlasModel, { allow: ['legends'], rules: { 'legends.north': { min: 1 } } })

// A function that hands on a literal list.
const acceptUser = <const Allow extends CheckAllow<BodyOf<typeof User>, Allow>>(allow: Allow) =>
  createGuard(User, { allow })
isExactly<Guard<{ name: string; profile?: { bio?: string } }>>()(acceptUser(['name', 'profile.bio']))
// @ts-expect-error: the path is checked where the list is
acceptUser(['nmae'])

// A function whose model is a parameter stores what its guard lets through, and its callers' lists are checked.
export function storing<M extends Model<any>>(given: M, allow: AllowPath<M>[]) {
  const someModel: Model<any> = given
  const create = createGuard(someModel, { allow })
  const update = createGuard(someModel, { allow, partial: true })
  return {
    create: (validated: Validated<typeof create>) => someModel.create(validated),
    update: (validated: Validated<typeof update>) => someModel.updateOne({}, toUpdate(someModel, validated)),
  }
}
storing(User, ['name', 'profile.bio'])
// @ts-expect-error: no such path
storing(User, ['nmae'])
