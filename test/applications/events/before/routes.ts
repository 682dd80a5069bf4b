import { answerInvalid } from '../answers.ts'
import { Event, Member, Rsvp } from '../models.ts'
import { isTaken, sessionUser } from '../services.ts'
import { type Body, Checker, checkEvent, readBody } from './checks.ts'

interface Context {
  params: Promise<{ id: string }>
}

// app/api/events/route.ts
export async function createEvent(request: Request): Promise<Response> {
  const body = await readBody(request)
  const checker = new Checker()
  checkEvent(checker, body)
  if (!checker.isRight) return answerInvalid(checker.problems)
  return Response.json(await Event.create({ ...body, owner: sessionUser } as never), { status: 201 })
}

// app/api/events/[id]/route.ts
export async function patchEvent(request: Request, { params }: Context): Promise<Response> {
  const body = await readBody(request)
  const checker = new Checker()
  checkEvent(checker, body, { isUpdate: true })
  if (!checker.isRight) return answerInvalid(checker.problems)
  const event = await Event.findByIdAndUpdate((await params).id, { $set: body }, { returnDocument: 'after' })
  return event === null ? new Response(null, { status: 404 }) : Response.json(event)
}

export async function replaceEvent(request: Request, { params }: Context): Promise<Response> {
  // oxlint-disable-next-line typescript/no-unused-vars -- named to be left out
  const { _id, __v, createdAt, updatedAt, owner, ...event } = await readBody(request)
  const checker = new Checker()
  checkEvent(checker, event)
  if (!checker.isRight) return answerInvalid(checker.problems)
  return Response.json(await Event.findByIdAndUpdate((await params).id, { $set: event }, { returnDocument: 'after' }))
}

// app/api/events/import/route.ts
export async function importEvents(request: Request): Promise<Response> {
  const events: unknown = await request.json()
  if (!Array.isArray(events) || events.length === 0 || events.length > 20)
    return answerInvalid({ '': ['Not a fitting list'] })
  const problems = events.map((event: Body, index) => {
    const checker = new Checker()
    checkEvent(checker, event, { prefix: `${index}.` })
    return checker.problems
  })
  const all = Object.assign({}, ...problems) as Record<string, string[]>
  if (Object.keys(all).length > 0) return answerInvalid(all)
  const created = await Event.create(events.map((event: Body) => ({ ...event, owner: sessionUser })) as never)
  return Response.json({ imported: (created as unknown as unknown[]).length }, { status: 201 })
}

// app/api/rsvps/route.ts
export async function createRsvp(request: Request): Promise<Response> {
  const body = await readBody(request)
  const checker = new Checker()
  checker.known(body, ['rsvp', 'captcha'])
  checker.text(body.captcha, 'captcha', { required: true, min: 6, max: 6 })
  const rsvp = body.rsvp as Body | undefined
  if (rsvp === undefined) checker.add('rsvp', 'Required')
  else checkRsvp(checker, rsvp, 'rsvp.')
  if (!checker.isRight) return answerInvalid(checker.problems)
  return Response.json({ rsvp: await Rsvp.create(rsvp as never) }, { status: 201 })
}

export function checkRsvp(checker: Checker, rsvp: Body, prefix = ''): void {
  checker.known(rsvp, ['event', 'name', 'email', 'guests', 'note', 'isVegetarian'], prefix)
  checker.check(typeof rsvp.event === 'string' && /^[0-9a-f]{24}$/.test(rsvp.event), `${prefix}event`, 'Not an event')
  checker.text(rsvp.name, `${prefix}name`, { required: true, max: 60 })
  checker.email(rsvp.email, `${prefix}email`)
  checker.text(rsvp.note, `${prefix}note`, { max: 200 })
  checker.boolean(rsvp.isVegetarian, `${prefix}isVegetarian`)
  if (rsvp.guests === undefined) return
  if (!Array.isArray(rsvp.guests) || rsvp.guests.length > 3) {
    checker.add(`${prefix}guests`, 'Not a fitting list')
    return
  }
  for (const [index, guest] of (rsvp.guests as Body[]).entries()) {
    checker.known(guest, ['name', 'age'], `${prefix}guests.${index}.`)
    checker.text(guest.name, `${prefix}guests.${index}.name`, { required: true })
    checker.number(guest.age, `${prefix}guests.${index}.age`, 0, 150)
  }
}

// app/api/auth/register/route.ts
export async function register(request: Request): Promise<Response> {
  const body = await readBody(request)
  const checker = new Checker()
  checker.known(body, ['user', 'confirmPassword', 'acceptTerms'])
  const user = body.user as Body | undefined
  if (user === undefined) checker.add('user', 'Required')
  else {
    checker.known(user, ['name', 'email', 'password', 'born'], 'user.')
    checker.text(user.name, 'user.name', { required: true, min: 2 })
    checker.email(user.email, 'user.email')
    checker.text(user.password, 'user.password', { required: true, min: 8 })
    checker.date(user.born, 'user.born', true)
  }
  checker.text(body.confirmPassword, 'confirmPassword', { required: true })
  checker.check(body.acceptTerms === true, 'acceptTerms', 'Required')
  if (checker.isRight) checker.check(body.confirmPassword === user?.password, 'confirmPassword', 'Not the same')
  if (checker.isRight) checker.check(!(await isTaken(user?.email as string)), 'user.email', 'Is taken')
  if (!checker.isRight) return answerInvalid(checker.problems)
  const { id } = await Member.create(user as never)
  return Response.json({ id: id }, { status: 201 })
}

// app/api/auth/login/route.ts
export async function logIn(request: Request): Promise<Response> {
  const body = await readBody(request)
  const checker = new Checker()
  checker.known(body, ['email', 'password'])
  checker.email(body.email, 'email')
  checker.text(body.password, 'password', { required: true })
  if (!checker.isRight) return answerInvalid(checker.problems)
  const member = await Member.findOne({ email: body.email as string, password: body.password as string })
  return member === null ? new Response(null, { status: 401 }) : Response.json({ id: member.id })
}

// app/api/newsletter/route.ts
export async function subscribe(request: Request): Promise<Response> {
  const body = await readBody(request)
  const checker = new Checker()
  checker.known(body, ['email', 'frequency'])
  checker.email(body.email, 'email')
  const { frequency } = body
  checker.check(frequency === undefined || frequency === 'daily' || frequency === 'weekly', 'frequency', 'Unknown')
  if (!checker.isRight) return answerInvalid(checker.problems)
  return Response.json({ frequency: frequency ?? 'weekly' }, { status: 202 })
}

// app/api/webhooks/payment/route.ts
export async function paymentEvent(request: Request): Promise<Response> {
  const body = await readBody(request)
  const checker = new Checker()
  checker.known(body, ['id', 'type', 'created', 'data'])
  checker.text(body.id, 'id', { required: true })
  checker.check(body.type === 'paid' || body.type === 'refunded', 'type', 'Unknown')
  checker.check(typeof body.created === 'number', 'created', 'Required')
  checker.check(typeof body.data === 'object' && body.data !== null, 'data', 'Required')
  if (!checker.isRight) return answerInvalid(checker.problems)
  return Response.json({ received: body.id })
}
