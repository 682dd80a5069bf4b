import type { AccessSurface, SurfaceOptions, SurfaceRoute } from '../types/surface.ts'
import { modelNameOf } from '../guard/guards-behind.ts'
import { findGuards } from './find-guards.ts'

/**
 * What the clients of an application may set: route by route, as data and as a table. A snapshot of the table in a test
 * suite makes each field that a guard newly allows a line in the diff of a pull request.
 *
 * It shows the routes that have a guard. Of a route that writes without one it cannot know.
 *
 * @throws GuardConfigError as `findGuards` does.
 * @example
 * const { text } = accessSurface(app)
 */
export function accessSurface(app: object, options: SurfaceOptions = {}): AccessSurface {
  const routes = findGuards(app, options).map(({ method, path, key, guard }): SurfaceRoute => {
    const { paths, partial } = guard
    const whose = key === undefined ? {} : { key }
    return { method, path, ...whose, model: modelNameOf(guard), partial, fields: [...paths], notes: guard.review() }
  })
  // By code units, so that the table is the same on every machine; what is equal stays in the order of the routes.
  routes.sort((one, other) => compare(one.path, other.path) || compare(one.method, other.method))
  return { routes, text: routes.map(textOf).join('\n') }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function textOf({ method, path, key, model, partial, fields, notes }: SurfaceRoute): string {
  const whose = key === undefined ? '' : ` for ${key}`
  const head = `${method} ${path}${whose} -> ${model}${partial ? ' (partial)' : ''}`
  const marks = new Map<string, string[]>()
  for (const note of notes) marks.set(note.path, [...(marks.get(note.path) ?? []), note.concern])
  const lines = fields.map((field) => `  ${field}${markOf(marks, field)}`)
  // Concerns about what is no line of its own: a container, a field that is missing.
  const others = [...marks].filter(([field]) => !fields.includes(field))
  return [head, ...lines, ...others.map(([field]) => `  - ${field}${markOf(marks, field)}`), ''].join('\n')
}

function markOf(marks: ReadonlyMap<string, readonly string[]>, field: string): string {
  const concerns = marks.get(field)
  return concerns === undefined ? '' : `  ! ${concerns.join(', ')}`
}
