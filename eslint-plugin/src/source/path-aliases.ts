import { dirname, isAbsolute } from 'node:path'
import { type AliasSource, followAlias } from './alias.ts'
import { compilerAliases } from './compiler-options.ts'
import { foldersAbove, isRelative } from './module-path.ts'
import { packageAliases } from './package-aliases.ts'

/** Finds the script that an import names by an alias. */
export type AliasResolver = (specifier: string, importer: string) => string | undefined

/** A resolver for one lint run, which reads the configs above a folder once. */
export function createAliasResolver(): AliasResolver {
  const byFolder = new Map<string, readonly AliasSource[]>()
  const sourcesAbove = (importer: string) => {
    const folder = dirname(importer)
    let sources = byFolder.get(folder)
    if (!sources) {
      sources = Array.from(foldersAbove(importer)).flatMap((above) => [
        ...compilerAliases(above),
        ...packageAliases(above),
      ])
      byFolder.set(folder, sources)
    }
    return sources
  }
  return (specifier, importer) => {
    if (isRelative(specifier) || isAbsolute(specifier) || specifier.startsWith('node:')) return undefined
    for (const source of sourcesAbove(importer)) {
      const found = followAlias(specifier, source)
      if (found !== undefined) return found
    }
    return undefined
  }
}
