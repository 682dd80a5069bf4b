import { GuardConfigError } from '../errors/config-error.ts'
import { modelNameOf } from '../guard/guards-behind.ts'
import { nameOf } from '../guard/options.ts'
import { SchemaNames } from '../describe/schema-names.ts'
import type { Guard } from '../types/guard.ts'
import type { JSONSchema } from '../types/json-schema.ts'
import type { OpenAPIDocument, OpenAPIOptions } from '../types/openapi.ts'
import type { GuardedRoute } from '../types/surface.ts'
import { isRecord } from '../values/plain-object.ts'
import { findGuards } from './find-guards.ts'
import { openapiPaths, parametersOf } from './openapi-path.ts'

/**
 * An OpenAPI 3.1 document of an application, made from its guards: every guarded route has its request body and the
 * response to a body that is refused.
 *
 * @throws GuardConfigError as `findGuards` does; for a guarded route whose path OpenAPI cannot say, such as a regular
 *   expression; when `info` has no title and version.
 * @example
 * const document = openapi(app, { info: { title: 'Members', version: '1.0.0' } })
 */
export function openapi(app: object, options: OpenAPIOptions): OpenAPIDocument {
  requireInfo(options)
  const { mounts, badRequest, info, paths: byHand = {}, components: own = {}, ...rest } = options
  const schemas = new BodySchemas(own.schemas)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { path, method, guards } of operationsOf(findGuards(app, mounts === undefined ? {} : { mounts }))) {
    const operation = operationOf(guards, path, schemas, badRequest ?? schemas.badRequest())
    ;(paths[path] ??= {})[method] = operation
  }
  for (const [path, item] of Object.entries(byHand)) paths[path] = merged(paths[path], item)
  const components = { ...own, schemas: { ...schemas.written, ...own.schemas } }
  return { openapi: '3.1.1', info, ...rest, paths, components }
}

function requireInfo(options: unknown): void {
  const { info } = (options ?? {}) as { info?: { title?: unknown; version?: unknown } }
  if (typeof info?.title === 'string' && typeof info.version === 'string') return
  throw new GuardConfigError(`option "info" must have a title and a version, received ${nameOf(info)}`)
}

interface Operation {
  readonly path: string
  readonly method: string
  readonly guards: Guard[]
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
        if (known === undefined) operations.set(key, { path, method, guards: [route.guard] })
        else if (!known.guards.includes(route.guard)) known.guards.push(route.guard)
      }
    }
  }
  return [...operations.values()]
}

function operationOf(guards: readonly Guard[], path: string, schemas: BodySchemas, badRequest: object): object {
  const bodies = guards.map((guard) => schemas.of(guard))
  const schema = bodies.length === 1 ? bodies[0] : { anyOf: bodies }
  const parameters = parametersOf(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  return {
    tags: [...new Set(guards.map(modelNameOf))],
    ...(parameters.length > 0 ? { parameters } : {}),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 400: badRequest },
  }
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
  const { responses: madeResponses } = made as { responses?: object }
  const { responses } = byHand as { responses?: object }
  return { ...made, ...byHand, responses: { ...madeResponses, ...responses } }
}

/** The schemas of bodies, in `components/schemas`; a guard that several routes have stands there once. */
class BodySchemas {
  readonly written: Record<string, JSONSchema> = {}
  private readonly names = new SchemaNames()
  private readonly references = new Map<Guard, JSONSchema>()

  constructor(taken: object = {}) {
    for (const name of [...Object.keys(taken), 'GuardErrors']) this.names.unique(name)
  }

  of(guard: Guard): JSONSchema {
    let reference = this.references.get(guard)
    if (reference === undefined) this.references.set(guard, (reference = this.write(guard)))
    return reference
  }

  /** The Response Object for `{ errors }`. */
  badRequest(): object {
    this.written.GuardErrors = guardErrors
    return {
      description: 'The body is refused, for all of these reasons.',
      content: { 'application/json': { schema: { $ref: `${prefix}GuardErrors` } } },
    }
  }

  private write(guard: Guard): JSONSchema {
    const whole = guard.toJSONSchema()
    const { $defs = {} } = whole as { $defs?: Record<string, JSONSchema> }
    const entries = Object.entries(whole).filter(([keyword]) => keyword !== '$schema' && keyword !== '$defs')
    const schema = Object.fromEntries(entries)
    const wanted = modelNameOf(guard) + (guard.partial ? 'Changes' : '')
    const renamed = new Map<string, string>()
    const name = this.names.unique(wanted)
    for (const part of Object.keys($defs)) renamed.set(`#/$defs/${part}`, prefix + this.names.unique(part))
    this.written[name] = moved(schema, renamed)
    for (const [part, definition] of Object.entries($defs)) {
      this.written[(renamed.get(`#/$defs/${part}`) ?? '').slice(prefix.length)] = moved(definition, renamed)
    }
    return { $ref: prefix + name }
  }
}

const prefix = '#/components/schemas/'

/** A schema whose references lead to another place. */
function moved(schema: JSONSchema, renamed: ReadonlyMap<string, string>): JSONSchema {
  const place = (reference: unknown) => renamed.get(String(reference)) ?? reference
  const move = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(move)
    return isRecord(value) ? moved(value, renamed) : value
  }
  const each = (values: object, change: (value: unknown) => unknown) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))
  const keywords = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === '$ref') return [keyword, place(value)]
    if (keyword === 'properties') return [keyword, each(value as object, move)]
    if (keyword === 'discriminator')
      return [keyword, { ...(value as object), mapping: each((value as { mapping: object }).mapping, place) }]
    return [keyword, withSchemas.has(keyword) ? move(value) : value]
  })
  return Object.fromEntries(keywords) as JSONSchema
}

const withSchemas = new Set(['items', 'additionalProperties', 'not', 'anyOf', 'oneOf', 'allOf'])

const guardErrors: JSONSchema = {
  type: 'object',
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          code: { type: 'string', enum: ['invalid_body', 'forbidden_field', 'invalid_type', 'invalid_value'] },
          path: { type: 'string', description: 'The dot path of the field, with array indexes.' },
          message: { type: 'string' },
          rule: { type: 'string', description: 'The rule of the schema that failed, such as required or minlength.' },
          params: { type: 'object', description: 'What the rule or type compares with.' },
        },
        required: ['code', 'message'],
      },
    },
  },
  required: ['errors'],
}
