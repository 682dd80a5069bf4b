import { describe, expect, it } from 'vitest'
import { errorsOf } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'
import { asOracleErrors, mongooseErrors } from '../support/oracle.ts'

const later = (milliseconds: number) => new Promise<boolean>((resolve) => setTimeout(resolve, milliseconds, false))

async function pathsOf(Model: unknown, allow: string[], body: unknown) {
  return (await errorsOf(Model, { allow }, body)).map(({ path }) => path)
}

describe('error items', () => {
  it('come in the order of the schema, not of the body or of the allow list', async () => {
    const Model = modelOf({ a: Number, b: Number, c: Number })
    expect(await pathsOf(Model, ['c', 'a', 'b'], { b: 'x', c: 'x', a: 'x' })).toEqual(['a', 'b', 'c'])
  })

  it('have a missing required field in its own place', async () => {
    const Model = modelOf({ a: Number, b: { type: Number, required: true }, c: { type: Number, min: 1 } })
    expect(await pathsOf(Model, ['a', 'b', 'c'], { c: 0, a: 'x' })).toEqual(['a', 'b', 'c'])
  })

  it('have the forbidden keys of an object after its fields, in the order of the body', async () => {
    const Model = modelOf({ a: Number, b: Number, n: { d: Number } })
    expect(await pathsOf(Model, ['b', 'n'], { z: 1, n: { y: 1, d: 'x', x: 1 }, a: 1, b: 'x', k: 1 })).toEqual([
      'b',
      'n.d',
      'n.y',
      'n.x',
      'z',
      'a',
      'k',
    ])
  })

  it('go depth first', async () => {
    const Model = modelOf({
      list: [sub({ a: Number, s: sub({ b: Number }), c: Number })],
      n: { m: { d: Number }, e: Number },
      f: Number,
    })
    const element = { c: 'x', s: { b: 'x', q: 1 }, a: 'x', p: 1 }
    expect(
      await pathsOf(Model, ['f', 'n', 'list'], { f: 'x', n: { e: 'x', m: { d: 'x' } }, list: [element, element] }),
    ).toEqual([
      'list.0.a',
      'list.0.s.b',
      'list.0.s.q',
      'list.0.c',
      'list.0.p',
      'list.1.a',
      'list.1.s.b',
      'list.1.s.q',
      'list.1.c',
      'list.1.p',
      'n.m.d',
      'n.e',
      'f',
    ])
  })

  it("have a container's own error before those of its content", async () => {
    const Model = modelOf({
      tags: { type: [{ type: String, minlength: 3 }], validate: () => false },
      scores: { type: Map, of: { type: Number, min: 1 }, validate: () => false },
      last: { type: Number, min: 1 },
    })
    expect(
      await pathsOf(Model, ['tags', 'scores', 'last'], { last: 0, scores: { a: 0 }, tags: ['a', 'abc', 'b'] }),
    ).toEqual(['tags', 'tags.0', 'tags.2', 'scores', 'scores.a', 'last'])
  })

  it('have what an asynchronous rule finds in the place of its field', async () => {
    const Model = modelOf({
      a: { type: String, validate: () => later(20) },
      b: { type: String, minlength: 3 },
      list: [sub({ c: { type: String, validate: () => later(10) }, d: { type: Number, min: 1 } })],
      e: { type: String, validate: () => later(1) },
      f: { type: String, required: true },
    })
    const body = {
      z: 1,
      e: 'x',
      list: [
        { d: 0, c: 'x' },
        { c: 'x', d: 0 },
      ],
      b: 'x',
      a: 'x',
    }
    expect(await pathsOf(Model, ['a', 'b', 'list', 'e', 'f'], body)).toEqual([
      'a',
      'b',
      'list.0.c',
      'list.0.d',
      'list.1.c',
      'list.1.d',
      'e',
      'f',
      'z',
    ])
  })

  it("have a container's own asynchronous error before those of its content", async () => {
    const Model = modelOf({
      tags: { type: [{ type: String, minlength: 3 }], validate: () => later(5) },
      last: { type: Number, min: 1 },
    })
    expect(await pathsOf(Model, ['tags', 'last'], { last: 0, tags: ['a'] })).toEqual(['tags', 'tags.0', 'last'])
  })

  it('are one for each path, and all of them together', async () => {
    const Model = modelOf({
      a: { type: String, minlength: 5, enum: ['abcde'], match: /z/ },
      b: { type: Number, min: 5, validate: () => false },
      c: Number,
      d: { type: String, required: true },
    })
    expect(await errorsOf(Model, { allow: ['a', 'b', 'c', 'd'] }, { a: 'x', b: 1, c: true, e: 1 })).toEqual([
      { code: 'invalid_value', path: 'a', rule: 'minlength', message: expect.any(String) as string },
      { code: 'invalid_value', path: 'b', rule: 'min', message: expect.any(String) as string },
      { code: 'invalid_type', path: 'c', message: 'Expected number, received boolean' },
      { code: 'invalid_value', path: 'd', rule: 'required', message: 'Path `d` is required.' },
      { code: 'forbidden_field', path: 'e', message: 'Field is not allowed' },
    ])
  })

  it('show an object that a setter throws at with its keys in the order of the schema', async () => {
    const set = () => {
      throw new Error('not this one')
    }
    const both = sub({ a: String, b: String })
    const Model = modelOf({ list: { type: [both], set }, one: { type: both, set } })
    const sent = { b: '1', a: '2' }
    const errors = await errorsOf(Model, { allow: ['list', 'one'] }, { list: [sent], one: sent })
    const asSent = await mongooseErrors(Model, { list: [sent], one: sent })
    const shown = "{ a: '2', b: '1' }"
    expect(asOracleErrors(errors).map(({ path, message }) => [path, message])).toEqual(
      asSent.map(({ path, message }) => [path, message.replace("{ b: '1', a: '2' }", shown)]),
    )
    for (const { message } of errors) expect(message).toContain(shown)
  })
})
