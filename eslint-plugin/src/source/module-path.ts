import { dirname, extname, resolve } from 'node:path'
import { statFile } from './file-system.ts'

const extensions = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']

// TypeScript's ESM style imports `./users.js` where the file is `users.ts`.
const sources: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
}

export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier)
}

/** The script that a relative import names, the way Node, bundlers and TypeScript find it. */
export function resolveRelative(specifier: string, importer: string): string | undefined {
  const base = resolve(dirname(importer), specifier)
  const extension = extname(base)
  const candidates = [
    ...(extensions.includes(extension) ? [base] : []),
    ...(sources[extension] ?? []).map((source) => base.slice(0, -extension.length) + source),
    ...extensions.map((added) => base + added),
    ...extensions.map((added) => resolve(base, `index${added}`)),
  ]
  return candidates.find((path) => statFile(path) !== undefined)
}
