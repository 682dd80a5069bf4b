import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Bounds, TimedBounds } from './bounds.ts'
import type { Growth } from './growth.ts'

interface Rows {
  growth: Growth
  bounds: Bounds
  times: TimedBounds
}

// What a body of 100 kB may take of a small server.
const smallHeap = ['--max-old-space-size=192']

const flags = {
  // Without the optimizing compiler, which takes longer for small bodies than it saves, and moves allocations. What is new
  // on the heap has room for the dearest body.
  growth: ['--no-opt', '--expose-gc', '--min-semi-space-size=128', '--max-semi-space-size=128'],
  bounds: smallHeap,
  times: smallHeap,
}

/** What a case cost, or how its process ended. */
export type Measured<Row> = Row | { readonly died: string }

type Line<Row> = { readonly started: string } | { readonly name: string; readonly row: Row }

/**
 * Measures cases in a process of its own. Where that dies, the case that it was at has died of its body, and another
 * process goes on with the next one. Gives a promise for each case at once.
 */
export function measureAll<Kind extends keyof Rows>(
  kind: Kind,
  version: string,
  names: readonly string[],
): ReadonlyMap<string, Promise<Measured<Rows[Kind]>>> {
  const settle = new Map<string, (measured: Measured<Rows[Kind]>) => void>()
  const all = new Map(names.map((name) => [name, new Promise<Measured<Rows[Kind]>>((done) => settle.set(name, done))]))
  void goOn(names)
  return all

  async function goOn(left: readonly string[]): Promise<void> {
    if (left.length === 0) return
    const script = fileURLToPath(new URL('child.ts', import.meta.url))
    const args = [...flags[kind], '--import', 'tsx', script, kind, version, ...left]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-10_000)))
    const ended = new Promise<string>((done) => {
      child.on('close', (code, signal) => {
        done(signal ?? `exit code ${code ?? '?'}`)
      })
    })
    let last: string | undefined
    const done = new Set<string>()
    for await (const text of createInterface(child.stdout)) {
      const line = JSON.parse(text) as Line<Rows[Kind]>
      if ('started' in line) last = line.started
      else {
        done.add(line.name)
        settle.get(line.name)?.(line.row)
      }
    }
    const end = await ended
    const rest = left.filter((name) => !done.has(name))
    const [fatal, ...next] = rest
    if (fatal === undefined) return
    settle.get(fatal)?.({ died: reason(end, complaint) })
    // A process that came to no case at all would not come to the next one either.
    if (last === fatal) await goOn(next)
    else for (const name of next) settle.get(name)?.({ died: reason(end, complaint) })
  }
}

function reason(end: string, complaint: string): string {
  if (end === 'SIGKILL') return 'too much CPU time'
  const message = /FATAL ERROR:.*|^\[?\w*Error:.*/m.exec(complaint)?.[0] ?? complaint
  return `${end}: ${message}`
}
