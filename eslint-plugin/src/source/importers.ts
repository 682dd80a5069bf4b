import { type Dirent, readdirSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { readFileText, realFolderOf, realPathOf, statFile } from './file-system.ts'
import { foldersAbove } from './module-path.ts'
import { specifiersIn } from './specifiers.ts'

interface Importer {
  readonly version: string
  readonly specifiers: readonly string[]
  readonly isSanitizing: boolean
  readonly leavesModels?: boolean
  readonly parsesForms?: boolean
  /** Whether it starts a server. */
  readonly isStart?: boolean
  /** Whether it is a test, or belongs to another package: what it does says nothing of this one. */
  readonly isWithoutFacts?: true
}
interface Package {
  readonly importers: ReadonlyMap<string, Importer>
  /** The files that import something, by the last part of how they name it. */
  readonly byName: ReadonlyMap<string, readonly Importing[]>
  readonly isSanitizing: boolean
  /** Found when it is asked for, which few packages are. */
  parsesTexts?: boolean
  readonly leavesModels: boolean
  readonly readAt: number
}
interface Importing {
  readonly path: string
  readonly specifier: string
}

const packages = new Map<string, Package>()
// Long enough for a run over many files, short enough for an editor.
const freshFor = 1000
const mostFiles = 20_000
const largest = 300_000
// Packages that take keys with a `$` out of every request, and Mongoose's own setting.
const sanitizing =
  /['"](?:[@\w-]+\/)?express-mongo-sanitize['"]|['"]content-filter['"]|\bset\(\s*\{?\s*['"]?sanitizeFilter['"]?\s*[,:]\s*true\b/
// `{ extended: false }` leaves `name[$ne]` a key like any other.
const parsesForms = /^(?!\s*(?:\/\/|\*)).*\burlencoded\(\s*\{[^}]*\bextended['"]?\s*:\s*false\b/m
// Other parsers, frameworks that bring one along, and what gives a request another body.
const parsesObjects =
  /\burlencoded\((?!\s*\{[^}]*\bextended['"]?\s*:\s*false\b)|\b(?:express|\w*parser\w*)\s*\.\s*(?:json|text|raw)\b|\bbodyparser\(|\b(?:json|text|raw)\b[^}]*\}\s*(?:=\s*require\(\s*|from\s*)['"](?:express|body-parser)['"]|['"][^'"\n]*(?:multer|busboy|formidable|multiparty|fileupload|koa|fastify|hapi|hono|@nestjs|next|graphql|apollo|serverless|co-body|raw-body|xmlparser)[^'"\n]*['"]|\.\s*body\s*=(?!=)|\bJSON\.parse\(/i
// `req.models = { User }`, `fastify.decorate('models', { User })`
const leaving =
  /\b(?:req|request|ctx|context|app|fastify|server|state|locals)\.models\s*=(?!=)|\.decorate(?:Request)?\(\s*['"]models['"]/
const listening = /^(?!\s*(?:\/\/|\*)).*\.listen\s*\(/m
const isTest = /\.(?:test|spec)\.\w+$/
const isSkipped = /^(?:\..*|node_modules|dist|build|out|coverage|public|vendor)$/
const isSource = /(?<!\.d)\.[cm]?[jt]sx?$/

/** The files of the package around `path` that may import it, by how they name what they import. */
export function possibleImporters(path: string, cwd: string): Importing[] {
  const { byName } = readPackage(packageAround(path, cwd))
  // What an import is called may be in another case.
  const name = basename(path, extname(path)).toLowerCase()
  const folder = basename(dirname(path)).toLowerCase()
  const names = name === 'index' ? [name, folder, '.', '..', alias] : [name, alias]
  return names.flatMap((each) => byName.get(each) ?? []).filter((importing) => importing.path !== path)
}

/** Whether a file of the package around `path` takes query selectors out of requests, or tells Mongoose to. */
export function sanitizesFilters(path: string, cwd: string): boolean {
  return readPackage(packageAround(path, cwd)).isSanitizing
}

/**
 * Whether all that the package around `path` parses of a body are forms, the values of which are texts and lists of
 * texts.
 */
export function parsesTexts(path: string, cwd: string): boolean {
  const found = readPackage(packageAround(path, cwd))
  return (found.parsesTexts ??= hasFormsAlone(found.importers))
}

function hasFormsAlone(importers: Package['importers']): boolean {
  const files = Array.from(importers).filter(([, { isWithoutFacts }]) => !isWithoutFacts)
  return (
    files.some(([, { parsesForms }]) => parsesForms) &&
    !files.some(([path]) => parsesObjects.test(readFileText(path) ?? ''))
  )
}

/** Whether a file of the package around `path` leaves models on a request, its context or the server. */
export function leavesModels(path: string, cwd: string): boolean {
  return readPackage(packageAround(path, cwd)).leavesModels
}

/** The files of the package around `path` that start a server. */
export function startingFiles(path: string, cwd: string): string[] {
  const { importers } = readPackage(packageAround(path, cwd))
  return Array.from(importers).flatMap(([each, { isStart }]) => (isStart ? [each] : []))
}

// An alias without a slash may stand for anything.
const alias = '@'

function nameIn(specifier: string): string {
  if (/^[@#~][^/]*$/.test(specifier)) return alias
  const last = specifier.split('/').findLast((part) => part !== '') ?? ''
  return last.replace(/\.[cm]?[jt]sx?$/, '').toLowerCase()
}

/** The folder of the nearest manifest, not above the working directory. */
export function packageAround(path: string, cwd: string): string {
  const isInside = path.startsWith(join(cwd, '/'))
  for (const folder of foldersAbove(path)) {
    if (statFile(join(folder, 'package.json')) || folder === cwd) return folder
  }
  return isInside ? cwd : dirname(path)
}

function readPackage(folder: string): Package {
  const known = packages.get(folder)
  if (known && Date.now() - known.readAt < freshFor) return known
  const importers = new Map<string, Importer>()
  readFolder({ folder, known: known?.importers, importers, whole: new Set([folder]) })
  const byName = new Map<string, Importing[]>()
  for (const [path, { specifiers }] of importers)
    for (const specifier of specifiers) {
      const name = nameIn(specifier)
      const named = byName.get(name)
      if (named) named.push({ path, specifier })
      else byName.set(name, [{ path, specifier }])
    }
  const files = Array.from(importers.values())
  const isSanitizing = files.some((importer) => importer.isSanitizing)
  const fresh: Package = {
    importers,
    byName,
    isSanitizing,
    leavesModels: files.some((importer) => importer.leavesModels === true),
    readAt: Date.now(),
  }
  packages.set(folder, fresh)
  return fresh
}

interface Reading {
  readonly folder: string
  readonly importers: Map<string, Importer>
  readonly known: ReadonlyMap<string, Importer> | undefined
  /** The folders that are read as a whole: the package, and those elsewhere that symbolic links in it lead to. */
  readonly whole: Set<string>
  /** Whether it belongs to another package than the one that is read; unknown at the top. */
  readonly isOther?: boolean
}

function readFolder(reading: Reading): void {
  const { folder, importers, known, isOther } = reading
  const entries = entriesOf(folder)
  const isOutside = isOther === true || (isOther === false && entries.some(({ name }) => name === 'package.json'))
  const add = (path: string) => {
    const importer = readImporter(path, known?.get(path))
    // What another package does says nothing of this one.
    if (importer) importers.set(path, isOutside ? withoutFacts(importer) : importer)
  }
  for (const entry of entries) {
    if (importers.size >= mostFiles) return
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!isSkipped.test(entry.name)) readFolder({ ...reading, folder: path, isOther: isOutside })
    } else if (entry.isFile()) {
      if (isSource.test(entry.name)) add(path)
    } else if (entry.isSymbolicLink() && !isSkipped.test(entry.name)) {
      const target = linkedFolder(path, reading)
      if (target !== undefined) readFolder({ ...reading, folder: target, isOther: isOutside })
      else if (isSource.test(entry.name)) add(realPathOf(path))
    }
  }
}

function withoutFacts({ version, specifiers }: Importer): Importer {
  return { version, specifiers, isSanitizing: false, isWithoutFacts: true }
}

/** The folder that a link leads to, unless it is read anyway. */
function linkedFolder(path: string, { folder, whole }: Reading): string | undefined {
  const target = realFolderOf(path)
  if (target === path) return undefined
  // A folder that holds the link would be read in a circle.
  const holds = (outer: string, inner: string) => outer === inner || inner.startsWith(join(outer, '/'))
  if (holds(target, folder) || Array.from(whole).some((known) => holds(known, target))) return undefined
  whole.add(target)
  return target
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
  if (known?.version === version) return known
  const text = readFileText(path) ?? ''
  const specifiers = specifiersIn(text)
  if (isTest.test(path)) return withoutFacts({ version, specifiers, isSanitizing: false })
  return {
    version,
    specifiers,
    isSanitizing: sanitizing.test(text),
    leavesModels: text.includes('models') && leaving.test(text),
    isStart: text.includes('.listen') && listening.test(text),
    parsesForms: text.includes('urlencoded') && parsesForms.test(text),
  }
}
