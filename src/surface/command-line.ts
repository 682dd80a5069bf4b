import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isError } from '../values/is-error.ts'
import { textOf } from '../rules/value-text.ts'
import { accessSurface } from './access-surface.ts'
import { layersOf } from './express-layers.ts'

/** What the command line prints, and how its process ends. */
export interface CommandResult {
  readonly output: string
  readonly errors: string
  readonly exitCode: number
}

const usage = `Usage: mongoose-guard surface MODULE [--mount PATH=MODULE]...

Prints what the clients of an Express application may set, route by route. MODULE exports the application as its
default, as "app", or as module.exports; --mount names one that is mounted in it. Of several at one path each is named,
in their order.
`

/** Runs the command with its arguments, in a folder. */
export async function runCommand(given: readonly string[], folder: string): Promise<CommandResult> {
  const [command, module, ...rest] = given
  if (command === '--help' || command === 'help') return { output: usage, errors: '', exitCode: 0 }
  const mounts = readMounts(rest)
  if (command !== 'surface' || module === undefined || mounts === undefined) {
    return { output: '', errors: usage, exitCode: 2 }
  }
  try {
    const app = await loadApp(module, folder)
    const named: Record<string, object[]> = {}
    for (const [path, mounted] of mounts) (named[path] ??= []).push(await loadApp(mounted, folder))
    const { text, routes } = accessSurface(app, { mounts: named })
    // Nothing to print would look like a module that was not read.
    if (routes.length === 0) return { output: '', errors: `No route of ${module} has a guard\n`, exitCode: 0 }
    return { output: `${text}\n`, errors: '', exitCode: 0 }
  } catch (error) {
    return { output: '', errors: `${isError(error) ? error.message : textOf(error)}\n${hintFor(error)}`, exitCode: 1 }
  }
}

/** Node.js says which extension it does not know, and not what to do. */
function hintFor(error: unknown): string {
  if (!isError(error) || !/^Unknown file extension "\.[cm]?tsx?"/.test(error.message)) return ''
  return 'TypeScript needs a loader: node --import tsx node_modules/.bin/mongoose-guard surface MODULE\n'
}

/** Undefined where an argument is none of these. */
function readMounts(given: readonly string[]): [path: string, module: string][] | undefined {
  const mounts: [string, string][] = []
  for (let index = 0; index < given.length; index += 2) {
    const [, path, module] = /^(\/[^=]*)=(.+)$/.exec(given[index + 1] ?? '') ?? []
    if (given[index] !== '--mount' || path === undefined || module === undefined) return undefined
    mounts.push([path, module])
  }
  return mounts
}

async function loadApp(module: string, folder: string): Promise<object> {
  const exported = (await import(pathToFileURL(resolve(folder, module)).href)) as Record<string, unknown>
  const whole = exported.default as Record<string, unknown> | undefined
  const app = [whole, exported.app, whole?.app, whole?.default].find((candidate) => layersOf(candidate) !== undefined)
  if (app === undefined)
    throw new Error(`${module} exports no Express application or router, as its default, "app" or module.exports`)
  return app as object
}
