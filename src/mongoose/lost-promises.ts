import { forget } from '../values/maybe-promise.ts'
import { contentOf, type MongooseDocument } from './document.ts'
import type { Callable, MongooseModel, SchemaType } from './mongoose.ts'
import { isImmutable } from './own-setters.ts'
import { levelOfModel, levelsFrom, nodesOf } from './read-schema.ts'
import type { SchemaLevel, TypedSchemaNode } from './schema-nodes.ts'
import { replaceSetters, showing } from './replace-setters.ts'
import { directSettersOf, hasImplicitDefault } from './schema-type.ts'

/** Where a schema may make promises by mistake. */
interface PromiseSources {
  /**
   * Types with setters or a default that are functions of the schema:
   *
   * - containers, for Mongoose makes a container of what these give, and drops it;
   * - what takes a promise for a value, which another value may replace;
   * - what has a cast that is not Mongoose's, whose error, in a container, does not hold what it was given;
   * - what is immutable, for an error does not hold its default;
   * - all of them, where there is a Union, which drops what members make that it does not take.
   */
  readonly watched: readonly SchemaType[]
  /** Whether a document may hold a promise: nothing else takes one for a value. */
  readonly canHold: boolean
}

const known = new WeakMap<SchemaLevel, PromiseSources>()

/**
 * Has Mongoose build a document, and handles the rejections of promises that functions of its schema give where
 * Mongoose awaits nothing. It drops them, and each would end the process.
 */
export function withoutLostPromises<Document extends MongooseDocument>(
  model: MongooseModel,
  build: () => Document,
): Document {
  const { watched, canHold } = sourcesOf(levelOfModel(model))
  const restore = watched.flatMap(watch)
  try {
    const document = build()
    if (canHold) forgetInside(document, new Set())
    return document
  } finally {
    for (const undo of restore) undo()
  }
}

function sourcesOf(level: SchemaLevel): PromiseSources {
  let sources = known.get(level)
  if (sources === undefined) {
    const nodes = levelsFrom(level).flatMap(nodesOf)
    const hasUnion = nodes.some(({ kind }) => kind === 'union')
    const isWatched = (node: TypedSchemaNode) =>
      hasFunctions(node) && (hasUnion || node.isContainer || takesPromises(node) || isImmutable(node.type))
    const watched = nodes.filter(isWatched)
    const canHold = nodes.some(takesPromises)
    known.set(level, (sources = { watched: [...new Set(watched.map(({ type }) => type))], canHold }))
  }
  return sources
}

function takesPromises({ kind, hasBuiltInCast }: TypedSchemaNode): boolean {
  return kind === 'mixed' || kind === 'custom' || !hasBuiltInCast
}

function hasFunctions({ type }: TypedSchemaNode): boolean {
  return directSettersOf(type).length > 0 || (typeof type.defaultValue === 'function' && !hasImplicitDefault(type))
}

/** Replaces the functions of a type, and gives what puts them back. */
function watch(type: SchemaType): (() => void)[] {
  const { defaultValue } = type
  const undo = replaceSetters(type, forgetful)
  if (typeof defaultValue !== 'function') return undo
  // Mongoose keeps a property on it that says when to call it.
  const replacement = Object.assign(forgetful(defaultValue as Callable), defaultValue)
  // A type that a plugin has frozen stays as it is.
  if (!Reflect.set(type, 'defaultValue', replacement)) return undo
  return [...undo, () => void Reflect.set(type, 'defaultValue', defaultValue)]
}

/** Mongoose puts the one default of an array of sub-documents into an array. */
function forgetful(fn: Callable): Callable {
  return showing(fn, (result) => {
    forgetInside(result, new Set())
  })
}

function forgetInside(value: unknown, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  forget(value)
  const content = contentOf(value)
  // A body may hold thousands of empty ones, and to know each costs more than to come to it again.
  if (Array.isArray(content) && content.length === 0) return
  seen.add(value)
  for (const inner of content) forgetInside(inner, seen)
}
