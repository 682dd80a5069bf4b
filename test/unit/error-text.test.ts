import { deepStrictEqual } from 'node:assert'
import { describe, expect, it } from 'vitest'
import { guard as expressGuard } from '../../src/adapters/express.ts'
import { guard as webGuard } from '../../src/adapters/web.ts'
import type { GuardErrorItem } from '../../src/index.ts'
import { modelOf } from '../support/models.ts'
import { type App, expressVersions, type Handler, send } from '../support/server.ts'

const Member = modelOf({ name: { type: String, required: true }, age: Number })
const allow = ['name', 'age'] as const
const text = 'name: Path `name` is required.; age: Expected number, received string; role: Field is not allowed'
const body = { age: '3', role: 'admin' }

const logged = (errors: { toString: () => string }) => `Refused: ${errors.toString()}`

/** What `onReject` gets in Express. */
function errorsOf(options: object, sent: unknown): Promise<GuardErrorItem[]> {
  return new Promise((resolve) => {
    expressGuard(Member, { allow, onReject: resolve, ...options } as never)(
      { body: sent } as never,
      {},
      () => undefined,
    )
  })
}

describe('the text of errors, for logs', () => {
  it('names each path', async () => {
    expect(logged(await errorsOf({}, body))).toBe(`Refused: ${text}`)
    expect(logged(await errorsOf({ details: true }, body))).toBe(`Refused: ${text}`)
  })

  it('is one line, whatever a client sends', async () => {
    const controls = '\n\r\t\u0000\u001B[31m\u007F\u0085\u2028\u2029'
    const escaped = String.raw`\u000a\u000d\u0009\u0000\u001b[31m\u007f\u0085\u2028\u2029`
    const rules = { name: { enum: ['Ada'] } }
    const errors = await errorsOf({ rules }, { name: `é😀${controls}`, [controls]: 1 })
    const message = (value: string) => `\`é😀${value}\` is not a valid enum value for path \`name\`.`
    expect(logged(errors)).toBe(`Refused: name: ${message(escaped)}; ${escaped}: Field is not allowed`)
    expect(errors[0]?.message).toBe(message(controls))
  })

  it('is seen by nobody else', async () => {
    const errors = await errorsOf({}, { ...body, name: 'Ada', role: undefined })
    const plain = [
      { code: 'invalid_type', path: 'age', message: 'Expected number, received string' },
      { code: 'forbidden_field', path: 'role', message: 'Field is not allowed' },
    ]
    expect(errors).toStrictEqual(plain)
    deepStrictEqual(errors, plain)
    expect(JSON.stringify({ errors })).toBe(JSON.stringify({ errors: plain }))
    expect(structuredClone(errors)).toStrictEqual(plain)
    expect(errors.flatMap((item) => Reflect.ownKeys(item))).toEqual(plain.flatMap((item) => Object.keys(item)))
  })

  it('is there for a body as a whole, a check of the route and a body that is too deep', async () => {
    const check = () => ({ path: 'name', message: 'Is taken' })
    expect(logged(await errorsOf({ check }, { name: 'Ada' }))).toBe('Refused: name: Is taken')
    expect(logged(await errorsOf({ check }, 5))).toBe('Refused: Body must be a JSON object, received number')
    let deep: object = {}
    for (let level = 0; level < 200; level++) deep = { any: deep }
    expect(logged(await errorsOf({ extra: { any: {} } }, { any: deep }))).toContain('nested deeper than 100 levels')
  })

  it.each(expressVersions)('reaches onReject on Express $version', async ({ express }) => {
    const app: App = express()
    app.use(express.json())
    const seen: string[] = []
    const onReject = (
      errors: GuardErrorItem[],
      _req: unknown,
      res: { status: (code: number) => { end: () => void } },
    ) => {
      seen.push(logged(errors))
      res.status(400).end()
    }
    app.post('/', expressGuard(Member, { allow, onReject: onReject as never }) as unknown as Handler, () => undefined)
    await send(app, 'POST', '/', body)
    await send(app, 'PUT', '/', body)
    expect(seen).toEqual([`Refused: ${text}`])
  })

  it('reaches onReject of a web handler, for what is no JSON too', async () => {
    const seen: string[] = []
    const onReject = (errors: GuardErrorItem[]) => {
      seen.push(logged(errors))
      return new Response()
    }
    const handler = webGuard(Member, { allow, onReject }, () => new Response())
    for (const sent of [JSON.stringify(body), '']) {
      await handler(new Request('http://localhost', { method: 'POST', body: sent }))
    }
    expect(seen).toEqual([`Refused: ${text}`, 'Refused: Body is empty: the request needs a JSON body'])
  })
})
