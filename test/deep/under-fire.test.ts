import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guard } from '../../src/adapters/express.ts'
import { families } from '../hostile/families.ts'
import { targetModel, targetPaths } from '../hostile/target.ts'
import { modelOf, sub } from '../support/models.ts'
import { expressVersions, type Express, type Handler, withServer } from '../support/server.ts'

const looseGuard = guard as unknown as (...parameters: unknown[]) => Handler

const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)

beforeAll(() => {
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
})

afterAll(() => {
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
})

const Target = targetModel()

/** Every kind of function that a schema can have, in each of many elements. */
const Busy = modelOf({
  lines: [
    sub({
      own: { type: String, validate: (value: string) => value !== 'bad' },
      receiver: {
        type: String,
        validate(this: { own?: string }, value: string) {
          return value !== this.own
        },
      },
      slow: { type: String, validate: async (value: string) => Promise.resolve(value !== 'bad') },
      rejecting: {
        type: String,
        validate: [
          async (value: string) => (value === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve(true)),
          () => false,
        ],
      },
      throwing: {
        type: String,
        validate: () => {
          throw new Error('thrown')
        },
      },
    }),
  ],
})

const line = { own: 'bad', receiver: 'bad', slow: 'bad', rejecting: 'bad', throwing: 'x' }

function appOf(express: Express) {
  const app = express()
  app.use(express.json({ limit: '5mb' }))
  const accept: Handler = (req, res) => res.status(201).json(req.validated)
  app.post('/target', looseGuard(Target, { allow: targetPaths }), accept)
  app.post('/busy', looseGuard(Busy, { allow: ['lines'] }), accept)
  return app
}

const post = async (url: string, body: string) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(120_000),
  })
  return { status: response.status, bytes: (await response.text()).length }
}

describe.each(expressVersions)('a server on Express $version under hostile bodies', ({ express }) => {
  it('answers each of them within its bounds, and everybody else as ever', async () => {
    const ordinary = JSON.stringify({ name: 'alice', email: 'a@b.co' })
    await withServer(appOf(express), async (url) => {
      for (const { name, text, isGood = false } of families) {
        const hostile = text(300_000)
        const [answer, other] = await Promise.all([post(`${url}/target`, hostile), post(`${url}/target`, ordinary)])
        expect(answer.status, name).toBe(isGood ? 201 : 400)
        expect(answer.bytes, name).toBeLessThanOrEqual(128 * 1024 + 2 * Buffer.byteLength(hostile))
        expect(other).toEqual({ status: 201, bytes: ordinary.length })
      }
    })
    expect(unhandled).toEqual([])
  })

  it('leaves no promise unhandled where every line fails in every way', async () => {
    const body = JSON.stringify({ lines: Array.from({ length: 400 }, () => line) })
    await withServer(appOf(express), async (url) => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => post(`${url}/busy`, body)))
      for (const { status, bytes } of answers) {
        expect(status).toBe(400)
        expect(bytes).toBeGreaterThan(50_000)
      }
    })
    expect(unhandled).toEqual([])
  })
})
