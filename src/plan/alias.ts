import type { SchemaFields, SchemaLevel } from '../mongoose/read-schema.ts'

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

/** With the path of an alias that the keys begin with; an alias may have dots. */
function beginningOfAlias({ schema: { aliases = {} } }: SchemaLevel, keys: readonly string[]): readonly string[] {
  for (let end = keys.length; end > 0; end--) {
    const alias = keys.slice(0, end).join('.')
    const path = Object.hasOwn(aliases, alias) ? aliases[alias] : undefined
    if (path !== undefined) return [...path.split('.'), ...keys.slice(end)]
  }
  return keys
}
