// The names of the timestamps, by the options of a schema.
import { Schema, model } from 'mongoose'
import { createGuard, type Guard } from 'mongoose-guard'
import { isExactly } from './assert.ts'

const name = { type: String, required: true } as const
interface Both {
  name: string
  createdAt?: string
  updatedAt?: string
}

// A name of one leaves the other its own.
const OneNamed = model('OneNamed', new Schema({ name }, { timestamps: { createdAt: 'created' as const } }))
const oneNamed = createGuard(OneNamed, { allow: ['name', 'created', 'updatedAt'] })
isExactly<Guard<{ name: string; created?: string; updatedAt?: string }>>()(oneNamed)
const BothNamed = model(
  'BothNamed',
  new Schema({ name }, { timestamps: { createdAt: 'created' as const, updatedAt: 'updated' as const } }),
)
const bothNamed = createGuard(BothNamed, { allow: ['name', 'created', 'updated'] })
isExactly<Guard<{ name: string; created?: string; updated?: string }>>()(bothNamed)
// @ts-expect-error: it has another name
createGuard(BothNamed, { allow: ['updatedAt'] })
const Asked = model('Asked', new Schema({ name }, { timestamps: { createdAt: true, updatedAt: 'updated' as const } }))
const asked = createGuard(Asked, { allow: ['name', 'createdAt', 'updated'] })
isExactly<Guard<{ name: string; createdAt?: string; updated?: string }>>()(asked)
// The name itself is not known without `as const`, the other one is.
const Widened = model('Widened', new Schema({ name }, { timestamps: { createdAt: 'created' } }))
const widened = createGuard(Widened, { allow: ['name', 'updatedAt'] })
isExactly<Guard<{ name: string; updatedAt?: string }>>()(widened)

// One of them alone.
const OnlyUpdated = model('OnlyUpdated', new Schema({ name }, { timestamps: { createdAt: false } }))
const onlyUpdated = createGuard(OnlyUpdated, { allow: ['name', 'updatedAt'] })
isExactly<Guard<{ name: string; updatedAt?: string }>>()(onlyUpdated)
// @ts-expect-error: there is none
createGuard(OnlyUpdated, { allow: ['createdAt'] })

// Other options than names.
const WithClock = model('WithClock', new Schema({ name }, { timestamps: { currentTime: () => 0 } }))
isExactly<Guard<Both>>()(createGuard(WithClock, { allow: ['name', 'createdAt', 'updatedAt'] }))
const WithNone = model('WithNone', new Schema({ name }, { timestamps: false }))
// @ts-expect-error: there are none
createGuard(WithNone, { allow: ['updatedAt'] })

// A Schema that is meant as a whole hands on what it declares, and no timestamp.
const whole = createGuard(new Schema({ name }, { timestamps: { createdAt: 'created' as const } }))
isExactly<Guard<{ name: string }>>()(whole)
const wholeAsked = createGuard(new Schema({ name }, { timestamps: { createdAt: true, updatedAt: false } }))
isExactly<Guard<{ name: string }>>()(wholeAsked)
const own = createGuard(new Schema({ name, createdAt: name }, { timestamps: { createdAt: false } }))
isExactly<Guard<{ name: string; createdAt?: string }>>()(own)
