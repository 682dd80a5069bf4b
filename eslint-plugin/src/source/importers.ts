import { type Dirent, readdirSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { readFileText, statFile } from './file-system.ts'
import { foldersAbove } from './module-path.ts'
import { specifiersIn } from './specifiers.ts'

interface Importer {
  readonly version: string
  readonly specifiers: readonly string[]
}
interface Package {
  readonly importers: Map<string, Importer>
  readAt: number
}

const packages = new Map<string, Package>()
// Long enough for a run over many files, short enough for an editor.
const freshFor = 1000
const mostFiles = 20_000
const largest = 300_000
const isSkipped = /^(?:\..*|node_modules|dist|build|out|coverage|public|vendor)$/
const isSource = /(?<!\.d)\.[cm]?[jt]sx?$/

/** The files of the package around `path` that may import it, by how they name what they import. */
export function* possibleImporters(path: string, cwd: string): Iterable<{ path: string; specifiers: string[] }> {
  const name = basename(path, extname(path))
  const names = name === 'index' ? new Set([name, basename(dirname(path)), '.', '..']) : new Set([name])
  for (const [importer, { specifiers }] of readPackage(packageAround(path, cwd)).importers) {
    const fitting = specifiers.filter((specifier) => isFitting(specifier, names))
    if (importer !== path && fitting.length > 0) yield { path: importer, specifiers: fitting }
  }
}

function isFitting(specifier: string, names: ReadonlySet<string>): boolean {
  const last = specifier.split('/').findLast((part) => part !== '') ?? ''
  // An alias without a slash may stand for anything.
  return names.has(last) || names.has(last.replace(/\.[cm]?[jt]sx?$/, '')) || /^[@#~][^/]*$/.test(specifier)
}

/** The folder of the nearest manifest, not above the working directory. */
function packageAround(path: string, cwd: string): string {
  const isInside = path.startsWith(join(cwd, '/'))
  for (const folder of foldersAbove(path)) {
    if (statFile(join(folder, 'package.json')) || folder === cwd) return folder
  }
  return isInside ? cwd : dirname(path)
}

function readPackage(folder: string): Package {
  const known = packages.get(folder)
  if (known && Date.now() - known.readAt < freshFor) return known
  const fresh: Package = { importers: new Map(), readAt: 0 }
  readFolder(folder, fresh.importers, known?.importers)
  fresh.readAt = Date.now()
  packages.set(folder, fresh)
  return fresh
}

function readFolder(
  folder: string,
  importers: Map<string, Importer>,
  known: ReadonlyMap<string, Importer> | undefined,
): void {
  for (const entry of entriesOf(folder)) {
    if (importers.size >= mostFiles) return
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!isSkipped.test(entry.name)) readFolder(path, importers, known)
    } else if (entry.isFile() && isSource.test(entry.name)) {
      const importer = readImporter(path, known?.get(path))
      if (importer) importers.set(path, importer)
    }
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function readImporter(path: string, known: Importer | undefined): Importer | undefined {
  const stats = statFile(path)
  if (!stats || stats.size > largest) return undefined
  const version = `${String(stats.mtimeMs)}:${String(stats.size)}`
  return known?.version === version ? known : { version, specifiers: specifiersIn(readFileText(path) ?? '') }
}
