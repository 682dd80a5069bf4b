import { GuardConfigError } from '../errors/config-error.ts'
import { nameOf } from '../guard/received.ts'
import { nearestPath } from '../plan/suggestion.ts'
import { isRecord } from '../values/plain-object.ts'
import { openapiForms, shapeOf } from './openapi-path.ts'

const ownOptions = ['info', 'mounts', 'paths', 'components', 'badRequest']
const partsOfDocument = ['servers', 'tags', 'security', 'webhooks', 'externalDocs', 'jsonSchemaDialect']
/** The methods that OpenAPI 3.1 has operations for (Path Item Object). */
export const methodsOfPaths: readonly string[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const othersOfPath = ['summary', 'description', 'servers', 'parameters', '$ref']

/** @throws GuardConfigError for options that would leave a mistake in the document. */
export function requireOptions(options: unknown): void {
  const { info } = (options ?? {}) as { info?: { title?: unknown; version?: unknown } }
  if (typeof info?.title !== 'string' || typeof info.version !== 'string') {
    throw new GuardConfigError(`option "info" must have a title and a version, received ${nameOf(info)}`)
  }
  requireNames('unknown option', Object.keys(options as object), [...ownOptions, ...partsOfDocument])
  const { paths = {}, components = {} } = options as { paths?: unknown; components?: unknown }
  requireRecord('paths', paths)
  requireRecord('components', components)
  for (const [part, named] of Object.entries(components))
    if (!isExtension(part)) requireRecord(`components.${part}`, named)
  for (const [path, item] of Object.entries(paths)) if (!isExtension(path)) requirePathItem(path, item)
}

function requireRecord(name: string, value: unknown): asserts value is Record<string, unknown> {
  if (!isRecord(value)) throw new GuardConfigError(`option "${name}" must be an object, received ${nameOf(value)}`)
}

/** @throws GuardConfigError where a path written by hand is one of the application with other names of parameters. */
export function requireSamePaths(byHand: readonly string[], found: readonly string[]): void {
  for (const path of byHand) {
    const twin = found.find((other) => other !== path && shapeOf(other) === shapeOf(path))
    if (twin !== undefined) throw new GuardConfigError(`paths: "${path}" is "${twin}" in the application`)
  }
}

function requirePathItem(path: string, item: unknown): void {
  if (!path.startsWith('/')) throw new GuardConfigError(`paths: "${path}" must begin with a slash`)
  if (/\/[:*]/.test(path)) {
    const [meant = path] = openapiForms(path) ?? []
    throw new GuardConfigError(`paths: "${path}" is a path of Express; OpenAPI has "${meant}"`)
  }
  if (!isRecord(item)) throw new GuardConfigError(`paths: "${path}" must be a Path Item, received ${nameOf(item)}`)
  for (const part of [item, ...methodsOfPaths.map((method) => item[method])]) {
    const { parameters = [], responses = {} } = isRecord(part) ? part : {}
    if (!Array.isArray(parameters) || !parameters.every(isRecord))
      throw new GuardConfigError(`paths: "${path}" must have its "parameters" as an array of objects`)
    if (!isRecord(responses)) throw new GuardConfigError(`paths: "${path}" must have its "responses" as an object`)
  }
  for (const method of methodsOfPaths) {
    const operation: unknown = item[method] ?? {}
    if (isRecord(operation)) continue
    throw new GuardConfigError(`paths: "${path}" must have an object as its "${method}", received ${nameOf(operation)}`)
  }
  requireNames(`paths: "${path}" has an unknown member`, Object.keys(item), [...methodsOfPaths, ...othersOfPath])
}

function requireNames(problem: string, names: readonly string[], known: readonly string[]): void {
  for (const name of names) {
    if (isExtension(name) || known.includes(name)) continue
    const suggestion = nearestPath(name, known)
    const hint = suggestion === undefined ? `it may have ${known.join(', ')}` : `did you mean "${suggestion}"?`
    throw new GuardConfigError(`${problem} "${name}"; ${hint}`)
  }
}

function isExtension(name: string): boolean {
  return name.startsWith('x-')
}
