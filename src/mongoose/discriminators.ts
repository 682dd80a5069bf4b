import { forget } from '../values/maybe-promise.ts'
import { forgetIn } from './cast-errors.ts'
import type { Discriminated, MongooseModel, MongooseSchema, SchemaType } from './mongoose.ts'

/**
 * The discriminators that Mongoose comes to by what a body has for their key (`getConstructor`): it looks for one of
 * that name first, and compares nothing but texts with texts, numbers with numbers and ids with ids, of which JSON has
 * none.
 */
export function byValue<Child extends { readonly schema: MongooseSchema }>(
  children: Readonly<Record<string, Child>>,
): (readonly [value: string | number, child: Child])[] {
  return Object.entries(children).flatMap(([name, child]) => {
    const value = valueOf(child.schema)
    if (typeof value !== 'string' && typeof value !== 'number') return []
    return String(value) === name || !Object.hasOwn(children, value) ? [[value, child] as const] : []
  })
}

/** Mongoose looks for a discriminator of that name before it compares the values of their keys. */
export function valueOfName(owner: Discriminated | undefined, given: unknown): unknown {
  const children = owner?.discriminators ?? {}
  const child = typeof given === 'string' && Object.hasOwn(children, given) ? children[given] : undefined
  return child === undefined ? given : valueOf(child.schema)
}

/** What a default function gives; one that fails gives nothing, and the path that it belongs to reports why. */
export function tryDefault(type: SchemaType): unknown {
  try {
    const value = type.getDefault()
    forget(value)
    return value
  } catch (error) {
    forgetIn(error)
    return undefined
  }
}

/** The value of the key that a schema stands for, where it is a discriminator's. */
export function discriminatorValueOf(schema: MongooseSchema): unknown {
  return schema.discriminatorMapping?.isRoot === false ? valueOf(schema) : undefined
}

function valueOf(schema: MongooseSchema): unknown {
  return schema.discriminatorMapping?.value
}

/** The model of the document that Mongoose makes of a body with this value of the discriminator key. */
export function discriminatorOf(model: MongooseModel, kind: unknown): MongooseModel {
  const children = (model.discriminators ?? {}) as Record<string, MongooseModel>
  return byValue(children).find(([value]) => value === kind)?.[1] ?? model
}
