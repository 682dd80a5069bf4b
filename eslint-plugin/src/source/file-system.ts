import { readdirSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'

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
  /** The names of its entries, by what they are in any case. */
  readonly names: ReadonlyMap<string, string>
  /** Those of its entries that are symbolic links, or might be. */
  readonly links: ReadonlySet<string>
  /** Where it is, whatever links lead to it. */
  readonly path: string
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
  const held = entriesIn(folder)?.names
  return held ? names.filter((name) => held.has(folded(name))) : []
}

/**
 * A path in the case in which it is stored, where it is there in another one: an application that is written where case
 * makes no difference may be linted where it does.
 */
export function pathInStoredCase(path: string): string {
  const folder = dirname(path)
  if (folder === path) return path
  const held = entriesIn(folder) ? folder : pathInStoredCase(folder)
  return join(held, entriesIn(held)?.names.get(folded(basename(path))) ?? basename(path))
}

/**
 * The path of a file by which Node knows its module, whatever symbolic links lead to it; itself where there is no such
 * file.
 */
export function realPathOf(path: string): string {
  const folder = entriesIn(dirname(path))
  const name = basename(path)
  if (!folder) return path
  return folder.links.has(folded(name))
    ? (unlessRefused(() => realpathSync.native(path)) ?? path)
    : join(folder.path, name)
}

export function isLink(path: string): boolean {
  return entriesIn(dirname(path))?.links.has(folded(basename(path))) ?? false
}

/** The same of a folder. */
export function realFolderOf(path: string): string {
  return entriesIn(path)?.path ?? path
}

function entriesIn(path: string): Folder | undefined {
  const stats = unlessRefused(() => statSync(path, { throwIfNoEntry: false }))
  if (!stats?.isDirectory()) return undefined
  const known = folders.get(path)
  if (known?.changedAt === stats.mtimeMs) return known
  const entries = unlessRefused(() => readdirSync(path, { withFileTypes: true })) ?? []
  const others = entries.filter((entry) => !entry.isFile() && !entry.isDirectory())
  const folder: Folder = {
    changedAt: stats.mtimeMs,
    names: new Map(entries.map(({ name }) => [folded(name), name])),
    links: new Set(others.map(({ name }) => folded(name))),
    path: unlessRefused(() => realpathSync.native(path)) ?? path,
  }
  if (folders.size >= mostFolders) folders.clear()
  if (Date.now() - stats.mtimeMs > settledAfter) folders.set(path, folder)
  return folder
}

function unlessRefused<Answer>(ask: () => Answer): Answer | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
