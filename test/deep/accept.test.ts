import { execFile } from 'node:child_process'
import { isDeepStrictEqual, promisify } from 'node:util'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { writeAccept } from '../../src/fast-path/write-accept.ts'
import { checkBody } from '../../src/check/check-body.ts'
import { disturb, drawBody } from '../fuzz/bodies.ts'
import { describeModel } from '../fuzz/describe.ts'
import { buildModel, printModel } from '../fuzz/description.ts'
import type { ModelLike } from '../fuzz/internals.ts'
import { Random } from '../fuzz/random.ts'
import { drawAllow, everyPath } from '../fuzz/selection.ts'
import { shapeOfModel } from '../fuzz/shape.ts'
import { checkOf, walkerOnly } from '../support/check.ts'

const major = Number(mongoose.version.split('.')[0])

let models = 0
const modelOf = (schema: unknown) => mongoose.model(`Accepted${++models}`, schema as mongoose.Schema)

/** Everything about a value, the order of its keys included, but for the ids that Mongoose makes up for a message. */
const exactly = (value: unknown) => JSON.stringify(value).replaceAll(/ObjectId\('[\da-f]{24}'\)/g, 'ObjectId()')

/** What it was about is printed where it fails alone: to print a schema for each body takes longer than to check it. */
function expectSame(outcome: unknown, expected: unknown, about: () => string): void {
  const [seen, wanted] = [exactly(outcome), exactly(expected)]
  expect(seen, seen === wanted ? undefined : about()).toBe(wanted)
}

/** A schema of the fuzzer's with a route and bodies, or `undefined` where Mongoose refuses the schema. */
function drawCase(seed: number) {
  const random = new Random(seed)
  const description = describeModel(random, [major])
  let model: ModelLike
  try {
    const instance = new mongoose.Mongoose({ autoIndex: false, autoCreate: false })
    model = buildModel(description, instance) as ModelLike
  } catch {
    return undefined
  }
  const root = shapeOfModel(model)
  const allow = random.chance(0.3) ? drawAllow(root, random) : everyPath(root)
  const bodies = Array.from({ length: 40 }, (_, nth) => {
    const body = drawBody(root, {
      random,
      depth: 2 + (nth % 3),
      absent: [0, 0.2, 0.6][nth % 3] ?? 0,
      null: nth % 4 === 0 ? 0.1 : 0,
    })
    return nth % 5 === 0 ? disturb(body, random) : body
  })
  return { description, check: checkOf(model, allow, random.chance(0.3)), bodies }
}

/** What applications write to, of a schema type. */
interface Editable {
  enumValues: string[]
  validators: { validator?: unknown }[]
  setters: unknown[]
}

describe('the fast path', () => {
  it('changes no outcome, over schemas and bodies of the fuzzer', async () => {
    const tally = { accepted: 0, ruledLater: 0, walked: 0 }
    for (let seed = 1; seed <= 200; seed++) {
      const drawn = drawCase(seed)
      if (drawn === undefined) continue
      const { check, bodies, description } = drawn
      for (const body of bodies) {
        const outcome = await checkBody(check, body)
        const expected = await checkBody(walkerOnly(check), body)
        expectSame(outcome, expected, () => `seed ${seed}\n${printModel(description)}\n${exactly(body)}`)
        expect(outcome.ok && !isDeepStrictEqual(outcome, expected)).toBe(false)
        if (check.fastPath.startBody().accept(body) === undefined) tally.walked++
        else tally[check.fastPath.startBody().late === undefined ? 'accepted' : 'ruledLater']++
      }
    }
    expect(Math.min(...Object.values(tally))).toBeGreaterThan(300)
  })

  it('changes no outcome for what JSON cannot hold: instances of classes, and undefined', async () => {
    const prototype = { toString: () => 'instance' }
    const tally = { accepted: 0, refused: 0 }
    for (let seed = 1; seed <= 100; seed++) {
      const drawn = drawCase(seed)
      if (drawn === undefined) continue
      const random = new Random(seed)
      const asInstances = (value: unknown): unknown => {
        if (random.chance(0.02)) return undefined
        if (Array.isArray(value)) return value.map(asInstances)
        if (typeof value !== 'object' || value === null) return value
        // To assign `__proto__` would make another prototype, and a Date in it no Date.
        const own = Object.entries(value).filter(([key]) => key !== '__proto__')
        const entries = own.map(([key, content]) => [key, asInstances(content)] as const)
        const copy = Object.fromEntries(entries)
        return random.chance(0.7)
          ? copy
          : Object.assign(random.chance(0.1) ? new Date(0) : (Object.create(prototype) as object), copy)
      }
      for (const body of drawn.bodies) {
        const instance = asInstances(body) ?? {}
        const outcome = await checkBody(drawn.check, instance)
        const expected = await checkBody(walkerOnly(drawn.check), instance)
        expectSame(outcome, expected, () => `seed ${seed}\n${exactly(instance)}`)
        expect(outcome.ok && !isDeepStrictEqual(outcome, expected)).toBe(false)
        tally[outcome.ok ? 'accepted' : 'refused']++
      }
    }
    expect(Math.min(...Object.values(tally))).toBeGreaterThan(300)
  })

  it('notices rules, setters and defaults that come later', async () => {
    const schema = new mongoose.Schema({
      name: String,
      age: { type: Number, min: 1 },
      kind: { type: String, enum: ['a', 'b'] },
    })
    const Model = modelOf(schema)
    const check = checkOf(Model, ['name', 'age', 'kind'])
    const refusedPaths = async (body: object) => {
      const outcome = await checkBody(check, body)
      return outcome.ok ? [] : outcome.errors.map((item) => ('path' in item ? item.path : ''))
    }
    expect(await refusedPaths({ name: 'ann', age: 5, kind: 'b' })).toEqual([])
    ;(schema.path('kind') as unknown as { enumValues: string[] }).enumValues.pop()
    expect(await refusedPaths({ name: 'ann', age: 5, kind: 'b' })).toEqual(['kind'])
    schema.path('name').validate((value: string) => value !== 'ann')
    expect(await refusedPaths({ name: 'ann', age: 5 })).toEqual(['name'])
    ;(schema.path('age') as unknown as { min(least: number): void }).min(9)
    expect(await refusedPaths({ name: 'bob', age: 5 })).toEqual(['age'])
    schema.path('age').required(true)
    expect(await refusedPaths({ name: 'bob' })).toEqual(['age'])
    schema.path('age').required(false)
    expect(await refusedPaths({ name: 'bob' })).toEqual([])
    schema.path('age').default(1)
    expect(await refusedPaths({ name: 'bob' })).toEqual(['age'])
    schema.path('age').default(10)
    expect(await refusedPaths({ name: 'bob' })).toEqual([])
    schema.path('name').set(() => {
      throw new Error('no')
    })
    expect(await refusedPaths({ name: 'bob' })).toEqual(['name'])
  })

  it.each<[what: string, edit: (type: Editable) => void]>([
    ['a text of an enum', (type) => type.enumValues.splice(0, 1, 'c')],
    ['a rule', (type) => (type.validators[0] = { validator: () => false })],
    ['the function of a rule', (type) => Object.assign(type.validators[0] ?? {}, { validator: () => false })],
    ['a setter', (type) => (type.setters[0] = () => 'd')],
    ['a list of setters', (type) => (type.setters = [() => 'd'])],
  ])('notices %s that takes the place of another', async (_what, edit) => {
    const schema = new mongoose.Schema({ kind: { type: String, enum: ['a', 'b'], lowercase: true }, list: [String] })
    const Model = modelOf(schema)
    const check = checkOf(Model, ['kind', 'list'])
    const walker = walkerOnly(check)
    const body = { kind: 'a', list: ['x'] }
    expect(await checkBody(check, body)).toEqual({ ok: true, validated: body })
    edit(schema.path('kind') as unknown as Editable)
    for (const kind of ['a', 'b', 'c']) {
      expect(await checkBody(check, { kind })).toEqual(await checkBody(walker, { kind }))
    }
    expect(await checkBody(check, body)).toMatchObject({ ok: false, errors: [{ path: 'kind' }] })
  })

  it.each<[what: string, edit: (type: Editable) => void]>([
    ['a text of an enum', (type) => type.enumValues.splice(0, 1, 'c')],
    ['the texts of an enum', (type) => (type.enumValues.length = 0)],
    ['a list of setters', (type) => (type.setters = [() => 'd'])],
  ])('notices %s that a default is judged by', async (_what, edit) => {
    const kind = { type: String, enum: ['a', 'b'], default: 'a' }
    const Model = modelOf(new mongoose.Schema({ kind, name: String }))
    const check = checkOf(Model, ['kind', 'name'])
    expect(await checkBody(check, { name: 'x' })).toEqual({ ok: true, validated: { name: 'x' } })
    edit(Model.schema.path('kind') as unknown as Editable)
    expect(await checkBody(check, { name: 'x' })).toEqual(await checkBody(walkerOnly(check), { name: 'x' }))
    expect(await checkBody(check, { name: 'x' })).toMatchObject({ ok: false, errors: [{ path: 'kind' }] })
  })

  it.each([
    ['the first date', { type: Date, min: Date.now, default: new Date(Date.now() + 1e6) }],
    ['the last date', { type: Date, max: Date.now, default: new Date(Date.now() - 1e6) }],
    ['a rule with a memory', { type: String, match: /a/g, default: 'a' }],
  ])('judges a default anew for each body that lacks it: %s', (_what, definition) => {
    const check = checkOf(modelOf({ field: definition, name: String }), ['field', 'name'])
    expect(check.fastPath.startBody().accept({ name: 'x' })).toEqual({ name: 'x' })
    expect(check.fastPath.startBody().late).toBeTypeOf('function')
  })

  it('calls no function of the schema before it took the body, and then each once', async () => {
    const calls: string[] = []
    const note = (name: string) => () => calls.push(name) > 0
    const Model = modelOf(
      new mongoose.Schema({
        plain: { type: String, minlength: 1 },
        checked: { type: String, validate: note('validator') },
        set: { type: String, minlength: 1, set: (value: string) => (calls.push('setter') > 0 ? value : '') },
        maybe: { type: String, required: note('required') },
        given: { type: String, default: () => (calls.push('default') > 0 ? 'x' : '') },
      }),
    )
    const check = checkOf(Model, ['plain', 'checked', 'set', 'maybe', 'given'])
    const body = { plain: 'a', checked: 'b', set: 'c', maybe: 'd' }
    expect(check.fastPath.startBody().accept(body)).toEqual(body)
    expect(check.fastPath.startBody().accept({ ...body, plain: '' })).toBeUndefined()
    expect(calls).toEqual([])
    expect(await checkBody(check, body)).toEqual({ ok: true, validated: body })
    expect(calls.toSorted()).toEqual(['default', 'required', 'setter', 'validator'])
  })

  it('reads own keys only, whatever the prototypes hold', async () => {
    const asked: unknown[] = []
    const Model = modelOf(
      new mongoose.Schema({
        name: { type: String, required: true },
        role: String,
        valueOf: { type: String, validate: (value: unknown) => asked.push(value) > 0 },
        rank: { type: String, validate: (value: unknown) => asked.push(value) > 0 },
      }),
    )
    const check = checkOf(Model, ['name', 'role', 'valueOf', 'rank'])
    const prototype = Object.prototype as { role?: string; rank?: string }
    prototype.role = prototype.rank = 'admin'
    try {
      expect(await checkBody(check, JSON.parse('{"name":"ann"}'))).toStrictEqual({
        ok: true,
        validated: { name: 'ann' },
      })
    } finally {
      delete prototype.role
      delete prototype.rank
    }
    expect(asked).toEqual([])
    expect(await checkBody(check, JSON.parse('{"name":"ann","__proto__":{"role":"admin"}}'))).toMatchObject({
      ok: false,
    })
  })

  it('shares no object with the body', () => {
    const { Decimal128, Mixed } = mongoose.Schema.Types
    const Model = modelOf(new mongoose.Schema({ file: Buffer, price: Decimal128, free: Mixed, tags: [String] }))
    const { fastPath } = checkOf(Model, ['file', 'price', 'free', 'tags'])
    const body = {
      file: { type: 'Buffer', data: [1] },
      price: { $numberDecimal: '1' },
      free: { deep: [{}] },
      tags: ['a'],
    }
    const copy = fastPath.startBody().accept(body) as typeof body
    expect(copy).toStrictEqual(body)
    for (const key of ['file', 'price', 'free', 'tags'] as const) expect(copy[key]).not.toBe(body[key])
    expect(copy.file.data).not.toBe(body.file.data)
    expect(copy.free.deep[0]).not.toBe(body.free.deep[0])
  })

  it('is written as one plain function for each object', () => {
    const Model = modelOf(
      new mongoose.Schema({
        name: { type: String, required: true, minlength: 2, trim: true },
        'odd "key"': Number,
        tags: [{ type: String, enum: ['a', 'b'] }],
      }),
    )
    const guard = checkOf(Model, ['name', 'odd "key"', 'tags'])
    const { text, c } = writeAccept(guard.plan, guard, true)
    expect(text.split('\nfunction isFresh')[0]).toMatchInlineSnapshot(`
      "'use strict'
      const [c0,c1,c2,c3,c4,c5,c6,c7,c8,c9,c10,c11,c12,c13,c14,c15,c16,c17,c18,c19,c20,c21,c22,c23,c24,c25,c26,c27,c28,c29,c30,c31,c32,c33,c34,c35,c36,c37,c38,c39,c40] = c
      function f0Build(values) {
        const v0 = values[0], v1 = values[1], v2 = values[2]
        if (v0 === undefined) { if (v1 === undefined) { if (v2 === undefined) { return {  } }
        return { "tags": v2 } }
        if (v2 === undefined) { return { "odd \\"key\\"": v1 } }
        return { "odd \\"key\\"": v1, "tags": v2 } }
        if (v1 === undefined) { if (v2 === undefined) { return { "name": v0 } }
        return { "name": v0, "tags": v2 } }
        if (v2 === undefined) { return { "name": v0, "odd \\"key\\"": v1 } }
        return { "name": v0, "odd \\"key\\"": v1, "tags": v2 }
      }
      function f0(b, d) {
        if (d > 100 || typeof b !== 'object' || b === null || Array.isArray(b) || ArrayBuffer.isView(b)) return
        let forbidden, isLeft = false, v0, o0 = false, v1, o1 = false, v2, o2 = false
        for (const k in b) {
          if (!c0.call(b, k)) continue
          let v = b[k]
          taken: switch (k) {
            case "name": {
              if (!(typeof v === 'string')) { v0 = b[k]; o0 = isLeft = true; break taken }
              if (v.length > 100) c2(v)
              const x = c3(v)
              if (x === '' || !(x.length >= 2)) { v0 = b[k]; o0 = isLeft = true; break taken }
              v0 = v; break
            }
            case "odd \\"key\\"": {
              if (v !== null) {
              if (!(typeof v === 'number' && v - v === 0)) { v1 = b[k]; o1 = isLeft = true; break taken }
              }
              v1 = v; break
            }
            case "tags": {
              if (d > 99 || !Array.isArray(v)) { v2 = b[k]; o2 = isLeft = true; break taken }
              c10(v)
              const a0 = v.constructor === c7 ? c8.call(v) : c9(v)
              for (let i0 = 0; i0 < a0.length; i0++) {
                let e0 = a0[i0]
              if (!(typeof e0 === 'string')) { c4(c5, v, d + 1, a0, i0); { v2 = b[k]; o2 = isLeft = true; break taken } }
              if (e0.length > 100) c2(e0)
              if ((e0 !== "a" || c6[0] !== "a") && (e0 !== "b" || c6[1] !== "b")) { c4(c5, v, d + 1, a0, i0); { v2 = b[k]; o2 = isLeft = true; break taken } }
                a0[i0] = e0
              }
              v = a0
              v2 = v; break
            }
            default: isLeft = true; forbidden = c11(forbidden, k)
          }
        }
        if (isLeft || v0 === undefined) {
        const values = [v0,v1,v2]
        let undecided
        if (o0 || v0 === undefined) undecided = c11(undecided, c12[0])
        if (o1 && v1 !== undefined) undecided = c11(undecided, c12[1])
        if (o2 && v2 !== undefined) undecided = c11(undecided, c12[2])
          return c14(c15, b, d, { values, undecided: undecided ?? c13, forbidden: forbidden ?? c13, build: f0Build })
        }
        if (v1 === undefined) { if (v2 === undefined) { return { "name": v0 } }
        return { "name": v0, "tags": v2 } }
        if (v2 === undefined) { return { "name": v0, "odd \\"key\\"": v1 } }
        return { "name": v0, "odd \\"key\\"": v1, "tags": v2 }
      }"
    `)
    expect(c.filter((value) => typeof value === 'string')).toEqual([])
  })

  it('is optimized by V8 once and for all, whatever shapes and errors come', async () => {
    const flags = ['--trace-opt', '--trace-deopt', '--import', 'tsx', 'test/support/traffic.ts']
    const { stdout } = await promisify(execFile)(process.execPath, flags, { maxBuffer: 1 << 28 })
    const generated = /<JSFunction (?:f|t|isFresh)\d+ /
    const lines = stdout.split('\n').filter((line) => generated.test(line))
    expect(lines.filter((line) => line.includes('completed optimizing')).length).toBeGreaterThan(2)
    // A read in each `case` instead of one before the `switch` made hundreds on Node.js 24.
    expect(lines.filter((line) => line.includes('bailout')).length).toBeLessThan(20)
  })

  it('is done without where no code may be generated', async () => {
    const script = `
      const { createGuard } = await import('./src/index.ts')
      const { default: mongoose } = await import('mongoose')
      const Model = mongoose.model('M', new mongoose.Schema({ name: { type: String, required: true } }))
      const guard = createGuard(Model, { allow: ['name'] })
      console.log(JSON.stringify([guard.validate({ name: 'ann' }), guard.validate({ name: 1 })]))`
    const flags = [
      '--disallow-code-generation-from-strings',
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      script,
    ]
    const { stdout } = await promisify(execFile)(process.execPath, flags)
    expect(JSON.parse(stdout)).toEqual([
      { ok: true, validated: { name: 'ann' } },
      { ok: false, errors: [{ code: 'invalid_type', path: 'name', message: 'Expected string, received number' }] },
    ])
  })
})
