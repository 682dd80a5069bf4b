import { readFileSync } from 'node:fs'
import { register } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * Puts a version of Mongoose in the place of `mongoose`, for what is imported from now on: the major version of one that is
 * installed, or the folder of another. It stands in for the alias that vitest gives the projects of Mongoose 8.
 */
export function useMongoose(version: string): void {
  if (version === '9') return
  // A folder has no entry point to an `import`, and Mongoose names this one.
  const other = version === '8' ? 'mongoose8' : pathToFileURL(`${version}/index.js`).href
  const alias = `export const resolve = (name, context, next) => next(name === 'mongoose' ? '${other}' : name, context)`
  register(`data:text/javascript,${encodeURIComponent(alias)}`)
}

export function majorOf(version: string): string {
  if (version === '8' || version === '9') return version
  const manifest = JSON.parse(readFileSync(`${version}/package.json`, 'utf8')) as { readonly version: string }
  return manifest.version.replace(/\..*/, '')
}
