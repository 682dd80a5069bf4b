import { basename, dirname, extname, join, resolve } from 'node:path'
import { namesHeldBy, pathInStoredCase, realPathOf, statFile } from './file-system.ts'

const extensions = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']

// TypeScript's ESM style imports `./users.js` where the file is `users.ts`.
const sources: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
}

export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier)
}

/** The folder of a file and those above it, the nearest one first. */
export function* foldersAbove(path: string): Iterable<string> {
  for (let folder = dirname(path), below = path; folder !== below; below = folder, folder = dirname(folder))
    yield folder
}

/** The script that a relative import names, the way Node, bundlers and TypeScript find it. */
export function resolveRelative(specifier: string, importer: string): string | undefined {
  const base = resolve(dirname(importer), specifier)
  return scriptAt(base) ?? scriptInOtherCase(base)
}

/** The script at a path that may lack its extension, or name a folder. */
export function scriptAt(base: string): string | undefined {
  return scriptIn(dirname(base), namesFor(base)) ?? scriptIn(base, indexes)
}

/** The same of what is stored in another case than that in which an import names it. */
function scriptInOtherCase(base: string): string | undefined {
  const folder = pathInStoredCase(base)
  return (
    scriptIn(pathInStoredCase(dirname(base)), namesFor(base), pathInStoredCase) ??
    (folder === base ? undefined : scriptIn(folder, indexes, pathInStoredCase))
  )
}

function namesFor(base: string): string[] {
  const name = basename(base)
  const extension = extname(base)
  return [
    ...(extensions.includes(extension) ? [name] : []),
    ...(sources[extension] ?? []).map((source) => name.slice(0, -extension.length) + source),
    ...extensions.map((added) => name + added),
  ]
}

const indexes = extensions.map((extension) => `index${extension}`)

function scriptIn(folder: string, names: readonly string[], pathOf = (path: string) => path): string | undefined {
  const found = namesHeldBy(folder, names)
    .map((name) => pathOf(join(folder, name)))
    .find((path) => statFile(path) !== undefined)
  return found && realPathOf(found)
}
