// Lint time of the corpus with the plugin and without it, as processor time, which other work on the machine disturbs
// little. Each run is a process of its own, as a lint run is; the two kinds take turns.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import eslint from '@eslint/js'
import { Linter } from 'eslint'
import { configFor, corpus, marked, routeFiles } from './corpus.ts'

const script = fileURLToPath(import.meta.url)
const runs = 5

interface Timing {
  /** The first pass over all files, with every cache empty. */
  readonly cold: number
  /** A later pass, with everything compiled, as in an editor or over a larger code base. */
  readonly warm: number
}

function lintAll(withPlugin: boolean): number {
  const linter = new Linter()
  const start = process.cpuUsage()
  for (const file of corpus)
    linter.verify(file.text, configFor(file, withPlugin, eslint.configs.recommended.rules), {
      filename: join(import.meta.dirname, 'corpus', file.path),
    })
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function measure(withPlugin: boolean): Timing {
  const cold = lintAll(withPlugin)
  const passes = Array.from({ length: 6 }, () => lintAll(withPlugin))
  return { cold, warm: Math.min(...passes.slice(2)) }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const [, , kind] = process.argv
if (kind) {
  process.stdout.write(JSON.stringify(measure(kind === 'with')))
} else {
  const timings: Record<'with' | 'without', Timing[]> = { with: [], without: [] }
  for (let run = 0; run < runs; run++)
    for (const each of ['with', 'without'] as const)
      timings[each].push(
        JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', script, each], { encoding: 'utf8' })) as Timing,
      )
  console.log(`${String(corpus.length)} files, ${String(routeFiles.length)} of them routes and controllers`)
  console.log(`${String(marked('flagged').length)} reported, ${String(marked('missed').length)} missed`)
  for (const pass of ['cold', 'warm'] as const) {
    const [on, off] = [
      median(timings.with.map((each) => each[pass])),
      median(timings.without.map((each) => each[pass])),
    ]
    console.log(`${pass}: ${on.toFixed(0)} ms with, ${off.toFixed(0)} ms without, ratio ${(on / off).toFixed(2)}`)
  }
}
