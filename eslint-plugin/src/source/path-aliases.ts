import { dirname, isAbsolute } from 'node:path'
import { type AliasSource, followAlias } from './alias.ts'
import { compilerAliases } from './compiler-options.ts'
import { isRelative } from './module-path.ts'
import { packageAliases } from './package-aliases.ts'

/** Finds the script that an import names by an alias. */
export type AliasResolver = (specifier: string, importer: string) => string | undefined

// Long enough for a run over many files, short enough for an editor.
const freshFor = 1000
let resolver: AliasResolver | undefined
let madeAt = 0

/** A resolver that reads the configs above a folder once, and keeps what it found for a moment. */
export function aliasResolver(): AliasResolver {
  if (!resolver || Date.now() - madeAt > freshFor) {
    resolver = createAliasResolver()
    madeAt = Date.now()
  }
  return resolver
}

interface Folder {
  readonly sources: readonly AliasSource[]
  readonly found: Map<string, string | undefined>
}

function createAliasResolver(): AliasResolver {
  const byFolder = new Map<string, Folder>()
  const folderOf = (path: string): Folder => {
    let folder = byFolder.get(path)
    if (!folder) {
      const above = dirname(path)
      const inherited = above === path ? [] : folderOf(above).sources
      const sources = [...compilerAliases(path), ...packageAliases(path), ...inherited]
      byFolder.set(path, (folder = { sources, found: new Map() }))
    }
    return folder
  }
  return (specifier, importer) => {
    if (isRelative(specifier) || isAbsolute(specifier) || specifier.startsWith('node:')) return undefined
    const { sources, found } = folderOf(dirname(importer))
    if (!found.has(specifier)) found.set(specifier, firstFound(specifier, sources))
    return found.get(specifier)
  }
}

function firstFound(specifier: string, sources: readonly AliasSource[]): string | undefined {
  for (const source of sources) {
    const path = followAlias(specifier, source)
    if (path !== undefined) return path
  }
  return undefined
}
