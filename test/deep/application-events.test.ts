import mongoose from 'mongoose'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ActionState, Problems } from '../applications/events/answers.ts'
import * as actionsAfter from '../applications/events/after/actions.ts'
import * as routesAfter from '../applications/events/after/routes.ts'
import * as actionsBefore from '../applications/events/before/actions.ts'
import * as routesBefore from '../applications/events/before/routes.ts'
import { Member } from '../applications/events/models.ts'
import { sessionUser } from '../applications/events/services.ts'
import { withDatabase } from '../support/applications.ts'

const versions = [
  { version: 'before', routes: routesBefore, actions: actionsBefore },
  { version: 'after', routes: routesAfter, actions: actionsAfter },
]

const id = '64b7f9d2c1a4e5f601234568'
const event = { title: 'Tea party', startsAt: '2027-05-01T15:00:00Z', venue: { name: 'Garden' } }
const rsvp = { event: id, name: 'Alice', email: 'Alice@example.org' }
const user = { name: 'Ada', email: 'Ada@example.org', password: 'secret123', born: '1815-12-10' }

type Handler = (request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response>

async function send(handler: Handler, method: string, body: unknown, params = { id }) {
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://localhost/api', { method, headers, body: JSON.stringify(body) })
  const response = await handler(request, { params: Promise.resolve(params) })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Record<string, unknown> | null }
}

const pathsOf = (problems: Problems): string[] => {
  for (const message of Object.values(problems).flat()) expect(message).toMatch(/./)
  return Object.keys(problems).sort()
}

/** The paths that the error format of the routes names. */
async function wrong(handler: Handler, method: string, body: unknown): Promise<string[]> {
  const answer = await send(handler, method, body)
  expect(answer).toMatchObject({ status: 400, body: { ok: false } })
  return pathsOf(answer.body?.problems as Problems)
}

function formOf(fields: Record<string, string | string[]>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const text of [value].flat()) form.append(name, text)
  return form
}

describe.each(versions)('the events, $version', ({ routes, actions }) => {
  withDatabase()
  const collection = (name: string) => mongoose.connection.collection(name)
  type Action = (before: ActionState, form: FormData) => Promise<ActionState>
  const submit = (action: Action, fields: Record<string, string | string[]>) => action(undefined, formOf(fields))
  const refused = async (action: Action, fields: Record<string, string | string[]>) => {
    const state = await submit(action, fields)
    if (state?.ok !== false) throw new Error('It was taken')
    return pathsOf(state.problems)
  }
  const createEvent = async () => (await send(routes.createEvent, 'POST', event)).body as { _id: string }

  beforeEach(async () => {
    await Member.create({
      _id: sessionUser,
      name: 'Host',
      email: 'host@example.org',
      password: 'secret',
      bio: 'I invite.',
      contact: { phone: '1', city: 'Bath' },
    })
  })

  describe('routes', () => {
    it('create an event', async () => {
      const whole = {
        ...event,
        description: 'With cake',
        endsAt: '2027-05-01T17:00:00Z',
        capacity: 12,
        isPublic: false,
        tags: ['tea'],
      }
      expect(await send(routes.createEvent, 'POST', whole)).toMatchObject({
        status: 201,
        body: { title: 'Tea party', capacity: 12, owner: sessionUser },
      })
      expect(await send(routes.createEvent, 'POST', event)).toMatchObject({
        status: 201,
        body: { capacity: 100, isPublic: true },
      })
    })

    it.each([
      ['nothing', {}, ['startsAt', 'title', 'venue']],
      [
        'rules of the route',
        { ...event, title: 'Te', capacity: 501, tags: ['a', 'b', 'c', 'd', 'e', 'f'] },
        ['capacity', 'tags', 'title'],
      ],
      [
        'wrong types',
        { ...event, startsAt: 'soon', isPublic: 'yes', venue: { name: 1 } },
        ['isPublic', 'startsAt', 'venue.name'],
      ],
      ['an end before its start', { ...event, endsAt: '2027-04-01T15:00:00Z' }, ['endsAt']],
      ['what only the server sets', { ...event, owner: id, venue: { name: 'x', rent: 0 } }, ['owner', 'venue.rent']],
      ['null', { ...event, endsAt: null, description: null }, ['description', 'endsAt']],
    ])('create no event of %s', async (_what, body, paths) => {
      expect(await wrong(routes.createEvent, 'POST', body)).toEqual(paths)
      expect(await collection('events').countDocuments()).toBe(0)
    })

    it('change an event', async () => {
      const { _id } = await createEvent()
      expect(await send(routes.patchEvent, 'PATCH', { capacity: 5 }, { id: _id })).toMatchObject({
        status: 200,
        body: { title: 'Tea party', capacity: 5 },
      })
      expect((await send(routes.patchEvent, 'PATCH', { capacity: 5 })).status).toBe(404)
      expect(await wrong(routes.patchEvent, 'PATCH', { capacity: 0, owner: id, venue: {} })).toEqual([
        'capacity',
        'owner',
        'venue.name',
      ])
    })

    it('take an event back as a whole', async () => {
      const stored = await createEvent()
      expect(
        await send(routes.replaceEvent, 'PUT', { ...stored, title: 'Dinner', owner: id }, { id: stored._id }),
      ).toMatchObject({
        status: 200,
        body: { title: 'Dinner', owner: sessionUser },
      })
      expect(await wrong(routes.replaceEvent, 'PUT', { ...stored, venue: undefined, guests: 3 })).toEqual([
        'guests',
        'venue',
      ])
    })

    it('import events', async () => {
      expect(await send(routes.importEvents, 'POST', [event, { ...event, capacity: 2 }])).toMatchObject({
        status: 201,
        body: { imported: 2 },
      })
      expect(await wrong(routes.importEvents, 'POST', [event, { ...event, title: 'x' }, { owner: id }])).toEqual([
        '1.title',
        '2.owner',
        '2.startsAt',
        '2.title',
        '2.venue',
      ])
      expect(await wrong(routes.importEvents, 'POST', [event, { ...event, endsAt: '2027-04-01T15:00:00Z' }])).toEqual([
        '1.endsAt',
      ])
      expect((await send(routes.importEvents, 'POST', [])).status).toBe(400)
      expect(
        (
          await send(
            routes.importEvents,
            'POST',
            Array.from({ length: 21 }, () => event),
          )
        ).status,
      ).toBe(400)
      expect((await send(routes.importEvents, 'POST', event)).status).toBe(400)
      expect(await collection('events').countDocuments()).toBe(2)
    })

    it('take an answer to an invitation', async () => {
      const guests = [{ name: 'Bob', age: 7 }]
      expect(await send(routes.createRsvp, 'POST', { rsvp: { ...rsvp, guests }, captcha: 'abcdef' })).toMatchObject({
        status: 201,
        body: { rsvp: { email: 'alice@example.org', guests } },
      })
      expect(await collection('rsvps').findOne()).not.toHaveProperty('captcha')
      expect(await wrong(routes.createRsvp, 'POST', {})).toEqual(['captcha', 'rsvp'])
      const bad = {
        event: 'x',
        name: '',
        email: 'x',
        guests: [{ age: -1 }, { name: 'B', isRich: true }],
        isVegetarian: 1,
        note: 'x'.repeat(201),
      }
      expect(await wrong(routes.createRsvp, 'POST', { rsvp: bad, captcha: 'abc' })).toEqual([
        'captcha',
        'rsvp.email',
        'rsvp.event',
        'rsvp.guests.0.age',
        'rsvp.guests.0.name',
        'rsvp.guests.1.isRich',
        'rsvp.isVegetarian',
        'rsvp.name',
        'rsvp.note',
      ])
      const four = Array.from({ length: 4 }, () => ({ name: 'B' }))
      expect(await wrong(routes.createRsvp, 'POST', { rsvp: { ...rsvp, guests: four }, captcha: 'abcdef' })).toEqual([
        'rsvp.guests',
      ])
    })

    it('register, once for an address', async () => {
      const body = { user, confirmPassword: 'secret123', acceptTerms: true }
      expect((await send(routes.register, 'POST', body)).status).toBe(201)
      expect(await collection('members').findOne({ email: 'ada@example.org' })).toMatchObject({
        role: 'member',
        born: new Date('1815-12-10'),
      })
      expect(await wrong(routes.register, 'POST', body)).toEqual(['user.email'])
      expect(await wrong(routes.register, 'POST', { ...body, confirmPassword: 'secret124' })).toEqual([
        'confirmPassword',
      ])
      expect(await wrong(routes.register, 'POST', { user: { name: 'A', role: 'host' }, acceptTerms: false })).toEqual([
        'acceptTerms',
        'confirmPassword',
        'user.born',
        'user.email',
        'user.name',
        'user.password',
        'user.role',
      ])
      expect(await wrong(routes.register, 'POST', { ...body, user: undefined, confirmPassword: undefined })).toEqual([
        'confirmPassword',
        'user',
      ])
    })

    it('log in', async () => {
      expect((await send(routes.logIn, 'POST', { email: 'host@example.org', password: 'secret' })).body).toEqual({
        id: sessionUser,
      })
      expect((await send(routes.logIn, 'POST', { email: 'host@example.org', password: 'x' })).status).toBe(401)
      expect(await wrong(routes.logIn, 'POST', { email: 'x', password: { $ne: '' }, as: 'host' })).toEqual([
        'as',
        'email',
        'password',
      ])
    })

    it('take a subscription, and an event of the bank', async () => {
      expect((await send(routes.subscribe, 'POST', { email: 'a@example.org' })).body).toEqual({ frequency: 'weekly' })
      expect((await send(routes.subscribe, 'POST', { email: 'a@example.org', frequency: 'daily' })).body).toEqual({
        frequency: 'daily',
      })
      expect(await wrong(routes.subscribe, 'POST', { frequency: 'hourly' })).toEqual(['email', 'frequency'])
      const paid = { id: 'evt_1', type: 'paid', created: 1_700_000_000, data: { object: { amount: 5, lines: [] } } }
      expect((await send(routes.paymentEvent, 'POST', paid)).body).toEqual({ received: 'evt_1' })
      expect(await wrong(routes.paymentEvent, 'POST', { type: 'x', created: 'now', data: 'x' })).toEqual([
        'created',
        'data',
        'id',
        'type',
      ])
    })
  })

  describe('actions', () => {
    const fields = { title: 'Tea party', startsAt: '2027-05-01T15:00', 'venue.name': 'Garden' }

    it('create an event', async () => {
      const all = {
        ...fields,
        description: '',
        endsAt: '2027-05-01T17:00',
        capacity: '12',
        isPublic: 'on',
        tags: ['tea', 'cake'],
        'venue.city': '',
        $ACTION_KEY: 'k',
      }
      expect(await submit(actions.createEvent, all)).toEqual({ ok: true, message: 'Tea party' })
      const stored = await collection('events').findOne(
        {},
        { projection: { _id: 0, __v: 0, createdAt: 0, updatedAt: 0 } },
      )
      expect(stored).toEqual({
        title: 'Tea party',
        startsAt: new Date('2027-05-01T15:00'),
        endsAt: new Date('2027-05-01T17:00'),
        capacity: 12,
        isPublic: true,
        tags: ['tea', 'cake'],
        venue: { name: 'Garden' },
        owner: new mongoose.Types.ObjectId(sessionUser),
      })
    })

    it('take a box that is not checked for a no', async () => {
      expect(await submit(actions.createEvent, fields)).toEqual({ ok: true, message: 'Tea party' })
      expect(await collection('events').findOne()).toMatchObject({ isPublic: false, capacity: 100, tags: [] })
    })

    it('create no event of what is wrong', async () => {
      expect(
        await refused(actions.createEvent, {
          ...fields,
          title: '',
          startsAt: 'soon',
          capacity: 'many',
          'venue.name': '',
        }),
      ).toEqual(['capacity', 'startsAt', 'title', 'venue.name'])
      expect(await refused(actions.createEvent, { ...fields, endsAt: '2027-05-01T14:00' })).toEqual(['endsAt'])
      expect(await refused(actions.createEvent, { ...fields, owner: id })).toEqual(['owner'])
      expect(await collection('events').countDocuments()).toBe(0)
    })

    it('answer an invitation, with guests', async () => {
      const guests = { 'guests[0][name]': 'Bob', 'guests[0][age]': '7', 'guests[1][name]': 'Eve', 'guests[1][age]': '' }
      expect(await submit(actions.answerInvitation, { ...rsvp, note: '', isVegetarian: 'on', ...guests })).toEqual({
        ok: true,
        message: '2 guests',
      })
      expect(await collection('rsvps').findOne()).toMatchObject({
        isVegetarian: true,
        guests: [{ name: 'Bob', age: 7 }, { name: 'Eve' }],
      })
      expect(
        await refused(actions.answerInvitation, { ...rsvp, email: '', 'guests[0][name]': '', 'guests[0][age]': '200' }),
      ).toEqual(['email', 'guests.0.age', 'guests.0.name'])
    })

    it('save a profile, and leave alone what was left empty', async () => {
      expect(
        await submit(actions.saveProfile, {
          name: 'Hostess',
          bio: '',
          born: '1990-01-01',
          interests: ['tea', ''],
          'contact.city': 'London',
          'contact.phone': '',
        }),
      ).toEqual({ ok: true, message: 'Hostess' })
      expect(await collection('members').findOne()).toMatchObject({
        bio: 'I invite.',
        interests: ['tea'],
        contact: { phone: '1', city: 'London' },
      })
      expect(await submit(actions.saveProfile, { interests: '' })).toEqual({ ok: true, message: 'Hostess' })
      expect(await collection('members').findOne()).toMatchObject({ interests: [] })
      expect(
        await refused(actions.saveProfile, {
          name: '',
          bio: 'x'.repeat(301),
          born: 'x',
          role: 'host',
          interests: ['a', 'b', 'c', 'd', 'e'],
        }),
      ).toEqual(['bio', 'born', 'interests', 'name', 'role'])
    })

    it('subscribe, with consent', async () => {
      expect(await submit(actions.subscribe, { email: 'a@example.org', consent: 'on' })).toEqual({
        ok: true,
        message: 'subscribed',
      })
      expect(await refused(actions.subscribe, { email: 'a' })).toEqual(['consent', 'email'])
      expect(await refused(actions.subscribe, { email: 'a@example.org', consent: 'on', admin: 'on' })).toEqual([
        'admin',
      ])
    })
  })
})
