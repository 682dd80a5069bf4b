import { join, resolve } from 'node:path'
import { type Alias, type AliasSource, inOrder, toFolder } from './alias.ts'
import { jsonEntries, jsonMember, jsonStrings, readJson } from './json-file.ts'

const configs = ['.babelrc', '.babelrc.json', 'babel.config.json']

/** What the `module-resolver` of Babel is told in JSON, in the folder of a package. */
export function babelAliases(folder: string, manifest: unknown): AliasSource[] {
  const found = [...configs.map((name) => readJson(join(folder, name))), jsonMember(manifest, 'babel')]
  return found.flatMap((config) => resolversIn(config).flatMap((options) => sourcesIn(options, folder)))
}

/** The options of each `["module-resolver", options]`. */
function resolversIn(config: unknown): unknown[] {
  const plugins = jsonMember(config, 'plugins')
  return (Array.isArray(plugins) ? plugins : []).flatMap((plugin: unknown): unknown[] => {
    if (!Array.isArray(plugin)) return []
    const [name, options] = plugin as unknown[]
    return name === 'module-resolver' || name === 'babel-plugin-module-resolver' ? [options] : []
  })
}

function sourcesIn(options: unknown, folder: string): AliasSource[] {
  const aliases = jsonEntries(options, 'alias').flatMap(([name, target]): Alias[] =>
    // One that is a pattern, or leads to a package, is no path.
    /^\^|\$$|\*/.test(name) || typeof target !== 'string' || !/^\.{1,2}(?:\/|$)/.test(target)
      ? []
      : toFolder(name, resolve(folder, target)),
  )
  const roots = jsonStrings(options, 'root').filter((root) => !root.includes('*'))
  return [{ aliases: inOrder(aliases) }, ...roots.map((root) => ({ aliases: [], baseUrl: resolve(folder, root) }))]
}
