import type { Position } from '../plan/position.ts'

/** Errors of a path, and of those below it. */
interface ErrorNode {
  error?: Error
  readonly below: Map<string, ErrorNode>
}

/** An error, and the keys that lead to it from a position. */
export type ErrorBelow = readonly [keys: readonly string[], error: Error]

/**
 * What Mongoose put on a document while it built it, by the positions below the one where the document starts: a setter
 * or a default that threw, or gave no such type.
 */
export class BuildErrors {
  private readonly root: ErrorNode = { below: new Map() }
  /** Of positions with others below them. */
  private readonly nodes = new Map<Position, ErrorNode | undefined>()

  constructor(
    errors: Readonly<Record<string, Error>>,
    private readonly isRoot: (position: Position) => boolean,
  ) {
    for (const [path, error] of Object.entries(errors)) {
      let node = this.root
      for (const key of path.split('.')) {
        const inner = node.below.get(key)
        if (inner !== undefined) node = inner
        else node = addNode(node, key)
      }
      node.error = error
    }
  }

  at(position: Position): Error | undefined {
    return this.find(position)?.error
  }

  *below(position: Position): Generator<ErrorBelow> {
    const node = this.find(position)
    if (node === undefined) return
    for (const [key, inner] of node.below) yield* errorsIn(inner, [key])
  }

  private find(position: Position): ErrorNode | undefined {
    if (this.isRoot(position)) return this.root
    const { parent, key } = position
    return parent === undefined ? undefined : this.nodeOf(parent)?.below.get(String(key))
  }

  private nodeOf(position: Position): ErrorNode | undefined {
    if (!this.nodes.has(position)) this.nodes.set(position, this.find(position))
    return this.nodes.get(position)
  }
}

function addNode(node: ErrorNode, key: string): ErrorNode {
  const inner: ErrorNode = { below: new Map() }
  node.below.set(key, inner)
  return inner
}

function* errorsIn({ error, below }: ErrorNode, keys: readonly string[]): Generator<ErrorBelow> {
  if (error !== undefined) yield [keys, error]
  for (const [key, inner] of below) yield* errorsIn(inner, [...keys, key])
}
