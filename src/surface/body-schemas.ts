import { SchemaNames } from '../describe/schema-names.ts'
import { modelNameOf } from '../guard/guards-behind.ts'
import { nameOfSchemaModel } from '../mongoose/schema-model.ts'
import type { Guard } from '../types/guard.ts'
import type { JSONSchema } from '../types/json-schema.ts'
import { isRecord } from '../values/plain-object.ts'
import { setOwn } from '../values/set-own.ts'
import { wordOf } from './openapi-path.ts'

/** A guard, and where it stands. */
export interface PlacedGuard {
  readonly guard: Guard
  /** As `post /users`, which no other guard has. */
  readonly place: string
}

/** What a guard takes, wherever it stands. */
interface Body {
  readonly model: string
  readonly isPartial: boolean
  readonly schema: JSONSchema
  /** The first of its places, by code units. */
  place: string
}

/** Where the schemas of bodies stand in a document. */
export const prefix = '#/components/schemas/'

/**
 * The schemas of bodies, by the name of their model; where bodies of a model differ, each by its place as well. No name
 * depends on the order of the routes, and equal bodies have one.
 */
export class BodySchemas {
  readonly written: Record<string, JSONSchema> = {}
  private readonly names = new SchemaNames()
  private readonly references = new Map<Guard, JSONSchema>()

  constructor(placed: readonly PlacedGuard[], taken: readonly string[]) {
    for (const name of taken) this.names.unique(name)
    const bodies = new Map<string, Body>()
    const bodyOf = new Map<Guard, Body>()
    for (const { guard, place } of placed) {
      const body = bodyOf.get(guard) ?? sharedBody(bodies, guard, place)
      bodyOf.set(guard, body)
      if (place < body.place) body.place = place
    }
    const inOrder = [...bodies.values()].sort((one, other) => (one.place < other.place ? -1 : 1))
    const wanted = [...taken, ...inOrder.map(wantedName)]
    const references = new Map<Body, JSONSchema>()
    for (const body of inOrder) {
      const name = wantedName(body)
      const isTaken = wanted.filter((other) => other === name).length > 1
      references.set(body, this.write(body, this.names.unique(isTaken ? `${name}_${wordOf(body.place)}` : name)))
    }
    for (const [guard, body] of bodyOf) this.references.set(guard, references.get(body) ?? {})
  }

  of(guard: Guard): JSONSchema {
    return this.references.get(guard) ?? {}
  }

  private write({ schema, model }: Body, name: string): JSONSchema {
    const { $defs = {} } = schema as { $defs?: Record<string, JSONSchema> }
    const entries = Object.entries(schema).filter(([keyword]) => keyword !== '$schema' && keyword !== '$defs')
    const renamed = new Map<string, string>()
    for (const [part, definition] of Object.entries($defs)) {
      renamed.set(`#/$defs/${part}`, prefix + this.nameOfPart(part, definition, model, name))
    }
    for (const [part, definition] of Object.entries($defs)) {
      setOwn(this.written, (renamed.get(`#/$defs/${part}`) ?? '').slice(prefix.length), moved(definition, renamed))
    }
    setOwn(this.written, name, moved(Object.fromEntries(entries), renamed))
    return { $ref: prefix + name }
  }

  /** Parts of a model have its name before theirs; JSON forms are the same in all bodies. */
  private nameOfPart(part: string, definition: JSONSchema, model: string, name: string): string {
    const isOfModel = part === model || part.startsWith(`${model}.`)
    if (isOfModel) return this.names.unique(name + part.slice(model.length))
    const isKnown = JSON.stringify(this.written[part]) === JSON.stringify(definition)
    return isKnown ? part : this.names.unique(part)
  }
}

function sharedBody(bodies: Map<string, Body>, guard: Guard, place: string): Body {
  const body = { model: modelNameOf(guard), isPartial: guard.partial, schema: guard.toJSONSchema(), place }
  const id = JSON.stringify([body.model, body.isPartial, body.schema])
  const known = bodies.get(id)
  if (known === undefined) bodies.set(id, body)
  return known ?? body
}

/** A Schema in the place of a model has no name: its place says what the body is for. */
function wantedName({ model, isPartial, place }: Body): string {
  return model === nameOfSchemaModel ? wordOf(place) : model + (isPartial ? 'Changes' : '')
}

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
