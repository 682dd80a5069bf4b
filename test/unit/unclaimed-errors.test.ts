import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { mongooseErrors } from '../support/oracle.ts'

const { Mixed } = mongoose.Schema.Types
const fail = (value: unknown) => {
  if (value === 'bad') throw new Error('boom')
  return value
}
const plain = { type: String, set: fail }
const seeing = {
  type: String,
  set(this: unknown, value: unknown) {
    return this === null ? value : fail(value)
  },
}
const nothing = (thrown: unknown) => ({
  type: String,
  set(this: unknown) {
    if (this !== null) throw thrown
  },
})
const failingDefault = sub({ x: String, d: { type: String, default: () => fail('bad') } })
function sizeOfList(this: { list: unknown[] } | null) {
  return this?.list.length
}
const union = (...of: unknown[]) => ({ type: 'Union', of })

const Inner = modelOf({ p: { type: Number, min: 3 } })
/** What another document's validation threw. */
const inner = new mongoose.Error.ValidationError()
inner.addError('p', new mongoose.Error.ValidatorError({ path: 'p', message: 'too small', type: 'min', value: 1 }))
const throwInner = (value?: unknown) => {
  if (value !== 'good') throw inner
}

const cases: Record<string, [definition: object, body: object]> = {
  'a row': [{ a: [[seeing]] }, { a: [['ok', 'bad']] }],
  'a row of a row': [{ a: [[[seeing]]] }, { a: [[['bad']]] }],
  'an array in a Map': [{ a: { type: Map, of: [seeing] } }, { a: { k: ['bad'] } }],
  'a Union in an array': [{ a: [union(Number, sub({ c: seeing }))] }, { a: [{ c: 'bad' }] }],
  'an element that throws null': [{ a: [nothing(null)] }, { a: ['x'] }],
  'an element that throws nothing': [{ a: [nothing(undefined)] }, { a: ['x'] }],
  'a Map in an array': [{ a: [{ type: Map, of: plain }] }, { a: [{ k: 'bad' }] }],
  'a Map in a row': [{ a: [[{ type: Map, of: plain }]] }, { a: [[{ k: 'bad' }]] }],
  'a Map of sub-documents in an array': [{ a: [{ type: Map, of: sub({ x: plain }) }] }, { a: [{ k: { x: 'bad' } }] }],
  'a default below a Map in an array': [{ a: [{ type: Map, of: failingDefault }] }, { a: [{ k: { x: 'x' } }] }],
  'a Mixed value of a Map': [{ a: { type: Map, of: { type: Mixed, set: fail } } }, { a: { k: 'bad' } }],
  'the third of nested Maps': [
    { a: { type: Map, of: { type: Map, of: { type: Map, of: plain } } } },
    { a: { x: { y: { z: 'bad' } } } },
  ],
  'an array in a Union': [{ a: union(Number, [plain]) }, { a: ['bad'] }],
  'a Map in a Union': [{ a: union(Number, { type: Map, of: plain }) }, { a: { k: 'bad' } }],
  'a default that is a Map': [
    { c: String, s: { type: Map, of: [seeing], default: () => ({ k: ['bad'] }) } },
    { c: 'x' },
  ],
  // Mongoose asks it when it sets the object, before it sets what comes later in the schema.
  'a default in a nested object, of a field that the body lacks': [
    { list: [sub({ a: String })], n: { on: Boolean, size: { type: Number, default: sizeOfList } } },
    { n: { on: true } },
  ],
  'a default in a nested object, of a field that comes later': [
    { n: { on: Boolean, size: { type: Number, default: sizeOfList } }, list: [sub({ a: String })] },
    { n: { on: true }, list: [] },
  ],
  'a default in a nested object of an element': [
    { a: [sub({ list: [sub({ a: String })], n: { on: Boolean, size: { type: Number, default: sizeOfList } } })] },
    { a: [{ n: { on: true } }] },
  ],
  'a default that throws the errors of another document': [
    {
      c: String,
      d: {
        type: String,
        default(this: unknown) {
          if (this !== null) throwInner()
        },
      },
    },
    { c: 'x' },
  ],
  'a Map value that throws the errors of another document': [
    {
      a: {
        type: Map,
        of: {
          type: String,
          set(this: unknown, value: unknown) {
            if (this !== null) throwInner(value)
          },
        },
      },
    },
    { a: { k: 'x' } },
  ],
}

describe('what Mongoose cannot build', () => {
  it.each(Object.entries(cases))('is refused in %s, as Mongoose refuses it', async (where, [definition, body]) => {
    const Model = modelOf(definition)
    expect(await mongooseErrors(Model, body)).not.toEqual([])
    const outcome = await looseGuard(Model, { allow: Object.keys(definition) }).validate(body)
    // What Mongoose filed itself keeps its kind.
    const rule = where.includes('another document') ? 'min' : 'user defined'
    expect(outcome).toMatchObject({ ok: false, errors: [{ code: 'invalid_value', rule }] })
  })

  it.each(Object.entries(cases).filter(([where]) => !where.includes('default')))(
    'is refused in %s of an update',
    async (_where, [definition, body]) => {
      const guard = looseGuard(modelOf(definition), { allow: Object.keys(definition), partial: true })
      expect(await guard.validate(body)).toMatchObject({ ok: false, errors: [{ code: 'invalid_value' }] })
    },
  )

  it('does not matter where the route does not accept it', async () => {
    const definition = {
      a: sub({ b: seeing, hidden: { type: String, default: () => fail('bad') } }),
      hidden: { type: String, default: () => fail('bad') },
    }
    const guard = looseGuard(modelOf(definition), { allow: ['a.b'] })
    expect(await guard.validate({ a: { b: 'good' } })).toEqual({ ok: true, validated: { a: { b: 'good' } } })
  })

  it('does not matter of a default in a nested object that the route does not accept', async () => {
    const size = { type: Number, default: sizeOfList }
    const Model = modelOf({ list: [sub({ a: String })], n: { on: Boolean, size, other: { type: Number, default: 1 } } })
    const body = { n: { on: true } }
    const hidden = looseGuard(Model, { allow: ['n.on', 'list'] })
    expect(await hidden.validate(body)).toEqual({ ok: true, validated: body })
    const given = looseGuard(Model, { allow: ['n.on', 'n.size'] })
    expect(await given.validate({ n: { on: true, size: 1 } })).toMatchObject({ ok: true })
    expect(await given.validate(body)).toMatchObject({ ok: false, errors: [{ path: 'n', rule: 'user defined' }] })
  })

  it('does not matter of a default in a nested object of an update', async () => {
    const code = { type: String, default: fail.bind(undefined, 'bad') }
    const Model = modelOf({ meta: { on: Boolean, code }, tags: { type: [String], set: (tags: unknown) => tags } })
    const body = { meta: { on: true }, tags: ['a'] }
    const update = looseGuard(Model, { allow: ['meta', 'tags'], partial: true })
    expect(await update.validate(body)).toEqual({ ok: true, validated: body })
    const whole = looseGuard(Model, { allow: ['meta', 'tags'] })
    expect(await whole.validate(body)).toMatchObject({ ok: false, errors: [{ path: 'meta.code', message: 'boom' }] })
  })

  it('is found behind thousands of hints that other documents and setters file', async () => {
    const hint = 'a hint of some length '.repeat(10)
    const line = sub({
      strict: Boolean,
      text: {
        type: String,
        set(this: { strict: boolean; invalidate: (path: string, message: string) => void }, value: string) {
          const problem = new Inner({ p: 1 })
          problem.invalidate(hint, 'no')
          if (problem.errors === undefined) throw new Error('the other document has lost its error')
          if (this.strict) throw new Error('no address')
          return value
        },
      },
    })
    const guard = looseGuard(modelOf({ lines: [line] }), { allow: ['lines'] })
    const lines = Array.from({ length: 2000 }, () => ({ text: '!' }))
    expect(await guard.validate({ lines })).toMatchObject({ ok: true })
    expect(await guard.validate({ lines: [...lines, { strict: true, text: '!' }] })).toMatchObject({
      errors: [{ path: 'lines.2000.text' }],
    })
  })
})

describe('other documents that a setter touches while a document is built', () => {
  it('keep their own bookkeeping', async () => {
    const Other = modelOf({ counts: { type: Map, of: { type: Number, min: 3 } }, part: sub({ z: Number }) })
    const cached = Other.hydrate({
      _id: new mongoose.Types.ObjectId(),
      counts: { a: 5 },
      part: { z: 1 },
    }) as unknown as {
      counts: Map<string, number>
      part: { z: number }
      modifiedPaths: () => string[]
    }
    let fresh: { validate: () => Promise<void> } | undefined
    const set = function (this: unknown, value: string) {
      if (this === undefined) return value
      cached.counts.set('b', 7)
      cached.part.z = 2
      fresh = new Other({ counts: { k: 1 } })
      return value
    }
    const guard = looseGuard(modelOf({ a: { type: String, set } }), { allow: ['a'] })
    expect(await guard.validate({ a: 'x' })).toMatchObject({ ok: true })
    expect(cached.modifiedPaths().sort()).toEqual(['counts', 'counts.b', 'part', 'part.z'])
    await expect(fresh?.validate()).rejects.toThrow('counts.k')
  })

  it('and the document itself knows what was modified', async () => {
    const seen: unknown[] = []
    const definition = {
      m: { type: Map, of: Number, default: {} },
      part: sub({ z: Number }),
      a: {
        type: String,
        set(this: { m: Map<string, number> }, value: string) {
          this.m.set('k', 1)
          return value
        },
      },
      b: {
        type: String,
        validate(this: { isModified: (path: string) => boolean }) {
          seen.push(...['m', 'm.k', 'part', 'part.z', 'a', 'b'].map((path) => this.isModified(path)))
          return true
        },
      },
    }
    const guard = looseGuard(modelOf(definition), { allow: Object.keys(definition) })
    expect(await guard.validate({ part: { z: 1 }, a: 'x', b: 'y' })).toMatchObject({ ok: true })
    expect(seen).toEqual([true, true, true, true, true, true])
  })
})
