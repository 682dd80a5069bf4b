import { describe, expect, it } from 'vitest'
import { broken, forbidden, looseGuard, type LooseGuard, wrongType } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

const mostInFlight = 100

/** A rule that is asked and answers later, and what it saw of the others. */
function slowRule(answer: (value: string) => boolean = () => true) {
  const seen = { started: 0, pending: 0, most: 0 }
  const validate = async (value: string): Promise<boolean> => {
    seen.started++
    seen.most = Math.max(seen.most, ++seen.pending)
    await new Promise((resolve) => setTimeout(resolve, value.length % 3))
    seen.pending--
    return answer(value)
  }
  return { seen, validate }
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => 'x'.repeat(1 + (index % 4)))
const items = (count: number) => texts(count).map((name) => ({ name }))

function guardOf(definition: object, maxErrors?: number): LooseGuard {
  const options = maxErrors === undefined ? {} : { maxErrors }
  return looseGuard(modelOf(definition), { allow: Object.keys(definition), ...options })
}

describe('asynchronous rules', () => {
  it.each<[where: string, definition: (validate: unknown) => object, body: unknown]>([
    ['an array', (validate) => ({ list: [{ type: String, validate }] }), { list: texts(1000) }],
    ['sub-documents', (validate) => ({ list: [sub({ name: { type: String, validate } })] }), { list: items(1000) }],
    [
      'sub-documents with asynchronous rules of their own',
      (validate) => ({
        list: [
          sub({ own: { type: sub({ name: { type: String, validate } }), validate: () => Promise.resolve(true) } }),
        ],
      }),
      { list: items(400).map((own) => ({ own })) },
    ],
    [
      'sub-documents that a setter of the array made',
      (validate) => ({ list: { type: [sub({ name: { type: String, validate } })], set: (list: object[]) => list } }),
      { list: items(1000) },
    ],
  ])('in %s are asked a hundred at a time, and all of them', async (_where, definition, body) => {
    const { seen, validate } = slowRule()
    const guard = guardOf(definition(validate))
    expect(await guard.validate(body)).toEqual({ ok: true, validated: body })
    // A rule that waits for another one is counted while it waits.
    expect(seen.most).toBeGreaterThanOrEqual(mostInFlight / 2)
    expect(seen.most).toBeLessThanOrEqual(mostInFlight)
    expect(seen.pending).toBe(0)
    expect(seen.started).toBe(JSON.stringify(body).match(/x+/g)?.length)
  })

  it('are asked a hundred at a time where they wait for the document, too', async () => {
    const seen = { pending: 0, most: 0 }
    async function validate(this: { name: string }): Promise<boolean> {
      seen.most = Math.max(seen.most, ++seen.pending)
      await new Promise((resolve) => setTimeout(resolve, this.name.length % 3))
      seen.pending--
      return true
    }
    const guard = guardOf({ list: [sub({ name: { type: String, validate } })] })
    expect(await guard.validate({ list: items(1000) })).toMatchObject({ ok: true })
    expect(seen).toEqual({ pending: 0, most: mostInFlight })
  })

  it('are not asked where the answer is full already', async () => {
    const { seen, validate } = slowRule()
    const list = { list: texts(1000) }
    const definition = { first: Number, list: [{ type: String, validate }] }
    expect(await guardOf(definition, 1).validate({ first: 'x', ...list })).toEqual({
      ok: false,
      errors: [wrongType('first', 'number', 'string')],
    })
    expect(seen.started).toBe(0)
    const { validate: thrower, seen: afterwards } = slowRule()
    const sync = { type: String, validate: () => false }
    const guard = guardOf({ list: [sub({ sync, slow: { type: String, validate: thrower } })] }, 3)
    const outcome = await guard.validate({ list: texts(1000).map((text) => ({ sync: text, slow: text })) })
    expect(outcome).toMatchObject({
      errors: [{ path: 'list.0.sync' }, { path: 'list.1.sync' }, { path: 'list.2.sync' }],
    })
    expect(afterwards.started).toBeLessThanOrEqual(3)
  })

  it.each([1, 7, 250])('that fail are no more than maxErrors (%i), the first of the body', async (maxErrors) => {
    const { seen, validate } = slowRule(() => false)
    const guard = guardOf({ list: [{ type: String, validate: { validator: validate, message: 'no' } }] }, maxErrors)
    const outcome = await guard.validate({ list: texts(5000) })
    const expected = Array.from({ length: maxErrors }, (_, index) => broken(`list.${index}`, 'user defined', 'no'))
    expect(outcome).toEqual({ ok: false, errors: expected })
    expect(seen.started).toBeLessThanOrEqual(maxErrors + mostInFlight)
    expect(seen.most).toBeLessThanOrEqual(mostInFlight)
  })

  it('leave the order of the errors alone, whichever settles first', async () => {
    const later = (milliseconds: number) => ({
      type: String,
      validate: {
        validator: () =>
          new Promise<boolean>((resolve) =>
            setTimeout(() => {
              resolve(false)
            }, milliseconds),
          ),
        message: 'no',
      },
    })
    const guard = guardOf({ a: later(20), b: Number, c: later(1), d: later(10) })
    expect(await guard.validate({ x: 1, d: '', c: '', b: '', a: '' })).toEqual({
      ok: false,
      errors: [
        broken('a', 'user defined', 'no'),
        wrongType('b', 'number', 'string'),
        broken('c', 'user defined', 'no'),
        broken('d', 'user defined', 'no'),
        forbidden('x'),
      ],
    })
  })

  it('are counted where a later rule of the path fails, and nobody waits for them', async () => {
    const { seen, validate } = slowRule()
    const rules = [{ validator: validate }, { validator: () => false, message: 'no' }]
    const outcome = await guardOf({ list: [{ type: String, validate: rules }] }).validate({ list: texts(500) })
    expect(outcome.ok ? 0 : outcome.errors.length).toBe(500)
    expect(seen.most).toBeLessThanOrEqual(mostInFlight)
  })

  it('behind a rule of their sub-document are not asked when that settles too late', async () => {
    const { seen, validate } = slowRule()
    const later = { validator: () => new Promise((resolve) => setTimeout(resolve, 30, true)), message: 'no' }
    const part = sub({ list: [{ type: String, validate }] })
    const definition = {
      a: { type: String, validate: () => Promise.resolve(false) },
      part: { type: part, validate: later },
    }
    const outcome = await guardOf(definition, 1).validate({ a: 'x', part: { list: texts(90) } })
    expect(outcome).toMatchObject({ errors: [{ path: 'a' }] })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(seen.started).toBe(0)
  })

  it('that never settle leave the answer to one that fails on the same path', async () => {
    const rules = [
      { validator: () => new Promise(() => undefined) },
      { validator: () => Promise.resolve(false), message: 'no' },
    ]
    expect(await guardOf({ a: { type: String, validate: rules } }).validate({ a: 'x' })).toEqual({
      ok: false,
      errors: [broken('a', 'user defined', 'no')],
    })
  })

  it('that settle at once, twice or through a thenable of the application count once', async () => {
    const validate = () => ({
      then(yes: (value: boolean) => void) {
        yes(true)
        yes(false)
      },
    })
    const guard = guardOf({ list: [{ type: String, validate }] })
    expect(await guard.validate({ list: texts(500) })).toMatchObject({ ok: true })
  })

  it('whose promise has a getter that throws have failed', async () => {
    const validate = () =>
      Object.defineProperty({}, 'then', {
        get() {
          throw new Error('no then')
        },
      })
    const guard = guardOf({ a: { type: String, validate } })
    expect(await guard.validate({ a: 'x' })).toEqual({ ok: false, errors: [broken('a', 'user defined', 'no then')] })
  })

  it('that nobody waits for any more may fail as they like', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const spiteful = Object.defineProperty(new Error(), 'message', {
      get() {
        throw new Error('no message')
      },
    })
    const refused = Object.assign(new Error('connect'), { syscall: 'connect' })
    for (const error of [spiteful, refused]) {
      const rejects = () => Promise.reject(error)
      const guard = guardOf({
        a: { type: String, validate: [{ validator: rejects }, { validator: () => false, message: 'no' }] },
      })
      expect(await guard.validate({ a: 'x' })).toEqual({ ok: false, errors: [broken('a', 'user defined', 'no')] })
      const fullBefore = guardOf({ a: { type: String, validate: rejects }, b: Number, c: Number }, 1)
      await Promise.resolve(fullBefore.validate({ a: 'x', b: '', c: '' })).catch(() => undefined)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})

describe('rules that wait for the document', () => {
  it.each([
    ['synchronous', () => false],
    ['asynchronous', () => Promise.resolve(false)],
  ])('keep to the size of the answer while they run (%s)', async (_, answer) => {
    let asked = 0
    function validate(this: unknown): unknown {
      asked += this === undefined ? 1000 : 1
      return answer()
    }
    const key = 'k'.repeat(20_000)
    const lines = Array.from({ length: 2000 }, () => ({ name: 'x' }))
    const body = { groups: { [key]: { lines } } }
    const group = sub({ lines: [sub({ name: { type: String, validate } })] })
    for (const maxErrors of [1000, Infinity]) {
      asked = 0
      const outcome = await guardOf({ groups: { type: Map, of: group } }, maxErrors).validate(body)
      const limit = 128 * 1024 + 2 * JSON.stringify(body).length
      expect(outcome).toMatchObject({ ok: false })
      expect(JSON.stringify(outcome).length).toBeLessThanOrEqual(limit + 20)
      expect(asked).toBeLessThanOrEqual(limit / key.length + 2 + mostInFlight)
    }
  })
})
