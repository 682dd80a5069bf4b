import { getOrInsert } from '../values/get-or-insert.ts'
import type { RawSchemaType, SchemaType } from './mongoose.ts'

/** As Mongoose's own types call themselves, but for that of sub-documents, which has no name. */
const namesOfTypes: ReadonlySet<unknown> = new Set([
  ...['Array', 'BigInt', 'Boolean', 'Buffer', 'Date', 'Decimal128', 'DocumentArray', 'Double', 'Int32', 'Map', 'Mixed'],
  ...['Number', 'ObjectId', 'String', 'UUID', 'Union'],
])

/** A type, and the prototypes that it has of classes of the application: all before the first of Mongoose's own. */
export function ownersBeforeMongoose(type: SchemaType): object[] {
  const owners: object[] = []
  let owner: object | null = type
  for (; owner !== null && !isOfMongoose(owner); owner = Object.getPrototypeOf(owner) as object | null)
    owners.push(owner)
  return owners
}

/** The prototype of the type of Mongoose that a type is, or extends. */
export function prototypeOfMongoose(type: SchemaType): object | undefined {
  const last = ownersBeforeMongoose(type).at(-1) ?? type
  return (Object.getPrototypeOf(last) as object | null) ?? undefined
}

/** The prototype of one of Mongoose's types of its own, or of all types. */
function isOfMongoose(prototype: object): boolean {
  if (!Object.hasOwn(prototype, 'constructor')) return false
  const { constructor } = prototype as { constructor: { schemaName?: unknown } }
  const root = Object.getPrototypeOf(prototype) as object | null
  if (Object.hasOwn(constructor, 'schemaName')) {
    const name = constructor.schemaName
    return namesOfTypes.has(name) && !isNamedSo(root, name)
  }
  // `Object.prototype`, of whichever realm.
  return root !== null && Object.getPrototypeOf(root) === null
}

/** Whether it inherits from the type of this name: a class of the application may stand in for that, with its name. */
function isNamedSo(prototype: object | null, name: unknown): boolean {
  const { schemaName } = (prototype as { constructor?: { schemaName?: unknown } } | null)?.constructor ?? {}
  return schemaName === name
}

export type ContainerKind = 'array' | 'documentArray' | 'map' | 'subdocument'

const kinds = new WeakMap<object, { readonly kind: ContainerKind | undefined }>()

/**
 * Which container a type makes, if any. Its flags alone do not tell: where a discriminator declares a path of its base
 * anew, Mongoose leaves those of the base's type on the other.
 */
export function containerKindOf(type: RawSchemaType): ContainerKind | undefined {
  if (!hasFlag(type)) return undefined
  return getOrInsert(kinds, type, () => ({ kind: findKind(type) })).kind
}

function hasFlag({ $isMongooseArray, $isSingleNested, $isSchemaMap }: RawSchemaType): boolean {
  return $isMongooseArray === true || $isSingleNested === true || $isSchemaMap === true
}

function findKind(type: RawSchemaType): ContainerKind | undefined {
  const prototype = prototypeOfMongoose(type) as { constructor: { schemaName?: unknown } } | undefined
  switch (prototype?.constructor.schemaName) {
    case 'Array':
      return 'array'
    case 'DocumentArray':
      return 'documentArray'
    case 'Map':
      return 'map'
    case undefined:
      // That of sub-documents has no name of its own.
      return type.$isSingleNested === true ? 'subdocument' : undefined
    default:
      return undefined
  }
}

/** Of values, or of sub-documents. */
export function isArray(type: RawSchemaType): boolean {
  const kind = containerKindOf(type)
  return kind === 'array' || kind === 'documentArray'
}
