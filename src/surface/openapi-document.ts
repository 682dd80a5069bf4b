import { calledBy } from '../errors/config-error.ts'
import { modelNameOf } from '../guard/guards-behind.ts'
import { nameOfSchemaModel } from '../mongoose/schema-model.ts'
import type { JSONSchema } from '../types/json-schema.ts'
import type { OpenAPIDocument, OpenAPIOptions } from '../types/openapi.ts'
import { BodySchemas } from './body-schemas.ts'
import { type FoundGuard, foundGuards } from './find-guards.ts'
import { mergedItem, type PathItem } from './merged-paths.ts'
import { methodsOfPaths, requireOptions, requireSamePaths } from './openapi-options.ts'
import { parametersOf, shapeOf } from './openapi-path.ts'
import { reachedPaths } from './reached-paths.ts'
import { namesOfRefusals, RefusedBodies } from './refused-bodies.ts'

/**
 * An OpenAPI 3.1 document of an application, made from its guards: every guarded route has its request body and the
 * response to a body that is refused.
 *
 * @throws GuardConfigError as `findGuards` does; for a guarded route whose path OpenAPI cannot say, such as a regular
 *  expression, or Express does not answer; when `info` has no title and version; for an option that it does not know,
 *  or `paths` that are none.
 * @example
 * const document = openapi(app, { info: { title: 'Members', version: '1.0.0' } })
 */
export function openapi(app: object, options: OpenAPIOptions): OpenAPIDocument {
  return calledBy(openapi, () => documentOf(app, options))
}

function documentOf(app: object, options: OpenAPIOptions): OpenAPIDocument {
  requireOptions(options)
  const { mounts, badRequest, info, paths: byHand = {}, components: own = {}, ...rest } = options
  const operations = operationsOf(foundGuards(app, mounts === undefined ? {} : { mounts }))
  requireSamePaths(
    Object.keys(byHand),
    operations.map(({ path }) => path),
  )
  const placed = operations.flatMap(({ path, method, guards }) =>
    guards.map(({ route: { guard, key = '' } }) => ({ guard, place: `${method} ${path} ${key}` })),
  )
  const schemas = new BodySchemas(placed, [...Object.keys(own.schemas ?? {}), ...namesOfRefusals])
  const refusals = new RefusedBodies(badRequest)
  const paths: Record<string, PathItem> = {}
  for (const operation of operations) {
    ;(paths[operation.path] ??= {})[operation.method] = operationObject(operation, schemas, refusals)
  }
  for (const [path, item] of Object.entries(byHand)) paths[path] = mergedItem(paths[path], item, own.parameters)
  const components = { ...own, schemas: { ...schemas.written, ...refusals.written, ...own.schemas } }
  return { openapi: '3.1.1', info, ...rest, paths, components }
}

interface Operation {
  readonly path: string
  readonly method: string
  /** Those that may check its body, in the order in which Express asks them. */
  readonly guards: FoundGuard[]
}

/** `all()` answers every method; these have a body. */
const methodsWithBody = ['post', 'put', 'patch']

/** The guarded operations of the document. A guard in `use()`, or of another method, belongs to none. */
function operationsOf(found: readonly FoundGuard[]): Operation[] {
  const placed = found.flatMap((guard) => {
    const method = guard.route.method.toLowerCase()
    const methods = method === 'all' ? methodsWithBody : methodsOfPaths.filter((known) => known === method)
    return methods.length === 0 ? [] : reachedPaths(guard.place).map((path) => ({ path, methods, guard }))
  })
  const names = new Map<string, string>()
  for (const { path } of placed) {
    const known = names.get(shapeOf(path))
    if (known === undefined || path < known) names.set(shapeOf(path), path)
  }
  const operations = new Map<string, Operation>()
  for (const { path: own, methods, guard } of placed) {
    const path = names.get(shapeOf(own)) ?? own
    for (const method of methods) {
      const key = `${method} ${path}`
      const operation = operations.get(key) ?? { path, method, guards: [] }
      operations.set(key, operation)
      operation.guards.push(guard)
    }
  }
  return [...operations.values()]
}

function operationObject({ path, guards }: Operation, schemas: BodySchemas, refusals: RefusedBodies): object {
  const parameters = parametersOf(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const routes = guards.map(({ route }) => route)
  const tags = new Set(routes.map(({ guard }) => modelNameOf(guard)))
  tags.delete(nameOfSchemaModel)
  const types = new Set(routes.flatMap(({ mediaTypes = ['application/json'] }) => mediaTypes))
  const schema = bodyOf(guards, schemas)
  return {
    ...(tags.size > 0 ? { tags: [...tags] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    requestBody: { required: true, content: Object.fromEntries([...types].map((type) => [type, { schema }])) },
    responses: refusals.of(routes),
  }
}

/** A body has to pass all guards in a row; of those of `guardBy`, which one handler has, it is one. */
function bodyOf(guards: readonly FoundGuard[], schemas: BodySchemas): JSONSchema {
  const byHandler = new Map<unknown, JSONSchema[]>()
  for (const { handler, route } of guards) {
    byHandler.set(handler, [...(byHandler.get(handler) ?? []), schemas.of(route.guard)])
  }
  return combined(
    'allOf',
    [...byHandler.values()].map((choices) => combined('anyOf', choices)),
  )
}

function combined(keyword: 'allOf' | 'anyOf', schemas: readonly JSONSchema[]): JSONSchema {
  const [only = {}, ...others] = new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()
  return others.length === 0 ? only : { [keyword]: [only, ...others] }
}
