import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import type { Linter, SourceCode } from 'eslint'

interface CachedModule {
  readonly version: string
  readonly text: string
  readonly parsed: Map<unknown, SourceCode | undefined>
}

// Enough for the controllers of a large application; an editor's ESLint lives for days.
const capacity = 300
const modules = new Map<string, CachedModule>()

// Options that make a parser build or ask a TypeScript program, which a look at one file does not need.
const typedOptions: ReadonlySet<string> = new Set([
  'project',
  'projectService',
  'program',
  'programs',
  'tsconfigRootDir',
])

function load(path: string): CachedModule | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return undefined
  const version = `${String(stats.mtimeMs)}:${String(stats.size)}`
  const cached = modules.get(path)
  if (cached?.version === version) return cached
  const fresh = { version, text: readFileSync(path, 'utf8'), parsed: new Map() }
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

/** Parses a file with the parser of the file being linted; again only after the file has changed. */
export function parseModule(path: string, languageOptions: Linter.LanguageOptions): SourceCode | undefined {
  const cached = load(path)
  if (!cached) return undefined
  const parser = languageOptions.parser
  if (!cached.parsed.has(parser)) cached.parsed.set(parser, parse(cached.text, extname(path), languageOptions))
  return cached.parsed.get(parser)
}

function parse(text: string, extension: string, languageOptions: Linter.LanguageOptions): SourceCode | undefined {
  const linter = createLinter()
  if (!linter) return undefined
  const { parser, ecmaVersion = 'latest' } = languageOptions
  const parserOptions = Object.fromEntries(
    Object.entries(languageOptions.parserOptions ?? {}).filter(([name]) => !typedOptions.has(name)),
  )
  // ESLint's own parser is asked last: linters that only run ESLint's plugins have none that could be called from here.
  for (const chosen of parser ? [{ parser, parserOptions }, {}] : [{ parserOptions }])
    // CommonJS parses as a module too, but for a `return` at the top level and other sloppy code.
    for (const sourceType of ['module', 'commonjs'] as const) {
      const code = parseAs(text, extension, { ...chosen, ecmaVersion, sourceType }, linter)
      if (code) return code
    }
  return undefined
}

function parseAs(
  text: string,
  extension: string,
  languageOptions: Linter.LanguageOptions,
  linter: Linter,
): SourceCode | undefined {
  try {
    const config = { files: ['**/*.*'], languageOptions }
    const messages = linter.verify(text, config, { filename: `module${extension}`, allowInlineConfig: false })
    return messages.some((message) => message.fatal) ? undefined : linter.getSourceCode()
  } catch {
    // Options that are no options for this parser.
    return undefined
  }
}

// Asked for here and not imported: linters that run ESLint's plugins without ESLint load this one as well.
function createLinter(): Linter | undefined {
  try {
    const eslint = createRequire(import.meta.url)('eslint') as { Linter: new () => Linter }
    return new eslint.Linter()
  } catch {
    return undefined
  }
}
