/**
 * Counts what the library does for hostile bodies: how often V8 entered each block of its code, generated code
 * included. In a process of its own, because counting is switched on for the whole process.
 */
import { Session } from 'node:inspector/promises'
import { useMongoose } from '../support/mongoose-version.ts'

const [version = '9', ...sizes] = process.argv.slice(2)
useMongoose(version)

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

const { createGuard } = await import('../../src/index.ts')
const { generateAtOnce } = await import('./at-once.ts')
const { families } = await import('./families.ts')
const { targetModel, targetPaths } = await import('./target.ts')

generateAtOnce()
const guard = createGuard(targetModel(), { allow: targetPaths })
const patient = createGuard(targetModel(), { allow: targetPaths, maxErrors: Infinity })

/** Blocks entered since the last call; reading resets the counters. */
async function takeWork(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const ours = result.filter(({ url }) => url === '' || url.includes('/src/'))
  return ours
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0)
}

for (const family of families) {
  await guard.validate(JSON.parse(family.text(1000)))
  await patient.validate(JSON.parse(family.text(1000)))
  const measured = []
  for (const size of sizes.map(Number)) {
    const text = family.text(size)
    const body: unknown = JSON.parse(text)
    await takeWork()
    await guard.validate(body)
    const work = await takeWork()
    await patient.validate(body)
    measured.push({ bytes: Buffer.byteLength(text), work, patientWork: await takeWork() })
  }
  console.log(JSON.stringify({ family: family.name, measured }))
}
process.exit(0)
