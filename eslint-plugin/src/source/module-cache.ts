import type { Linter, SourceCode } from 'eslint'
import { readFileText, statFile } from './file-system.ts'
import { parseModule } from './module-parser.ts'

interface ReadModule {
  readonly version: string
  readonly text: string
}
interface ParsedModule extends ReadModule {
  readonly parser: unknown
  readonly code: SourceCode | undefined
}

// In characters of source. A text takes what it is long; what a parser makes of it takes some fifty times that.
const mostRead = 20_000_000
const mostParsed = 2_500_000
const mostLinted = 150_000
const read = new Map<string, ReadModule>()
const parsed = new Map<string, ParsedModule>()
let lengthRead = 0
let lengthParsed = 0
// How many linted files have led to a module; also of those that are dropped, which may be wanted again.
const uses = new Map<string, number>()
const usesInAge = 2000
let counted = 0

function load(path: string): ReadModule | undefined {
  const stats = statFile(path)
  if (!stats) return undefined
  const version = `${String(stats.mtimeMs)}:${String(stats.size)}`
  const cached = read.get(path)
  if (cached?.version === version) return cached
  const text = readFileText(path)
  if (text === undefined) return undefined
  lengthRead += text.length - (cached?.text.length ?? 0)
  read.delete(path)
  read.set(path, { version, text })
  lengthRead -= dropOldest(read, lengthRead - mostRead)
  return { version, text }
}

/** Drops the entries that were not used for longest, until `excess` characters are gone. */
function dropOldest(cache: Map<string, { readonly text: string }>, excess: number): number {
  let dropped = 0
  for (const [path, { text }] of cache) {
    if (dropped >= excess || cache.size === 1) break
    cache.delete(path)
    dropped += text.length
  }
  return dropped
}

/** Counts a use of a module. What was wanted long ago counts less and less. */
function countUse(path: string): void {
  uses.set(path, (uses.get(path) ?? 0) + 1)
  if (++counted % usesInAge > 0) return
  for (const [each, count] of uses)
    if (count < 2) uses.delete(each)
    else uses.set(each, count / 2)
}

/**
 * Drops the parsed modules that the fewest linted files have led to, the last of these first: a controller may lead to
 * more modules than are kept, and of those that are asked for in turn, again and again, none would be there by the time
 * it is asked for if the first went first.
 */
function dropLeastUsed(): void {
  while (lengthParsed > mostParsed && parsed.size > 1) {
    let least: string | undefined
    let fewest = Infinity
    for (const path of parsed.keys()) {
      const count = uses.get(path) ?? 0
      if (count <= fewest) [least, fewest] = [path, count]
    }
    if (least === undefined) return
    lengthParsed -= parsed.get(least)?.text.length ?? 0
    parsed.delete(least)
  }
}

export function readModule(path: string): string | undefined {
  return load(path)?.text
}

// Not by weak references: what they lead to stays in memory as long as no other task runs.
const linted = new Map<string, { readonly text: string; readonly ast: SourceCode['ast']; readonly code: SourceCode }>()
let lengthLinted = 0

/**
 * Keeps the source code of a file that is being linted in reach of the files next to it, which import it or are
 * imported.
 */
export function rememberLinted(path: string, code: SourceCode): void {
  lengthLinted += code.text.length - (linted.get(path)?.text.length ?? 0)
  linted.delete(path)
  linted.set(path, { text: code.text, ast: code.ast, code })
  lengthLinted -= dropOldest(linted, lengthLinted - mostLinted)
}

/** A file as the parser of the file being linted sees it; parsed again only after it has changed. */
export function openModule(
  path: string,
  languageOptions: Linter.LanguageOptions,
  keys: SourceCode.VisitorKeys,
): SourceCode | undefined {
  const module = load(path)
  if (!module) return undefined
  const known = linted.get(path)
  // A linter may go on to another file with the same object.
  const isSame = known?.text === module.text && known.code.ast === known.ast
  if (isSame && known.code.visitorKeys === keys) return known.code
  const { parser } = languageOptions
  const cached = parsed.get(path)
  const isFresh = cached?.version === module.version && cached.parser === parser
  const entry = isFresh ? cached : { ...module, parser, code: parseModule(module.text, path, languageOptions, keys) }
  // The last used stands last.
  if (parsed.delete(path)) lengthParsed -= cached?.text.length ?? 0
  parsed.set(path, entry)
  lengthParsed += module.text.length
  countUse(path)
  dropLeastUsed()
  return entry.code
}
