const entries = {
  'mongoose-guard': 'core',
  'mongoose-guard/express': 'express',
  'mongoose-guard/web': 'web',
} as const

/** Where a guard comes from; `any` is a module that the settings list. */
export type Entry = (typeof entries)[keyof typeof entries] | 'any'

/** Stands for the modules of `settings['mongoose-guard'].modules`. */
export const configuredModule = 'settings'

export function isGuardModule(source: string): source is keyof typeof entries {
  return Object.hasOwn(entries, source)
}

export function entryOf(source: string): Entry | undefined {
  return isGuardModule(source) ? entries[source] : source === configuredModule ? 'any' : undefined
}
