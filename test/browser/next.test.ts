import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import mongoose from 'mongoose'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startEmbeddedDatabase } from '../../examples/database/embedded-database.ts'
import { launchChromium } from './chromium.ts'
import { errorsOfRoutes } from './next-types.ts'

const PREPARE_MS = 600_000

type Stored = Record<string, unknown>

let origin: string
let browser: Browser
let page: Page
let consoleErrors: string[]
let members: mongoose.mongo.Collection<Stored>
let suggestions: mongoose.mongo.Collection<Stored>

beforeAll(async () => {
  browser = await launchChromium()
  const database = await startEmbeddedDatabase()
  const app = startApp(database.uri)
  const connection = mongoose.createConnection(database.uri)
  members = (await connection.asPromise()).collection('members')
  suggestions = connection.collection<Stored>('suggestions')
  origin = await addressOf(app)
  return async () => {
    await browser.close()
    await stop(app)
    await connection.close()
    await database.stop()
  }
}, PREPARE_MS)

/** Starts what `npm run demo:next` starts, on a free port. */
function startApp(uri: string): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '../../examples/next/demo.mjs')], {
    env: { ...process.env, MONGODB_URI: uri, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that nothing that it starts outlives the test.
    detached: true,
  })
}

function addressOf(app: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const address = /Local:\s+(http:\/\/\S+)[^]*Ready/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    }
    app.stdout?.on('data', read)
    app.stderr?.on('data', read)
    app.once('exit', (code) => {
      reject(new Error(`The app ended with ${String(code)} before it was ready:\n${output}`))
    })
  })
}

async function stop(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.pid === undefined) return
  const ended = new Promise((resolve) => app.once('exit', resolve))
  process.kill(-app.pid, 'SIGTERM')
  await ended
}

beforeEach(async () => {
  await members.deleteMany({})
  await suggestions.deleteMany({})
  await open({ viewport: { width: 1200, height: 1000 } })
})

afterEach(async () => {
  await page.context().close()
  expect(consoleErrors).toEqual([])
})

async function open(options: Parameters<Browser['newContext']>[0]): Promise<void> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(60_000)
  page = await context.newPage()
  consoleErrors = []
  page.on('pageerror', (error) => consoleErrors.push(error.message))
  page.on('console', (message) => {
    // Chromium itself logs each answer of 400 and above; here they are what is being tested.
    const isExpected = /^Failed to load resource: .* status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !isExpected) consoleErrors.push(message.text())
  })
  await page.goto(origin, { waitUntil: 'networkidle' })
}

const field = (label: string): Locator => page.getByLabel(label, { exact: true })
const submit = (): Promise<void> => page.getByRole('button', { name: 'Join' }).click()

async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(label).fill(value)
}

/** What a screen reader says after the name of a field. */
async function described(label: string): Promise<string> {
  const ids = await field(label).getAttribute('aria-describedby')
  const texts = (ids ?? '').split(' ').filter((id) => id !== '')
  return (await Promise.all(texts.map((id) => page.locator(`[id="${id}"]`).innerText()))).join(' ')
}

it('an attack by fetch from the page is turned away with every problem, and nothing is saved', async () => {
  const answer = await page.evaluate(`fetch('/api/members', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Mallory', email: 'm@example.org', age: '41', role: 'librarian', fines: -100 }),
  }).then(async (response) => ({ status: response.status, body: await response.json() }))`)
  expect(answer).toEqual({
    status: 400,
    body: {
      errors: [
        { code: 'invalid_type', path: 'age', message: 'Expected number, received string' },
        { code: 'forbidden_field', path: 'role', message: 'Field is not allowed' },
        { code: 'forbidden_field', path: 'fines', message: 'Field is not allowed' },
      ],
    },
  })
  expect(await members.countDocuments()).toBe(0)
})

it('each error stands at its field, and the first of them has the focus', async () => {
  await fill({ Name: 'A', Email: 'ada', Age: '12', Postcode: '?', Interests: 'tea, a very long list of interests' })
  await submit()
  await expect.poll(() => described('Name')).toBe('A name has at least 2 letters.')
  expect(await described('Email')).toBe('This is not an email address.')
  expect(await described('Age')).toBe('Members are 16 or older.')
  expect(await described('Postcode')).toBe('This is not a postcode.')
  expect(await described('Interests')).toBe('Up to five, with commas between them. An interest has at most 20 letters.')
  expect(await described('City')).toBe('')
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name')
  expect(await members.countDocuments()).toBe(0)
})

it('the code of the route stands beside the form, and so do the request and the response', async () => {
  const code = page.getByLabel('app/api/members/route.ts')
  expect(await code.innerText()).toContain('export const POST = guard(newMember, async (request) => {')
  await fill({ Name: 'Mallory Crane', Email: 'mallory@example.org' })
  await page.getByLabel('as an attacker would').check()
  await submit()
  expect(await page.getByLabel('The request').innerText()).toMatch(/^POST \/api\/members\n[^]*"role": "librarian"/)
  expect(await page.getByLabel('The response').innerText()).toMatch(/^400 Bad Request\n[^]*"path": "role"/)
})

it('a field that the route does not allow is reported for the form as a whole', async () => {
  await fill({ Name: 'Mallory Crane', Email: 'mallory@example.org' })
  await page.getByLabel('as an attacker would').check()
  await submit()
  expect(await page.getByRole('main').getByRole('alert').innerText()).toBe(
    'This form may not set “role”. Nothing was saved.',
  )
  expect(await members.countDocuments()).toBe(0)
})

it('a good sign-up is saved with the defaults of the schema, and listed', async () => {
  await signUpAda()
  const listed = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  expect(await listed.allInnerTexts()).toEqual([
    expect.stringMatching(/Ada Lovelace[^]*ada@example\.org · London[^]*student card[^]*member[^]*maths[^]*tea/),
  ])
  expect(await members.findOne()).toMatchObject({
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    age: 36,
    card: 'student',
    address: { street: '12 St James Square', city: 'London', postcode: '' },
    interests: ['maths', 'tea'],
    newsletter: true,
    role: 'member',
    fines: 0,
  })
  expect(await field('Name').inputValue()).toBe('')
})

it('what only the database can know is shown at its field, too', async () => {
  await signUpAda()
  await fill({ Name: 'Ada Byron', Email: 'ADA@example.org' })
  await submit()
  await expect.poll(() => described('Email')).toBe('Somebody has joined with this address already.')
  expect(await members.countDocuments()).toBe(1)
})

it('an edit sends what was changed in a PATCH, leaves the rest alone, and is there after a reload', async () => {
  await signUpAda()
  const before = await members.findOne()
  await page.getByRole('link', { name: 'Edit the profile of Ada Lovelace' }).click()
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
  await fill({ City: 'Bath', Age: '5' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => described('Age')).toBe('Members are 16 or older.')
  expect(await members.findOne()).toEqual(before)

  await field('Age').fill('37')
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'PATCH'),
    page.getByRole('button', { name: 'Save changes' }).click(),
  ])
  expect(request.postDataJSON()).toEqual({ age: 37, address: { city: 'Bath' } })
  await expect.poll(() => page.getByRole('status').innerText()).toBe('Saved.')
  expect(await members.findOne()).toEqual({
    ...before,
    age: 37,
    address: { street: '12 St James Square', city: 'Bath', postcode: '' },
    updatedAt: expect.any(Date) as Date,
  })
  await page.reload({ waitUntil: 'networkidle' })
  expect([await field('City').inputValue(), await field('Age').inputValue()]).toEqual(['Bath', '37'])
})

it.each([true, false])(
  'a form by server action is read, refused and saved, with JavaScript: %s',
  async (javaScriptEnabled) => {
    await page.context().close()
    await open({ viewport: { width: 1200, height: 1000 }, javaScriptEnabled })
    await page.goto(`${origin}/suggest`, { waitUntil: 'networkidle' })
    await fill({ Title: 'E', Pages: 'many', 'Wanted by': '2027-01-31', Author: 'Jane Austen', 'Born in': '' })
    await page.getByLabel('audio').check()
    await page.getByLabel('print', { exact: true }).check()
    await page.getByLabel('It is urgent').check()
    const suggest = page.getByRole('button', { name: 'Suggest' })
    await suggest.click()
    await expect.poll(() => described('Title')).toBe('At least 2 letters.')
    expect(await described('Pages')).toBe('Expected number, received string')
    expect([await field('Author').inputValue(), await page.getByLabel('audio').isChecked()]).toEqual([
      'Jane Austen',
      true,
    ])
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
    expect(await suggestions.countDocuments()).toBe(0)

    await fill({ Title: 'Emma', Pages: '474' })
    await suggest.click()
    await expect.poll(() => page.getByRole('status').innerText()).toBe('Thank you for “Emma”.')
    const saved = await suggestions.findOne({}, { projection: { _id: 0, __v: 0 } })
    expect(saved).toEqual({
      title: 'Emma',
      pages: 474,
      wantedBy: new Date('2027-01-31'),
      formats: ['print', 'audio'],
      author: { name: 'Jane Austen' },
      isUrgent: true,
      isBought: false,
    })
  },
)

it('a body over the limit gets 413', async () => {
  const answer = await page.evaluate(`fetch('/api/members', {
    method: 'POST',
    body: JSON.stringify({ name: 'x'.repeat(300_000) }),
  }).then(async (response) => ({ status: response.status, body: await response.json() }))`)
  expect(answer).toEqual({
    status: 413,
    body: { errors: [{ code: 'invalid_body', message: 'Body is larger than 102400 bytes' }] },
  })
})

it.each(['light', 'dark'] as const)('fits a phone in a %s theme, errors and members included', async (colorScheme) => {
  await signUpAda()
  await page.context().close()
  await open({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, colorScheme })
  await fill({ Name: 'A', Interests: 'an-interest-that-is-far-too-long-to-be-one' })
  await submit()
  await expect.poll(() => described('Name')).toBe('A name has at least 2 letters.')
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
})

it("Next.js's own check of its routes takes guarded handlers, and only those that fit", () => {
  const context = "{ params }: RouteContext<'/api/members/[id]'>"
  const fitting = [
    'guard(memberChanges, async (request) => Response.json(request.validated))',
    "guard(Member, { allow: ['name'] }, (request, context) => new Response(request.validated.name))",
    `guard(memberChanges, async (request, ${context}) => new Response((await params).id))`,
    'guard(memberChanges, (request: NextRequest & { validated: Changes }) => new Response(request.nextUrl.pathname))',
  ]
  const wrong = [
    'guard(memberChanges, async (request) => ({ saved: request.validated }))',
    'guard(memberChanges, (request, context: { params: Promise<{ slug: string }> }) => new Response())',
    `guard(memberChanges, async (request, ${context}) => new Response((await params).slug))`,
    'guard(memberChanges, (request) => Response.json(request.validated.role))',
    'guard(memberChanges, (request: NextRequest) => Response.json(request.validated))',
  ]
  const refused = expect.stringMatching(
    /does not satisfy the constraint 'RouteHandlerConfig<"\/api\/members\/\[id\]">'/,
  ) as string
  expect(errorsOfRoutes([...fitting, ...wrong])).toEqual([
    ...fitting.map(() => []),
    [refused],
    [refused],
    [expect.stringMatching(/^Property 'slug' does not exist/)],
    [expect.stringMatching(/^Property 'role' does not exist/)],
    ["Property 'validated' does not exist on type 'NextRequest'."],
  ])
})

async function signUpAda(): Promise<void> {
  await fill({
    Name: 'Ada Lovelace',
    Email: 'ada@example.org',
    Age: '36',
    Street: '12 St James Square',
    City: 'London',
    Interests: 'Maths, tea',
  })
  await field('Library card').selectOption('student')
  await page.getByLabel('Send me the newsletter').check()
  await submit()
  await page.getByRole('link', { name: 'Edit the profile of Ada Lovelace' }).waitFor()
}
