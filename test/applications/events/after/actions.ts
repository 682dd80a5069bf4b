import { toUpdate } from 'mongoose-guard'
import { Event, Member, Rsvp } from '../models.ts'
import { sessionUser, updateMember } from '../services.ts'
import { guardAction } from './guard.ts'
import * as guards from './guards.ts'

export const createEvent = guardAction(guards.newEvent, async (validated) => {
  // A box that is not checked sends nothing.
  const { title } = await Event.create(Object.assign({ isPublic: false, owner: sessionUser }, validated))
  return title
})

export const answerInvitation = guardAction(guards.invitationAnswer, async (validated) => {
  const { guests = [] } = await Rsvp.create(validated)
  return `${guests.length} guests`
})

export const saveProfile = guardAction(guards.profile, async (validated) => {
  const member = await updateMember(toUpdate(Member, validated))
  return member?.name ?? ''
})

export const subscribe = guardAction(guards.formSubscription, () => 'subscribed')
