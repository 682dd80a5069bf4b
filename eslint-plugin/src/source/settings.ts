/** What `settings['mongoose-guard']` of a config may hold. */
export interface Settings {
  /**
   * Modules that re-export a configured `guard`, as they are written in imports, or as a path from the working
   * directory.
   */
  readonly modules: readonly string[]
  /** Modules whose exports are Mongoose models: an import as it is written, `*` and `**` standing for anything. */
  readonly models: readonly string[]
  /** Modules whose functions let no unknown field of a body through, written in the same way. */
  readonly validators: readonly string[]
}

/**
 * The settings of a config, with what the options of a rule add to them.
 *
 * @throws Error for settings that none of the rules has. Options have a schema, by which ESLint judges them.
 */
export function readSettings(settings: Readonly<Record<string, unknown>>, options: unknown): Settings {
  const own = settings['mongoose-guard']
  requireSettings(own)
  const stringsIn = (key: keyof Settings) => [...stringsOf(own, key), ...stringsOf(options, key)]
  return { modules: stringsIn('modules'), models: stringsIn('models'), validators: stringsIn('validators') }
}

const names: ReadonlySet<string> = new Set<keyof Settings>(['modules', 'models', 'validators'])

function requireSettings(own: unknown): void {
  if (own === undefined || own === null) return
  const takes = `takes { ${[...names].map((name) => `${name}?: string[]`).join(', ')} }`
  if (typeof own !== 'object' || Array.isArray(own)) throw new Error(`settings['mongoose-guard'] ${takes}`)
  for (const [name, value] of Object.entries(own as Record<string, unknown>)) {
    if (!names.has(name)) throw new Error(`settings['mongoose-guard'] has no "${name}": it ${takes}`)
    if (value !== undefined && !isListOfTexts(value))
      throw new Error(`settings['mongoose-guard'].${name} must be a list of texts: settings['mongoose-guard'] ${takes}`)
  }
}

function stringsOf(settings: unknown, key: keyof Settings): readonly string[] {
  const value =
    typeof settings === 'object' && settings !== null ? (settings as Record<string, unknown>)[key] : undefined
  return isListOfTexts(value) ? value : []
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
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
