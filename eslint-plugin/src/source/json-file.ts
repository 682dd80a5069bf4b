import { readFileText, statFile } from './file-system.ts'

interface CachedJson {
  readonly version: string
  readonly value: unknown
}

const cache = new Map<string, CachedJson>()

/**
 * What a JSON file of the kind of `tsconfig.json` holds, with comments and trailing commas; `undefined` without one.
 */
export function readJson(path: string): unknown {
  const stats = statFile(path)
  if (!stats) return undefined
  const version = `${String(stats.mtimeMs)}:${String(stats.size)}`
  const known = cache.get(path)
  if (known?.version === version) return known.value
  const value = parse(readFileText(path) ?? '')
  cache.set(path, { version, value })
  return value
}

function parse(text: string): unknown {
  const plain = text.replaceAll(
    /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_, string?: string) => string ?? '',
  )
  try {
    return JSON.parse(plain.replaceAll(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? ''))
  } catch {
    return undefined
  }
}

/** The member of an object in JSON, `undefined` where there is none. */
export function jsonMember(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}

/** The strings of a member that is one, or a list of them. */
export function jsonStrings(value: unknown, key: string): string[] {
  const member = jsonMember(value, key)
  return (Array.isArray(member) ? member : [member]).filter((item): item is string => typeof item === 'string')
}

/** The object in a member, as pairs. */
export function jsonEntries(value: unknown, key: string): [string, unknown][] {
  const member = jsonMember(value, key)
  return typeof member === 'object' && member !== null && !Array.isArray(member) ? Object.entries(member) : []
}
