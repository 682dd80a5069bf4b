import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { behaviorOf, type MongooseBehavior } from '../../src/mongoose/behavior.ts'
import type { MongooseModel } from '../../src/mongoose/mongoose.ts'
import { createGuard } from '../../src/index.ts'
import { modelOf, sub } from '../support/models.ts'
import { asOracleErrors } from '../support/oracle.ts'

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
  shortensValues: {
    definition: { f: { type: String, validate: { validator: () => false, message: '{VALUE}' } } },
    body: { f: 'abcdefghijklmnopqrstuvwxyz0123456789' },
    isShown: ({ f }) => f === 'abcdefghijklmnopqrstuvwxyz0123...',
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

it('names the model in a CastError where Mongoose does: no class of the application around it', async () => {
  const set = () => {
    throw new Error('no text')
  }
  const Plain = modelOf({ f: { type: String, set } })
  class Extended extends Plain {}
  for (const Model of [Plain, Extended]) {
    const error = await new Model({ f: 'a' }).validate().catch((thrown: unknown) => thrown)
    const { message } = (error as mongoose.Error.ValidationError).errors.f ?? {}
    expect(message).toContain('Cast to String failed')
    expect(await createGuard(Model, { allow: ['f'] as never }).validate({ f: 'a' })).toMatchObject({
      errors: [{ message }],
    })
  }
})

describe('a version in between', () => {
  const as8: Partial<MongooseBehavior> = {
    arrayRulesComeFirst: true,
    runsElementRules: false,
    judgesNullElements: false,
    runsAllRulesBelowNull: true,
    validatesNotedContent: true,
  }

  it.each<[version: string, behavior: Partial<MongooseBehavior>]>([
    ['8.18.0', { ...as8, testsUndefinedByRegExp: true, shortensValues: true }],
    ['8.23.0', { shortensValues: true }],
    ['8.23.1', { shortensValues: false }],
    ['8.24.10', { ...as8, validatesUnionMembers: false, shortensValues: false }],
    ['9.0.0', { ...as8, testsUndefinedByRegExp: false, takesFalsyForFailure: false, shortensValues: true }],
    ['9.1.4', { judgesEmptyMapValues: false }],
    ['9.1.5', { judgesEmptyMapValues: true }],
    ['9.2.4', { notesValidationOfElements: false, validatesUnionMembers: false }],
    ['9.3.3', { notesValidationOfElements: true, validatesUnionMembers: false }],
    ['9.4.0', { ...as8, validatesUnionMembers: true, shortensValues: true }],
    ['9.6.2', { shortensValues: true }],
    ['9.6.3', { shortensValues: false }],
    ['9.9.4', { ...as8, namesModelInCastErrors: false }],
    ['9.9.5', { ...as8, namesModelInCastErrors: true }],
    ['9.10.4', { ...as8, validatesUnionMembers: true }],
    ['9.11.0', { arrayRulesComeFirst: false, runsElementRules: true, judgesNullElements: true }],
    ['9.11.0', { runsAllRulesBelowNull: false, validatesNotedContent: false }],
    ['10.0.0', { arrayRulesComeFirst: false, namesModelInCastErrors: true, shortensValues: false }],
  ])('behaves as it does: %s', (version, behavior) => {
    expect(behaviorOf({ base: { version } } as MongooseModel)).toMatchObject(behavior)
  })

  /** The errors of a guard that takes this Mongoose for one of another version. */
  async function errorsAs(version: string, definition: object, body: object): Promise<unknown[]> {
    const instance = Object.assign(new mongoose.Mongoose({ autoIndex: false, autoCreate: false }), { version })
    const model = instance.model('Old', new mongoose.Schema(definition))
    const outcome = await createGuard(model, { allow: Object.keys(definition) as never }).validate(body)
    return outcome.ok ? [] : asOracleErrors(outcome.errors).map(({ path, message }) => [path, message])
  }

  it('has its own order of rules', async () => {
    const definition = { list: { type: [sub({ x: { type: Number, min: 5 } })], validate: never } }
    expect(await errorsAs('9.10.4', definition, { list: [{ x: 1 }] })).toEqual([['list', 'never']])
    expect((await errorsAs('9.11.0', definition, { list: [{ x: 1 }] })).length).toBe(2)
  })

  it('shortens a long text in each message, and for each rule that asks for it', async () => {
    const long = 'abcdefghijklmnopqrstuvwxyz0123456789'
    const seen: unknown[] = []
    const validator = (_: unknown, { value }: { value: unknown }) => {
      seen.push(value)
      return false
    }
    const definition = {
      e: { type: String, enum: ['a'] },
      f: { type: String, validate: { validator, propsParameter: true, message: '{VALUE} {LENGTH}' } },
      n: { type: Number, validate: { validator: () => false, message: '{VALUE}' } },
    }
    const body = { e: long, f: long, n: 1 }
    expect(await errorsAs('8.20.0', definition, body)).toEqual([
      ['e', '`abcdefghijklmnopqrstuvwxyz0123...` is not a valid enum value for path `e`.'],
      ['f', 'abcdefghijklmnopqrstuvwxyz0123... 36'],
      ['n', '1'],
    ])
    expect(await errorsAs('8.24.0', definition, body)).toEqual([
      ['e', `\`${long}\` is not a valid enum value for path \`e\`.`],
      ['f', `${long} 36`],
      ['n', '1'],
    ])
    expect(new Set(seen)).toEqual(new Set(['abcdefghijklmnopqrstuvwxyz0123...', long]))
  })
})
