import type { MongooseBehavior } from '../mongoose/behavior.ts'
import { elementsOf, isDocument, type MongooseDocument, prepareForRules, readKey } from '../mongoose/document.ts'
import type { Position } from '../plan/position.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import { isMap } from '../values/is-map.ts'

/** A position in a document: its value, and what Mongoose gives its rules as `this`. */
export interface Located {
  readonly value: unknown
  readonly scope: MongooseDocument
}

/** As {@link Located}; below a plain nested object Mongoose keeps the dotted path in the document above. */
interface LocatedInNested extends Located {
  readonly nestedPath?: string
}

/** Finds positions of a body in the document that was built from it. */
export class Locator {
  /** Places of positions with others below them, kept so that each is located once. */
  private readonly known = new Map<Position, LocatedInNested>()

  constructor(
    readonly document: MongooseDocument,
    private readonly behavior: MongooseBehavior,
  ) {}

  locate({ parent, key }: Position): Located {
    if (parent === undefined) return { value: this.document, scope: this.document }
    const located = step(this.locatedAt(parent), key)
    if (isDocument(located.value)) prepareForRules(located.value, this.document, this.behavior)
    return located
  }

  private locatedAt(position: Position): LocatedInNested {
    return getOrInsert<Position, LocatedInNested>(this.known, position, () => this.locate(position))
  }
}

function step({ value, scope, nestedPath }: LocatedInNested, key: string | number): LocatedInNested {
  if (nestedPath !== undefined) return inDocument(scope, `${nestedPath}.${key}`)
  if (Array.isArray(value)) return { value: elementsOf(value)[Number(key)], scope }
  if (isDocument(value)) return inDocument(value, String(key))
  return { value: isMap(value) ? readKey(value, String(key)) : undefined, scope }
}

function inDocument(scope: MongooseDocument, path: string): LocatedInNested {
  const value = scope.$__getValue(path)
  return Object.hasOwn(scope.$__schema.nested, path) ? { value, scope, nestedPath: path } : { value, scope }
}
