import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { scriptAt } from './module-path.ts'

/** How an import may be written, and where it leads. Both may hold one `*`. */
export interface Alias {
  readonly pattern: string
  readonly targets: readonly string[]
}

/** What one folder says of imports that are no relative paths. */
export interface AliasSource {
  readonly aliases: readonly Alias[]
  /** A folder whose entries can be imported by their names. */
  readonly baseUrl?: string | undefined
  /** Other packages of the repository, where this is its root. */
  readonly findPackage?: (specifier: string) => string | undefined
}

/** The script that a specifier leads to. */
export function followAlias(specifier: string, { aliases, baseUrl, findPackage }: AliasSource): string | undefined {
  for (const { pattern, targets } of aliases) {
    const rest = restBehind(specifier, pattern)
    if (rest === undefined) continue
    const found = targets.map((target) => scriptAt(target.replace('*', () => rest))).find((path) => path !== undefined)
    if (found !== undefined) return found
  }
  return underBase(specifier, baseUrl) ?? findPackage?.(specifier)
}

function underBase(specifier: string, baseUrl: string | undefined): string | undefined {
  if (baseUrl === undefined) return undefined
  // Most names are packages: asking once for the folder rules them out.
  const [first = ''] = specifier.split('/')
  const isThere = first === specifier || existsSync(join(baseUrl, first))
  return isThere ? scriptAt(join(baseUrl, specifier)) : undefined
}

/** What `*` stands for in `pattern`, where a specifier matches it. */
function restBehind(specifier: string, pattern: string): string | undefined {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return specifier === pattern ? '' : undefined
  const isMatch =
    specifier.length >= before.length + after.length && specifier.startsWith(before) && specifier.endsWith(after)
  return isMatch ? specifier.slice(before.length, specifier.length - after.length) : undefined
}

/** A name that stands for a file or a folder, and what is in that. */
export function toFolder(name: string, path: string): Alias[] {
  return [
    { pattern: name, targets: [path] },
    { pattern: `${name}/*`, targets: [join(path, '*')] },
  ]
}

/** Longer patterns first, as TypeScript and Node have it. */
export function inOrder(aliases: readonly Alias[]): Alias[] {
  return aliases.toSorted((a, b) => b.pattern.length - a.pattern.length)
}
