import { createRequire } from 'node:module'
import { extname } from 'node:path'
import type { AST, Linter, Scope, SourceCode } from 'eslint'
import type { Parser, ParseResult } from './parser.ts'
import { isNode, type Node } from './syntax.ts'
import { withoutExtras } from './typescript-parser.ts'

interface ESLintModule {
  readonly Linter: new (options: { configType: 'flat' }) => Linter
  readonly SourceCode: new (config: ParseResult & { text: string }) => SourceCode
}
interface ScopeModule {
  analyze(ast: AST.Program, options: object): Scope.ScopeManager
}

// Options that make a parser build or ask a TypeScript program, which a look at one file does not need.
const typedOptions: ReadonlySet<string> = new Set([
  'project',
  'projectService',
  'program',
  'programs',
  'tsconfigRootDir',
])

// CommonJS parses as a module too, but for a `return` at the top level and other sloppy code.
const sourceTypes = ['module', 'commonjs'] as const

/** Parses a module as ESLint would with these options; `undefined` where it does not parse. */
export function parseModule(
  text: string,
  path: string,
  languageOptions: Linter.LanguageOptions,
  keys: SourceCode.VisitorKeys,
): SourceCode | undefined {
  const eslint = loadESLint()
  if (!eslint) return undefined
  for (const sourceType of sourceTypes) {
    const code = parseWith(eslint, text, path, { ...languageOptions, sourceType }, keys)
    if (code) return code
  }
  // Linters that only run ESLint's plugins may have no parser that could be called from here.
  const installed = /\.[cm]?tsx?$/.test(path) ? installedParser(path) : undefined
  if (installed && installed !== languageOptions.parser) {
    const options = { parser: installed, parserOptions: { ecmaFeatures: { jsx: path.endsWith('x') } } }
    return parseWith(eslint, text, path, { ecmaVersion: 'latest', sourceType: 'module', ...options }, keys)
  }
  return sourceTypes.map((sourceType) => lintOnly(eslint, text, path, sourceType)).find((code) => code !== undefined)
}

let typescriptParser: Linter.Parser | undefined

/** The TypeScript parser of the application. */
function installedParser(path: string): Linter.Parser | undefined {
  try {
    return (typescriptParser ??= createRequire(path)('@typescript-eslint/parser') as Linter.Parser)
  } catch {
    return undefined
  }
}

/** The parser and the scope analysis that ESLint itself uses, without the traversal that linting would add. */
function parseWith(
  { eslint, scope }: Tools,
  text: string,
  path: string,
  { parser, parserOptions, ecmaVersion, sourceType }: Linter.LanguageOptions,
  keys: SourceCode.VisitorKeys,
): SourceCode | undefined {
  try {
    const given = Object.entries(parserOptions ?? {}).filter(([name]) => !typedOptions.has(name))
    const options = {
      loc: true,
      range: true,
      ...Object.fromEntries(given),
      // They take most of the memory, and nobody asks for those of a file that is not linted.
      tokens: false,
      comment: false,
      ecmaVersion,
      sourceType,
      filePath: path,
    }
    const result = runParser(withoutExtras(parser as Parser), text, options)
    const visitorKeys = result.visitorKeys ?? keys
    const scopeManager =
      result.scopeManager ??
      scope.analyze(result.ast, {
        ignoreEval: true,
        nodejsScope: sourceType === 'commonjs',
        ecmaVersion: typeof ecmaVersion === 'number' ? ecmaVersion : 2026,
        sourceType: sourceType === 'commonjs' ? 'script' : sourceType,
        childVisitorKeys: visitorKeys,
        fallback: Object.keys,
      })
    const ast = Object.assign(result.ast, { tokens: [], comments: [] })
    const code = new eslint.SourceCode({ text, ast, scopeManager, visitorKeys })
    setParents(ast, visitorKeys)
    return code
  } catch {
    // A syntax error, or options that are none to this parser.
    return undefined
  }
}

function runParser(parser: Parser, text: string, options: object): ParseResult {
  if (parser.parseForESLint) return parser.parseForESLint(text, options)
  return { ast: parser.parse(text, options) }
}

/**
 * Sets the parent of every node, and drops where it stands by line and column; by a list and without a function for
 * each node, which takes half the time.
 */
function setParents(root: Node, keys: SourceCode.VisitorKeys): void {
  const pending: Node[] = [root]
  for (let node = pending.pop(); node; node = pending.pop())
    for (const key of keys[node.type] ?? []) {
      const child = (node as unknown as Record<string, unknown>)[key]
      if (Array.isArray(child)) {
        for (const item of child) if (isNode(item)) pending.push(adopt(item, node))
      } else if (isNode(child)) pending.push(adopt(child, node))
    }
}

function adopt(child: Node, parent: Node): Node {
  const node = child as { parent?: Node; loc?: unknown }
  node.parent = parent
  // Three objects for each node, of trees that are kept, when nobody asks for more than the lines of a few.
  node.loc = undefined
  return child
}

function lintOnly(
  { eslint }: Tools,
  text: string,
  path: string,
  sourceType: 'module' | 'commonjs',
): SourceCode | undefined {
  // What ESLint 8 would not take for granted.
  const linter = new eslint.Linter({ configType: 'flat' })
  const config = { files: ['**/*.*'], languageOptions: { sourceType } }
  try {
    const messages = linter.verify(text, config, { filename: `module${extname(path)}`, allowInlineConfig: false })
    return messages.some((message) => message.fatal) ? undefined : linter.getSourceCode()
  } catch {
    // Syntax that is nested too deep for the call stack.
    return undefined
  }
}

interface Tools {
  readonly eslint: ESLintModule
  readonly scope: ScopeModule
}

let tools: Tools | undefined

// Asked for here and not imported: linters that run ESLint's plugins without ESLint load this file as well.
function loadESLint(): Tools | undefined {
  try {
    return (tools ??= loadTools())
  } catch {
    return undefined
  }
}

function loadTools(): Tools {
  const own = createRequire(import.meta.url)
  // ESLint's own copy, which is not in reach of this package everywhere.
  const scope = createRequire(own.resolve('eslint'))('eslint-scope') as ScopeModule
  return { eslint: own('eslint') as ESLintModule, scope }
}
