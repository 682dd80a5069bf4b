/**
 * Measures cases one after another in a process of its own, which may die of any of them: what it knows so far is
 * printed line by line. Arguments: the kind of measurement, Mongoose's major version or folder, the names of the cases.
 */
import { writeSync } from 'node:fs'
import { majorOf, useMongoose } from '../support/mongoose-version.ts'
import type { Subject } from './subject.ts'
import { Watchdog } from './watchdog.ts'

/**
 * Seconds of CPU time for one body. Most take less than one; the dearest, 33,000 sub-documents of 200 fields that Mongoose 8
 * builds, takes 3 to 5, and on a busy machine CPU time counts more than work.
 */
const cpuLimit = 20

const [kind, version = '9', ...names] = process.argv.slice(2)
useMongoose(version)

// Counting is to begin before the code that it counts is compiled.
const measure = await measureOf()
const { default: mongoose } = await import('mongoose')
const { caseNamed, subjectOf } = await import('./subject.ts')
// At full size, one major meets what is generated, and the other one the walker, which has the first bodies.
if (kind === 'growth' || majorOf(version) === '8') (await import('./at-once.ts')).generateAtOnce()

async function measureOf() {
  if (kind === 'growth') return (await import('./growth.ts')).measureGrowth
  const { measureBounds, measureTimes } = await import('./bounds.ts')
  return kind === 'times' ? measureTimes : measureBounds
}

// An error's stack costs more than all that makes the error here, and the same for each.
Error.stackTraceLimit = 0

const print = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`)
const watchdog = new Watchdog(cpuLimit)
for (const name of names) {
  const one = caseNamed(name)
  // A version of Mongoose may die of the schema.
  print({ started: name })
  const { probe, validate } = subjectOf(one.family, mongoose)
  const watched: Subject = {
    probe,
    validate: (body, maxErrors) => {
      watchdog.next()
      return validate(body, maxErrors)
    },
  }
  watchdog.next()
  print({ name, row: await measure(one, watched) })
}
process.exit(0)
