import { readdirSync, readFileSync, statSync, type Stats } from 'node:fs'

/**
 * The file at a path, `undefined` where none can be asked for. A lint rule names paths that nobody wrote, such as
 * `package.json/index.js`, and names that no file system takes; an error that leaves a rule stops ESLint as a whole.
 */
export function statFile(path: string): Stats | undefined {
  // Most of the paths are not there, which costs less without an exception. ENOTDIR is one before Node.js 22.15.
  const stats = unlessRefused(() => statSync(path, { throwIfNoEntry: false }))
  return stats?.isFile() ? stats : undefined
}

/** The text of a file, `undefined` where it cannot be read: it may be gone since it was asked for. */
export function readFileText(path: string): string | undefined {
  // As ESLint hands a text to its parser, without the mark of its byte order.
  return unlessRefused(() => readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
}

// Of any case, and with letters composed or taken apart.
function folded(name: string): string {
  return name.normalize().toLowerCase()
}

interface Folder {
  readonly changedAt: number
  readonly names: ReadonlySet<string>
}

const folders = new Map<string, Folder>()
const mostFolders = 5000
// As coarse as the times of changes are in some file systems.
const settledAfter = 2000

/**
 * Those of some names that a folder may have. One list of its entries answers for all the extensions that an import may
 * leave out; which names are the same, only the file system knows.
 */
export function namesHeldBy(folder: string, names: readonly string[]): string[] {
  const held = namesIn(folder)
  return held ? names.filter((name) => held.has(folded(name))) : []
}

function namesIn(folder: string): ReadonlySet<string> | undefined {
  const stats = unlessRefused(() => statSync(folder, { throwIfNoEntry: false }))
  if (!stats?.isDirectory()) return undefined
  const known = folders.get(folder)
  if (known?.changedAt === stats.mtimeMs) return known.names
  const entries = unlessRefused(() => readdirSync(folder))
  const names = new Set(entries?.map(folded))
  if (folders.size >= mostFolders) folders.clear()
  if (Date.now() - stats.mtimeMs > settledAfter) folders.set(folder, { changedAt: stats.mtimeMs, names })
  return names
}

function unlessRefused<Answer>(ask: () => Answer): Answer | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
