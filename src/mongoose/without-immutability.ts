import type { Callable, MongooseModel, SchemaType } from './mongoose.ts'
import { isImmutableSetter } from './own-setters.ts'
import { levelOfModel, levelsFrom, nodesOf } from './read-schema.ts'
import type { SchemaLevel } from './schema-nodes.ts'
import { replaceSetters } from './replace-setters.ts'

const known = new WeakMap<SchemaLevel, readonly SchemaType[]>()

/**
 * Has Mongoose set values on a document that is not new, immutable ones as well. It would give their paths the stored
 * value back, which is not known here, and to elements of an array nothing at all: rules judge what was sent. The call
 * is synchronous.
 */
export function withoutImmutability<T>(model: MongooseModel, build: () => T): T {
  const restore = typesOf(levelOfModel(model)).flatMap(makeMutable)
  try {
    return build()
  } finally {
    for (const undo of restore) undo()
  }
}

/** Gives what makes a type immutable again. */
function makeMutable(type: SchemaType & { $immutableSetter?: Callable }): (() => void)[] {
  const undo = replaceSetters(type, (setter) => (isImmutableSetter(type, setter) ? forDefaults(setter) : undefined))
  const { $immutableSetter: setter } = type
  if (setter === undefined) return undo
  // Mongoose calls it without its setters where it replaces a sub-document (`checkImmutableSubpaths` of `document.js`).
  Reflect.set(type, '$immutableSetter', undefined)
  return [...undo, () => void Reflect.set(type, '$immutableSetter', setter)]
}

/** All types of a model, those of elements, values and members among them. */
function typesOf(level: SchemaLevel): readonly SchemaType[] {
  let types = known.get(level)
  if (types === undefined) {
    const nodes = levelsFrom(level).flatMap(nodesOf)
    const all = nodes.flatMap((node) => (node.kind === 'documentArray' ? [node.type, node.element] : [node.type]))
    known.set(level, (types = [...new Set(all)]))
  }
  return types
}

/** An update has no default of an immutable path, as its stored value counts. */
function forDefaults(setter: Callable): Callable {
  return function (this: unknown, ...given: never[]) {
    const options = given[3] as { _skipMarkModified?: boolean } | undefined
    // `SchemaType.prototype.getDefault` alone gives setters this option.
    return options?._skipMarkModified === true ? (Reflect.apply(setter, this, given) as unknown) : given[0]
  }
}
