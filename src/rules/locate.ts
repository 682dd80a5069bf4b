import { elementsOf, isDocument, type MongooseDocument, prepareForRules, readKey } from '../mongoose/document.ts'
import type { Position } from '../plan/position.ts'

/** A position in a document: its value, and what Mongoose gives its rules as `this`. */
export interface Located {
  readonly value: unknown
  readonly scope: MongooseDocument
}

/** As {@link Located}; below a plain nested object Mongoose keeps the dotted path in the document above. */
interface Place extends Located {
  readonly nestedPath?: string
}

/** Finds positions of a body in the document that was built from it. */
export class Locator {
  /** Places of positions with others below them, kept so that each is located once. */
  private readonly places = new Map<Position, Place>()

  constructor(readonly document: MongooseDocument) {}

  locate({ parent, key }: Position): Located {
    if (parent === undefined) return { value: this.document, scope: this.document }
    const place = step(this.placeOf(parent), key)
    if (isDocument(place.value)) prepareForRules(place.value, this.document)
    return place
  }

  private placeOf(position: Position): Place {
    let place = this.places.get(position)
    if (place === undefined) this.places.set(position, (place = this.locate(position)))
    return place
  }
}

function step({ value, scope, nestedPath }: Place, key: string | number): Place {
  if (nestedPath !== undefined) return inDocument(scope, `${nestedPath}.${key}`)
  if (Array.isArray(value)) return { value: elementsOf(value)[Number(key)], scope }
  if (value instanceof Map) return { value: readKey(value, String(key)), scope }
  return isDocument(value) ? inDocument(value, String(key)) : { value: undefined, scope }
}

function inDocument(scope: MongooseDocument, path: string): Place {
  const value = scope.$__getValue(path)
  return Object.hasOwn(scope.$__schema.nested, path) ? { value, scope, nestedPath: path } : { value, scope }
}
