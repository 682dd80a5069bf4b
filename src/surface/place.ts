import type { Layer } from './express-layers.ts'

/** A path as a router has it, within the routers around that one. */
export interface Place {
  readonly path: string
  /** Where the path is no text. */
  readonly pattern?: RegExp
  /** What takes the path from a request; none where the path was named by hand. */
  readonly layer?: Layer | undefined
  readonly outer?: Place | undefined
}

/** The whole path, as the application has it. */
export function pathOf({ path, outer }: Place): string {
  const above = outer === undefined ? '' : withoutEnd(pathOf(outer))
  if (path === '/' && above !== '') return above
  return /^[/{]/.test(path) || above === '' ? above + path : `${above}/${path}`
}

/** Without the slashes at its end, which a router leaves to its routes. */
export function withoutEnd(path: string): string {
  return path.replace(/\/+$/, '')
}
