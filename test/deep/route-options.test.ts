// Properties of the options of real routes, over drawn schemas and bodies: each agrees with something simpler.
import mongoose from 'mongoose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createGuard } from '../../src/index.ts'
import { disturb } from '../fuzz/bodies.ts'
import type { ModelLike } from '../fuzz/internals.ts'
import type { Random } from '../fuzz/random.ts'
import { everyPath, shapesByEntry } from '../fuzz/selection.ts'
import { shapeOfModel, type JsonObject } from '../fuzz/shape.ts'
import { modelOf, type Outcome, seed, type Subject, subjects } from '../fuzz/subjects.ts'

beforeAll(() => {
  console.log(`FUZZ_SEED=${seed}, mongoose ${mongoose.version}`)
})

/** The errors of an outcome, without the ids that Mongoose makes up for each document. */
function errorsOf(outcome: Outcome, prefix = ''): object[] {
  if (outcome.ok) return []
  return outcome.errors.map(({ path, ...item }) => ({
    ...(JSON.parse(JSON.stringify(item).replace(/new ObjectId\('[0-9a-f]{24}'\)/g, 'id')) as object),
    path: prefix + (path ?? ''),
  }))
}

function* bodiesOf({ bodyOf, random }: Subject, count: number): Generator<JsonObject> {
  for (let index = 0; index < count; index++) yield index % 3 === 0 ? disturb(bodyOf(), random) : bodyOf()
}

describe('at, each and extra', () => {
  it('give what the plain guard gives for each part', async () => {
    let accepted = 0
    let refused = 0
    for (const subject of subjects(6000, 60)) {
      for (const partial of [false, true]) {
        const shared = { partial, maxErrors: Infinity, allowNull: true }
        const plain = subject.guardOf(shared)
        const placed = subject.guardOf({ ...shared, at: 'x.y', extra: { z: { type: Number, required: true } } })
        const listed = subject.guardOf({ ...shared, each: true })
        const parts = [...bodiesOf(subject, 4)]
        const outcomes: Outcome[] = []
        for (const part of parts) {
          const alone = await plain.validate(part)
          outcomes.push(alone)
          const inside = await placed.validate({ x: { y: part }, z: 1 })
          expect(errorsOf(inside)).toEqual(errorsOf(alone, 'x.y.'))
          if (inside.ok && alone.ok) expect(inside).toEqual({ ...alone, extra: { z: 1 } })
        }
        const all = await listed.validate(parts)
        expect(errorsOf(all)).toEqual(outcomes.flatMap((outcome, index) => errorsOf(outcome, `${index}.`)))
        if (!all.ok) refused++
        const good = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.validated] : []))
        if (good.length === 0) continue
        accepted++
        expect(await listed.validate(good)).toEqual({ ok: true, validated: good })
      }
    }
    expect(accepted).toBeGreaterThan(5)
    expect(refused).toBeGreaterThan(50)
  })
})

describe('ignore', () => {
  it('gives what the plain guard gives for a body without the ignored keys', async () => {
    let compared = 0
    for (const subject of subjects(7000, 60)) {
      const paths = everyPath(shapeOfModel(subject.model))
      const ignored = paths.filter(() => subject.random.chance(0.3))
      const allow = paths.filter((path) => !ignored.includes(path))
      const options = { allow, partial: true, allowNull: true, maxErrors: Infinity }
      const plain = subject.guardOf(options)
      const passing = subject.guardOf({ ...options, ignore: [...ignored, 'unknown', '__proto__'] })
      for (const body of bodiesOf(subject, 12)) {
        const without = Object.fromEntries(
          Object.entries(body).filter(([key]) => !ignored.includes(key) && key !== '__proto__'),
        )
        const [seen, expected] = [await passing.validate({ ...body, unknown: [] }), await plain.validate(without)]
        expect(errorsOf(seen)).toEqual(errorsOf(expected))
        if (seen.ok) expect(seen).toEqual(expected)
        compared++
      }
    }
    expect(compared).toBe(60 * 12)
  })
})

describe('a Schema', () => {
  it('gives what its model gives', async () => {
    let compared = 0
    for (const subject of subjects(8000, 80)) {
      // Those are registered on the model; the schema alone does not know them.
      if (subject.model.discriminators) continue
      // Of the model, Mongoose manages `__v`; of the Schema it is a field like any other.
      const allow = everyPath(shapeOfModel(subject.model)).filter((path) => path !== '__v')
      const options = { allow, allowNull: true, maxErrors: Infinity }
      const ofSchema = createGuard(subject.model.schema as never, options as never)
      const ofModel = subject.guardOf(options)
      for (const body of bodiesOf(subject, 12)) {
        const seen = withoutName(await ofSchema.validate(body))
        expect(seen).toEqual(withoutName(await ofModel.validate(body)))
        compared++
      }
    }
    expect(compared).toBeGreaterThan(400)
  })
})

/** Mongoose 9 names the model in some messages. */
function withoutName(outcome: Outcome): unknown {
  return outcome.ok
    ? outcome
    : errorsOf(outcome).map((item) => JSON.stringify(item).replace(/ for model \\"\w+\\"/g, ''))
}

interface SchemaTypeLike {
  instance: string
  options: Record<string, unknown>
  validators: readonly { type?: string }[]
  defaultValue?: unknown
}

/** The `type` of the validator that an option makes, where a second one takes the place of the first. */
const ruleOf: Record<string, string> = {
  enum: 'enum',
  minlength: 'minlength',
  maxlength: 'maxlength',
  min: 'min',
  max: 'max',
}

type Rule = readonly [option: string, value: unknown]

/** Rules that a path may get besides its own, as the schema's author would write them. */
function drawRules(random: Random, type: SchemaTypeLike, isBroughtByDefault: boolean): Rule[] {
  const odd = (value: unknown) => String(value).length % 2 === 1
  const all: Rule[] = [
    ['validate', { validator: odd, message: 'odd {PATH}' }],
    [
      'validate',
      [{ validator: () => true }, { validator: async (value: unknown) => Promise.resolve(odd(value)), type: 'later' }],
    ],
    [
      'validate',
      {
        validator(this: unknown, value: unknown) {
          return this !== null && odd(value)
        },
      },
    ],
  ]
  if (type.instance === 'String') {
    all.push(['match', /[a-m]/], ['minlength', 2], ['maxlength', [3, 'long']], ['enum', ['a', 'bb', 'ccc', 'zoé']])
  }
  if (type.instance === 'Number')
    all.push(['min', 0], ['max', [3, '{VALUE} of {MAX}']], ['enum', { values: [1, 2, 3], message: 'few' }])
  if (type.instance === 'Date') all.push(['min', new Date(0)], ['max', () => new Date(1e12)])
  // A required of the route wins over a default, one of the schema does not. It asks nothing of what a default brings.
  const mayBeRequired = !isBroughtByDefault && type.options.allowNull === undefined
  if (mayBeRequired && type.defaultValue === undefined && type.options.required === undefined) {
    all.push(
      ['required', [true, 'needed']],
      [
        'required',
        function (this: unknown) {
          return this !== undefined
        },
      ],
    )
  }
  return all.filter(
    ({ 0: option }) => !type.validators.some((own) => own.type === ruleOf[option]) && random.chance(0.25),
  )
}

/** Says the same in a schema: as the constructor of SchemaType does. */
function addTo(type: SchemaTypeLike | undefined, rules: readonly Rule[]): void {
  const methods = type as never as Record<string, (...parameters: unknown[]) => unknown>
  for (const [option, value] of rules) methods[option]?.(...(Array.isArray(value) ? (value as unknown[]) : [value]))
}

/** The schema types that a rule may be put on, at any depth. A schema's rule reaches a kind only where it was there before. */
function ruledTypes(model: ModelLike): Map<string, SchemaTypeLike> {
  const types = new Map<string, SchemaTypeLike>()
  for (const [path, shape] of shapesByEntry(shapeOfModel(model), ({ children }) => children().size === 0))
    if (shape.kind !== 'nested' && !/(^|\.)(_id|__v)$/.test(path)) types.set(path, shape.type)
  return types
}

describe('rules', () => {
  it('give what a model gives whose schema has them', async () => {
    let [compared, refused, ruled, inner] = [0, 0, 0, 0]
    for (const subject of subjects(9000, 90)) {
      // A schema's rule reaches every level of a schema in itself.
      if (subject.model.discriminators || JSON.stringify(subject.description).includes('"recursive"')) continue
      const twin = modelOf(subject.description)
      const twins = ruledTypes(twin)
      const rules: Record<string, object> = {}
      const types = ruledTypes(subject.model)
      const hasDefault = (path: string) => types.get(path)?.options.default !== undefined
      for (const [path, type] of types) {
        const keys = path.split('.')
        const isBroughtByDefault = keys.some((_, nth) => nth > 0 && hasDefault(keys.slice(0, nth).join('.')))
        const drawn = new Map(drawRules(subject.random, type, isBroughtByDefault))
        if (drawn.size === 0) continue
        rules[path] = Object.fromEntries(drawn)
        addTo(twins.get(path), [...drawn])
        ruled += drawn.size
        if (path.includes('.')) inner++
      }
      const options = { allowNull: true, maxErrors: Infinity }
      const ofRoute = subject.guardOf({ ...options, rules })
      const ofModel = createGuard(twin as never, { ...options, allow: everyPath(shapeOfModel(subject.model)) } as never)
      for (const body of bodiesOf(subject, 12)) {
        const [seen, expected] = [await ofRoute.validate(body), (await ofModel.validate(body)) as Outcome]
        expect({ body, errors: withoutName(seen) }).toEqual({ body, errors: withoutName(expected) })
        compared++
        if (!seen.ok) refused++
      }
    }
    expect(compared).toBeGreaterThan(500)
    expect(refused).toBeGreaterThan(100)
    expect(ruled).toBeGreaterThan(100)
    expect(inner).toBeGreaterThan(50)
  })
})
