import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { checkBody } from '../../src/check/check-body.ts'
import { objectsInReach } from '../../src/fast-path/reach.ts'
import { writeAccept, writeElement } from '../../src/fast-path/write-accept.ts'
import { writeSurvey } from '../../src/fast-path/write-survey.ts'
import { objectPlansOf } from '../../src/plan/plan.ts'
import { checkOf, walkerOnly } from '../support/check.ts'
import { modelOf, sub } from '../support/models.ts'

/** A page builder: each block may hold blocks of every kind. Mongoose copies the base for each, with the kinds so far. */
function pageOf(kinds: number) {
  const block = new mongoose.Schema({ order: Number }, { _id: false, discriminatorKey: 'kind' })
  for (let kind = 0; kind < kinds; kind++) {
    const schema = new mongoose.Schema({}, { _id: false })
    schema.add({ children: [block], [`text${kind}`]: { type: String, required: true } })
    block.discriminator(`B${kind}`, schema)
  }
  return modelOf({ title: String, blocks: [block] })
}

/** Schemas that each hold all others. */
function mutualOf(count: number) {
  const schemas = Array.from({ length: count }, () => new mongoose.Schema({ v: String }, { _id: false }))
  for (const schema of schemas) {
    for (const [index, other] of schemas.entries()) if (other !== schema) schema.add({ [`k${index}`]: [other] })
  }
  return modelOf({ title: String, blocks: schemas[0] })
}

const many = { 'kinds that hold each other': pageOf(12), 'schemas that hold each other': mutualOf(10) }

describe.each(Object.entries(many))('code for %s', (_what, Model) => {
  const guard = checkOf(Model, ['title', 'blocks'])
  const { plan } = guard
  const objects = [...objectsInReach(plan)]

  it('is bounded for a body', () => {
    expect(writeAccept(plan, guard, true).text.length).toBeLessThan(600_000)
  })

  it('is written once for each object, and none for what is below it', () => {
    const lengths = objects.map((object) => writeSurvey(object, guard).text.length)
    expect(Math.max(...lengths)).toBeLessThan(20_000)
    expect(Math.min(...lengths)).toBeGreaterThan(0)
  })

  it('is written for no element that holds its like', () => {
    const levels = objects.flatMap(({ fields }) =>
      fields.flatMap(({ node }) => (node.kind === 'documentArray' ? [node.level] : [])),
    )
    expect(levels.length).toBeGreaterThan(0)
    for (const level of levels) {
      if (objectPlansOf(level).length > 12) expect(writeElement(level, guard).text).toContain('code: undefined')
    }
  })
})

describe('an object that no code is generated for', () => {
  const check = checkOf(many['kinds that hold each other'], ['title', 'blocks'])
  const nested = (kinds: readonly number[], bottom: object): object =>
    kinds.reduceRight<object>((inner, kind) => ({ kind: `B${kind}`, [`text${kind}`]: 'x', children: [inner] }), bottom)

  it('is checked all the same', async () => {
    for (const last of [0, 5, 11]) {
      const kinds = Array.from({ length: 11 - last }, (_, level) => 11 - level)
      const [good, bad] = [
        { kind: `B${last}`, [`text${last}`]: 'x' },
        { kind: `B${last}`, admin: true },
      ].map((bottom) => ({
        title: 'x',
        blocks: [nested(kinds, bottom)],
      }))
      expect(await checkBody(check, good)).toEqual({ ok: true, validated: good })
      expect(await checkBody(check, bad)).toEqual(await checkBody(walkerOnly(check), bad))
      expect(await checkBody(check, bad)).toMatchObject({ ok: false })
    }
  })

  it('among many kinds is checked like the others, with the rules that are run late', async () => {
    const item = sub({ x: String }, { discriminatorKey: 'kind' })
    for (let kind = 0; kind < 200; kind++) {
      item.discriminator(
        `K${kind}`,
        sub({ n: { type: Number, validate: (n: number) => n < kind }, s: { type: String, required: true } }),
      )
    }
    const wide = checkOf(modelOf({ list: [item] }), ['list'])
    for (const kind of [1, 120, 130, 199]) {
      for (const element of [
        { kind: `K${kind}`, n: 0, s: 'x' },
        { kind: `K${kind}`, n: kind, s: 'x' },
        { kind: `K${kind}`, n: 0 },
      ]) {
        const body = { list: [element] }
        const outcome = await checkBody(wide, body)
        expect(outcome).toEqual(await checkBody(walkerOnly(wide), body))
        expect(outcome.ok).toBe(element.n === 0 && element.s === 'x')
      }
    }
  })
})
