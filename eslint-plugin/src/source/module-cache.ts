import type { Linter, SourceCode } from 'eslint'
import { readFileText, statFile } from './file-system.ts'
import { parseModule } from './module-parser.ts'

interface CachedModule {
  readonly version: string
  readonly text: string
  readonly parsed: Map<unknown, SourceCode | undefined>
}

// Enough for the controllers of a large application; an editor's ESLint lives for days.
const capacity = 300
const modules = new Map<string, CachedModule>()

function load(path: string): CachedModule | undefined {
  const stats = statFile(path)
  if (!stats) return undefined
  const version = `${String(stats.mtimeMs)}:${String(stats.size)}`
  const cached = modules.get(path)
  if (cached?.version === version) return cached
  const text = readFileText(path)
  if (text === undefined) return undefined
  const fresh = { version, text, parsed: new Map() }
  modules.delete(path)
  modules.set(path, fresh)
  for (const oldest of modules.keys()) {
    if (modules.size <= capacity) break
    modules.delete(oldest)
  }
  return fresh
}

export function readModule(path: string): string | undefined {
  return load(path)?.text
}

// Files that were linted before need no second parse while they are still in memory.
const linted = new Map<string, WeakRef<SourceCode>>()

/** Keeps the source code of a file that is being linted in reach of the files that import it. */
export function rememberLinted(path: string, code: SourceCode): void {
  linted.set(path, new WeakRef(code))
}

/** A file as the parser of the file being linted sees it; parsed again only after it has changed. */
export function openModule(
  path: string,
  languageOptions: Linter.LanguageOptions,
  keys: SourceCode.VisitorKeys,
): SourceCode | undefined {
  const cached = load(path)
  if (!cached) return undefined
  const { parser } = languageOptions
  if (!cached.parsed.has(parser)) {
    const known = linted.get(path)?.deref()
    const isSame = known?.text === cached.text && known.visitorKeys === keys
    cached.parsed.set(parser, isSame ? known : parseModule(cached.text, path, languageOptions, keys))
  }
  return cached.parsed.get(parser)
}
