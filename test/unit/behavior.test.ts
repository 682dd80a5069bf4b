import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { behaviorOf, type MongooseBehavior } from '../../src/mongoose/behavior.ts'
import type { MongooseModel } from '../../src/mongoose/mongoose.ts'
import { modelOf, sub } from '../support/models.ts'

const never = { validator: () => false, message: 'never' }
const list = [{ type: sub({ x: { type: Number, min: 5 } }), validate: never }]

/** The paths of Mongoose's own errors for a body, and their texts. */
async function errorsOfMongoose(definition: object, body: object): Promise<Record<string, string>> {
  try {
    await new (modelOf(definition))(body).validate()
    return {}
  } catch (error) {
    const { errors } = error as mongoose.Error.ValidationError
    return Object.fromEntries(Object.entries(errors).map(([path, { message }]) => [path, message]))
  }
}

const has = (path: string) => (errors: Record<string, string>) => path in errors

interface Shown {
  readonly definition: object
  readonly body: object
  /** Whether the errors of Mongoose say that it behaves so. */
  readonly isShown: (errors: Record<string, string>) => boolean
}

const rows: Record<keyof MongooseBehavior, Shown> = {
  runsElementRules: { definition: { list }, body: { list: [{ x: 5 }] }, isShown: has('list.0') },
  judgesNullElements: { definition: { list }, body: { list: [null] }, isShown: has('list.0') },
  arrayRulesComeFirst: {
    definition: { list: { type: [sub({ x: { type: Number, min: 5 } })], validate: never } },
    body: { list: [{ x: 1 }] },
    isShown: (errors) => !has('list.0.x')(errors),
  },
  validatesUnionMembers: {
    definition: { one: { type: 'Union', of: [Number, sub({ x: { type: Number, min: 5 } })] } },
    body: { one: { x: 1 } },
    isShown: has('one.x'),
  },
  runsAllRulesBelowNull: {
    definition: { a: { b: { x: { type: Number, validate: never } } } },
    body: { a: { b: null } },
    isShown: has('a.b.x'),
  },
  judgesEmptyMapValues: {
    definition: { ways: { type: Map, of: { type: [Number], index: '2dsphere', required: true } } },
    body: { ways: { a: [] } },
    isShown: has('ways.a'),
  },
  testsUndefinedByRegExp: {
    definition: { f: { type: String, set: () => undefined, validate: /^x$/ } },
    body: { f: 'x' },
    isShown: has('f'),
  },
  takesFalsyForFailure: {
    definition: { f: { type: String, validate: () => Promise.resolve(0) } },
    body: { f: 'x' },
    isShown: has('f'),
  },
  validatesNotedContent: {
    definition: {
      f: {
        type: sub({ inner: sub({ x: String, y: { type: String, default: () => 'y', validate: never } }) }),
        default: { inner: { x: 'x' } },
      },
    },
    body: {},
    isShown: has('f.inner.y'),
  },
  notesValidationOfElements: {
    definition: {
      list: [
        sub({
          x: {
            type: String,
            validate(this: { $op: unknown }) {
              return this.$op !== 'validate'
            },
          },
        }),
      ],
    },
    body: { list: [{ x: 'x' }] },
    isShown: has('list.0.x'),
  },
  namesModelInCastErrors: {
    definition: { f: Number },
    body: { f: 'x' },
    isShown: ({ f }) => f?.includes(' for model ') === true,
  },
}

describe('this copy of Mongoose', () => {
  const behavior = behaviorOf(modelOf({}) as unknown as MongooseModel)

  it.each(Object.entries(rows) as [keyof MongooseBehavior, Shown][])(
    'behaves as said: %s',
    async (name, { definition, body, isShown }) => {
      expect(isShown(await errorsOfMongoose(definition, body))).toBe(behavior[name])
    },
  )
})
