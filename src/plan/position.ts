/**
 * A position of the body, as a link to the position around it: a body may hold thousands of positions below one long
 * Map key, so that nothing but the printing of an error may cost the length of a path.
 */
export interface Position {
  /** Full path, with array indexes and Map keys, as in Mongoose's `err.errors`. Joined at each access. */
  readonly path: string
  /** Path within the nearest schema, which is what Mongoose prints. */
  readonly textPath: string
  /** `undefined` where the document starts. */
  readonly parent: Position | undefined
  /** Field, Map key or array index within `parent`. */
  readonly key: string | number
  /** Where the nearest schema starts: the body, a sub-document or an element of an array of them. */
  readonly schemaRoot: Position
  /**
   * The first key of a Map: Mongoose calls a `required` function of the values once, with the document as its
   * argument, and uses the result for the first of them.
   */
  readonly isFirstKey: boolean
}

class RootPosition implements Position {
  readonly textPath = ''
  readonly parent = undefined
  readonly key = ''
  readonly isFirstKey = false

  constructor(readonly path: string) {}

  get schemaRoot(): Position {
    return this
  }
}

/** Where a body starts. */
export const rootPosition: Position = new RootPosition('')

/** Where a document starts that stands in a body at a path. */
export function rootAt(keys: readonly (string | number)[]): Position {
  return keys.length === 0 ? rootPosition : new RootPosition(keys.join('.'))
}

class ChildPosition implements Position {
  readonly schemaRoot: Position

  constructor(
    readonly parent: Position,
    readonly key: string | number,
    readonly isFirstKey: boolean,
  ) {
    this.schemaRoot = parent.schemaRoot
  }

  get path(): string {
    return joined(this.parent.path, this.key)
  }

  get textPath(): string {
    return joined(this.parent.textPath, this.key)
  }
}

/** A position where a schema starts, or that has a path of its own in messages. */
class RenamedPosition implements Position {
  readonly parent: Position | undefined
  readonly key: string | number
  readonly schemaRoot: Position
  readonly isFirstKey: boolean

  constructor(
    private readonly position: Position,
    readonly textPath: string,
    start: Position | undefined,
  ) {
    this.parent = position.parent
    this.key = position.key
    this.schemaRoot = start ?? this
    this.isFirstKey = position.isFirstKey
  }

  get path(): string {
    return this.position.path
  }
}

/** The position of a field, element or key of what stands at a position. */
export function childOf(outer: Position, key: string | number, isFirstKey = false): Position {
  return new ChildPosition(outer, key, isFirstKey)
}

/** The same position under another path in messages. */
export function withTextPath(position: Position, textPath: string): Position {
  return new RenamedPosition(position, textPath, position.schemaRoot)
}

/** The same position as the start of a schema: paths in messages begin anew there. */
export function asSchemaRoot(position: Position): Position {
  return position.parent === undefined ? position : new RenamedPosition(position, '', undefined)
}

// V8 joins lazily: the text is copied when it is first read.
function joined(outer: string, key: string | number): string {
  return outer === '' ? String(key) : `${outer}.${key}`
}
