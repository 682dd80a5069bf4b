import { createRequire } from 'node:module'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsup'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readModel } from '../../src/mongoose/read-schema.ts'
import type { MongooseModel, SchemaType } from '../../src/mongoose/mongoose.ts'
import { hasImplicitDefault } from '../../src/mongoose/schema-type.ts'
import { printDisagreement, runFuzz } from '../fuzz/run.ts'

type Bundled = typeof mongoose

const require = createRequire(import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'bundled-mongoose-'))
const major = mongoose.version.startsWith('8.') ? 8 : 9

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

// As those who deploy to AWS Lambda do: what the guard knows Mongoose's functions by is then lost.
describe('with a Mongoose that a bundler has minified', () => {
  let bundled: Bundled

  beforeAll(async () => {
    const entry = { mongoose: require.resolve(major === 8 ? 'mongoose8' : 'mongoose') }
    const minified = { minify: true, noExternal: [/./] }
    await build({ entry, ...minified, format: 'cjs', outDir: folder, config: false, silent: true })
    bundled = require(join(folder, 'mongoose.cjs')) as Bundled
  })

  it('no cast is known as its own', () => {
    const schema = new bundled.Schema({ any: {}, name: String })
    const fields = readModel(bundled.model('Any', schema) as unknown as MongooseModel).fields()
    expect(fields.get('any')).toMatchObject({ kind: 'mixed', hasBuiltInCast: false })
    expect(fields.get('name')).toMatchObject({ kind: 'leaf', hasBuiltInCast: false })
  })

  // Else a document is built for each body that lacks an array, which takes longer than Mongoose itself.
  it('the defaults that it gives by itself are known', () => {
    const { Schema } = bundled
    const own = { default: () => [] }
    const definition = {
      items: [new Schema({ sku: String })],
      tags: [String],
      rows: [[Number]],
      ownTags: { type: [String], ...own },
      ownItems: { type: [new Schema({ sku: String })], ...own },
      day: { type: Date, default: Date.now },
    }
    const Base = bundled.model('Base', new Schema(definition))
    const Child = Base.discriminator('Child', new Schema({ more: [String] }))
    const later = new Schema({ tags: [String] })
    later.path('tags').default(() => [])
    const implicit = (schema: mongoose.Schema) =>
      Object.values(schema.paths).flatMap((type) =>
        hasImplicitDefault(type as unknown as SchemaType) ? [type.path] : [],
      )
    expect(implicit(Base.schema)).toEqual(['items', 'tags', 'rows', '_id'])
    expect(implicit(Child.schema).toSorted()).toEqual(['_id', 'items', 'more', 'rows', 'tags'])
    expect(implicit(later)).toEqual(['_id'])
  })

  it('the guard says what it says, random schemas and bodies of seed 41', async () => {
    const { tally, disagreements } = await runFuzz({ seed: 41, bodies: 4000, mongoose: bundled, stopAfter: 3 })
    expect(disagreements.map((found) => printDisagreement(found))).toEqual([])
    expect(tally.accepted).toBeGreaterThan(500)
  })
})
