import { runInNewContext } from 'node:vm'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { textOf } from '../../src/rules/value-text.ts'
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
