import { createGuard, toUpdate, type Update, type Validated } from 'mongoose-guard'
import { Types, type Model } from 'mongoose'
import { isExactly, type Equal, type Expect } from './assert.ts'
import { PersonModel, Post, PostWithMethods, ShapeModel, User } from './models.ts'

export type Shape = Expect<Equal<Update, { $set: Record<string, unknown> }>>

// What each kind of guard of the model lets through.
const changes = createGuard(User, { allow: ['name', 'profile.links', 'home.zip', 'addresses', 'scores', 'price'], partial: true }) // oxfmt-ignore
declare const changed: Validated<typeof changes>
const update = toUpdate(User, changed)
isExactly<Update>()(update)
const whole = createGuard(User, { allow: ['name', 'home', 'preferences', '_id', 'createdAt'] })
declare const wholly: Validated<typeof whole>
toUpdate(User, wholly)
declare const listed: readonly ('name' | 'addresses.street')[]
const dynamic = createGuard(User, { allow: listed })
declare const some: Validated<typeof dynamic>
toUpdate(User, some)
const nothing = createGuard(User, { allow: [] })
declare const none: Validated<typeof nothing>
toUpdate(User, none)
const conditional = createGuard(User, { allow: Math.random() > 0.5 ? ['name'] : ['nick'], partial: true })
declare const either: Validated<typeof conditional>
toUpdate(User, either)
const withPlugin = createGuard(User, { allow: ['name', 'slug' as never], partial: true })
declare const plugged: Validated<typeof withPlugin>
toUpdate(User, plugged)
toUpdate(User, { name: 'Ada', home: { zip: null }, scores: { math: 1 }, addresses: [{ street: '' }] })

// Beside values of the server's own.
declare const userId: Types.ObjectId
toUpdate(User, {
  ...changed,
  friend: userId,
  born: new Date(),
  price: new Types.Decimal128('1.5'),
  friends: [userId, 'id'],
})
toUpdate(User, { ...changed, createdAt: new Date(), scores: new Map([['math', 1]]) })
toUpdate(Post, { author: userId, comments: [{ at: new Date() }] })
toUpdate(PostWithMethods, { author: userId, comments: [{ at: '2020-01-01' }] })
toUpdate(User, { born: null, friend: null })
// @ts-expect-error: a Date where a text belongs
toUpdate(User, { name: new Date() })
// @ts-expect-error: an id where a text belongs
toUpdate(User, { profile: { links: { github: userId } } })
// @ts-expect-error: a Date where an id belongs
toUpdate(User, { friend: new Date() })
// @ts-expect-error: a Date among ids
toUpdate(User, { friends: [userId, new Date()] })
// @ts-expect-error: a document that was populated
toUpdate(Post, { author: { name: 'Ada' } })
// @ts-expect-error: an update has no methods
toUpdate(Post, { publish: () => undefined })

// Every kind of model.
const post = createGuard(Post, { allow: ['title', 'cover.size.w', 'comments.by.name'], partial: true })
declare const posted: Validated<typeof post>
toUpdate(Post, posted)
toUpdate(PostWithMethods, posted)
const person = createGuard(PersonModel, { allow: ['boss.boss.name', 'comments.replies.text'], partial: true })
declare const personal: Validated<typeof person>
toUpdate(PersonModel, personal)
const shape = createGuard(ShapeModel, { allow: ['kind', 'radius', 'side'], partial: true })
declare const shaped: Validated<typeof shape>
toUpdate(ShapeModel, shaped)

// Where Mongoose takes an update.
export const updates = () => [
  User.findByIdAndUpdate(new Types.ObjectId(), update, { new: true }),
  User.findOneAndUpdate({ name: 'Ada' }, update, { returnDocument: 'after', runValidators: true }),
  User.updateOne({ _id: 'id' }, toUpdate(User, changed)),
  User.updateMany({}, update),
]

// Models and data that do not belong together.
// @ts-expect-error: validated of another model
toUpdate(User, posted)
// @ts-expect-error: the model of other data
toUpdate(Post, changed)
// @ts-expect-error: a field that the model does not have
toUpdate(User, { nme: 'Ada' })
// @ts-expect-error: a field that a nested object does not have
toUpdate(User, { profile: { links: { gitlab: '' } } })
// @ts-expect-error: a value of another type
toUpdate(User, { name: 7 })
// @ts-expect-error: a null where the guard lets none through
toUpdate(User, { name: null })
// @ts-expect-error: an outcome is no validated
toUpdate(User, await changes.validate({}))
// @ts-expect-error: no data
toUpdate(User)
// @ts-expect-error: a string
toUpdate(User, 'name')
// @ts-expect-error: a list of documents
toUpdate(User, [changed])
// @ts-expect-error: the arguments change places
toUpdate(changed, User)
// @ts-expect-error: no model
toUpdate({}, { name: 'Ada' })
// @ts-expect-error: what an unguarded route has
toUpdate(User, {} as unknown)

// any, never, unknown
toUpdate({} as Model<any>, { what: { ever: 1 } })
toUpdate({} as any, { what: { ever: 1 } })
toUpdate(User, {} as any)
toUpdate(User, {} as never)
toUpdate(User, {} as { [key: string]: unknown })

// A model of which nothing is known.
toUpdate({} as never, { any: { field: 1 } })
