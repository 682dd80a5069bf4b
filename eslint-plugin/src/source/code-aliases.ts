import { dirname, join, resolve } from 'node:path'
import { type Alias, type AliasSource, inOrder, toFolder } from './alias.ts'
import { dependsOn } from './dependencies.ts'
import { jsonMember, jsonStrings } from './json-file.ts'
import { readModule } from './module-cache.ts'
import { isRelative, resolveRelative, scriptAt } from './module-path.ts'
import { specifiersIn } from './specifiers.ts'

const aliasing = 'module-alias'
const usualEntries = ['src/index', 'src/server', 'src/app', 'src/main', 'index', 'server', 'app', 'main']

/**
 * What the code by which a package starts tells `module-alias`:
 * `moduleAlias.addAliases({ '@models': __dirname + '/models' })`.
 */
export function codeAliases(folder: string, manifest: unknown): AliasSource[] {
  if (!dependsOn(manifest, aliasing)) return []
  const aliases = startingFiles(folder, manifest).flatMap(aliasesIn)
  return aliases.length > 0 ? [{ aliases: inOrder(aliases) }] : []
}

/** The files by which a package may start, and those that they import. */
function startingFiles(folder: string, manifest: unknown): string[] {
  const scripts = jsonMember(manifest, 'scripts')
  const started = ['start', 'dev', 'serve', 'debug']
    .flatMap((key) => jsonStrings(scripts, key))
    .flatMap((command) => command.match(/[\w./-]+\.[cm]?[jt]sx?\b/g) ?? [])
  const named = [...jsonStrings(manifest, 'main'), ...started]
  // What is built has its source at the same place under another name.
  const written = named.map((path) => path.replace(/(^|\/)(?:dist|build|lib)\//, '$1src/'))
  const entries = new Set([...written, ...usualEntries].flatMap((path) => scriptAt(join(folder, path)) ?? []))
  const imported = [...entries].flatMap((path) =>
    specifiersIn(readModule(path) ?? '').flatMap((specifier) =>
      isRelative(specifier) ? (resolveRelative(specifier, path) ?? []) : [],
    ),
  )
  return [...new Set([...entries, ...imported])]
}

const name = String.raw`['"]([^'"\n*]+)['"]`
const text = String.raw`(?:'[^'\n]*'|"[^"\n]*")`
const here = String.raw`__dirname`
// `__dirname`, `__dirname + '/models'`, `path.join(__dirname, 'models')`, a template with nothing else in it, a text
const place = [
  String.raw`(?:path\.)?(?:join|resolve)\(\s*${here}\s*(?:,\s*${text}\s*)*,?\s*\)`,
  `${here}\\s*\\+\\s*${text}`,
  `${here}(?![\\w$])`,
  '`\\$\\{\\s*__dirname\\s*\\}[^`$\\n]*`',
  text,
].join('|')
const end = String.raw`\s*(?=[,})])`
const single = new RegExp(String.raw`\baddAlias\(\s*${name}\s*,\s*(${place})${end}`, 'g')
const several = /\baddAliases\(\s*\{/g
const entry = new RegExp(String.raw`(?:[\s,]|//[^\n]*\n)*(?:${name}|([\w$]+))\s*:\s*(${place})${end}`, 'y')

function aliasesIn(path: string): Alias[] {
  const code = readModule(path)
  if (!code?.includes(aliasing)) return []
  const found: Alias[] = []
  const add = (alias: string, written: string) => {
    found.push(...toFolder(alias, pathIn(written, dirname(path))))
  }
  for (const [, alias = '', written = ''] of code.matchAll(single)) add(alias, written)
  for (const { index, 0: opening } of code.matchAll(several)) {
    entry.lastIndex = index + opening.length
    for (let match = entry.exec(code); match; match = entry.exec(code)) add(match[1] ?? match[2] ?? '', match[3] ?? '')
  }
  return found
}

/** The path that is written as an expression, in the folder of its file. */
function pathIn(written: string, folder: string): string {
  const template = /^`\$\{[^}]*\}(.*)`$/.exec(written)
  const parts = template
    ? [template[1] ?? '']
    : Array.from(written.matchAll(/'([^']*)'|"([^"]*)"/g), ([, a, b]) => a ?? b ?? '')
  return written.startsWith('path.resolve') || written.startsWith('resolve')
    ? resolve(folder, ...parts)
    : join(folder, ...parts)
}
