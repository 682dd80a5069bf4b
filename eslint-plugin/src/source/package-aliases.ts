import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Alias, type AliasSource, inOrder, toFolder } from './alias.ts'
import { babelAliases } from './babel-aliases.ts'
import { codeAliases } from './code-aliases.ts'
import { dependsOn } from './dependencies.ts'
import { isLink, namesHeldBy, realFolderOf } from './file-system.ts'
import { jsonEntries, jsonMember, jsonStrings, readJson } from './json-file.ts'
import { scriptAt } from './module-path.ts'

/**
 * What the `package.json` of a folder says of imports: `imports`, `_moduleAliases` and workspaces; and what Babel and
 * its own code do.
 */
export function packageAliases(folder: string): AliasSource[] {
  const linked = linkedPackages(folder)
  const manifest = readJson(join(folder, 'package.json'))
  if (manifest === undefined) return linked
  const imports = jsonEntries(manifest, 'imports').map(([pattern, target]): Alias => ({
    pattern,
    targets: pathsIn(target).map((path) => resolve(folder, path)),
  }))
  const moduleAliases = namesIn(manifest, '_moduleAliases', folder)
  const places = workspacesOf(manifest, folder)
  return [
    {
      aliases: inOrder([...imports, ...moduleAliases]),
      ...(rooting.some((name) => dependsOn(manifest, name)) ? { baseUrl: folder } : {}),
      ...(places.length > 0 ? { findPackage: (specifier) => findPackage(specifier, places, folder) } : {}),
    },
    ...nodePaths(manifest).map((path): AliasSource => ({ aliases: [], baseUrl: resolve(folder, path) })),
    ...babelAliases(folder, manifest),
    ...codeAliases(folder, manifest),
    ...linked,
  ]
}

// They let a whole application name its modules from where it starts.
const rooting = ['rootpath', 'app-module-path']

/** The folders in which Node.js looks for modules where a script says so: `NODE_PATH=./src node server.js`. */
function nodePaths(manifest: unknown): string[] {
  const scripts = jsonEntries(manifest, 'scripts').flatMap(([, command]) =>
    typeof command === 'string' ? [command] : [],
  )
  const folders = scripts
    .flatMap((command) => Array.from(command.matchAll(/\bNODE_PATH=["']?([^\s"'&;]+)/g), ([, path = '']) => path))
    .flatMap((paths) => paths.split(':'))
  return [...new Set(folders)].filter((path) => path !== '' && !path.includes('$'))
}

/** What a package manager has linked into `node_modules`: other packages of the repository, wherever they are. */
function linkedPackages(folder: string): AliasSource[] {
  const modules = join(folder, 'node_modules')
  if (namesHeldBy(folder, ['node_modules']).length === 0) return []
  return [
    {
      aliases: [],
      findPackage(specifier) {
        const name = packageIn(specifier)
        const home = isLink(join(modules, name)) ? realFolderOf(join(modules, name)) : undefined
        return home === undefined || /[\\/]node_modules(?:[\\/]|$)/.test(home)
          ? undefined
          : entryOf(home, readJson(join(home, 'package.json')), specifier.slice(name.length + 1))
      },
    },
  ]
}

/** The package in what an import names: `@acme/db` of `@acme/db/models`. */
function packageIn(specifier: string): string {
  const [scope = '', name] = specifier.split('/')
  return scope.startsWith('@') && name !== undefined ? `${scope}/${name}` : scope
}

/** What the package `module-alias` reads: each name stands for a file or a folder. */
function namesIn(manifest: unknown, key: string, folder: string): Alias[] {
  return jsonEntries(manifest, key).flatMap(([name, target]): Alias[] => {
    return typeof target === 'string' ? toFolder(name, resolve(folder, target)) : []
  })
}

/** The paths of a target in `imports` or `exports`, whatever the condition. */
function pathsIn(target: unknown): string[] {
  if (typeof target === 'string') return [target]
  return typeof target === 'object' && target !== null ? Object.values(target).flatMap(pathsIn) : []
}

/** Patterns of the folders where other packages of the repository are. */
function workspacesOf(manifest: unknown, folder: string): string[] {
  const workspaces = jsonMember(manifest, 'workspaces')
  const patterns = [...jsonStrings(manifest, 'workspaces'), ...jsonStrings(workspaces, 'packages')]
  if (patterns.length > 0) return patterns
  return existsSync(join(folder, 'pnpm-workspace.yaml')) ? ['packages/*', 'apps/*', 'libs/*'] : []
}

function findPackage(specifier: string, places: readonly string[], folder: string): string | undefined {
  const full = packageIn(specifier)
  // A package's folder has its name, where a pattern leaves it open.
  const short = full.split('/').at(-1) ?? ''
  for (const place of places) {
    const home = resolve(
      folder,
      place.replace(/\*.*$/, () => short),
    )
    const manifest = readJson(join(home, 'package.json'))
    if (jsonMember(manifest, 'name') === full) return entryOf(home, manifest, specifier.slice(full.length + 1))
  }
  return undefined
}

function entryOf(home: string, manifest: unknown, subpath: string): string | undefined {
  if (subpath !== '') return scriptAt(join(home, subpath)) ?? scriptAt(join(home, 'src', subpath))
  const named = [
    ...['source', 'main', 'module'].flatMap((key) => jsonStrings(manifest, key)),
    ...pathsIn(jsonMember(manifest, 'exports')),
  ]
  // What is built has its source at the same place under another name.
  const written = named.map((path) => path.replace(/(^|\/)(?:dist|build|lib)\//, '$1src/'))
  return [...written, 'src/index', 'index', ...named]
    .map((path) => scriptAt(join(home, path)))
    .find((path) => path !== undefined)
}
