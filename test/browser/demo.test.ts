import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../examples/express/app.ts'
import { openStorage } from '../../examples/express/storage.ts'
import { launchChromium } from './chromium.ts'

interface User {
  _id: string
  name: string
  email: string
  role: string
  address?: Record<string, string>
}

const DESKTOP = { viewport: { width: 1280, height: 900 } }
const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true }

let browser: Browser
let origin: string
let page: Page
let consoleErrors: string[]

beforeAll(async () => {
  browser = await launchChromium()
  const storage = await openStorage(undefined)
  const server = createServer(createApp({ isEmbedded: storage.isEmbedded }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
    await storage.close()
  }
})

const open = async (options: BrowserContextOptions): Promise<void> => {
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
  await page.goto(origin)
  await page.getByRole('button', { name: 'Attack' }).waitFor()
}

const close = async (): Promise<void> => {
  await page.context().close()
  expect(consoleErrors).toEqual([])
}

const sendButton = (): Locator => page.getByRole('button', { name: 'Send', exact: true })
const bodyField = (): Locator => page.getByLabel('JSON body')
const chooseExample = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
const chooseRoute = (name: string): Promise<void> => page.getByRole('radio', { name }).check()
const outcome = async (): Promise<string> => {
  await page.locator('[role=status] strong').waitFor()
  return page.getByRole('status').innerText()
}
const problems = (): Locator => page.getByRole('list', { name: 'The body that was sent' }).getByRole('button')
const readUsers = async (): Promise<User[]> => (await fetch(`${origin}/users`)).json() as Promise<User[]>

describe('on a desktop', () => {
  beforeEach(() => open(DESKTOP))
  afterEach(close)

  it('an attack is turned away at the fields that it may not set', async () => {
    const before = await readUsers()
    await sendButton().click()
    expect(await outcome()).toContain('400 Bad Request')
    expect(await problems().allInnerTexts()).toEqual(
      ['role', 'credit', 'addresses.0.verified'].map((path) => `forbidden_field\n${path}\nField is not allowed`),
    )
    const line = problems().first().locator('xpath=preceding-sibling::code')
    expect(await line.innerText()).toBe('  "role": "admin",')
    expect(await readUsers()).toEqual(before)
  })

  it('the code of the route fills the right half, with the guard and without', async () => {
    const code = page.locator('#code')
    expect(await code.innerText()).toContain("app.post('/users', accepted, async (req, res) => {")
    await page.getByRole('switch', { name: 'Without the guard' }).check()
    expect(await code.innerText()).toContain('await User.create(req.body)')
    await chooseRoute('PATCH /users/:id')
    expect(await code.innerText()).toContain('findByIdAndUpdate(req.params.id, req.body)')
  })

  it.each(['POST /users', 'PATCH /users/:id', 'POST /orders', 'PATCH /orders/:id'])(
    'without the guard, the attack on %s is really saved',
    async (route) => {
      await chooseRoute(route)
      await page.getByRole('switch', { name: 'Without the guard' }).check()
      await sendButton().click()
      expect(await outcome()).toContain('Nothing stood in the way')
      expect((await page.locator('.stages li').allInnerTexts())[1]).toContain('not there')
      const stolen = (await page.locator('.line.forbidden').allInnerTexts()).join('')
      expect(stolen).toMatch(
        route.endsWith('s') || route.includes('users') ? /"role": "admin"|"status": "paid"/ : /"status": "shipped"/,
      )
      const all = JSON.stringify(
        await (await fetch(`${origin}/${route.includes('users') ? 'users' : 'orders'}`)).json(),
      )
      expect(all).toMatch(route.includes('users') ? /"role":"admin"/ : /"status":"(?:paid|shipped)"/)
    },
  )

  it('the answer is in view after Send, also below a long body', async () => {
    await chooseExample('Several problems')
    await bodyField().fill(`{\n${Array.from({ length: 40 }, (_, index) => `  "field${index}": 1`).join(',\n')}\n}`)
    await sendButton().click()
    await outcome()
    const box = async () => (await page.getByRole('status').boundingBox()) ?? { y: -1, height: 0 }
    await expect.poll(async () => (await box()).y).toBeGreaterThanOrEqual(0)
    const { y, height } = await box()
    expect(y + height).toBeLessThan(DESKTOP.viewport.height)
    expect(await page.evaluate('scrollY')).toBeGreaterThan(0)
    const bottomOf = async (id: string) => {
      const { y = 0, height = 0 } = (await page.locator(id).boundingBox()) ?? {}
      return y + height
    }
    // It stays beside its request, and covers nothing below.
    expect(await bottomOf('#answer')).toBeLessThanOrEqual(await bottomOf('.pair'))
  })

  it('a good body is saved, shown, and read back over HTTP', async () => {
    await chooseExample('Good')
    await sendButton().click()
    expect(await outcome()).toContain('201 Created')
    const document = page.getByRole('list', { name: 'The saved document' })
    const shown = JSON.parse((await document.locator('code').allInnerTexts()).join('\n')) as User
    const response = await fetch(`${origin}/users/${shown._id}`)
    expect(await response.json()).toEqual(shown)
    expect(shown).toMatchObject({ name: 'Grace Hopper', role: 'member' })
    const fresh = page.getByRole('list', { name: 'Users' }).getByRole('listitem').first()
    expect(await fresh.innerText()).toMatch(/Grace Hopper[^]*just saved[^]*grace@example\.com/)
  })

  it('the saved document tells what came from the body', async () => {
    await bodyField().fill('{ "name": "Alan Turing", "email": "alan@example.com" }')
    await sendButton().click()
    expect(await outcome()).toContain('201 Created')
    expect(await page.locator('.line.sent').allInnerTexts()).toEqual([
      '  "name": "Alan Turing",',
      '  "email": "alan@example.com",',
    ])
  })

  it('a PATCH changes one field of the address and keeps the others', async () => {
    await chooseRoute('PATCH /users/:id')
    const [ada] = (await readUsers()).filter(({ email }) => email === 'ada@example.com')
    await page.getByLabel('Document to change').selectOption(ada?._id ?? '')
    await chooseExample('Good')
    await sendButton().click()
    expect(await outcome()).toContain('200 OK')
    const [changed] = (await readUsers()).filter(({ email }) => email === 'ada@example.com')
    expect(changed?.address).toEqual({ ...ada?.address, city: 'Oxford' })
  })

  it('a body is written and sent with the keyboard alone, and an error leads back to its line', async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText('{\n  "name": "G",\n  "tags": []\n}')
    await page.keyboard.press('Control+Enter')
    expect(await outcome()).toContain('2 problems')
    expect(await problems().allInnerTexts()).toEqual([
      expect.stringMatching(/^invalid_value: minlength\s+name\s+Path `name` \(`G`, length 1\) is shorter/),
      expect.stringMatching(/^invalid_value: required\s+email\s+Path `email` is required\.$/),
    ])
    expect(await page.locator('.absent code').innerText()).toBe('  "email": missing')
    await problems().first().press('Enter')
    expect(await page.evaluate('String(getSelection())')).toBe('  "name": "G",')
    await page.keyboard.insertText('  "name": "Grace",')
    expect(await bodyField().inputValue()).toBe('{\n  "name": "Grace",\n  "tags": []\n}')
  })

  it('JSON that does not parse is shown at the line where it breaks', async () => {
    await chooseExample('Broken JSON')
    await sendButton().click()
    expect(await outcome()).toContain('The guard never saw it')
    expect(await page.locator('.line.wrong > code').allInnerTexts()).toEqual(['  "email": "grace@example.com"'])
  })

  it('a rule of the database is told apart from the guard’s', async () => {
    await chooseExample('Taken email')
    await sendButton().click()
    expect(await outcome()).toContain('409 Conflict')
    expect(await page.locator('.stages li').allInnerTexts()).toEqual([
      expect.stringContaining('passed'),
      expect.stringContaining('passed'),
      expect.stringContaining('stopped here'),
    ])
  })

  it('what is sent is shown as text, never run as markup', async () => {
    await bodyField().fill('{ "name": 1, "<img src=x onerror=alert(1)>": "<script>alert(1)</script>" }')
    await sendButton().click()
    expect(await outcome()).toContain('3 problems')
    expect(await page.locator('#result img, #result script').count()).toBe(0)
  })

  it('the page says that the embedded database is not MongoDB', async () => {
    expect(await page.locator('#storage').innerText()).toContain('It is not MongoDB')
  })
})

describe.each(['light', 'dark'] as const)('on a phone in a %s theme', (colorScheme) => {
  beforeEach(() => open({ ...PHONE, colorScheme }))
  afterEach(close)

  const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth')

  it('everything fits the width, and the answer comes into view', async () => {
    expect(await overflow()).toBe(0)
    await chooseExample('Several problems')
    await sendButton().tap()
    expect(await outcome()).toContain('400 Bad Request')
    expect(await overflow()).toBe(0)
    const top = () => page.evaluate("document.getElementById('answer').getBoundingClientRect().top / innerHeight")
    await expect.poll(top).toBeLessThan(0.5)
  })

  it('text stands out from its background by at least 4.5 to 1', async () => {
    await chooseExample('Several problems')
    await sendButton().tap()
    await outcome()
    expect(await page.evaluate(LOW_CONTRAST)).toEqual([])
    await chooseExample('Good')
    await sendButton().tap()
    await page.getByRole('list', { name: 'The saved document' }).waitFor()
    expect(await page.evaluate(LOW_CONTRAST)).toEqual([])
  })
})

describe.each([
  ['a desktop', 'light', DESKTOP],
  ['a desktop', 'dark', DESKTOP],
  ['a phone', 'light', PHONE],
  ['a phone', 'dark', PHONE],
] as const)('the API page on %s in a %s theme', (_device, colorScheme, device) => {
  beforeEach(async () => {
    await open({ ...device, colorScheme })
    await page.getByRole('link', { name: 'The API' }).click()
    await page.getByRole('heading', { name: 'mongoose-guard demo' }).waitFor()
  })
  afterEach(close)

  it('shows every guarded route with its body, within the width', async () => {
    const operations = page.locator('.opblock')
    const texts = await operations.locator('.opblock-summary-path').allInnerTexts()
    const paths = texts.map((text) => text.replace(/[\s\u200b]/g, ''))
    expect(paths).toEqual(['/users', '/users', '/users/{id}', '/orders', '/orders', '/orders/{id}'])
    await page
      .getByRole('button', { name: /post.*users.*Signs up/i })
      .first()
      .click()
    const operation = page.locator('.opblock-post', { hasText: 'Signs up' })
    await operation.getByText('Request body').waitFor()
    await operation.getByRole('tab', { name: 'Schema' }).first().click()
    expect(await operation.innerText()).toContain('newsletter')
    expect(await operation.innerText()).not.toContain('role')
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgba(0, 0, 0, 0)')
  })
})

// WCAG 2's contrast ratio of every element that holds text of its own, against the nearest opaque background.
const LOW_CONTRAST = `(() => {
  const parse = (color) => {
    const [red, green, blue, alpha = 1] = color.match(/[\\d.]+/g).map(Number)
    return { rgb: [red, green, blue], alpha }
  }
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((value) => {
      const part = value / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const background = (node) => {
    for (let at = node; at !== null; at = at.parentElement) {
      const { rgb, alpha } = parse(getComputedStyle(at).backgroundColor)
      if (alpha === 1) return rgb
    }
    return [255, 255, 255]
  }
  const low = []
  for (const node of document.querySelectorAll('body *')) {
    const hasText = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== '')
    if (!hasText || node.closest('[hidden], noscript, script') || !node.checkVisibility()) continue
    const pair = [luminance(parse(getComputedStyle(node).color).rgb), luminance(background(node))].sort((a, b) => b - a)
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05)
    if (ratio < 4.5) low.push(node.tagName + '.' + node.className + ' ' + ratio.toFixed(2) + ' ' + node.textContent)
  }
  return low
})()`
