/** A position of the body. */
export interface Position {
  /** Full path, with array indexes and Map keys, as in Mongoose's `err.errors`. */
  readonly path: string
  /** Path within the nearest schema, which is what Mongoose prints. */
  readonly textPath: string
  /**
   * The first key of a Map: Mongoose asks a `required` function of the values once, with the document as its argument,
   * and takes the answer for the first of them.
   */
  readonly isFirstKey?: boolean
}

/** Where a body starts. */
export const top: Position = { path: '', textPath: '' }

/** Puts its paths together when somebody asks, which hardly anybody does before there is a problem. */
class Inside implements Position {
  private full: string | undefined
  private text: string | undefined

  constructor(
    private readonly outer: Position,
    private readonly key: string | number,
    readonly isFirstKey: boolean,
  ) {}

  get path(): string {
    return (this.full ??= joined(this.outer.path, this.key))
  }

  get textPath(): string {
    return (this.text ??= joined(this.outer.textPath, this.key))
  }
}

class Renamed implements Position {
  constructor(
    private readonly position: Position,
    readonly textPath: string,
  ) {}

  get path(): string {
    return this.position.path
  }

  get isFirstKey(): boolean {
    return this.position.isFirstKey === true
  }
}

/** The position of a field, element or key of what stands at a position. */
export function below(outer: Position, key: string | number, isFirstKey = false): Position {
  return new Inside(outer, key, isFirstKey)
}

/** The same position under another path in messages. */
export function renamed(position: Position, textPath: string): Position {
  return new Renamed(position, textPath)
}

function joined(outer: string, key: string | number): string {
  return outer === '' ? String(key) : `${outer}.${key}`
}
