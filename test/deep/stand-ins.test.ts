import { runInThisContext } from 'node:vm'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { documentReadsOf, noReads } from '../../src/rules/document-reads.ts'
import { Random } from '../fuzz/random.ts'
import { errorsOf, looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

type Callable = (...args: never[]) => unknown

const made = (text: string) => runInThisContext(`(${text})`) as Callable
const namesIn = (text: string) => documentReadsOf(made(text), Infinity)?.names

describe('what a function reads of the document', () => {
  it.each([
    ['function (v) { return v !== this.name }', ['name']],
    ['function () { return this . name\n === 3 }', ['name']],
    ['function () { return this[\'name\'] && this.get("other") }', ['name', 'other']],
    ['function () { return this?.name?.length > 3 || this?.["other"] }', ['name', 'other']],
    ['function () { const seen = this.name; return () => seen === this.other }', ['name', 'other']],
    ['function () { return this.isNew }', []],
    ['async function () { await null; return `${this.name}` }', ['name']],
    ['function () { for (const each of [1]) if (each >= this.a && each <= this.b) return true }', ['a', 'b']],
    ['function(){for(const e of[1])if(e===this.a)return!0}', ['a']],
    ['async function(){for await(const e of[1])if(e===this.a)return!0}', ['a']],
    ['function () { /* a name */ return this.name == null }', ['name']],
  ])('is named by %s', (text, names) => {
    expect(namesIn(text)?.toSorted()).toEqual(names)
  })

  it.each([
    'function () { this.name = 1 }',
    'function () { this.name += 1 }',
    'function () { this.name ||= 1 }',
    'function () { this.name >>>= 1 }',
    'function () { this.name <<= 1 }',
    'function () { this.name++ }',
    'function () { --this.name }',
    'function () { delete this.name }',
    'function () { (this.name) = 1 }',
    'function () { [this.name] = [1] }',
    'function () { ({ a: this.name } = { a: 1 }) }',
    'function () { for (this.name of [1]) {} }',
    'function () { for (this.name in { a: 1 }) {} }',
    'function () { for ([this.name] of [[1]]) {} }',
    'function () { for (/* const */ this.name of [1]) {} }',
    'async function () { for await (this.name of [1]) {} }',
    'function () { const [a = (this.name = 1)] = []; return a }',
    'function (a = (this.name = 1)) { return a }',
  ])('may be written by %s', (text) => {
    expect(documentReadsOf(made(text), Infinity)).toBeUndefined()
  })

  it.each([
    'function () { return this }',
    'function () { const self = this; return self.name }',
    'function () { const { name } = this; return name }',
    'function () { return [this].length }',
    'function () { return Object.keys(this).length }',
    'function () { return check.call(this, this.name) }',
    'function () { return this[key] }',
    'function () { return this.na\\u006de }',
    'function () { return this.naïve }',
    'function () { return this /* the user */ .name }',
    'function () { return arguments[0] || this.name }',
    "function () { return eval('this') && this.name }",
    'function () { with (this) { return name } }',
    'function () { return (() => this)().name }',
  ])('is not all that %s does with it', (text) => {
    expect(documentReadsOf(made(text), Infinity)).toBeUndefined()
  })

  it('is nothing where it cannot see the document', () => {
    expect(documentReadsOf(made('(v) => v > 1'), Infinity)).toBe(noReads)
    expect(documentReadsOf(made('() => this.name'), 0)).toBe(noReads)
  })

  it('is not known where the document is an argument', () => {
    expect(documentReadsOf(made('function (doc) { return this.name }'), 0)).toBeUndefined()
    expect(documentReadsOf(made('function (...all) { return this.name }'), 0)).toBeUndefined()
  })
})

/** A schema with a default that counts the documents that are built. */
function counting(fields: object) {
  const built = { times: 0 }
  const Model = modelOf({ ...fields, counter: { type: Number, default: () => ++built.times } })
  return { Model, built }
}

const noon = '2020-01-01T10:00:00.000Z'
const midnight = '2020-01-01T00:00:00.000Z'
const dates = () => ({
  kind: String,
  when: {
    type: Date,
    validate(this: { kind: string }, value: Date) {
      value.setUTCHours(0, 0, 0, 0)
      return this.kind === 'z'
    },
  },
  end: {
    type: Date,
    validate(this: { when: Date }, value: Date) {
      return value.getTime() === this.when.getTime()
    },
  },
})

const raise = (container: unknown) => {
  ;(container as { parent(): { kind: string } }).parent().kind = 'z'
  return true
}

const ifOther = function (this: { o?: unknown }) {
  return this.o === 'a'
}

const unlessNew = function (this: { isNew?: unknown }) {
  return !this.isNew
}

const ifTyped = function (this: { kind?: unknown }) {
  return this.kind === 'a'
}

describe('a document', () => {
  it('is not built for rules that read plain fields of it', async () => {
    const { Model, built } = counting({
      kind: String,
      text: { type: String, required: ifTyped },
      line: { kind: String, text: { type: String, required: ifTyped } },
      lines: [{ kind: String, text: { type: String, required: ifTyped } }],
      child: new mongoose.Schema({ kind: String, text: { type: String, required: ifTyped } }),
    })
    const options = { allow: ['kind', 'text', 'line', 'lines', 'child'] }
    const body = { kind: 'b', line: {}, lines: [{ kind: 'b' }, { kind: 'a' }], child: { kind: 'a' } }
    const paths = (await errorsOf(Model, options, body)).map(({ path }) => path)
    expect(paths).toEqual(['lines.1.text', 'child.text'])
    const all = await errorsOf(Model, options, { ...body, kind: 'a' })
    expect(all.map(({ path }) => path)).toEqual(['text', 'line.text', 'lines.1.text', 'child.text'])
    expect(built.times).toBe(0)
    expect(asOracleErrors(all)).toEqual(await mongooseErrors(Model, { ...body, kind: 'a' }))
  })

  it.each<[string, Record<string, unknown>, object]>([
    ['a rule writes to it', { first: { type: String, validate: writes } }, { first: 'x' }],
    ['a setter writes to it', { first: { type: String, set: writes } }, { first: 'x' }],
    ['a default writes to it', { last: { type: String, default: writes } }, {}],
    ['a rule passes it on', { first: { type: String, validate: passesOn } }, { first: 'x' }],
    ['a rule calls a method', { first: { type: String, validate: callsMethod } }, { first: 'x' }],
    ['a rule calls a method by its name', { first: { type: String, validate: callsByName } }, { first: 'x' }],
    ['a rule of a container goes up', { first: { type: [String], validate: goesUp } }, { first: ['x'] }],
    [
      'a rule of a sub-document goes up',
      { first: { type: sub({ a: String }), validate: goesUpToOwner } },
      { first: { a: 'x' } },
    ],
  ])('is what all rules see where %s', async (_what, fields, sent) => {
    const Model = modelOf({ ...fields, name: String, second: { type: String, validate: hasWritten } })
    const body = { ...sent, second: 'y' }
    const errors = await errorsOf(Model, { allow: Object.keys(body) }, body)
    expect(errors).toEqual([])
    expect(await mongooseErrors(Model, body)).toEqual([])
  })

  it('is what rules see where it runs methods when it is made', async () => {
    const schema = new mongoose.Schema({ name: String, second: { type: String, validate: hasWritten } })
    schema.methods.setUp = writes
    schema.queue('setUp', [])
    const Model = modelOf(schema)
    class Made extends modelOf({ name: String, second: { type: String, validate: hasWritten } }) {
      constructor(...given: [object]) {
        super(...given)
        this.set('name', 'written')
      }
    }
    for (const model of [Model, Made]) {
      expect(await errorsOf(model, { allow: ['second'] }, { second: 'y' })).toEqual([])
      expect(await mongooseErrors(model as never, { second: 'y' })).toEqual([])
    }
  })

  const isZ = function (this: { kind?: unknown }) {
    return this.kind === 'z'
  }
  const tags = (measure: string) => ({ type: [String], validate: [made(measure), 'never'] })
  const line = () => sub({ kind: String, x: { type: String, required: isZ } })

  it.each<[what: string, definition: object, body: object]>([
    [
      'a rule of an array writes to its elements',
      {
        lines: { type: [line()], validate: (all: { kind: string }[]) => all.map((one) => (one.kind = 'z')).length > 0 },
      },
      { lines: [{ kind: 'Z' }] },
    ],
    [
      'a rule of a sub-document writes to it',
      { line: { type: line(), validate: (one: { kind: string }) => Boolean((one.kind = 'z')) } },
      { line: { kind: 'Z' } },
    ],
    [
      'a rule of a container calls a function',
      {
        kind: String,
        line: { type: sub({ a: String }), validate: (one: unknown) => raise(one) },
        x: { type: String, validate: isZ },
      },
      { line: { a: 'q' }, x: 'q' },
    ],
    [
      'a setter changes what is in an array',
      { lines: { type: [line()], set: (all: object[]) => all.map((one) => ({ ...one, kind: 'z' })) } },
      { lines: [{ kind: 'a' }] },
    ],
    [
      'a condition asks for a field called isNew',
      { x: { type: String, required: made("function () { return this.isNew && this.get('isNew') === undefined }") } },
      {},
    ],
    ['a field has the name isNew', { isNew: Boolean, x: { type: String, required: unlessNew } }, { isNew: false }],
    ['a rule changes its date, which another one reads', dates(), { kind: 'z', when: noon, end: midnight }],
    [
      'a rule that sees no document changes its date',
      { ...dates(), when: { type: Date, validate: (value: Date) => value.setUTCHours(0, 0, 0, 0) > 0 } },
      { kind: 'z', when: noon, end: midnight },
    ],
    [
      'a rule that sees no document changes its date, and another field has a default of its own',
      {
        ...dates(),
        when: { type: Date, validate: (value: Date) => value.setUTCHours(0, 0, 0, 0) > 0 },
        own: { type: String, default: () => 'z' },
        last: {
          type: String,
          validate: made('function () { return this.own === "z" && this.when.getUTCHours() === 0 }'),
        },
      },
      { kind: 'z', when: noon, last: 'x' },
    ],
  ])('is built, or stood in for without a difference, where %s', async (_what, definition, body) => {
    const Model = modelOf(definition)
    const allow = Object.keys(Model.schema.paths).filter((path) => path !== '_id' && path !== '__v')
    const errors = await errorsOf(Model, { allow }, body)
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(modelOf(definition), body))
  })

  const toZ = function (this: { kind: string }) {
    this.kind = 'z'
    return true
  }

  it.each<[what: string, validate: unknown]>([
    ['as a function', toZ],
    ['with a message', [toZ, 'never']],
    ['in a list', [{ validator: () => true }, { validator: toZ, message: 'never' }]],
  ])('is built for all rules where the route adds one that writes to it: %s', async (_what, validate) => {
    const Model = modelOf({ a: String, kind: String, x: { type: String, validate: isZ } })
    const body = { a: 'q', x: 'q' }
    expect(await errorsOf(Model, { allow: ['a', 'x'], rules: { a: { validate } } }, body)).toEqual([])
    const mayRead = { validate: (value: string) => value !== 'z', required: true, match: /q/ }
    expect(await errorsOf(Model, { allow: ['a', 'x'], rules: { a: mayRead } }, body)).toHaveLength(1)
  })

  it('is built for all rules where one changes a date, of the route or through the document', async () => {
    const isMidnight = function (this: { when: Date }) {
      return this.when.getUTCHours() === 0
    }
    const clear = (date: Date) => date.setUTCHours(0, 0, 0, 0) > 0
    const x = { type: String, validate: isMidnight }
    const Model = modelOf({ when: Date, own: { type: String, default: () => 'z' }, x })
    const options = { allow: ['when', 'x'], rules: { when: { validate: clear } } }
    expect(await errorsOf(Model, options, { when: noon, x: 'q' })).toEqual([])
    const clears = made('function () { return this.when.setUTCHours(0, 0, 0, 0) > 0 }')
    const needsOwn = made("function () { return this.own === 'z' && this.when.getUTCHours() === 0 }")
    const Through = modelOf({
      when: Date,
      own: { type: String, default: () => 'z' },
      a: { type: Number, validate: clears },
      x: { type: String, validate: needsOwn },
    })
    expect(await errorsOf(Through, { allow: ['when', 'a', 'x'] }, { when: noon, a: 1, x: 'q' })).toEqual([])
  })

  it('is built for all rules where the route adds a condition that gets it', async () => {
    const Model = modelOf({ a: String, kind: String, x: { type: String, validate: isZ } })
    const required = { isRequired: (document: { kind: string }) => !(document.kind = 'z') }
    expect(await errorsOf(Model, { allow: ['a', 'x'], rules: { a: { required } } }, { x: 'q' })).toEqual([])
  })

  it.each<[what: string, edit: (type: mongoose.SchemaType) => unknown, body: object]>([
    ['validator', ({ validators }) => Object.assign(validators[0] ?? {}, { validator: toZ }), { a: 'q', x: 'q' }],
    ['setter', (type) => ((type as unknown as { setters: unknown[] }).setters[0] = toZ), { a: 'q', x: 'q' }],
    ['default', (type) => void type.default(toZ), { x: 'q' }],
  ])('is built once a %s is replaced in place by one that writes to it', async (_what, edit, body) => {
    const a = { type: String, validate: () => true, set: (value: string) => value, default: 'q' }
    const Model = modelOf({ a, kind: String, x: { type: String, validate: isZ } })
    expect(await errorsOf(Model, { allow: ['a', 'x'] }, body)).toHaveLength(1)
    edit(Model.schema.path('a'))
    expect(await errorsOf(Model, { allow: ['a', 'x'] }, body)).toEqual([])
  })

  it('has no default of an immutable field in an update', async () => {
    const same = function (this: { kept: unknown }) {
      return this.kept === undefined
    }
    const kept = { type: Boolean, default: true, immutable: true }
    for (const also of [{}, { other: { type: String, validate: writes } }]) {
      const Model = modelOf({ kept, x: { type: String, validate: same }, ...also })
      expect(await errorsOf(Model, { allow: ['x'], partial: true }, { x: 'q' })).toEqual([])
    }
  })

  it('is built once a rule is added that writes to it', async () => {
    const Model = modelOf({ a: String, kind: String, x: { type: String, validate: isZ } })
    const body = { a: 'q', x: 'q' }
    expect(await errorsOf(Model, { allow: ['a', 'x'] }, body)).toHaveLength(1)
    Model.schema.path('a').validate(function (this: { kind: string }) {
      this.kind = 'z'
      return true
    } as never)
    expect(await errorsOf(Model, { allow: ['a', 'x'] }, body)).toEqual([])
  })

  it.each<[what: string, declare: (schema: mongoose.Schema) => unknown]>([
    ['method', (schema) => schema.method('isNew', () => true, { suppressWarning: true })],
    ['virtual', (schema) => schema.virtual('isNew').get(() => false)],
  ])('is asked whether it is new where that is a %s', async (_what, declare) => {
    const schema = new mongoose.Schema({ x: { type: String, required: unlessNew } })
    declare(schema)
    const Model = modelOf(schema)
    const errors = await errorsOf(Model, { allow: ['x'] }, {})
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Model, {}))
  })

  it('is what a method gets that judges presence', async () => {
    const Model = modelOf({
      o: String,
      p: String,
      w: { type: String, required: ifOther },
      v: { type: String, required: true },
    })
    const judge = (_value: unknown, document: { p: string }) => document.p === 'ok'
    for (const path of ['w', 'v']) Object.assign(Model.schema.path(path), { checkRequired: judge })
    expect(await errorsOf(Model, { allow: ['o', 'p', 'w', 'v'] }, { o: 'a', w: 'x', v: 'x', p: 'ok' })).toEqual([])
  })

  it('is built for a model that another function makes, and for one with a method of its own', async () => {
    const Base = modelOf({ kind: String, x: { type: String, validate: isZ } })
    function Made(this: unknown, body: object): unknown {
      const document = Reflect.construct(Base, [body]) as unknown as { kind: string }
      document.kind = 'z'
      return document
    }
    Object.setPrototypeOf(Made, Base)
    expect(await errorsOf(Made, { allow: ['x'] }, { x: 'q' })).toEqual([])
    const Own = modelOf({
      kind: String,
      x: { type: String, validate: made("function () { return this.get('kind') === 'z' }") },
    })
    Object.assign(Own.prototype, { get: () => 'z' })
    expect(await errorsOf(Own, { allow: ['x'] }, { x: 'q' })).toEqual([])
  })

  it.each([
    'v => v.length < 3',
    '(v) => Array.isArray(v) && v.length > 0',
    '(v) => { return v?.length < 3 && v.length > 0 }',
    'function (v) { return v.length > 0; }',
    'function(v){return v.length>0}',
    'function arrayLimit(values) { return !values || values.length <= Math.PI }',
    'v => v == null || v.length < Number.MAX_VALUE',
  ])('is not built for an array that a rule measures and takes: %s', async (measure) => {
    const { Model, built } = counting({ lines: { type: [line()], validate: made(measure) }, tags: tags(measure) })
    const body = { lines: [{ kind: 'z' }], tags: ['a'] }
    expect((await errorsOf(Model, { allow: ['lines', 'tags'] }, body)).map(({ path }) => path)).toEqual(['lines.0.x'])
    expect(built.times).toBe(0)
  })

  const none = 'v => v.length > 3'
  it.each<[what: string, validate: unknown, times: number]>([
    ['is not built for the text of a rule that prints no value', [made(none), '{PATH}: too few'], 0],
    ['is built for a text that prints it', [made(none), 'too few: {VALUE}'], 1],
    ['is built for a usual text', made(none), 1],
    ['is built for a text that a function makes', { validator: made(none), message: () => 'too few' }, 1],
  ])('%s, of an array that a rule measures', async (_what, validate, times) => {
    const { Model, built } = counting({ tags: { type: [String], validate } })
    const body = { tags: ['a', 'b'] }
    const errors = await errorsOf(Model, { allow: ['tags'] }, body)
    expect(built.times).toBe(times)
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Model, body))
    expect(errors).toHaveLength(1)
  })

  it('is not built for an array that a rule measures and that is empty', async () => {
    const { Model, built } = counting({
      tags: tags('v => v.length < 3'),
      x: { type: String, validate: isZ },
      kind: String,
    })
    expect(await errorsOf(Model, { allow: ['tags', 'x', 'kind'] }, { tags: [], x: 'q', kind: 'z' })).toEqual([])
    expect(built.times).toBe(0)
  })

  it('is not built for the default of an immutable field of a new document', async () => {
    const { Model, built } = counting({
      kind: { type: String, default: 'z', immutable: true },
      x: { type: String, validate: isZ },
    })
    expect(await errorsOf(Model, { allow: ['x'] }, { x: 'q' })).toEqual([])
    expect(built.times).toBe(0)
  })

  it('is built where an empty array is none, and the default in its place is measured', async () => {
    const place = sub({ coordinates: { type: [Number], default: [1, 2], validate: made('v => v.length === 2') } })
    place.index({ coordinates: '2dsphere' })
    const Model = modelOf(place)
    const errors = await errorsOf(Model, { allow: ['coordinates'] }, { coordinates: [] })
    expect(asOracleErrors(errors)).toEqual(await mongooseErrors(Model, { coordinates: [] }))
  })

  it('is asked again where its schema got a getter later', async () => {
    const Model = modelOf({ name: String, second: { type: String, validate: hasWritten } })
    const body = { name: 'sent', second: 'y' }
    expect(await errorsOf(Model, { allow: ['name', 'second'] }, body)).toHaveLength(1)
    Model.schema.path('name').get(() => 'written')
    expect(await errorsOf(Model, { allow: ['name', 'second'] }, body)).toEqual([])
  })

  it('holds the very date that a rule is given', async () => {
    const start = {
      type: Date,
      validate(this: { start: Date }, value: Date) {
        return value === this.start && value instanceof Date
      },
    }
    const { Model, built } = counting({ start })
    expect(await errorsOf(Model, { allow: ['start'] }, { start: '2020-01-01' })).toEqual([])
    expect(built.times).toBe(0)
  })

  it('is asked where a method, a virtual or a getter of the schema has the answer', async () => {
    const schema = new mongoose.Schema({
      name: { type: String, get: () => 'got' },
      other: String,
      byName: {
        type: String,
        validate(this: { name: string }) {
          return this.name === 'got'
        },
      },
      byGet: {
        type: String,
        validate(this: { get(name: string): unknown }) {
          return this.get('other') === 'own'
        },
      },
    })
    schema.method('get', () => 'own', { suppressWarning: true })
    const Model = modelOf(schema)
    const body = { name: 'sent', other: 'sent', byName: 'x', byGet: 'y' }
    expect(await errorsOf(Model, { allow: ['name', 'other', 'byName', 'byGet'] }, body)).toEqual([])
  })
})

interface Named {
  name: string
  set(name: string, value: string): this
}

function hasWritten(this: Named) {
  return this.name === 'written'
}

function writes(this: Named) {
  this.name = 'written'
  return 'done'
}

function passesOn(this: Named) {
  Object.assign(this, { name: 'written' })
  return true
}

function callsMethod(this: Named) {
  this.set('name', 'written')
  return true
}

const callsByName = made("function () { this['set']('name', 'written'); return true }")

function goesUp(array: unknown) {
  ;(array as { $parent(): Named }).$parent().name = 'written'
  return true
}

function goesUpToOwner(child: unknown) {
  ;(child as { ownerDocument(): Named }).ownerDocument().set('name', 'written')
  return true
}

// --- With and without a document, over random schemas and bodies

const types = ['String', 'Number', 'Boolean', 'Date', 'ObjectId'] as const
const id = '64b7f9d2c1a4e5f601234567'
const values: Readonly<Record<(typeof types)[number], readonly unknown[]>> = {
  String: ['', 'a', ' B '],
  Number: [0, 1, -2.5],
  Boolean: [true, false],
  Date: ['2020-01-01T00:00:00.000Z', '1999-12-31'],
  ObjectId: [id],
}
const defaults: Readonly<Record<string, readonly unknown[]>> = { String: ['dflt'], Number: [7], Boolean: [true] }
const conditions = (name: string): string[] => [
  `function () { return this.${name} == null }`,
  `function () { return this.get('${name}') > 0 || this['${name}'] === '' }`,
  `function () { return typeof this.${name} === 'string' }`,
  `function () { return this.isNew && !this?.${name} }`,
]
const validators = (name: string): string[] => [
  `function (v) { return String(v) !== String(this.${name}) }`,
  `function (v) { return !(this.${name} instanceof Date) || this.${name} > new Date('2000-01-01') }`,
  `async function (v) { await null; return this.${name} !== undefined && this.isNew }`,
  `function (v) { throw new Error('seen ' + JSON.stringify(this.${name})) }`,
]

type Fields = Record<string, unknown>

function randomFields(random: Random, depth: number): Fields {
  const names = ['f0', 'f1', 'f2', 'f3']
  const fields: Fields = {}
  for (const name of names) {
    const other = random.pick(names)
    const inner = depth > 0 ? random.int(8) : 3
    if (inner === 0) fields[name] = { inner: randomLeaf(random, other) }
    else if (inner === 1) fields[name] = sub(randomFields(random, depth - 1))
    else if (inner === 2) fields[name] = [sub(randomFields(random, depth - 1))]
    else fields[name] = randomLeaf(random, other)
  }
  return fields
}

function randomLeaf(random: Random, other: string): Fields {
  const type = random.pick(types)
  const given = defaults[type]
  return {
    type,
    ...(random.chance(0.4) && { required: made(random.pick(conditions(other))) }),
    ...(random.chance(0.3) && { validate: made(random.pick(validators(other))) }),
    ...(given && random.chance(0.3) && { default: random.pick(given) }),
    ...(type === 'String' && random.chance(0.3) && { lowercase: true, trim: true }),
    ...(type === 'Number' && random.chance(0.2) && { set: (value: unknown) => value }),
    ...(random.chance(0.1) && { get: () => 'got' }),
  }
}

function randomBody(random: Random, fields: Fields): Fields {
  const body: Fields = {}
  for (const [name, field] of Object.entries(fields)) {
    if (random.chance(0.3)) continue
    body[name] = random.chance(0.08) ? random.pick([null, 5, 'x', {}, []]) : randomValue(random, field)
  }
  return body
}

function randomValue(random: Random, field: unknown): unknown {
  if (Array.isArray(field)) return Array.from({ length: random.int(3) }, () => randomValue(random, field[0]))
  if (field instanceof mongoose.Schema) return randomBody(random, field.obj)
  const { type, inner } = field as { type?: (typeof types)[number]; inner?: unknown }
  return type === undefined ? randomBody(random, { inner }) : random.pick(values[type])
}

describe('rules that read the document', () => {
  const needsDocument = {
    validate(this: object) {
      return Object.keys(this).length > 0
    },
  }

  it.each([1, 2])('come to the same with and without one (seed %i)', async (seed) => {
    const random = new Random(seed)
    let [failed, spared] = [0, 0]
    for (let nth = 0; nth < 60; nth++) {
      const fields = randomFields(random, 2)
      const { Model, built } = counting(fields)
      const Other = modelOf({ ...fields, counter: Number, needsDocument: { type: String, ...needsDocument } })
      const options = { allow: Object.keys(fields), allowNull: true, partial: random.chance(0.4) }
      const guard = looseGuard(Model, options)
      const other = looseGuard(Other, options)
      for (let body = 0; body < 12; body++) {
        const sent = randomBody(random, fields)
        const without = await guard.validate(sent)
        expect(without, JSON.stringify(sent)).toEqual(await other.validate(sent))
        if (!without.ok) failed++
      }
      if (built.times === 0) spared++
    }
    expect(failed).toBeGreaterThan(100)
    expect(spared).toBeGreaterThan(10)
  })
})
