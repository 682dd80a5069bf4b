import { GuardConfigError } from '../errors/config-error.ts'
import { takenBy } from './express-layers.ts'
import { filled, openapiForms, withOwnNames } from './openapi-path.ts'
import { pathOf, type Place, withoutEnd } from './place.ts'

/**
 * The paths of OpenAPI for a place in an application. Express itself is asked about each, with a text in the place of
 * each parameter: where the path of a router may take what is meant for its routes, or a path was misread here, it is
 * none.
 *
 * @throws GuardConfigError where there is none.
 */
export function reachedPaths(place: Place): string[] {
  let paths: string[] | undefined
  for (let at: Place | undefined = place; at !== undefined; at = at.outer) paths = pathsWithin(at, paths)
  const reached = new Set(paths?.map((path) => withOwnNames(path === '' ? '/' : path)))
  if (reached.size > 0) return [...reached]
  throw new GuardConfigError(
    `Express answers no path that OpenAPI has for the guarded route "${pathOf(place)}": try it with a request, and mend its path, or that of its router`,
  )
}

/** The paths of a route, or those below a router, with what stands before them. */
function pathsWithin(place: Place, below: readonly string[] | undefined): string[] {
  const forms = place.pattern === undefined ? openapiForms(place.path) : undefined
  if (forms === undefined) {
    throw new GuardConfigError(`the path "${pathOf(place)}" of a guarded route has no form in OpenAPI`)
  }
  const well = forms.filter((form) => form === '' || form.startsWith('/'))
  if (below === undefined) return well.filter((form) => isTaken(place, form, undefined))
  return well.flatMap((form) =>
    below.filter((path) => isTaken(place, form, path)).map((path) => withoutEnd(form) + (path === '/' ? '' : path)),
  )
}

/** Whether Express takes just this form from a request, and leaves the path below to the routes of a router. */
function isTaken({ path, layer }: Place, form: string, below: string | undefined): boolean {
  if (layer === undefined) return true
  if (layer.regexp !== undefined && below === undefined) {
    if (signs.test(path.replace(notText, ''))) return false
    // An expression such as that of `:id(\\d+)`: nobody knows a text that it takes.
    if (path.includes('(')) return true
  }
  const own = below === undefined ? form : withoutEnd(form)
  const taken = takenBy(layer, withValues(own + (below ?? '')) || '/')
  return taken !== undefined && (below === undefined || withoutEnd(taken) === withValues(own))
}

/** What Express 4 takes for a part of an expression, anywhere in the text of a path. */
const signs = /[$^|{}]/
const notText = /\\.|\((?:[^()\\]|\\.)*\)/g

function withValues(path: string): string {
  return filled(path, () => 'any0value')
}
