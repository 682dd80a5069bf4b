import { fingerprintOf, textOfFunction } from '../values/function-text.ts'
import type { RawSchemaType } from './mongoose.ts'
import { type ContainerKind, containerKindOf } from './own-types.ts'

interface OwnCasts {
  /** Of the functions that do the work, and that `SomeType.cast(fn)` replaces. */
  readonly functions: readonly string[]
  /** Of the type's method `cast`, which calls them. */
  readonly methods: readonly string[]
}

/**
 * The fingerprints of Mongoose's own casts, of 8.18 to 9.12, by the `instance` of the types that have a JSON form. A
 * later one that is not among them counts as the application's: the guard then asks it about each value.
 */
const ownCasts: Readonly<Record<string, OwnCasts>> = {
  BigInt: { functions: ['vcborw'], methods: ['2wayjj'] },
  Boolean: { functions: ['10wn3ud'], methods: ['1d93ve8'] },
  Buffer: { functions: [], methods: ['19lx771', '30qo2k'] },
  Date: { functions: ['11j97h9'], methods: ['1cfmh92'] },
  Decimal128: { functions: ['1a8cjtr'], methods: ['1gip84z'] },
  Double: { functions: ['1osneec', 'wg9udi', '1ak6m3', '2pwib1'], methods: ['vgercl'] },
  Int32: { functions: ['1hk2wrt', '1nvcgne'], methods: ['jfixl4'] },
  Mixed: { functions: [], methods: ['m65448'] },
  Number: { functions: ['v8ql6u', '1jp4ovk'], methods: ['153ra6z', 'n5l5qz'] },
  ObjectId: { functions: ['15xja6c'], methods: ['84xmkg'] },
  String: { functions: ['1lux80r', '1xua9ka'], methods: ['diki9h', 'qsbjwn'] },
  UUID: { functions: ['18h3irs', '1jtetws'], methods: ['ai8los'] },
}

/** What the casts of containers, which change more often, refer to in every version. */
const containerWords: Readonly<Record<ContainerKind, RegExp>> = {
  documentArray: /\bskipDocumentArrayCast\b/,
  array: /\bcastNonArrays\b/,
  subdocument: /\$isSingleNested\b/,
  map: /\$__schemaType\b/,
}

/** What was found out about the types of a prototype. */
interface Judged {
  readonly method: unknown
  readonly castFunction: unknown
  readonly isOwn: boolean
}

const judgedByPrototype = new WeakMap<object, Judged>()

/**
 * Whether the cast is Mongoose's own, which takes every value in the JSON form. The schema type option `cast`,
 * `SomeType.cast(fn)` and a method in place of the type's own replace it.
 */
export function hasOwnCast(type: RawSchemaType): boolean {
  if (type._castFunction !== undefined && type._castFunction !== null) return false
  if (type.options.cast !== undefined || Object.hasOwn(type, 'cast')) return false
  const prototype = Object.getPrototypeOf(type) as object
  const method: unknown = Reflect.get(type, 'cast')
  const castFunction = castFunctionOf(type)
  if (type.instance === 'Boolean' && !knowsBooleans(castFunction)) return false
  let judged = judgedByPrototype.get(prototype)
  if (judged === undefined || judged.method !== method || judged.castFunction !== castFunction) {
    judged = { method, castFunction, isOwn: isOwnCast(type, method, castFunction) }
    judgedByPrototype.set(prototype, judged)
  }
  return judged.isOwn
}

/**
 * An application may edit or replace the sets of what stands for true and false, `Boolean.convertToTrue` and its like.
 */
function knowsBooleans(castFunction: unknown): boolean {
  const { convertToTrue: yes, convertToFalse: no } = (castFunction ?? {}) as Partial<
    Record<string, ReadonlySet<unknown>>
  >
  return yes?.has(true) === true && no?.has(false) === true && !yes.has(false)
}

function isOwnCast(type: RawSchemaType, method: unknown, castFunction: unknown): boolean {
  // Mongoose asks its members.
  if (type.instance === 'Union') return true
  const kind = containerKindOf(type)
  if (kind !== undefined) return containerWords[kind].test(textOfFunction(method) ?? '')
  const own = Object.hasOwn(ownCasts, type.instance) ? ownCasts[type.instance] : undefined
  if (!own?.methods.includes(fingerprintOf(method))) return false
  return own.functions.length === 0 || own.functions.includes(fingerprintOf(castFunction))
}

function castFunctionOf({ constructor }: RawSchemaType): unknown {
  const { cast } = constructor as { cast?: unknown }
  return typeof cast === 'function' ? (cast.call(constructor) as unknown) : undefined
}
