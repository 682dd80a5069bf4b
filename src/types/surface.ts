import type { Guard } from './guard.ts'
import type { ReviewNote } from './review.ts'

/**
 * Where a router is mounted, by its path, for routers and applications that the application itself does not show.
 * Several at one path are an array, in their order.
 *
 * @example
 * const mounts: Mounts = { '/admin': adminApp }
 */
export type Mounts = Readonly<Record<string, object>>

/** What walks an application. */
export interface SurfaceOptions {
  /** Routers and applications whose place cannot be read off the application; an error says which. */
  mounts?: Mounts
}

/**
 * A route with a guard.
 *
 * @example
 * const paths: GuardedRoute['path'][] = findGuards(app).map(({ path }) => path)
 */
export interface GuardedRoute {
  /** In capitals; `ALL` of `app.all()`, `USE` of `app.use()`. */
  method: string
  /** As the application has it: `/users/:id`. */
  path: string
  /** Where the path is no text but a regular expression, which stands in `path` behind where its router is mounted. */
  pattern?: RegExp
  guard: Guard
  /** The route's own answer to a refused body, where it has one. */
  onReject?: unknown
  /** How many bytes the body has at most, where the route is a web handler, which answers a larger one with 413. */
  maxBytes?: number
  /** The media types of the body, where the route's parsers take others than JSON: `multipart/form-data`. */
  mediaTypes?: string[]
  /** Of `guardBy`: for whom the guard is. */
  key?: string
}

/** What the clients of one route may set. */
export interface SurfaceRoute {
  method: string
  path: string
  key?: string
  model: string
  partial: boolean
  /** The paths of the document that a client may set. */
  fields: string[]
  /** Where the document stands in the body, if it is not the body itself. */
  at?: string
  /** How many documents the body may hold, where it has an array of them. */
  each?: { min: number; max: number }
  /** The paths of the fields of the option `extra`, which are not the model's. */
  extra?: string[]
  /** What a body may hold and nobody looks at. */
  ignore?: string[]
  /** What `guard.review()` says, but for what a create route alone has to give in an update. */
  notes: ReviewNote[]
}

/**
 * What the clients of an application may set.
 *
 * @example
 * const { routes, text }: AccessSurface = accessSurface(app)
 */
export interface AccessSurface {
  /** In the order of paths and methods. */
  routes: SurfaceRoute[]
  /** The same as a table, a line for each field, for a snapshot in a test. */
  text: string
}
