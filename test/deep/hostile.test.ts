import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { createGuard } from '../../src/index.ts'
import { families } from '../hostile/families.ts'
import { slope } from '../hostile/slope.ts'
import { targetModel, targetPaths } from '../hostile/target.ts'

const Target = targetModel()
const guardWith = (maxErrors: number) => ({ maxErrors, guard: createGuard(Target, { allow: targetPaths, maxErrors }) })
const guards = { one: guardWith(1), usual: guardWith(1000), patient: guardWith(Infinity) }
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

const major = mongoose.version.split('.')[0] ?? ''
// None has a rule that needs a document: the majors share them between them.
const shared = families.filter((_, nth) => (nth % 4 === 1) === (major === '8'))

describe('a hostile body of 100 kB and of 1 MB', () => {
  it.each(shared)('$name gets an answer within its bounds', async ({ text, isGood = false }) => {
    const calls: [size: number, guard: typeof guards.one][] = [
      [100_000, guards.one],
      [100_000, guards.usual],
      [1_000_000, guards.patient],
    ]
    for (const [size, { guard, maxErrors }] of calls) {
      const json = text(size)
      const limit = 128 * 1024 + 2 * Buffer.byteLength(json)
      const outcome = await guard.validate(JSON.parse(json))
      if (outcome.ok) expect(bytesOf(outcome.validated)).toBeLessThanOrEqual(Buffer.byteLength(json))
      else {
        expect(outcome.errors.length).toBeGreaterThan(0)
        expect(outcome.errors.length).toBeLessThanOrEqual(maxErrors)
        expect(bytesOf({ errors: outcome.errors })).toBeLessThanOrEqual(limit)
      }
      expect(outcome.ok).toBe(isGood)
    }
  })

  it('touches no prototype', async () => {
    const names = [Object.prototype, Array.prototype, Function.prototype].map((prototype) => Reflect.ownKeys(prototype))
    for (const { text } of families) await guards.patient.guard.validate(JSON.parse(text(20_000)))
    expect(
      [Object.prototype, Array.prototype, Function.prototype].map((prototype) => Reflect.ownKeys(prototype)),
    ).toEqual(names)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('overflows no stack, however deep it is', async () => {
    for (const { name, text } of families.filter((family) => /deep|recursion/.test(family.name))) {
      const outcome = await guards.patient.guard.validate(JSON.parse(text(2_000_000)))
      expect(outcome.ok, name).toBe(name === 'wide recursion')
    }
  })
})

interface Measured {
  family: string
  measured: { bytes: number; work: number; patientWork: number }[]
}

describe('the work for a hostile body', () => {
  // Smaller answers end before anybody has to know the size of the body, which bends the line.
  const sizes = [200_000, 400_000]

  // Blocks of code that V8 entered, not time: the same number on every machine.
  it('grows no faster than the body, in every family', async () => {
    const script = fileURLToPath(new URL('../hostile/work.ts', import.meta.url))
    const args = ['--import', 'tsx', script, major, ...sizes.map(String)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Measured)
    expect(rows.map(({ family }) => family)).toEqual(families.map(({ name }) => name))
    for (const { family, measured } of rows) {
      for (const count of ['work', 'patientWork'] as const) {
        expect(slope(measured.map((one) => [one.bytes, one[count]])), `${family}, ${count}`).toBeLessThan(1.15)
        const most = Math.max(...measured.map((one) => one[count] / one.bytes))
        expect(most, `${family}, ${count} a byte`).toBeLessThan(20)
      }
    }
  })
})
