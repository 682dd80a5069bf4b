// A model takes the paths of its discriminators, which are not in its type: where the options name the key that picks one,
// any entry is taken, and elsewhere a union says what there is.
import { Schema, model, type Model } from 'mongoose'
import { createGuard, toUpdate, type AllowPath, type Guard, type Validated } from 'mongoose-guard'
import { guard } from 'mongoose-guard/express'
import { isExactly, type Equal, type Expect } from './assert.ts'

const eventSchema = new Schema(
  {
    at: { type: Date, required: true },
    count: Number,
    tags: [String],
    place: { x: Number, y: Number },
    guests: [{ name: { type: String, required: true } }],
  },
  { discriminatorKey: 'kind' },
)
const Event = model('Event6', eventSchema)
const Click = Event.discriminator('Click6', new Schema({ url: { type: String, required: true } }))

// What is seen is exact, and the rest may be anything.
isExactly<Guard<{ at: string; url?: unknown }>>()(createGuard(Event, { allow: ['at', 'url'] }))
isExactly<Guard<{ at: string; place?: { x?: number; z?: unknown }; target?: unknown }>>()(
  createGuard(Event, { allow: ['at', 'place.x', 'place.z', 'target.id', 'target.name'] }),
)
isExactly<Guard<{ guests?: { name: string; seat?: unknown }[] }>>()(
  createGuard(Event, { allow: ['guests.name', 'guests.seat'] }),
)
isExactly<Guard<{ at?: string; url?: unknown }>>()(createGuard(Event, { allow: ['at', 'url'], partial: true }))
isExactly<Guard<{ at: string; place?: { x?: number; y?: number } }>>()(createGuard(Event, { allow: ['at', 'place'] }))
isExactly<Guard<{ at: string; url?: unknown } | { count?: number }>>()(
  createGuard(Event, { allow: Math.random() > 0.5 ? ['at', 'url'] : ['count'] }),
)
const middleware = guard(Event, { allow: ['at', 'url'] })
export type OfMiddleware = Expect<Equal<Validated<typeof middleware>, { at: string; url?: unknown }>>

// @ts-expect-error: an array of primitives has no named fields in a discriminator either
createGuard(Event, { allow: ['tags.0'] })
// @ts-expect-error: no path yet, which an editor completes
createGuard(Event, { allow: [''] })
// @ts-expect-error: nor is this
createGuard(Event, { allow: ['place.'] })
// @ts-expect-error: a list is wanted
createGuard(Event, { allow: 'at' })
// @ts-expect-error: of texts
createGuard(Event, { allow: [5] })

// Lists of the model's paths, and parts of its body.
const listed: AllowPath<typeof Event>[] = ['at', 'place.x', 'url']
const ofList = createGuard(Event, { allow: listed })
export const mayLackAt: Validated<typeof ofList> = {}
export type OfList = Expect<Equal<Validated<typeof ofList>['at'], string | undefined>>
toUpdate(Event, { at: new Date(), url: 'https://example.com' })
// @ts-expect-error: a field that is seen has its type
toUpdate(Event, { count: 'many' })

// Rules of what is seen are those of its type, and those of the rest may be any.
isExactly<Guard<{ at: string; url: unknown; count?: number }>>()(
  createGuard(Event, {
    allow: ['at', 'url', 'count'],
    rules: { url: { required: true, minlength: 8 }, count: { min: 1 } },
  }),
)
// @ts-expect-error: a number has no length
createGuard(Event, { allow: ['count'], rules: { count: { minlength: 1 } } })
// @ts-expect-error: not in `allow`
createGuard(Event, { allow: ['at'], rules: { count: { min: 1 } } })

// A Schema that is meant as a whole gives what it declares.
isExactly<Guard<{ city: string }>>()(
  createGuard(new Schema({ city: { type: String, required: true } }, { discriminatorKey: 'kind' as const })),
)

// A discriminator's own model is seen as a whole, and so is a union with one.
isExactly<Guard<{ at: string; url: string }>>()(createGuard(Click, { allow: ['at', 'url'] }))
// @ts-expect-error: a slip
createGuard(Click, { allow: ['at', 'ulr'] })
isExactly<Guard<{ at: string } | { at: string; url: string }>>()(
  createGuard(Event as typeof Event | typeof Click, { allow: ['at', 'url'] }),
)
// @ts-expect-error: a slip
createGuard(Event as typeof Event | typeof Click, { allow: ['at', 'ulr'] })

// The key that picks one may be in no field of the schema: the options name it, of TypeScript 5.4 as a constant.
const Sound = model('Sound6', new Schema({ at: { type: Date, required: true } }, { discriminatorKey: 'kind' as const }))
const Bell = Sound.discriminator('Bell6', new Schema({ size: Number }))
isExactly<Guard<{ at: string; kind?: string }>>()(createGuard(Sound, { allow: ['at', 'kind'] }))
isExactly<Guard<{ at: string; kind?: string | null }>>()(createGuard(Sound, { allow: ['at', 'kind'], allowNull: true }))
isExactly<Guard<{ at: string; kind?: string } | { at: string; kind?: string; size?: number }>>()(
  createGuard(Sound as typeof Sound | typeof Bell, { allow: ['at', 'kind', 'size'] }),
)
// @ts-expect-error: a slip
createGuard(Sound as typeof Sound | typeof Bell, { allow: ['at', 'kint', 'size'] })
// @ts-expect-error: the own model of a discriminator has its key set
createGuard(Bell, { allow: ['at', 'kind'] })

// The default key is in no options, and an interface has none: the union is what shows the paths.
interface Animal {
  name: string
}
interface Dog extends Animal {
  breed: string
}
const AnimalModel = model<Animal>('Animal6', new Schema<Animal>({}, { discriminatorKey: 'kind' }))
// @ts-expect-error: nothing tells of discriminators
createGuard(AnimalModel, { allow: ['name', 'breed'] })
isExactly<Guard<{ name: string } | { name: string; breed: string }>>()(
  createGuard(AnimalModel as typeof AnimalModel | Model<Dog>, { allow: ['name', 'breed'] }),
)
// @ts-expect-error: nor of their key
createGuard(AnimalModel, { allow: ['name', 'kind'] })
const Keyed = model<Animal & { kind?: string }>('Keyed6', new Schema<Animal>({}, { discriminatorKey: 'kind' }))
isExactly<Guard<{ name: string; kind?: string }>>()(createGuard(Keyed, { allow: ['name', 'kind'] }))
const Default = model('Default6', new Schema({ name: { type: String, required: true } }, { timestamps: true }))
// @ts-expect-error: nothing tells of discriminators
createGuard(Default, { allow: ['name', 'breed'] })

// Discriminators of an array or a sub-schema: the same, with what they add.
const Post = model('Post6', new Schema({ blocks: [{ title: { type: String, required: true } }] }))
type WithLinks = Model<{ blocks: { url: string }[] }>
isExactly<Guard<{ blocks?: { title: string }[] } | { blocks?: { url: string }[] }>>()(
  createGuard(Post as typeof Post | WithLinks, { allow: ['blocks.title', 'blocks.url'] }),
)
// @ts-expect-error: a slip
createGuard(Post as typeof Post | WithLinks, { allow: ['blocks.ulr'] })

// Rules of a union are those of the paths of each.
isExactly<Guard<{ at: string } | { at: string; url: string }>>()(
  createGuard(Event as typeof Event | typeof Click, {
    allow: ['at', 'url'],
    rules: { url: { required: true, minlength: 8 } },
  }),
)
isExactly<Guard<{ at: string } | { at: string; target: { id: string } }>>()(
  createGuard({} as Model<{ at: Date }> | Model<{ at: Date; target?: { id?: string } }>, {
    allow: ['at', 'target.id'],
    rules: { target: { required: true }, 'target.id': { required: true, match: /^t/ } },
  }),
)
// @ts-expect-error: no path of any of them
createGuard(Event as typeof Event | typeof Click, { allow: ['at', 'url'], rules: { ulr: { required: true } } })
// @ts-expect-error: the rule of a number, for a text
createGuard(Event as typeof Event | typeof Click, { allow: ['at', 'url'], rules: { url: { min: 3 } } })
