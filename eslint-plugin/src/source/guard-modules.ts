import { resolve } from 'node:path'
import { isRelative } from './module-path.ts'
import type { SourceFile } from './source-file.ts'

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

/** Whether the settings list the module that an import names as one that re-exports a guard. */
export function isConfigured(specifier: string, importer: SourceFile): boolean {
  const { settings, cwd } = importer.project
  return settings.modules.some(
    (module) =>
      module === specifier ||
      (isRelative(specifier) &&
        isRelative(module) &&
        withoutExtension(resolve(importer.path, '..', specifier)) === withoutExtension(resolve(cwd, module))),
  )
}

function withoutExtension(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '').replace(/[\\/]index$/, '')
}
