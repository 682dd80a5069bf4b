import { toUpdate } from 'mongoose-guard'
import { Event, Member, Rsvp } from '../models.ts'
import { sessionUser } from '../services.ts'
import { guard } from './guard.ts'
import * as guards from './guards.ts'

interface Context {
  params: Promise<{ id: string }>
}

// app/api/events/route.ts
export const createEvent = guard(guards.newEvent, async ({ validated }) =>
  Response.json(await Event.create({ ...validated, owner: sessionUser }), { status: 201 }),
)

// app/api/events/[id]/route.ts
export const patchEvent = guard(guards.eventChanges, async ({ validated }, { params }: Context) => {
  const event = await Event.findByIdAndUpdate((await params).id, toUpdate(Event, validated), {
    returnDocument: 'after',
  })
  return event === null ? new Response(null, { status: 404 }) : Response.json(event)
})

export const replaceEvent = guard(guards.wholeEvent, async ({ validated }, { params }: Context) =>
  Response.json(await Event.findByIdAndUpdate((await params).id, { $set: validated }, { returnDocument: 'after' })),
)

// app/api/events/import/route.ts
export const importEvents = guard(guards.eventImport, async ({ validated }) => {
  const created = await Event.create(validated.map((event) => ({ ...event, owner: sessionUser })))
  return Response.json({ imported: created.length }, { status: 201 })
})

// app/api/rsvps/route.ts
export const createRsvp = guard(guards.newRsvp, async ({ validated }) =>
  Response.json({ rsvp: await Rsvp.create(validated) }, { status: 201 }),
)

// app/api/auth/register/route.ts
export const register = guard(guards.registration, async ({ validated }) => {
  const { id } = await Member.create(validated)
  return Response.json({ id }, { status: 201 })
})

// app/api/auth/login/route.ts
export const logIn = guard(guards.login, async ({ validated }) => {
  const member = await Member.findOne(validated)
  return member === null ? new Response(null, { status: 401 }) : Response.json({ id: member.id })
})

// app/api/newsletter/route.ts
export const subscribe = guard(guards.subscription, ({ validated }) =>
  Response.json({ frequency: validated.frequency ?? 'weekly' }, { status: 202 }),
)

// app/api/webhooks/payment/route.ts
export const paymentEvent = guard(guards.payment, ({ validated }) => Response.json({ received: validated.id }))
