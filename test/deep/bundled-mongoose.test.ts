import { createRequire } from 'node:module'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsup'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readModel } from '../../src/mongoose/read-schema.ts'
import type { MongooseModel } from '../../src/mongoose/mongoose.ts'
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
    // Mongoose 9 tells its models by the names of their classes, where it writes messages.
    const minified = { minify: true, keepNames: true, noExternal: [/./] }
    await build({ entry, ...minified, format: 'cjs', outDir: folder, config: false, silent: true })
    bundled = require(join(folder, 'mongoose.cjs')) as Bundled
  })

  it('no cast is known as its own', () => {
    const schema = new bundled.Schema({ any: {}, name: String })
    const fields = readModel(bundled.model('Any', schema) as unknown as MongooseModel).fields()
    expect(fields.get('any')).toMatchObject({ kind: 'mixed', hasBuiltInCast: false })
    expect(fields.get('name')).toMatchObject({ kind: 'leaf', hasBuiltInCast: false })
  })

  it('the guard says what it says, random schemas and bodies of seed 41', async () => {
    const { tally, disagreements } = await runFuzz({ seed: 41, bodies: 4000, mongoose: bundled, stopAfter: 3 })
    expect(disagreements.map((found) => printDisagreement(found))).toEqual([])
    expect(tally.accepted).toBeGreaterThan(500)
  })
})
