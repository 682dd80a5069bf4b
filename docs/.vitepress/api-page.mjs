// Writes api.md from the doc comments of what users can import, before the site is built.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')
const entries = {
  'mongoose-guard': 'src/index.ts',
  'mongoose-guard/express': 'src/adapters/express.ts',
  'mongoose-guard/web': 'src/adapters/web.ts',
  'mongoose-guard/openapi': 'src/adapters/openapi.ts',
}

export function apiPage() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const program = ts.createProgram(
    Object.values(entries).map((file) => join(root, file)),
    options,
  )
  const checker = program.getTypeChecker()
  const seen = new Set()
  const sections = Object.entries(entries).map(([name, file]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, file)))
    const symbols = checker
      .getExportsOfModule(module)
      .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    const parts = symbols.map((symbol) => describe(checker, symbol)).sort(byKind)
    const own = parts.filter(({ symbol }) => !seen.has(symbol))
    const again = parts.filter(({ symbol }) => seen.has(symbol)).map((part) => `\`${part.name}\``)
    for (const { symbol } of own) seen.add(symbol)
    const text = own.map((part) => section(name, part)).join('\n')
    return `## ${name}\n\n${text}${again.length > 0 ? `\nAlso exports ${again.join(', ')}.\n` : ''}`
  })
  const intro =
    'What can be imported, as the doc comments say it; editors show the same. Options are on a page of their own: [Real routes](routes.md).'
  return `# API\n\n${intro}\n\n${sections.join('\n')}`
}

const kinds = ['function', 'class', 'type']
const byKind = (one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || one.name.localeCompare(other.name)

function describe(checker, symbol) {
  const isType = (symbol.flags & ts.SymbolFlags.Value) === 0
  const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0
  const tags = symbol.getJsDocTags(checker)
  const textsOf = (name) => tags.filter((tag) => tag.name === name).map((tag) => ts.displayPartsToString(tag.text))
  const members = isType
    ? (symbol.declarations ?? [])
        .filter(ts.isInterfaceDeclaration)
        .flatMap(({ members }) => members)
        .flatMap((member) => {
          const own = member.name && checker.getSymbolAtLocation(member.name)
          const text = own === undefined ? '' : proseOf(checker, own)
          return text === '' ? [] : [{ name: member.name.getText().replaceAll("'", ''), text }]
        })
    : []
  return {
    symbol,
    name: symbol.name,
    kind: isClass ? 'class' : isType ? 'type' : 'function',
    text: proseOf(checker, symbol),
    throws: textsOf('throws'),
    examples: textsOf('example'),
    members,
  }
}

/** `{@link Name}` becomes code: where a name is explained, the search finds. */
function proseOf(checker, symbol) {
  return ts
    .displayPartsToString(symbol.getDocumentationComment(checker))
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .trim()
}

const flat = (text) => text.replace(/\s*\n\s*/g, ' ').trim()

function section(entry, { name, kind, text, throws, examples, members }) {
  const title = `### ${name}\n`
  const lines = [title, `\`${kind === 'type' ? 'import type' : 'import'} { ${name} } from '${entry}'\`\n`]
  if (text !== '') lines.push(`${text}\n`)
  if (members.length > 0) {
    const rows = members.map((member) => `| \`${member.name}\` | ${flat(member.text).replaceAll('|', '\\|')} |`)
    lines.push(`| Member | Meaning |\n| --- | --- |\n${rows.join('\n')}\n`)
  }
  for (const thrown of throws) lines.push(`**Throws** ${flat(thrown)}\n`)
  for (const example of examples) lines.push(`\`\`\`ts\n${example.trim()}\n\`\`\`\n`)
  return lines.join('\n')
}

if (import.meta.filename === process.argv[1]) writeFileSync(join(root, 'docs/api.md'), apiPage())
