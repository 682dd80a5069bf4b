import type { ActionState } from '../answers.ts'
import { Event, Rsvp } from '../models.ts'
import { sessionUser, updateMember } from '../services.ts'
import { type Body, Checker, checkEvent } from './checks.ts'
import { checkRsvp } from './routes.ts'

/** A text of the form, or nothing where it was left empty. */
function textOf(form: FormData, name: string): string | undefined {
  const text = form.get(name)
  return typeof text === 'string' && text !== '' ? text : undefined
}

function numberOf(form: FormData, name: string): unknown {
  const text = textOf(form, name)
  return text === undefined || Number.isNaN(Number(text)) ? text : Number(text)
}

const withoutUndefined = (fields: Body): Body =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Nothing may come with a form but its fields, and what React adds. */
function checkNames(checker: Checker, form: FormData, names: readonly string[]): void {
  for (const name of new Set(form.keys()))
    checker.check(names.includes(name) || name.startsWith('$ACTION_'), name, 'Unknown field')
}

export async function createEvent(_before: ActionState, form: FormData): Promise<ActionState> {
  const checker = new Checker()
  checkNames(checker, form, [
    'title',
    'description',
    'startsAt',
    'endsAt',
    'capacity',
    'isPublic',
    'tags',
    'venue.name',
    'venue.city',
  ])
  const event = withoutUndefined({
    title: textOf(form, 'title'),
    description: textOf(form, 'description'),
    startsAt: textOf(form, 'startsAt'),
    endsAt: textOf(form, 'endsAt'),
    capacity: numberOf(form, 'capacity'),
    isPublic: form.get('isPublic') === 'on',
    tags: form.getAll('tags'),
    venue: withoutUndefined({ name: textOf(form, 'venue.name'), city: textOf(form, 'venue.city') }),
  })
  checkEvent(checker, event)
  if (!checker.isRight) return { ok: false, problems: checker.problems }
  const { title } = await Event.create({ ...event, owner: sessionUser } as never)
  return { ok: true, message: title }
}

export async function answerInvitation(_before: ActionState, form: FormData): Promise<ActionState> {
  const checker = new Checker()
  const guests = [0, 1, 2, 3]
    .filter((index) => form.has(`guests[${index}][name]`))
    .map((index) =>
      withoutUndefined({ name: textOf(form, `guests[${index}][name]`), age: numberOf(form, `guests[${index}][age]`) }),
    )
  const rsvp = withoutUndefined({
    event: textOf(form, 'event'),
    name: textOf(form, 'name'),
    email: textOf(form, 'email'),
    note: textOf(form, 'note'),
    isVegetarian: form.has('isVegetarian') ? form.get('isVegetarian') === 'on' : undefined,
    guests: guests.length > 0 ? guests : undefined,
  })
  checkRsvp(checker, rsvp)
  if (!checker.isRight) return { ok: false, problems: checker.problems }
  await Rsvp.create(rsvp as never)
  return { ok: true, message: `${guests.length} guests` }
}

export async function saveProfile(_before: ActionState, form: FormData): Promise<ActionState> {
  const checker = new Checker()
  checkNames(checker, form, ['name', 'bio', 'born', 'interests', 'contact.phone', 'contact.city'])
  const interests = form.has('interests') ? form.getAll('interests').filter((interest) => interest !== '') : undefined
  const changes = withoutUndefined({
    bio: textOf(form, 'bio'),
    born: textOf(form, 'born'),
    interests,
    'contact.phone': textOf(form, 'contact.phone'),
    'contact.city': textOf(form, 'contact.city'),
  })
  const name = form.get('name')
  if (name !== null) {
    checker.text(name, 'name', { required: true, min: 2 })
    changes.name = name
  }
  checker.text(changes.bio, 'bio', { max: 300 })
  checker.date(changes.born, 'born')
  checker.texts(interests, 'interests', 4)
  if (!checker.isRight) return { ok: false, problems: checker.problems }
  const member = await updateMember(changes)
  return { ok: true, message: member?.name ?? '' }
}

export function subscribe(_before: ActionState, form: FormData): Promise<ActionState> {
  const checker = new Checker()
  checkNames(checker, form, ['email', 'consent'])
  checker.email(form.get('email'), 'email')
  checker.check(form.get('consent') === 'on', 'consent', 'Required')
  return Promise.resolve(
    checker.isRight ? { ok: true, message: 'subscribed' } : { ok: false, problems: checker.problems },
  )
}
