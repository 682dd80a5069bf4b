import { calledBy } from '../errors/config-error.ts'
import type { AccessSurface, SurfaceOptions, SurfaceRoute } from '../types/surface.ts'
import type { DescribedLayout } from '../describe/described-layout.ts'
import { settablePaths } from '../describe/planned-paths.ts'
import { missingInElements } from '../describe/review.ts'
import { layoutOf } from '../guard/brand.ts'
import { modelNameOf } from '../guard/guards-behind.ts'
import type { Guard } from '../types/guard.ts'
import type { ReviewNote } from '../types/review.ts'
import { foundGuards } from './find-guards.ts'

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
  return calledBy(accessSurface, () => surfaceOf(app, options))
}

function surfaceOf(app: object, options: SurfaceOptions): AccessSurface {
  const routes = foundGuards(app, options).map(({ route: { method, path, key, guard } }): SurfaceRoute => {
    const { paths, partial } = guard
    const whose = key === undefined ? {} : { key }
    const route = { method, path, ...whose, model: modelNameOf(guard), partial, fields: [...paths] }
    return { ...route, ...layoutFacts(layoutOf(guard)), notes: notesOf(guard, method) }
  })
  // By code units, so that the table is the same on every machine; what is equal stays in the order of the routes.
  routes.sort((one, other) => compare(one.path, other.path) || compare(one.method, other.method))
  return { routes, text: routes.map(textOf).join('\n') }
}

/** What a body holds beside and around the fields of the model, as far as another version of the library tells. */
function layoutFacts(layout: Partial<DescribedLayout>): Partial<SurfaceRoute> {
  const { at = [], each, beside, givesExtra = false, ignore = [] } = layout
  return {
    ...(at.length > 0 ? { at: at.join('.') } : {}),
    ...(each === undefined ? {} : { each: { ...each } }),
    ...(givesExtra && beside !== undefined ? { extra: settablePaths(beside.plan) } : {}),
    ...(ignore.length > 0 ? { ignore: [...ignore] } : {}),
  }
}

/** A field that is missing makes `create()` fail: what PUT and PATCH change has it already, but for new elements. */
function notesOf(guard: Guard, method: string): ReviewNote[] {
  const notes = guard.review()
  if (method !== 'PUT' && method !== 'PATCH') return notes
  // A guard of another version of the library may say nothing of its plan.
  const { document } = layoutOf(guard) as Partial<DescribedLayout>
  const lacking = new Set(document === undefined ? [] : missingInElements(document.plan))
  return notes.filter(({ concern, path }) => concern !== 'missing' || lacking.has(path))
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function textOf(route: SurfaceRoute): string {
  const { method, path, key, model, partial, fields, notes, at, each, extra = [], ignore = [] } = route
  const whose = key === undefined ? '' : ` for ${key}`
  const many = each === undefined ? '' : `, ${each.min} to ${each.max} of them`
  const place = at === undefined ? '' : `, at ${at}`
  const head = `${method} ${path}${whose} -> ${model}${partial ? ' (partial)' : ''}${many}${place}`
  const marks = new Map<string, string[]>()
  for (const note of notes) marks.set(note.path, [...(marks.get(note.path) ?? []), note.concern])
  const lines = fields.map((field) => `  ${field}${markOf(marks, field)}`)
  // Concerns about what is no line of its own: a container, a field that is missing.
  const others = [...marks].filter(([field]) => !fields.includes(field))
  return [
    head,
    ...lines,
    ...others.map(([field]) => `  - ${field}${markOf(marks, field)}`),
    ...extra.map((field) => `  + ${field}  (extra)`),
    ...ignore.map((field) => `  ~ ${field}  (ignored)`),
    '',
  ].join('\n')
}

function markOf(marks: ReadonlyMap<string, readonly string[]>, field: string): string {
  const concerns = marks.get(field)
  return concerns === undefined ? '' : `  ! ${concerns.join(', ')}`
}
