import { inspect } from 'node:util'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import mongoose from 'mongoose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createGuard, type Guard, type GuardOutcome, type JSONSchemaTarget } from '../../src/index.ts'
import { disturb, drawBody } from '../fuzz/bodies.ts'
import { describeModel } from '../fuzz/describe.ts'
import { buildModel, printModel } from '../fuzz/description.ts'
import type { ModelLike } from '../fuzz/internals.ts'
import { describable } from '../fuzz/json-schema.ts'
import { Random } from '../fuzz/random.ts'
import { drawAllow, everyPath } from '../fuzz/selection.ts'
import { type Json, type JsonObject, shapeOfModel } from '../fuzz/shape.ts'

const major = Number(mongoose.version.split('.')[0])
const seed = Number(process.env.JSON_SCHEMA_SEED ?? 18)
// What a schema says hardly depends on the major: a quarter of them meet the other one.
const schemas = Number(process.env.JSON_SCHEMA_COUNT ?? (major === 8 ? 60 : 250))
const bodiesOfSchema = 40

const ajvOf = {
  'draft-2020-12': () => strict(new Ajv2020({ strict: true })),
  'draft-07': () => strict(new Ajv({ strict: true })),
  'openapi-3.0': () => strict(new Ajv({ strict: true })),
} satisfies Record<JSONSchemaTarget, () => Ajv>

function strict<Kind extends Ajv>(ajv: Kind): Kind {
  ajv.addVocabulary(['x-mongoose-rules', 'x-mongoose-setters', 'x-mongoose-type', 'discriminator'])
  // The declarations of ajv-formats have their function as `default` where Node.js gives it as the module.
  ;(addFormats as unknown as (ajv: Ajv) => void)(ajv)
  return ajv
}

/** Undefined where Mongoose refuses the schema. */
function tryBuild(description: ReturnType<typeof describable>): ModelLike | undefined {
  try {
    return buildModel(description, new mongoose.Mongoose({ autoIndex: false, autoCreate: false })) as ModelLike
  } catch {
    return undefined
  }
}

async function draw(index: number) {
  const random = new Random(seed * 1_000_003 + index)
  const description = describable(describeModel(random, [major]))
  const model = tryBuild(description)
  if (model === undefined) return undefined
  const root = shapeOfModel(model)
  const allow = random.chance(0.3) ? drawAllow(root, random) : everyPath(root)
  const layout = drawLayout(random)
  const options = { allow, partial: random.chance(0.3), allowNull: random.chance(0.7), ...layout }
  const rules = random.chance(0.3) ? drawRules(model, allow, random) : {}
  const guard = (createGuard as (...given: unknown[]) => Guard)(model, { ...options, rules })
  const drawOne = (nth: number): JsonObject => {
    const body = drawBody(root, { random, depth: 2 + (nth % 3), absent: 0.2, null: nth % 4 === 0 ? 0.15 : 0.02 })
    return nth % 3 === 0 ? disturb(body, random) : body
  }
  const bodies = Array.from({ length: bodiesOfSchema }, (_, nth) => placed(() => drawOne(nth), layout, random))
  const outcomes: GuardOutcome[] = []
  for (const body of bodies) outcomes.push(await guard.validate(body))
  const ruled = Object.keys(rules).length
  return {
    guard,
    bodies,
    outcomes,
    ruled,
    code: `${printModel(description)}\n${inspect({ ...options, rules }, { depth: 4 })}`,
  }
}

interface RuledType {
  instance: string
  defaultValue?: unknown
  options: { allowNull?: boolean }
}

const rulesOfType: Readonly<Record<string, readonly object[]>> = {
  String: [{ minlength: 2 }, { maxlength: 3 }, { match: /^[a-m]/ }, { enum: ['a', 'ab', 'abc'] }],
  Number: [{ min: 1 }, { max: [7, 'large'] }, { enum: [1, 2, 3] }],
}

/** What the route demands of some of the paths that it allows. A default would have to keep to it, too. */
function drawRules(model: ModelLike, allow: readonly string[], random: Random): Record<string, object> {
  const rules: Record<string, object> = {}
  const types = model.schema.paths as unknown as Record<string, RuledType>
  for (const [path, { instance, defaultValue, options }] of Object.entries(types)) {
    const isAllowed = allow.some((entry) => path === entry || path.startsWith(`${entry}.`))
    if (!isAllowed || path.includes('$*') || defaultValue !== undefined || !random.chance(0.5)) continue
    const takesNull = path !== '__v' && Object.hasOwn(rulesOfType, instance) && random.chance(0.5)
    const own = (rulesOfType[instance] ?? []).filter(() => random.chance(0.4))
    const mayRequire = options.allowNull === undefined
    const presence = random.pick([{}, { required: false }, { required: mayRequire }, { allowNull: takesNull }])
    const drawn: object = own.reduce((all, one) => ({ ...all, ...one }), presence)
    if (Object.keys(drawn).length > 0) rules[path] = drawn
  }
  return rules
}

interface Layout {
  at?: string
  each?: { min: number; max: number }
  extra?: object
  ignore?: string[]
}

/** Where the document stands, in a third of all schemas. */
function drawLayout(random: Random): Layout {
  const layout: Layout = random.chance(0.2) ? { ignore: ['left', 'out'] } : {}
  if (random.chance(0.65)) return layout
  if (random.chance(0.6)) layout.at = random.pick(['document', 'a.b'])
  if (random.chance(0.5)) layout.each = { min: random.int(2), max: 3 }
  const hasRoom = layout.at !== undefined || layout.each === undefined
  if (hasRoom && random.chance(0.5))
    layout.extra = { more: { type: String, required: true, minlength: 2 }, count: [Number] }
  return layout
}

/** A body in which documents stand where the layout wants them, or next to there. */
function placed(draw: () => JsonObject, { at, each, extra, ignore }: Layout, random: Random): Json {
  let content: Json = draw()
  if (each !== undefined && random.chance(0.95)) content = Array.from({ length: random.int(5) }, draw)
  for (const key of (at?.split('.') ?? []).reverse()) {
    content = random.chance(0.96) ? { [key]: content } : random.pick<Json>([null, 7, {}, [content], { more: 'x' }])
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content
  if (ignore !== undefined && random.chance(0.5)) content.left = random.pick<Json>([null, 1, { a: 1 }])
  if (extra !== undefined && random.chance(0.9)) content.more = random.pick<Json>(['ab', 'abc', 'a', 7])
  if (extra !== undefined && random.chance(0.3)) content.count = random.pick<Json>([[1, 2], ['x'], [], null])
  return content
}

/** The two exceptions that depend on the body: reserved keys in free content, and keys of Maps in OpenAPI 3.0. */
function isException(target: string, code: string, outcome: GuardOutcome): boolean {
  if (outcome.ok || outcome.errors.some((item) => item.code !== 'forbidden_field')) return false
  return code.includes('T.Mixed') || (target === 'openapi-3.0' && code.includes('Map'))
}

describe('the JSON Schema of a guard', () => {
  const all: { index: number; drawn: NonNullable<Awaited<ReturnType<typeof draw>>> }[] = []

  beforeAll(async () => {
    for (let index = 0; index < schemas; index++) {
      const drawn = await draw(index)
      if (drawn !== undefined) all.push({ index, drawn })
    }
  }, 600_000)

  it.each(Object.keys(ajvOf) as JSONSchemaTarget[])(
    `for %s gives the verdict of the guard on random bodies of random schemas, seed ${seed}`,
    (target) => {
      const tally = { schemas: 0, accepted: 0, refused: 0, exceptions: 0, ruled: 0 }
      for (const { index, drawn } of all) {
        const { guard, bodies, outcomes, code } = drawn
        const schema = guard.toJSONSchema({ target })
        const validate = ajvOf[target]().compile(schema)
        tally.schemas++
        tally.ruled += drawn.ruled
        for (const [nth, outcome] of outcomes.entries()) {
          const body = bodies[nth]
          const verdict = validate(body)
          tally[outcome.ok ? 'accepted' : 'refused']++
          if (verdict && isException(target, code, outcome)) tally.exceptions++
          else if (verdict !== outcome.ok)
            throw new Error(print({ index, code, schema, body, outcome, ajv: validate.errors }))
        }
      }
      const total = tally.accepted + tally.refused
      expect(tally.schemas).toBeGreaterThan(schemas * 0.9)
      expect(Math.min(tally.accepted, tally.refused)).toBeGreaterThan(total / 5)
      expect(tally.ruled).toBeGreaterThan(schemas / 4)
      expect(tally.exceptions).toBeLessThan(total / 50)
    },
    600_000,
  )
})

interface Disagreement {
  index: number
  code: string
  schema: object
  body: Json | undefined
  outcome: GuardOutcome
  ajv: unknown
}

function print({ index, code, ...rest }: Disagreement): string {
  const lines = Object.entries(rest).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return [`schema ${index} of seed ${seed}`, code, ...lines].join('\n')
}
