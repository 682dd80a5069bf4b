import type { SurfaceOptions } from './surface.ts'

/**
 * What an OpenAPI document says beyond the guards. Every member but `mounts` and `badRequest` is a part of the
 * document, and so is every extension (`x-…`).
 *
 * @example
 * const options = { info: { title: 'Members', version: '1.0.0' } } satisfies OpenAPIOptions
 */
export interface OpenAPIOptions extends SurfaceOptions {
  info: { title: string; version: string; [member: string]: unknown }
  /** Path items written by hand. What they say of a guarded operation goes before what the guard says. */
  paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The Response Object for a refused body, where `onReject` makes another than `{ errors }`. */
  badRequest?: Readonly<Record<string, unknown>>
  servers?: readonly object[]
  tags?: readonly object[]
  security?: readonly object[]
  webhooks?: Readonly<Record<string, object>>
  externalDocs?: object
  jsonSchemaDialect?: string
  [extension: `x-${string}`]: unknown
}

/**
 * An OpenAPI 3.1 document.
 *
 * @example
 * const document: OpenAPIDocument = openapi(app, { info: { title: 'Members', version: '1.0.0' } })
 */
export interface OpenAPIDocument {
  openapi: string
  info: { title: string; version: string; [member: string]: unknown }
  paths: Record<string, Record<string, unknown>>
  components: Record<string, Record<string, unknown>>
  [member: string]: unknown
}
