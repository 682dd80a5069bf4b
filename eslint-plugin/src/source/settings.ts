/** What `settings['mongoose-guard']` of a config may hold. */
export interface Settings {
  /** Modules that re-export a configured `guard`, as they are written in imports, or as a path from the working directory. */
  readonly modules: readonly string[]
  /** Modules whose exports are Mongoose models: an import as it is written, `*` and `**` standing for anything. */
  readonly models: readonly string[]
  /** Modules whose functions let no unknown field of a body through, written in the same way. */
  readonly validators: readonly string[]
}

/** The settings of a config, with what the options of a rule add to them. */
export function readSettings(settings: Readonly<Record<string, unknown>>, options: unknown): Settings {
  const own = settings['mongoose-guard']
  const stringsIn = (key: keyof Settings) => [...stringsOf(own, key), ...stringsOf(options, key)]
  return { modules: stringsIn('modules'), models: stringsIn('models'), validators: stringsIn('validators') }
}

function stringsOf(settings: unknown, key: keyof Settings): string[] {
  const value =
    typeof settings === 'object' && settings !== null ? (settings as Record<string, unknown>)[key] : undefined
  return (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string')
}

/** Whether an import matches a pattern: `*` is any run of characters but `/`, `**` any run at all. */
export function isMatch(specifier: string, pattern: string): boolean {
  const source = pattern
    .split(/(\*\*\/?|\*)/)
    .map((part) =>
      part === '*' ? '[^/]*' : part.startsWith('**') ? '.*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`),
    )
    .join('')
  return new RegExp(`^${source}$`).test(specifier)
}
