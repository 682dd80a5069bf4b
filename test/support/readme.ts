import { readFileSync } from 'node:fs'
import ts from 'typescript'

export interface Block {
  /** File and line, as in an error message. */
  at: string
  language: string
  code: string
  /** From a comment on the line before the fence. */
  directive: 'compile-only' | 'separate' | undefined
}

const FENCE =
  /^(?:<!-- (?<directive>compile-only|separate) -->\n+)?(?<fence>```+)(?<language>\w+)[^\n]*\n(?<code>[\s\S]*?)^\k<fence>$/gm

/** The fenced blocks of a Markdown text, in order. */
export function blocksOf(name: string, markdown: string): Block[] {
  return [...markdown.matchAll(FENCE)].map((match) => {
    const { directive, language = '', code = '' } = match.groups ?? {}
    const line = markdown.slice(0, match.index).split('\n').length + (directive === undefined ? 0 : 1)
    return { at: `${name}:${line}`, language, code, directive: directive as Block['directive'] }
  })
}

const EXAMPLE = /@example\n(?<code>(?: *\* (?!@).*\n| *\*\n)+)/g

/** The `@example`s in the doc comments of a source file, none of which sees another. */
export function examplesOf(name: string, source: string): Block[] {
  return [...source.matchAll(EXAMPLE)].map((match) => ({
    at: `${name}:${source.slice(0, match.index).split('\n').length}`,
    language: 'ts',
    code: (match.groups?.code ?? '').replace(/^ *\* ?/gm, ''),
    directive: 'compile-only' as const,
  }))
}

interface Name {
  name: string
  isType: boolean
}

/** What a module declares at its top level, and the identifiers that it uses. */
function namesOf(file: ts.SourceFile) {
  const declared: (Name & { isExported: boolean })[] = []
  const imported: Name[] = []
  for (const statement of file.statements) {
    const isExported =
      ts.canHaveModifiers(statement) &&
      statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
    if (ts.isImportDeclaration(statement)) {
      const clause = statement.importClause
      const bindings = clause?.namedBindings
      const isType = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      if (clause?.name !== undefined) imported.push({ name: clause.name.text, isType })
      if (bindings !== undefined && ts.isNamedImports(bindings)) {
        for (const { name, isTypeOnly } of bindings.elements)
          imported.push({ name: name.text, isType: isType || isTypeOnly })
      } else if (bindings !== undefined) imported.push({ name: bindings.name.text, isType })
    } else if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) {
        for (const text of boundNames(name)) declared.push({ name: text, isType: false, isExported })
      }
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name !== undefined) declared.push({ name: statement.name.text, isType: false, isExported })
    } else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      declared.push({ name: statement.name.text, isType: true, isExported })
    }
  }
  const used = new Set<string>()
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node)) used.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { declared, imported, used }
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []))
}

/** Where a name comes from, for the blocks below its declaration. */
export type Scope = ReadonlyMap<string, { module: string; isType: boolean }>

/** What a module exports by `export { … }`, `export type { … }` and declarations. */
export function exportsOf(module: string, path: string): Scope {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
  const scope = new Map<string, { module: string; isType: boolean }>()
  for (const { name, isType, isExported } of namesOf(file).declared) if (isExported) scope.set(name, { module, isType })
  for (const statement of file.statements) {
    if (
      !ts.isExportDeclaration(statement) ||
      statement.exportClause === undefined ||
      !ts.isNamedExports(statement.exportClause)
    )
      continue
    for (const { name, isTypeOnly } of statement.exportClause.elements) {
      scope.set(name.text, { module, isType: isTypeOnly || statement.isTypeOnly })
    }
  }
  return scope
}

/**
 * A block as a module: what it uses and does not declare is imported from `scope`, and what it declares or imports is
 * exported.
 * The block's own lines keep their numbers, as all of that stands on its last line.
 */
export function moduleOf(block: Block, module: string, scope: Scope): { text: string; scope: Scope } {
  const code = block.code.replace(
    /\bconst (\{[^}]*\}|\w+) = require\(('[^']+'|"[^"]+")\)/g,
    (_, names: string, from: string) => `import ${names.replaceAll(':', ' as')} from ${from}`,
  )
  const { declared, imported, used } = namesOf(ts.createSourceFile('block.ts', code, ts.ScriptTarget.Latest, true))
  const own = new Set([...declared, ...imported].map(({ name }) => name))
  const imports = [...scope]
    .filter(([name]) => used.has(name) && !own.has(name))
    .map(([name, from]) => `import ${from.isType ? 'type ' : ''}{ ${name} } from '${from.module}'`)
  const hidden = [...declared.filter(({ isExported }) => !isExported), ...imported]
  const exports = hidden.map(({ name, isType }) => `export ${isType ? 'type ' : ''}{ ${name} }`)
  const next = new Map(scope)
  for (const { name, isType } of [...declared, ...imported]) next.set(name, { module, isType })
  return { text: `${code.trimEnd()}\n${[...imports, ...exports, 'export {}'].join('; ')}\n`, scope: next }
}

export interface Exchange {
  at: string
  request: { method: string; path: string; headers: Record<string, string>; body: string | undefined }
  response: { status: number | undefined; body: unknown }
}

/** Whether a block is a request: of HTTP, or a command of curl. */
export function isRequest({ language, code }: Block): boolean {
  return language === 'http' ? !code.startsWith('HTTP/') : language === 'sh' && code.startsWith('curl ')
}

/** A request and the block after it that says what comes back. */
export function exchangeOf(request: Block, response: Block | undefined): Exchange {
  const sent = request.language === 'sh' ? curlRequest(request.code) : httpRequest(request.code)
  return { at: request.at, request: sent, response: responseOf(response) }
}

/** What `curl URL -X METHOD -H 'HEADER' -d 'BODY'` sends. */
function curlRequest(command: string): Exchange['request'] {
  const words = [...command.replace(/\\\n/g, ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare,
  )
  const after = (option: string) => words.flatMap((word, index) => (words[index - 1] === option ? [word ?? ''] : []))
  const [body] = after('-d')
  const headers = after('-H').map((line) => line.split(': ', 2) as [string, string])
  return {
    method: after('-X')[0] ?? (body === undefined ? 'GET' : 'POST'),
    path: new URL(words.find((word) => word?.startsWith('http://')) ?? '').pathname,
    // As curl does.
    headers: {
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    },
    body,
  }
}

/**
 * What the `console.log`s of a block print, in their order, as the comments at their ends or on the lines below them say;
 * `undefined` where nothing is said.
 */
export function printedBy(code: string): (string | undefined)[] {
  const lines = code.split('\n')
  return lines.flatMap((line, index) => {
    if (!/\bconsole\.log\(/.test(line)) return []
    const [, comment] = /\) \/\/ (.*)$/.exec(line) ?? []
    const end = lines.findIndex((below, at) => at > index && !/^ *\/\/ /.test(below))
    const below = lines.slice(index + 1, end).map((text) => text.replace(/^ *\/\/ /, ''))
    return [comment ?? (below.length > 0 ? below.join(' ') : undefined)]
  })
}

function httpRequest(code: string): Exchange['request'] {
  const [head = '', ...rest] = code.split(/\n\n/)
  const [first = '', ...headerLines] = head.trim().split('\n')
  const [method = '', path = ''] = first.split(' ')
  const body = rest.join('\n\n').trim() || undefined
  const headers = Object.fromEntries(
    headerLines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  if (body !== undefined) headers['content-type'] ??= 'application/json'
  return { method, path, headers, body }
}

function responseOf(block: Block | undefined): Exchange['response'] {
  if (block?.language === 'json') return { status: undefined, body: JSON.parse(block.code) }
  const [, status, text] =
    /^HTTP\/[\d.]+ (\d+)[^\n]*(?:\n[^\n]+)*(?:\n\n([\s\S]*))?$/.exec(block?.code.trim() ?? '') ?? []
  if (block?.language !== 'http' || status === undefined) return { status: undefined, body: undefined }
  return { status: Number(status), body: text === undefined ? undefined : JSON.parse(text) }
}

/** Puts what was answered where the page says `"…"`: values that differ from run to run. */
export function withEllipses(expected: unknown, answered: unknown): unknown {
  if (expected === '…') return answered
  if (Array.isArray(expected)) {
    return expected.map((value, index) => withEllipses(value, Array.isArray(answered) ? answered[index] : undefined))
  }
  if (typeof expected !== 'object' || expected === null) return expected
  return Object.fromEntries(
    Object.entries(expected).map(([key, value]) => [
      key,
      withEllipses(value, (answered as Record<string, unknown> | undefined)?.[key]),
    ]),
  )
}
