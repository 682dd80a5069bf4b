import { modelNameOf } from '../guard/guards-behind.ts'
import { calledBy, GuardConfigError } from '../errors/config-error.ts'
import { nameOfSchemaModel } from '../mongoose/schema-model.ts'
import type { JSONSchema } from '../types/json-schema.ts'
import type { OpenAPIDocument, OpenAPIOptions } from '../types/openapi.ts'
import type { GuardedRoute } from '../types/surface.ts'
import { isRecord } from '../values/plain-object.ts'
import { BodySchemas } from './body-schemas.ts'
import { foundGuards } from './find-guards.ts'
import { requireOptions, requireSamePaths } from './openapi-options.ts'
import { openapiPaths, parametersOf, wordOf } from './openapi-path.ts'
import { namesOfRefusals, RefusedBodies } from './refused-bodies.ts'

/**
 * An OpenAPI 3.1 document of an application, made from its guards: every guarded route has its request body and the
 * response to a body that is refused.
 *
 * @throws GuardConfigError as `findGuards` does; for a guarded route whose path OpenAPI cannot say, such as a regular
 *   expression; when `info` has no title and version; for an option that it does not know, or `paths` that are none.
 * @example
 * const document = openapi(app, { info: { title: 'Members', version: '1.0.0' } })
 */
export function openapi(app: object, options: OpenAPIOptions): OpenAPIDocument {
  return calledBy(openapi, () => documentOf(app, options))
}

function documentOf(app: object, options: OpenAPIOptions): OpenAPIDocument {
  requireOptions(options)
  const { mounts, badRequest, info, paths: byHand = {}, components: own = {}, ...rest } = options
  const operations = operationsOf(foundGuards(app, mounts === undefined ? {} : { mounts }).map(({ route }) => route))
  requireSamePaths(
    Object.keys(byHand),
    operations.map(({ path }) => path),
  )
  const placed = operations.flatMap(({ place, routes }) =>
    routes.map(({ guard, key = '' }) => ({ guard, place: place + wordOf(key) })),
  )
  const schemas = new BodySchemas(placed, [...Object.keys(own.schemas ?? {}), ...namesOfRefusals])
  const refusals = new RefusedBodies(badRequest)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    ;(paths[operation.path] ??= {})[operation.method] = operationObject(operation, schemas, refusals)
  }
  for (const [path, item] of Object.entries(byHand)) paths[path] = merged(paths[path], item)
  const components = { ...own, schemas: { ...schemas.written, ...refusals.written, ...own.schemas } }
  return { openapi: '3.1.1', info, ...rest, paths, components }
}

interface Operation {
  readonly path: string
  readonly method: string
  /** As in `PostUsers`. */
  readonly place: string
  /** Those whose guards may check its body. */
  readonly routes: GuardedRoute[]
}

/** `all()` answers every method; these have a body. */
const methodsWithBody = ['post', 'put', 'patch']

/** The guarded operations of the document, each with all guards that may check its body. */
function operationsOf(routes: readonly GuardedRoute[]): Operation[] {
  const operations = new Map<string, Operation>()
  for (const route of routes) {
    if (route.method === 'USE') continue
    const paths = route.pattern === undefined ? openapiPaths(route.path) : undefined
    if (paths === undefined) {
      throw new GuardConfigError(`the path "${route.path}" of a guarded route has no form in OpenAPI`)
    }
    const methods = route.method === 'ALL' ? methodsWithBody : [route.method.toLowerCase()]
    for (const path of paths) {
      for (const method of methods) {
        const key = `${method} ${path}`
        const known = operations.get(key)
        if (known === undefined) operations.set(key, { path, method, place: wordOf(key), routes: [route] })
        else if (!known.routes.some(({ guard }) => guard === route.guard)) known.routes.push(route)
      }
    }
  }
  return [...operations.values()]
}

function operationObject({ path, routes }: Operation, schemas: BodySchemas, refusals: RefusedBodies): object {
  const parameters = parametersOf(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const tags = new Set(routes.map(({ guard }) => modelNameOf(guard)))
  tags.delete(nameOfSchemaModel)
  return {
    ...(tags.size > 0 ? { tags: [...tags] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    requestBody: { required: true, content: contentOf(routes, schemas) },
    responses: refusals.of(routes),
  }
}

/** The body by its media types. */
function contentOf(routes: readonly GuardedRoute[], schemas: BodySchemas): object {
  const types = new Set(routes.flatMap(({ mediaTypes = ['application/json'] }) => mediaTypes))
  const bodies = new Map(routes.map(({ guard }) => [JSON.stringify(schemas.of(guard)), schemas.of(guard)]))
  const [only] = bodies.values()
  const schema: JSONSchema | undefined = bodies.size === 1 ? only : { anyOf: [...bodies.values()] }
  return Object.fromEntries([...types].map((type) => [type, { schema }]))
}

/** What was written by hand, over what the guards say: operations are merged member by member. */
function merged(
  made: Readonly<Record<string, unknown>> = {},
  byHand: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const item: Record<string, unknown> = { ...made }
  for (const [name, value] of Object.entries(byHand)) {
    const before = item[name]
    item[name] = isRecord(before) && isRecord(value) ? mergedOperation(before, value) : value
  }
  return item
}

function mergedOperation(made: object, byHand: object): object {
  const { responses: madeResponses = {} } = made as { responses?: object }
  const { responses = {} } = byHand as { responses?: object }
  // What is known of a refused body stands in the place of what is not.
  const isSaid = Object.keys(responses).some((status) => status.startsWith('4'))
  const kept = Object.entries(madeResponses).filter(([status]) => status !== '4XX' || !isSaid)
  return { ...made, ...byHand, responses: { ...Object.fromEntries(kept), ...responses } }
}
