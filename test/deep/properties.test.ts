import mongoose from 'mongoose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createGuard, fromForm } from '../../src/index.ts'
import { disturb, drawBody, drawJson } from '../fuzz/bodies.ts'
import { withIdentitySetters } from '../fuzz/container-setters.ts'
import { encodeForm, formable } from '../fuzz/forms.ts'
import type { ModelLike } from '../fuzz/internals.ts'
import { spoiledBy } from '../fuzz/known-mongoose-bugs.ts'
import { printDisagreement, runFuzz, shrinkDisagreement } from '../fuzz/run.ts'
import { everyPath } from '../fuzz/selection.ts'
import { majors, modelOf, type Outcome, seed, subjects } from '../fuzz/subjects.ts'
import { shapeOfModel, type Json, type JsonObject } from '../fuzz/shape.ts'

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(Object.freeze(value))) deepFreeze(inner)
  return value
}

/** What a document would store, without what Mongoose makes up anew each time. */
function stored(model: ModelLike, body: JsonObject): string {
  const object = new model(structuredClone(body)).toObject({ flattenMaps: true })
  return JSON.stringify(object, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)).replace(
    /"_id":"[0-9a-f]{24}"/g,
    '"_id"',
  )
}

beforeAll(() => {
  console.log(`FUZZ_SEED=${seed}, mongoose ${mongoose.version}`)
})

describe('first property: the guard agrees with Mongoose', () => {
  it('gives the same paths, rules and messages for drawn bodies of drawn schemas', async () => {
    const { tally, disagreements } = await runFuzz({ seed, bodies: 9000, mongoose, bodiesPerSchema: 40 })
    const onePerSchema = [...new Map(disagreements.map((found) => [found.batch.description, found])).values()].slice(
      0,
      3,
    )
    const reports = await Promise.all(onePerSchema.map((found) => shrinkDisagreement(found, mongoose)))

    expect(reports.map(printDisagreement).join('\n')).toBe('')
    expect(tally.bodies).toBeGreaterThanOrEqual(9000)
    expect(tally.accepted).toBeGreaterThan(1000)
  })
})

describe('second property: what the guard accepts can be saved', () => {
  it('becomes a document without a throw or a CastError, the same one as the body itself', async () => {
    let accepted = 0
    for (const { model, guardOf, bodyOf } of subjects(0, 60)) {
      const guard = guardOf()
      for (let count = 0; count < 25; count++) {
        const body = bodyOf()
        if (spoiledBy(shapeOfModel(model), [body], { majors, partial: false }).bugs.size > 0) continue
        const outcome = await guard.validate(body)
        if (!outcome.ok) continue
        accepted++
        const errors = await new model(structuredClone(outcome.validated)).validate().then(() => undefined, String)

        expect({ body, errors }).toEqual({ body, errors: undefined })
        expect(stored(model, outcome.validated)).toBe(stored(model, body))
      }
    }
    expect(accepted).toBeGreaterThan(200)
  })
})

describe('third property: no input makes the guard throw or touch a prototype', () => {
  const prototypes = [Object.prototype, Array.prototype, String.prototype, Function.prototype]
  const keysOf = (): string => JSON.stringify(prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String)))

  it('answers every JSON value, and bodies with strange values and hostile keys at any depth', async () => {
    const before = keysOf()
    const outcomes = { accepted: 0, refused: 0 }
    for (const { guardOf, bodyOf, random } of subjects(1000, 60)) {
      const guards = [guardOf(), guardOf({ partial: true }), guardOf({ allow: [] })]
      for (let count = 0; count < 30; count++) {
        const body: Json = count % 3 === 0 ? drawJson(random, 4) : disturb(bodyOf(), random)
        for (const guard of guards) outcomes[(await guard.validate(body)).ok ? 'accepted' : 'refused']++
      }
    }

    expect(outcomes.accepted + outcomes.refused).toBe(60 * 30 * 3)
    expect(outcomes.refused).toBeGreaterThan(1000)
    expect(keysOf()).toBe(before)
  })

  it('answers a body nested deeper than any stack, under every path', async () => {
    const deep = (levels: number): Json => JSON.parse('{"f0":'.repeat(levels) + 'null' + '}'.repeat(levels)) as Json
    const wide = (levels: number): Json => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as Json
    for (const { model, guardOf } of subjects(2000, 30)) {
      const guard = guardOf()
      for (const path of everyPath(shapeOfModel(model))) {
        for (const value of [deep(5000), wide(5000)]) {
          const outcome = await guard.validate({ [path]: value })

          expect(outcome.ok).toBe(false)
        }
      }
    }
  })
})

describe('fourth property: `validated` is what was sent', () => {
  it('holds exactly the accepted keys with their values, and leaves a frozen body as it was', async () => {
    let accepted = 0
    for (const { guardOf, bodyOf } of subjects(3000, 60)) {
      for (const partial of [false, true]) {
        const guard = guardOf({ partial })
        for (let count = 0; count < 20; count++) {
          const body = deepFreeze(bodyOf())
          const copy = structuredClone(body)
          const outcome = await guard.validate(body)

          expect(body).toStrictEqual(copy)
          if (!outcome.ok) continue
          accepted++
          expect(outcome.validated).toStrictEqual(body)
        }
      }
    }
    expect(accepted).toBeGreaterThan(400)
  })

  it('shares no container with the body', async () => {
    const shared: unknown[] = []
    for (const { guardOf, bodyOf } of subjects(4000, 40)) {
      const guard = guardOf({ partial: true })
      for (let count = 0; count < 20; count++) {
        const body = bodyOf()
        const outcome = await guard.validate(body)
        if (outcome.ok) shared.push(...containers(outcome.validated).filter((one) => containers(body).includes(one)))
      }
    }

    expect(shared).toEqual([])
  })
})

describe('fifth property: `maxErrors` leaves errors out, and makes none', () => {
  it('gives a refused body errors that it has without a limit', async () => {
    const made: string[] = []
    let shortened = 0
    for (const { guardOf, bodyOf, random } of subjects(5000, 50)) {
      for (const partial of [false, true]) {
        const unlimited = guardOf({ partial, maxErrors: Infinity })
        const limited = [1, 2, 3].map((maxErrors) => ({ maxErrors, guard: guardOf({ partial, maxErrors }) }))
        for (let count = 0; count < 12; count++) {
          const body = count % 2 === 0 ? disturb(bodyOf(), random) : bodyOf()
          const all = errorsOf(await unlimited.validate(body))
          for (const { maxErrors, guard } of limited) {
            const errors = errorsOf(await guard.validate(body))
            expect(errors.length).toBeLessThanOrEqual(maxErrors)
            expect(errors.length > 0).toBe(all.length > 0)
            if (errors.length < all.length) shortened++
            made.push(...errors.filter((error) => !all.includes(error)))
          }
        }
      }
    }

    expect(made).toEqual([])
    expect(shortened).toBeGreaterThan(300)
  })
})

describe('sixth property: a form stands for a body', () => {
  it('gives the body that it encodes, and so the same outcome', async () => {
    const outcomes = { accepted: 0, refused: 0 }
    for (const { model, guardOf, bodyOf, random } of subjects(6000, 80)) {
      const root = shapeOfModel(model)
      for (const partial of [false, true]) {
        const guard = guardOf({ partial })
        for (let count = 0; count < 12; count++) {
          const body = formable(root, bodyOf())
          const fields = encodeForm(body, random)
          const form = random.chance(0.5) ? new URLSearchParams(fields) : new FormData()
          if (form instanceof FormData) for (const [name, text] of fields) form.append(name, text)
          const read = fromForm(guard as never, form)

          expect({ fields, read }).toEqual({ fields, read: body })
          const outcome = await guard.validate(read)
          expect(decided(outcome)).toEqual(decided(await guard.validate(body)))
          outcomes[outcome.ok ? 'accepted' : 'refused']++
        }
      }
    }
    expect(outcomes.accepted).toBeGreaterThan(200)
    expect(outcomes.refused).toBeGreaterThan(200)
  })
})

describe('seventh property: a setter that gives back what it gets changes nothing', () => {
  // Not followed where Mongoose tries several members, or keeps the errors of defaults that are gone.
  const isUnclear = ({ name }: { name: string }): boolean => /Union|not cast|function default/.test(name)
  // What is wrong in a container is reported without running its setter.
  const isJudged = ({ code, path, rule, message }: Item): boolean =>
    code === 'invalid_value' && !message.startsWith('Cast to') && !(rule === 'enum' && /\b(kind|__t)$/.test(path ?? ''))

  it('finds the same in what was sent and in what a setter made of it', async () => {
    const outcomes = { accepted: 0, refused: 0 }
    for (const { description, random } of subjects(7000, 70)) {
      const plain = modelOf(withIdentitySetters(description))
      const model = modelOf(withIdentitySetters(description, random))
      const root = shapeOfModel(model)
      for (const partial of [false, true]) {
        const options = { allow: everyPath(root), partial, allowNull: true }
        const [onSent, onMade] = [plain, model].map((each) => createGuard(each as never, options as never))
        for (let count = 0; count < 8; count++) {
          const body = drawBody(root, { random, depth: 3, absent: 0.1, null: 0.03 })
          if ([...spoiledBy(root, [body], { majors, partial }).bugs].some(isUnclear)) continue
          const sent = (await onSent?.validate(body)) as Judged | undefined
          const made = (await onMade?.validate(body)) as Judged | undefined
          if (!itemsOf(sent).every(isJudged) || !itemsOf(made).every(isJudged)) continue

          expect({ body, outcome: textsOf(made) }).toEqual({ body, outcome: textsOf(sent) })
          outcomes[sent?.ok === true ? 'accepted' : 'refused']++
        }
      }
    }
    expect(outcomes.accepted).toBeGreaterThan(200)
    expect(outcomes.refused).toBeGreaterThan(200)
  })

  interface Item {
    code: string
    path?: string
    rule?: string
    message: string
  }
  type Judged = { ok: true; validated: JsonObject } | { ok: false; errors: Item[] }
  const itemsOf = (outcome: Judged | undefined): Item[] => (outcome?.ok === false ? outcome.errors : [])
  const textsOf = (outcome: Judged | undefined): unknown =>
    outcome?.ok === true
      ? outcome.validated
      : itemsOf(outcome)
          .map(({ path, rule, message }) => `${path}: ${rule}: ${message.replace(/'[0-9a-f]{24}'/g, "'…'")}`)
          .sort()
})

/** Without the texts, in which ids may stand that Mongoose makes anew each time. */
const decided = (outcome: Outcome): unknown => (outcome.ok ? outcome : errorsOf(outcome))

const errorsOf = (outcome: Outcome): string[] =>
  outcome.ok ? [] : outcome.errors.map(({ code, path, rule }) => `${path ?? ''}: ${rule ?? code}`)

function containers(value: Json): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(containers)]
}
