import mongoose, { type Model, type Types } from 'mongoose'

const { Schema } = mongoose

export interface IEvent {
  title: string
  description?: string
  startsAt: Date
  endsAt?: Date
  capacity: number
  isPublic: boolean
  tags: string[]
  venue: { name: string; city?: string }
  owner: Types.ObjectId
}

const eventSchema = new Schema<IEvent>(
  {
    title: { type: String, required: true, trim: true, maxlength: 100 },
    description: String,
    startsAt: { type: Date, required: true },
    endsAt: Date,
    capacity: { type: Number, default: 100, min: 1 },
    isPublic: { type: Boolean, default: true },
    tags: [String],
    venue: {
      type: new Schema({ name: { type: String, required: true }, city: String }, { _id: false }),
      required: true,
    },
    owner: { type: Schema.Types.ObjectId, required: true },
  },
  { timestamps: true },
)

// A page that is loaded again runs this module again.
export const Event: Model<IEvent> = mongoose.models.Event ?? mongoose.model<IEvent>('Event', eventSchema)

export interface IRsvp {
  event: Types.ObjectId
  name: string
  email: string
  guests?: { name: string; age?: number }[]
  note?: string
  isVegetarian?: boolean
}

const rsvpSchema = new Schema<IRsvp>({
  event: { type: Schema.Types.ObjectId, required: true },
  name: { type: String, required: true },
  email: { type: String, required: true, lowercase: true },
  guests: {
    type: [new Schema({ name: { type: String, required: true }, age: Number }, { _id: false })],
    default: undefined,
  },
  note: String,
  isVegetarian: Boolean,
})

export const Rsvp: Model<IRsvp> = mongoose.models.Rsvp ?? mongoose.model<IRsvp>('Rsvp', rsvpSchema)

export interface IMember {
  name: string
  email: string
  password: string
  role: 'member' | 'host'
  bio?: string
  born?: Date
  interests: string[]
  contact?: { phone?: string; city?: string }
}

const memberSchema = new Schema<IMember>({
  name: { type: String, required: true },
  email: { type: String, required: true, unique: true, lowercase: true },
  password: { type: String, required: true },
  role: { type: String, enum: ['member', 'host'], default: 'member' },
  bio: { type: String, maxlength: 300 },
  born: Date,
  interests: [String],
  contact: { phone: String, city: String },
})

export const Member: Model<IMember> = mongoose.models.Member ?? mongoose.model<IMember>('Member', memberSchema)
