import type { SchemaFields, SchemaLevel } from '../mongoose/schema-nodes.ts'

/** The path that an entry with an alias in it stands for; `undefined` where there is none. */
export function pathOfAlias(level: SchemaLevel, entry: string): string | undefined {
  const path = withoutAliases(level, entry.split('.')).join('.')
  return path === entry ? undefined : path
}

function withoutAliases(level: SchemaLevel, entry: readonly string[]): readonly string[] {
  const keys = beginningOfAlias(level, entry)
  let fields: SchemaFields = level.fields()
  for (const [depth, key] of keys.entries()) {
    const node = fields.get(key)
    if (node?.kind === 'nested') fields = node.fields
    else if (node?.kind !== 'subdocument' && node?.kind !== 'documentArray') break
    else return [...keys.slice(0, depth + 1), ...withoutAliases(node.level, keys.slice(depth + 1))]
  }
  return keys
}

/** With the path of the longest alias that the keys begin with; an alias may have dots. */
function beginningOfAlias({ schema: { aliases = {} } }: SchemaLevel, keys: readonly string[]): readonly string[] {
  const entry = `${keys.join('.')}.`
  const begins = Object.keys(aliases).filter((alias) => entry.startsWith(`${alias}.`))
  if (begins.length === 0) return keys
  const alias = begins.reduce((longest, other) => (other.length > longest.length ? other : longest))
  const path = aliases[alias] ?? alias
  return [...path.split('.'), ...keys.slice(alias.split('.').length)]
}
