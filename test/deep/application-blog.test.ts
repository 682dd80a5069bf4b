import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { app as after } from '../applications/blog/after/app.js'
import { app as before } from '../applications/blog/before/app.js'
import { sender, withDatabase } from '../support/applications.ts'
import type { Answer } from '../support/server.ts'

const versions = [
  { version: 'before', app: before },
  { version: 'after', app: after },
]

const signUp = { email: 'Ada@example.org', password: 'secret123', confirm: 'secret123', captcha: '7', terms: 'on' }
const post = { title: 'Tea', body: 'How to make a cup of tea.' }
const id = '64b7f9d2c1a4e5f601234567'

/** The fields of the form that have a message. */
function failures({ status, body }: Answer): string[] {
  const { success, errors } = body as { success: boolean; errors: Record<string, string> }
  expect([status, success]).toEqual([400, false])
  for (const message of Object.values(errors)) expect(message).toMatch(/./)
  return Object.keys(errors).sort()
}

describe.each(versions)('the blog, $version', ({ app }) => {
  withDatabase()
  const send = sender(app)
  const collection = (name: string) => mongoose.connection.collection(name)
  const submit = (path: string, fields: Record<string, string> | [string, string][]) =>
    send('POST', path, new URLSearchParams(fields))
  const wrong = async (path: string, fields: Record<string, string> | [string, string][]) =>
    failures(await submit(path, fields))
  const createAccount = async () => ((await submit('/signup', signUp)).body as { id: string }).id
  const createPost = async () => ((await submit('/posts', post)).body as { post: { _id: string } }).post._id

  it('signs up, with a name or without', async () => {
    expect(await submit('/signup', { ...signUp, displayName: '' })).toMatchObject({
      status: 201,
      body: { displayName: 'Anonymous' },
    })
    expect(await submit('/signup', { ...signUp, email: 'b@example.org', displayName: 'Bob' })).toMatchObject({
      status: 201,
      body: { displayName: 'Bob' },
    })
    expect(await collection('blogaccounts').findOne()).toMatchObject({
      email: 'ada@example.org',
      newsletter: false,
      isEditor: false,
    })
    expect(Object.keys((await collection('blogaccounts').findOne()) ?? {})).not.toContain('captcha')
  })

  it.each([
    ['nothing', {}, ['captcha', 'confirm', 'email', 'password', 'terms']],
    [
      'empty fields',
      { email: '', password: '', confirm: '', captcha: '', displayName: '' },
      ['captcha', 'confirm', 'email', 'password', 'terms'],
    ],
    ['a wrong answer', { ...signUp, captcha: '8' }, ['captcha']],
    ['another password', { ...signUp, confirm: 'secret124' }, ['confirm']],
    ['a weak password', { ...signUp, password: 'secretive', confirm: 'secretive' }, ['password']],
    ['wrong texts', { ...signUp, email: 'ada', displayName: 'A' }, ['displayName', 'email']],
    ['what is not asked', { ...signUp, isEditor: 'on', 'email[$ne]': 'x' }, ['email', 'isEditor']],
  ])('does not sign up with %s', async (_what, fields, names) => {
    expect(await wrong('/signup', fields as Record<string, string>)).toEqual(names)
    expect(await collection('blogaccounts').countDocuments()).toBe(0)
  })

  it('logs in', async () => {
    await createAccount()
    const login = { email: 'ada@example.org', password: 'secret123' }
    expect((await submit('/login', login)).body).toEqual({ success: true, days: 1 })
    expect((await submit('/login', { ...login, remember: 'on' })).body).toEqual({ success: true, days: 30 })
    expect((await submit('/login', { ...login, password: 'x' })).status).toBe(401)
    expect(await wrong('/login', { email: 'a', 'password[$ne]': '', remember: 'maybe', role: 'x' })).toEqual([
      'email',
      'password',
      'remember',
      'role',
    ])
    expect((await submit('/forgot', { email: 'ada@example.org' })).body).toEqual({ success: true, known: true })
    expect(await wrong('/forgot', {})).toEqual(['email'])
  })

  it('saves a profile, and leaves alone what was left empty', async () => {
    const path = `/accounts/${await createAccount()}`
    const fields = {
      displayName: 'Ada',
      birthday: '1815-12-10',
      postsPerPage: '20',
      newsletter: 'on',
      'address[city]': 'London',
      'address[zip]': '',
    }
    expect((await submit(path, fields)).body).toMatchObject({
      account: {
        displayName: 'Ada',
        birthday: '1815-12-10T00:00:00.000Z',
        postsPerPage: 20,
        newsletter: true,
        address: { city: 'London' },
      },
    })
    const answer = await submit(path, {
      displayName: '',
      birthday: '',
      website: 'https://example.org',
      'address[zip]': 'N1',
    })
    expect(answer.body).toMatchObject({
      account: {
        displayName: 'Ada',
        website: 'https://example.org',
        postsPerPage: 20,
        address: { city: 'London', zip: 'N1' },
      },
    })
    const bad = {
      displayName: 'A',
      birthday: 'soon',
      website: 'example',
      postsPerPage: '200',
      newsletter: 'x',
      'address[planet]': 'Mars',
      isEditor: 'on',
    }
    expect(await wrong(path, bad)).toEqual([
      'address.planet',
      'birthday',
      'displayName',
      'isEditor',
      'newsletter',
      'postsPerPage',
      'website',
    ])
    expect(await wrong(path, { postsPerPage: 'many', 'address[city][x]': '1' })).toEqual([
      'address.city',
      'postsPerPage',
    ])
  })

  it('changes a password', async () => {
    const path = `/accounts/${await createAccount()}/password`
    const change = { current: 'secret123', password: 'renewed456', confirm: 'renewed456' }
    expect((await submit(path, { ...change, current: 'x' })).status).toBe(401)
    expect((await submit(path, change)).body).toEqual({ success: true })
    expect(await collection('blogaccounts').findOne()).toMatchObject({ password: 'renewed456' })
    expect(await wrong(path, { ...change, confirm: 'x' })).toEqual(['confirm'])
    expect(await wrong(path, { password: 'short1', confirm: 'short1' })).toEqual(['current', 'password'])
  })

  it('deletes an account, once that is said', async () => {
    const path = `/accounts/${await createAccount()}/delete`
    expect(await wrong(path, { confirmation: 'delete' })).toEqual(['confirmation'])
    expect(await wrong(path, {})).toEqual(['confirmation'])
    expect((await submit(path, { confirmation: 'DELETE' })).body).toEqual({ success: true })
    expect(await collection('blogaccounts').countDocuments()).toBe(0)
  })

  it('creates a post of all its fields', async () => {
    const fields: [string, string][] = [
      ...Object.entries(post),
      ['tags', 'drinks'],
      ['tags', 'tea'],
      ['priority', '3'],
      ['publishAt', '2027-01-01T08:00'],
      ['links[0][label]', 'Leaves'],
      ['links[0][url]', 'https://example.org/leaves'],
    ]
    expect(await submit('/posts', fields)).toMatchObject({
      status: 201,
      body: {
        post: {
          ...post,
          tags: ['drinks', 'tea'],
          priority: 3,
          isPublished: false,
          links: [{ label: 'Leaves', url: 'https://example.org/leaves' }],
        },
      },
    })
    const publishAt: unknown = (await collection('blogposts').findOne())?.publishAt
    expect(publishAt).toEqual(new Date('2027-01-01T08:00'))
  })

  it.each([
    ['nothing', [], ['body', 'title']],
    [
      'short texts and wrong values',
      [
        ['title', 'T'],
        ['body', 'short'],
        ['priority', '10'],
        ['publishAt', 'x'],
        ['isPublished', 'x'],
      ],
      ['body', 'isPublished', 'priority', 'publishAt', 'title'],
    ],
    ['too many tags', [...Object.entries(post), ...['a', 'b', 'c', 'd'].map((tag) => ['tags', tag])], ['tags']],
    [
      'a date for what is published',
      [...Object.entries(post), ['isPublished', 'on'], ['publishAt', '2027-01-01']],
      ['publishAt'],
    ],
    [
      'wrong links',
      [
        ...Object.entries(post),
        ['links[0][label]', 'x'],
        ['links[1][label]', ''],
        ['links[1][url]', 'ftp:'],
        ['links[1][rel]', 'x'],
      ],
      ['links.0.url', 'links.1.label', 'links.1.rel', 'links.1.url'],
    ],
    ['what only the server sets', [...Object.entries(post), ['views', '1000'], ['author', 'me']], ['author', 'views']],
  ])('does not create a post of %s', async (_what, fields, names) => {
    expect(await wrong('/posts', fields as [string, string][])).toEqual(names)
    expect(await collection('blogposts').countDocuments()).toBe(0)
  })

  it('saves a post', async () => {
    const path = `/posts/${await createPost()}`
    expect((await submit(path, { ...post, title: 'Coffee', isPublished: 'on', tags: 'drinks' })).body).toMatchObject({
      post: { title: 'Coffee', isPublished: true, tags: ['drinks'] },
    })
    // A box that is not checked, and a list without an entry, send nothing.
    expect((await submit(path, post)).body).toMatchObject({ post: { isPublished: false, tags: [] } })
    expect(await wrong(path, { title: 'Tea' })).toEqual(['body'])
  })

  it('takes a comment of a person', async () => {
    const path = `/posts/${id}/comments`
    const comment = { name: 'Bob', email: 'bob@example.org', text: 'Nice.', homepage: '' }
    expect(await submit(path, comment)).toMatchObject({ status: 201, body: { comments: 1 } })
    expect(await wrong(path, { ...comment, homepage: 'https://spam.example' })).toEqual(['homepage'])
    expect(await wrong(path, { name: 'B', email: 'bob', text: 'x'.repeat(2001), post: id })).toEqual([
      'email',
      'name',
      'post',
      'text',
    ])
  })

  it('takes a message', async () => {
    const message = { name: 'Bob', email: 'bob@example.org', subject: 'praise', message: 'What a nice blog!' }
    expect(await submit('/contact', message)).toMatchObject({ status: 202, body: { subject: 'praise' } })
    expect(await wrong('/contact', { email: 'x', subject: 'spam', message: 'short', to: 'all' })).toEqual([
      'email',
      'message',
      'name',
      'subject',
      'to',
    ])
  })

  it('orders posts', async () => {
    const ids = [await createPost(), await createPost()]
    expect((await send('PUT', '/api/posts/order', { ids })).body).toEqual({ success: true, ordered: 2 })
    expect((await collection('blogposts').find().toArray()).map(({ priority }) => priority as unknown)).toEqual([0, 1])
    expect(failures(await send('PUT', '/api/posts/order', { ids: [id, 'x'], all: true }))).toEqual(['all', 'ids.1'])
    expect(failures(await send('PUT', '/api/posts/order', {}))).toEqual(['ids'])
    expect(failures(await send('PUT', '/api/posts/order', { ids: [] }))).toEqual(['ids'])
  })

  it('takes changes beside what it sent', async () => {
    const path = `/api/posts/${await createPost()}`
    const stored = { _id: id, __v: 3, createdAt: 'x', updatedAt: null, views: 99 }
    expect((await send('PATCH', path, { ...stored, title: 'Coffee' })).body).toMatchObject({
      post: { ...post, title: 'Coffee', views: 0 },
    })
    expect(failures(await send('PATCH', path, { ...stored, title: 'T', priority: 1 }))).toEqual(['priority', 'title'])
    expect((await send('PATCH', path, stored)).status).toBe(400)
  })
})
