import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { app as after } from '../applications/boilerplate/after/app.js'
import { app as before } from '../applications/boilerplate/before/app.js'
import { sender, withDatabase } from '../support/applications.ts'
import type { Answer } from '../support/server.ts'

const versions = [
  { version: 'before', app: before },
  { version: 'after', app: after },
]

const ada = { name: 'Ada', email: 'Ada@example.org', password: 'secret123' }
const id = '64b7f9d2c1a4e5f601234567'

/** The fields that the error format of this application names. */
function invalidFields({ status, body }: Answer): string[] {
  const { code, message, details } = body as {
    code: number
    message: string
    details: { field: string; message: string }[]
  }
  expect([status, code, message]).toEqual([400, 400, 'Validation failed'])
  for (const detail of details) expect(detail.message).toMatch(/./)
  return [...new Set(details.map(({ field }) => field))].sort()
}

describe.each(versions)('the Express boilerplate, $version', ({ app }) => {
  withDatabase()
  const send = sender(app)
  const users = () => mongoose.connection.collection('boilerplateusers')
  const createAda = async () => (await send('POST', '/v1/users', { ...ada, role: 'user' })).body as { _id: string }
  const logIn = async (password = ada.password) =>
    send('POST', '/v1/auth/login', { email: 'ada@example.org', password })

  it('registers', async () => {
    const answer = await send('POST', '/v1/auth/register', { ...ada, confirmPassword: ada.password })
    expect(answer).toMatchObject({ status: 201, body: { name: 'Ada', email: 'ada@example.org', role: 'user' } })
    expect(answer.body).not.toHaveProperty('password')
    expect(await users().findOne()).toMatchObject({ email: 'ada@example.org', isEmailVerified: false })
    expect(await users().findOne()).not.toHaveProperty('confirmPassword')
    expect((await logIn()).status).toBe(200)
    expect((await send('POST', '/v1/auth/register', { ...ada, confirmPassword: ada.password })).status).toBe(409)
  })

  it.each([
    ['nothing', {}, ['confirmPassword', 'email', 'name', 'password']],
    ['a role', { ...ada, confirmPassword: ada.password, role: 'admin' }, ['role']],
    ['another password to confirm', { ...ada, confirmPassword: 'secret124' }, ['confirmPassword']],
    ['a short name', { ...ada, name: 'A', confirmPassword: ada.password }, ['name']],
    ['a weak password', { ...ada, password: 'secretive', confirmPassword: 'secretive' }, ['password']],
    [
      'numbers for texts',
      { name: 1, email: 2, password: ada.password, confirmPassword: ada.password },
      ['email', 'name'],
    ],
    ['null', { ...ada, name: null, confirmPassword: ada.password }, ['name']],
  ])('refuses to register with %s', async (_what, body, fields) => {
    expect(invalidFields(await send('POST', '/v1/auth/register', body))).toEqual(fields)
    expect(await users().countDocuments()).toBe(0)
  })

  it('logs in, and refuses what is no login', async () => {
    await createAda()
    expect((await logIn()).body).toMatchObject({ user: { name: 'Ada' }, refreshToken: expect.any(String) as string })
    expect((await logIn('wrong')).status).toBe(401)
    expect(invalidFields(await send('POST', '/v1/auth/login', { email: { $ne: '' }, password: '' }))).toEqual([
      'email',
      'password',
    ])
    expect(invalidFields(await send('POST', '/v1/auth/login', { email: 'a', password: 'b', admin: true }))).toEqual([
      'admin',
    ])
  })

  it('gives new tokens for old ones, and logs out', async () => {
    await createAda()
    const { refreshToken } = (await logIn()).body as { refreshToken: string }
    const renewed = await send('POST', '/v1/auth/refresh-tokens', { refreshToken })
    expect(renewed.status).toBe(200)
    expect((await send('POST', '/v1/auth/refresh-tokens', { refreshToken })).status).toBe(401)
    expect((await send('POST', '/v1/auth/logout', renewed.body)).status).toBe(204)
    expect(invalidFields(await send('POST', '/v1/auth/refresh-tokens', { refreshToken: 'x' }))).toEqual([
      'refreshToken',
    ])
    expect(invalidFields(await send('POST', '/v1/auth/logout', {}))).toEqual(['refreshToken'])
  })

  it('resets a forgotten password', async () => {
    await createAda()
    const forgotten = await send('POST', '/v1/auth/forgot-password', { email: 'ada@example.org', captcha: 'abc123' })
    const { token } = forgotten.body as { token: string }
    const password = 'renewed456'
    expect((await send('POST', '/v1/auth/reset-password', { token, password, confirmPassword: password })).status).toBe(
      204,
    )
    expect((await logIn(password)).status).toBe(200)
    expect(
      invalidFields(await send('POST', '/v1/auth/forgot-password', { email: 'ada@example.org', captcha: 'abc' })),
    ).toEqual(['captcha'])
    expect(
      invalidFields(await send('POST', '/v1/auth/reset-password', { token, password, confirmPassword: 'other' })),
    ).toEqual(['confirmPassword'])
    expect(
      invalidFields(await send('POST', '/v1/auth/reset-password', { password: 'short1', confirmPassword: 'short1' })),
    ).toEqual(['password', 'token'])
  })

  it('changes a password that is known', async () => {
    const { _id } = await createAda()
    const path = `/v1/users/${_id}/password`
    expect((await send('POST', path, { currentPassword: 'wrong', password: 'renewed456' })).status).toBe(401)
    expect((await send('POST', path, { currentPassword: ada.password, password: 'renewed456' })).status).toBe(204)
    expect((await logIn('renewed456')).status).toBe(200)
    expect(invalidFields(await send('POST', path, { currentPassword: 'renewed456', password: 'renewed456' }))).toEqual([
      'password',
    ])
    expect(invalidFields(await send('POST', path, {}))).toEqual(['currentPassword', 'password'])
  })

  it('creates users, each with a role', async () => {
    expect((await send('POST', '/v1/users', { ...ada, role: 'admin' })).body).toMatchObject({ role: 'admin' })
    expect(invalidFields(await send('POST', '/v1/users', ada))).toEqual(['role'])
    expect(invalidFields(await send('POST', '/v1/users', { ...ada, role: 'root', isEmailVerified: true }))).toEqual([
      'isEmailVerified',
      'role',
    ])
  })

  it('imports many users', async () => {
    const bob = { name: 'Bob', email: 'bob@example.org', password: 'secret123' }
    expect(await send('POST', '/v1/users/import', [ada, bob])).toMatchObject({ status: 201, body: { imported: 2 } })
    expect(await users().countDocuments()).toBe(2)
    const wrong = [{ ...ada, email: 'x' }, bob, { ...bob, role: 'admin' }, {}]
    expect(invalidFields(await send('POST', '/v1/users/import', wrong))).toEqual([
      '0.email',
      '2.role',
      '3.email',
      '3.name',
      '3.password',
    ])
    expect((await send('POST', '/v1/users/import', [])).status).toBe(400)
    expect(
      (
        await send(
          'POST',
          '/v1/users/import',
          Array.from({ length: 101 }, () => ada),
        )
      ).status,
    ).toBe(400)
    expect((await send('POST', '/v1/users/import', { 0: ada })).status).toBe(400)
    expect(await users().countDocuments()).toBe(2)
  })

  it('deletes users by their ids', async () => {
    const { _id } = await createAda()
    expect((await send('POST', '/v1/users/delete', { ids: [_id, id] })).body).toEqual({ deleted: 1 })
    expect(invalidFields(await send('POST', '/v1/users/delete', { ids: [id, 'x', { $ne: null }] }))).toEqual([
      'ids.1',
      'ids.2',
    ])
    expect(invalidFields(await send('POST', '/v1/users/delete', {}))).toEqual(['ids'])
    expect(invalidFields(await send('POST', '/v1/users/delete', { ids: [] }))).toEqual(['ids'])
  })

  it('updates some fields, one at least', async () => {
    const { _id } = await createAda()
    expect((await send('PATCH', `/v1/users/${_id}`, { name: 'Ada Lovelace' })).body).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.org',
    })
    expect((await send('PATCH', `/v1/users/${_id}`, {})).status).toBe(400)
    expect(invalidFields(await send('PATCH', `/v1/users/${_id}`, { name: '', role: 'admin' }))).toEqual([
      'name',
      'role',
    ])
  })

  it('takes a whole user back, with what only the server sets', async () => {
    const user = await createAda()
    const answer = await send('PUT', `/v1/users/${user._id}`, {
      ...user,
      name: 'Countess',
      role: 'admin',
      isEmailVerified: true,
      _id: id,
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { _id: user._id, name: 'Countess', role: 'admin', isEmailVerified: false },
    })
    expect(invalidFields(await send('PUT', `/v1/users/${user._id}`, { ...user, password: 'x', name: 'C' }))).toEqual([
      'name',
      'password',
    ])
    expect(invalidFields(await send('PUT', `/v1/users/${user._id}`, { _id: id }))).toEqual(['email', 'name', 'role'])
  })

  it('sets preferences, and leaves the others alone', async () => {
    const { _id } = await createAda()
    await send('PATCH', `/v1/users/${_id}/preferences`, { preferences: { digest: true } })
    const answer = await send('PATCH', `/v1/users/${_id}/preferences`, { preferences: { language: 'de' } })
    expect(answer.body).toMatchObject({ preferences: { language: 'de', digest: true } })
    expect(
      invalidFields(
        await send('PATCH', `/v1/users/${_id}/preferences`, {
          preferences: { language: 'fr', digest: 'yes', theme: 1 },
        }),
      ),
    ).toEqual(['preferences.digest', 'preferences.language', 'preferences.theme'])
    expect(invalidFields(await send('PATCH', `/v1/users/${_id}/preferences`, {}))).toEqual(['preferences'])
  })

  it('takes a subscription', async () => {
    expect(
      await send('POST', '/v1/newsletter', { email: 'a@example.org', topics: ['news'], consent: true }),
    ).toMatchObject({ status: 202, body: { subscribed: ['news'] } })
    expect(
      invalidFields(await send('POST', '/v1/newsletter', { email: 'a', topics: ['news', 'spam'], consent: false })),
    ).toEqual(['consent', 'email', 'topics.1'])
    expect(invalidFields(await send('POST', '/v1/newsletter', { topics: [] }))).toEqual(['consent', 'email', 'topics'])
  })

  it('takes an event of the mail service', async () => {
    const event = {
      event: 'bounced',
      recipient: 'a@example.org',
      timestamp: 1_700_000_000,
      details: { smtp: { code: 550 } },
    }
    expect(await send('POST', '/v1/webhooks/mail', event)).toMatchObject({ status: 200, body: { seen: 'bounced' } })
    expect(
      invalidFields(await send('POST', '/v1/webhooks/mail', { event: 'read', timestamp: '1', details: 'x' })),
    ).toEqual(['details', 'event', 'recipient', 'timestamp'])
  })
})
