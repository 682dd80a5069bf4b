import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { type Alias, type AliasSource, inOrder } from './alias.ts'
import { jsonEntries, jsonMember, jsonStrings, readJson } from './json-file.ts'
import { foldersAbove, isRelative } from './module-path.ts'

/** The `paths` and `baseUrl` of the `tsconfig.json` or `jsconfig.json` in a folder. */
export function compilerAliases(folder: string): AliasSource[] {
  return ['tsconfig.json', 'jsconfig.json'].flatMap((name) => readConfig(join(folder, name), 0) ?? [])
}

const deepest = 5

function readConfig(path: string, depth: number): AliasSource | undefined {
  const config = depth > deepest ? undefined : readJson(path)
  if (config === undefined) return undefined
  const folder = dirname(path)
  // A solution file refers to the configs that hold the options; of several bases the last one counts.
  const bases = [...referencesIn(config), ...jsonStrings(config, 'extends')].flatMap(
    (base) => readConfig(configAt(base, folder), depth + 1) ?? [],
  )
  const options = jsonMember(config, 'compilerOptions')
  const [written] = jsonStrings(options, 'baseUrl')
  const baseUrl = written === undefined ? bases.at(-1)?.baseUrl : resolve(folder, written)
  const paths = jsonMember(options, 'paths')
  const aliases = jsonEntries(options, 'paths').map(([pattern]): Alias => ({
    pattern,
    targets: jsonStrings(paths, pattern).map((target) => resolve(baseUrl ?? folder, target)),
  }))
  const inherited = bases.findLast((base) => base.aliases.length > 0)?.aliases ?? []
  return { baseUrl, aliases: aliases.length > 0 ? inOrder(aliases) : inherited }
}

function referencesIn(config: unknown): string[] {
  const references = jsonMember(config, 'references')
  return Array.isArray(references) ? references.flatMap((reference) => jsonStrings(reference, 'path')) : []
}

/** The config that `extends` or a reference names: a file, with or without its extension, a folder, or a package. */
function configAt(base: string, folder: string): string {
  const path = isRelative(base) || isAbsolute(base) ? resolve(folder, base) : installedAt(base, folder)
  if (path.endsWith('.json')) return path
  return existsSync(`${path}.json`) ? `${path}.json` : join(path, 'tsconfig.json')
}

function installedAt(name: string, folder: string): string {
  const places = Array.from(foldersAbove(join(folder, 'tsconfig.json')), (above) => join(above, 'node_modules', name))
  return places.find((place) => existsSync(place)) ?? join(folder, name)
}
