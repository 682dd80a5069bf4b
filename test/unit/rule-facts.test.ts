import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { ruleFactsOf as factsOf } from '../../src/rules/rule-facts.ts'
import type { SchemaType } from '../../src/mongoose/mongoose.ts'

const typeOf = (definition: object) => new mongoose.Schema({ f: definition }).path('f') as unknown as SchemaType
const judge = (value: unknown) => value !== 1
function receiver(this: unknown) {
  return this !== undefined
}

describe('rules that see the document', () => {
  it.each([
    ['a rule with a receiver', { type: String, validate: receiver }],
    ['a message with a receiver', { type: String, validate: { validator: judge, message: receiver } }],
    [
      'a message with two parameters',
      { type: String, validate: { validator: judge, message: (_: unknown, doc: unknown) => String(doc) } },
    ],
    ['a condition with a receiver', { type: String, required: receiver }],
    ['a condition with a parameter', { type: String, required: (doc: unknown) => doc !== undefined }],
    ['a setter with a receiver', { type: String, set: receiver }],
    ['a limit of a Date with a receiver', { type: Date, min: receiver }],
    ['a limit of a Date with a receiver', { type: Date, max: receiver }],
  ])('are %s', (_what, definition) => {
    expect(factsOf(typeOf(definition), false).canSeeDocument).toBe(true)
  })

  it.each([
    ['no rules', { type: String }],
    ['rules without a receiver', { type: String, validate: judge, minlength: 1, enum: ['a'], match: /a/ }],
    ['a RegExp', { type: String, validate: /this/ }],
    [
      'a message of one parameter',
      { type: String, validate: { validator: judge, message: (props: { path: string }) => props.path } },
    ],
    ['a plain required', { type: String, required: true }],
    ['a condition without a receiver', { type: String, required: () => true }],
    ['a setter without a receiver', { type: String, set: (value: unknown) => value }],
    ["Mongoose's own setters", { type: String, trim: true, lowercase: true }],
    ['a limit of a Date', { type: Date, min: '2020-01-01', max: Date.now }],
    ['a limit of a Date without a receiver', { type: Date, min: () => 0 }],
    ['a limit of a Number', { type: Number, min: 1, max: 2 }],
  ])('are not %s', (_what, definition) => {
    expect(factsOf(typeOf(definition), false).canSeeDocument).toBe(false)
  })

  it('are all rules and setters that get a container, but for required', () => {
    const seen = (definition: object) => factsOf(typeOf(definition), true).canSeeDocument
    expect(seen({ type: [String], validate: judge })).toBe(true)
    expect(seen({ type: [String], set: (value: unknown) => value })).toBe(true)
    expect(seen({ type: [String], required: true })).toBe(false)
    expect(seen({ type: [String], required: () => true })).toBe(false)
    expect(seen({ type: [String] })).toBe(false)
  })
})

it('tells of a type what its rules get, in whichever order it is asked', () => {
  const type = typeOf({ type: [String], validate: judge })
  expect(factsOf(type, false).canSeeDocument).toBe(false)
  expect(factsOf(type, true).canSeeDocument).toBe(true)
  expect(factsOf(type, false).canSeeDocument).toBe(false)
})

describe('a default that sees the document', () => {
  it('is a function with a receiver or a parameter', () => {
    const seen = (value: unknown) => factsOf(typeOf({ type: Number, default: value }), false).canDefaultSeeDocument
    expect([receiver, (doc: unknown) => doc, () => 1, 1, undefined].map(seen)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('is the one that the type has now', () => {
    const schema = new mongoose.Schema({ f: { type: Number, default: 1 } })
    schema.path('f').default(receiver)
    expect(factsOf(schema.path('f') as unknown as SchemaType, false).canDefaultSeeDocument).toBe(true)
  })

  it('is for an array the one that the schema was given', () => {
    const seen = (value: unknown) => factsOf(typeOf({ type: [Number], default: value }), true).canDefaultSeeDocument
    expect([receiver, () => [], undefined].map(seen)).toEqual([true, false, false])
  })
})

describe('what rules are about', () => {
  it.each([
    [{ type: String }, { canFailOnValue: false, hasNullRule: false }],
    [
      { type: String, required: true },
      { canFailOnValue: false, hasNullRule: true },
    ],
    [
      { type: String, required: () => true },
      { canFailOnValue: true, hasNullRule: true },
    ],
    [
      { type: String, minlength: 1 },
      { canFailOnValue: true, hasNullRule: false },
    ],
    [
      { type: String, validate: judge, required: true },
      { canFailOnValue: true, hasNullRule: true },
    ],
  ])('%j', (definition, facts) => {
    expect(factsOf(typeOf(definition), false)).toMatchObject(facts)
  })

  it('counts the setters that make another value, and those of the content', () => {
    const setters = { set: (value: unknown) => value, immutable: true }
    expect(factsOf(typeOf({ type: String, ...setters }), false)).toMatchObject({
      setterCount: 1,
      contentSetterCount: 0,
    })
    expect(factsOf(typeOf({ type: [String], ...setters }), true)).toMatchObject({
      setterCount: 1,
      contentSetterCount: 1,
    })
    expect(factsOf(typeOf({ type: [String] }), true)).toMatchObject({ setterCount: 0, contentSetterCount: 0 })
  })

  it('is read once, and again after a rule or a setter was added or rules were replaced', () => {
    const type = typeOf({ type: String, minlength: 1 }) as unknown as mongoose.SchemaType
    const facts = () => factsOf(type as unknown as SchemaType, false)
    const first = facts()
    expect(facts()).toBe(first)
    type.validate(judge)
    expect(facts()).not.toBe(first)
    expect(facts().count).toBe(2)
    type.set((value: unknown) => value)
    expect(facts().setterCount).toBe(1)
    const last = facts()
    type.validators = [...type.validators]
    expect(facts()).toBe(last)
    const [entry, ...others] = type.validators
    type.validators[0] = { ...(entry as object) } as mongoose.Validator<unknown>
    expect(facts()).not.toBe(last)
    type.validators = others
    expect(facts().count).toBe(1)
  })

  it('notices a function that takes the place of another', () => {
    const type = typeOf({ type: String, validate: () => true, set: (value: unknown) => value })
    const facts = () => factsOf(type, false)
    expect(facts().canSeeDocument).toBe(false)
    const [entry] = type.validators as { validator: unknown }[]
    Object.assign(entry ?? {}, {
      validator(this: unknown) {
        return this !== undefined
      },
    })
    expect(facts().canSeeDocument).toBe(true)
    Object.assign(entry ?? {}, { validator: () => true })
    expect(facts().canSeeDocument).toBe(false)
    const { setters } = type as unknown as { setters: unknown[] }
    setters[0] = function (this: unknown) {
      return this
    }
    expect(facts().canSeeDocument).toBe(true)
  })
})

describe('facts that were read', () => {
  it('are read again when the default is another', () => {
    const type = typeOf({ type: String, validate: judge })
    expect(factsOf(type, false).canDefaultSeeDocument).toBe(false)
    const changed = type as unknown as { default: (make: () => unknown) => void }
    changed.default(receiver)
    expect(factsOf(type, false).canDefaultSeeDocument).toBe(true)
  })
})
