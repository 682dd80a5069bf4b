import { runInNewContext } from 'node:vm'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { ErrorLimit } from '../../src/errors/error-limit.ts'
import { printedText, textOf } from '../../src/rules/value-text.ts'
import { looseGuard } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

const bytes = Buffer.from('ab')

describe('the text of a value', () => {
  it.each([
    ['a', 'a'],
    [1, '1'],
    [null, 'null'],
    [undefined, 'undefined'],
    [[1, [2, 'a']], '1,2,a'],
    [{}, '[object Object]'],
    [{ toString: () => 'own' }, 'own'],
    [new Map([['a', bytes]]), '[object Map]'],
    [bytes, 'ab'],
    [[bytes], 'ab'],
    [{ toObject: 1 }, '[object Object]'],
  ])('%j is %j', (value, text) => {
    expect(textOf(value)).toBe(text)
  })

  it.each([
    [{ toString: 1 }, '[object Object]'],
    [[{ toString: 1 }], '[object Array]'],
  ])('%j is a tag, for it has no text', (value, text) => {
    expect(textOf(value)).toBe(text)
  })
})

describe('the text of what Mongoose made', () => {
  const part = sub({
    files: { type: Map, of: Buffer },
    names: { type: Map, of: String },
    inner: sub({ files: { type: Map, of: [Buffer] } }),
    list: [sub({ files: { type: Map, of: [Buffer] } })],
    file: Buffer,
  })
  const Model = modelOf({ part, parts: [part], free: mongoose.Schema.Types.Mixed })
  const made = (value: object) => new Model({ part: value, parts: [value] }) as unknown as Record<string, unknown>

  it.each([
    ['a Map', { files: { a: bytes } }],
    ['a Map in a sub-document', { inner: { files: { a: [bytes] } } }],
    ['a Map in an array of sub-documents', { list: [{}, { files: { b: [], a: [bytes] } }] }],
    ['a Map beside another one', { names: { a: 'a' }, files: { a: bytes } }],
    ['a Map with other values before', { file: bytes, names: { a: 'a' }, inner: { files: { b: [], a: [bytes] } } }],
  ])('is a tag where a Buffer is in %s', (_what, value) => {
    expect(textOf(made(value).part)).toBe('[object Object]')
    expect(textOf([made(value).part])).toBe('[object Array]')
    expect(textOf(made(value).parts)).toMatch(/^\[object (?:Array|Proxy)\]$/)
    expect(textOf([1, [made(value).part]])).toBe('[object Array]')
  })

  it.each([
    ['a Map without Buffers', { names: { a: 'a' } }],
    ['a Buffer outside of Maps', { file: bytes }],
  ])("is Mongoose's own with %s", (_what, value) => {
    expect(textOf(made(value).part)).toBe(String(made(value).part))
    expect(textOf(made(value).part)).not.toBe('[object Object]')
    expect(textOf(made(value).parts)).toBe(String(made(value).parts))
  })

  it("is Mongoose's own of arrays, with what getters give, which are asked once", () => {
    let asked = 0
    const get = (text: string) => {
      asked++
      return `${text}!`
    }
    const Lists = modelOf({
      plain: [String],
      rows: [[Number]],
      got: [{ type: String, get }],
      gotRows: [[{ type: String, get }]],
    })
    const lists = new Lists({ plain: ['a', 'b'], rows: [[1, 2], [3]], got: ['a', 'b'], gotRows: [['a'], ['b']] })
    for (const name of ['plain', 'rows', 'got', 'gotRows']) {
      const list: unknown = lists.get(name)
      expect(textOf(list)).toBe(String(list))
    }
    asked = 0
    expect(textOf(lists.get('got'))).toBe('a!,b!')
    expect(asked).toBe(2)
  })

  it('is that of an array which does not tell its schema type, as in Mongoose 8.18.0', () => {
    const Lists = modelOf({ got: [{ type: String, get: (text: string) => `${text}!` }] })
    const list = new Lists({ got: ['a', 'b'] }).get('got') as object
    const older = new Proxy(list, {
      get: (target, key): unknown => (key === '$schemaType' ? undefined : Reflect.get(target, key)),
    })
    expect(textOf(older)).toBe('a!,b!')
  })

  it('is a tag of an array whose getter gives a function', () => {
    const Lists = modelOf({ got: [{ type: String, get: () => made }] })
    expect(textOf(new Lists({ got: ['a'] }).get('got'))).toMatch(/^\[object (?:Array|Proxy)\]$/)
  })

  it('is the tag of a Map, whatever it holds', () => {
    const { files } = made({ files: { a: bytes } }).part as { files: unknown }
    expect(textOf(files)).toBe('[object Map]')
  })

  it('is a tag for an object of another realm that gives such a content', () => {
    const content = new Map([['a', bytes]])
    const container = { toObject: () => Object.assign(runInNewContext('({})') as object, { content }) }
    expect(textOf(Object.assign(container, { toString: () => 'own' }))).toBe('[object Object]')
  })
})

describe('the texts of one response', () => {
  const comment = new mongoose.Schema({ text: String }, { _id: false })
  comment.add({ replies: { type: [comment], validate: (replies: unknown[]) => replies.length <= 10 } })
  const Comment = mongoose.createConnection().model('Comment', comment)
  const empty = (count: number) => Array.from({ length: count }, () => ({}))

  it('print documents until they have copied ten thousand values', () => {
    const { replies } = new Comment({ replies: empty(2000) }) as unknown as { replies: unknown }
    const context = { limit: new ErrorLimit(1, {}) } as never
    const whole = String(replies)
    expect(['', '', '', ''].map(() => printedText(replies, context) === whole)).toEqual([true, true, true, false])
    expect(printedText(replies, context)).toMatch(/^\[object (?:Array|Proxy)\]$/)
    expect(printedText('a', context)).toBe('a')
    expect(printedText(new Map([['a', 1]]), context)).toBe('[object Map]')
  })

  it('count what is in Maps, free content and documents in each other', () => {
    const part = sub({ map: { type: Map, of: sub({ a: Number }) }, free: {} })
    const [made] = (new (modelOf({ parts: [part] }))({ parts: [{ map: { a: {}, b: {} }, free: [{ x: {} }, {}] }] })
      .parts ?? []) as unknown[]
    const counted: number[] = []
    printedText([made], { limit: { mayPrint: (count: () => number) => counted.push(count()) > 0 } } as never)
    printedText(made, { limit: { mayPrint: (count: () => number) => counted.push(count()) > 0 } } as never)
    // The array, the document with its Map and two documents in that, the array of free content and three objects in it.
    expect(counted).toEqual([9, 8])
  })

  it('name each level of a tree, and print the outer ones', async () => {
    const tree = (levels: number): object =>
      levels === 0 ? { replies: empty(2000) } : { replies: [...empty(10), tree(levels - 1)] }
    const guard = looseGuard(Comment, { allow: ['replies'] })
    const outcome = (await guard.validate(tree(9))) as { errors: { message: string }[] }
    const printed = outcome.errors.filter(({ message }) => message.includes('replies: ['))
    // Mongoose 8 looks no further than the first.
    const isMongoose8 = mongoose.version.startsWith('8.')
    expect([outcome.errors.length, printed.length]).toEqual(isMongoose8 ? [1, 1] : [10, 3])
  })
})
