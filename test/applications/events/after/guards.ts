import mongoose from 'mongoose'
import { createGuard } from 'mongoose-guard'
import { Event, Member, Rsvp } from '../models.ts'
import { isTaken } from '../services.ts'

const { Schema } = mongoose

const emailAddress = /^[^@\s]+@[^@\s]+\.\w+$/
const email = { type: String, required: true, match: emailAddress } as const
const text = { type: String, required: true } as const
const captcha = { type: String, required: true, match: /^.{6}$/ } as const
const isTrue = { type: Boolean, required: true, validate: (accepted: boolean) => accepted } as const

const eventFields = ['title', 'description', 'startsAt', 'endsAt', 'capacity', 'isPublic', 'tags', 'venue'] as const
const eventRules = {
  title: { minlength: 3 },
  capacity: { max: 500 },
  tags: { validate: (tags: unknown[]) => tags.length <= 5 },
} as const

/** An event ends after it starts. */
function endsLater({ startsAt, endsAt }: { startsAt?: string; endsAt?: string }) {
  const isWrong = startsAt !== undefined && endsAt !== undefined && endsAt <= startsAt
  return isWrong ? ({ path: 'endsAt', message: 'Ends before it starts' } as const) : undefined
}

export const newEvent = createGuard(Event, { allow: eventFields, rules: eventRules, check: endsLater })

export const eventChanges = createGuard(Event, {
  allow: eventFields,
  partial: true,
  rules: { ...eventRules, 'venue.name': { required: true } },
  check: endsLater,
})

/** What the client got from GET, sent back as a whole. */
export const wholeEvent = createGuard(Event, {
  allow: eventFields,
  rules: eventRules,
  ignore: ['_id', '__v', 'createdAt', 'updatedAt', 'owner'],
  check: endsLater,
})

export const eventImport = createGuard(Event, {
  allow: eventFields,
  rules: eventRules,
  each: { min: 1, max: 20 },
  check: (events) =>
    events.flatMap((event, index) => {
      const failure = endsLater(event)
      return failure === undefined ? [] : [{ ...failure, path: `${index}.${failure.path}` as const }]
    }),
})

const rsvpFields = ['event', 'name', 'email', 'guests', 'note', 'isVegetarian'] as const
const rsvpRules = {
  name: { maxlength: 60 },
  email: { match: emailAddress },
  note: { maxlength: 200 },
  guests: { validate: (guests: unknown[]) => guests.length <= 3 },
  'guests.age': { min: 0, max: 150 },
} as const

export const newRsvp = createGuard(Rsvp, { at: 'rsvp', allow: rsvpFields, rules: rsvpRules, extra: { captcha } })

export const invitationAnswer = createGuard(Rsvp, { allow: rsvpFields, rules: rsvpRules })

export const registration = createGuard(Member, {
  at: 'user',
  allow: ['name', 'email', 'password', 'born'],
  rules: {
    name: { minlength: 2 },
    email: { match: emailAddress },
    password: { minlength: 8 },
    born: { required: true },
  },
  extra: { confirmPassword: text, acceptTerms: isTrue },
  check: async ({ email, password }, { extra }) => {
    if (extra.confirmPassword !== password) return { path: 'confirmPassword', message: 'Not the same' }
    return (await isTaken(email)) ? { path: 'email', message: 'Is taken' } : undefined
  },
})

export const login = createGuard(new Schema({ email, password: text }))

export const subscription = createGuard(
  new Schema({ email, frequency: { type: String, enum: ['daily', 'weekly'] as const } }),
)

export const formSubscription = createGuard(new Schema({ email, consent: isTrue }))

export const payment = createGuard(
  new Schema({
    id: text,
    type: { type: String, enum: ['paid', 'refunded'] as const, required: true },
    created: { type: Number, required: true },
    data: { type: Map, of: Schema.Types.Mixed, required: true },
  }),
)

export const profile = createGuard(Member, {
  allow: ['name', 'bio', 'born', 'interests', 'contact'],
  partial: true,
  rules: { name: { minlength: 2 }, interests: { validate: (interests: unknown[]) => interests.length <= 4 } },
})
