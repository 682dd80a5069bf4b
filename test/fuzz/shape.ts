import type { ConstructorLike, ModelLike, SchemaLike, SchemaTypeLike } from './internals.ts'

/**
 * What may stand at a position of a body, read off a Mongoose schema by a reader of the fuzzer's own, so that a mistake
 * of the guard's reader shows up as a disagreement.
 */
export type Shape =
  | { kind: 'nested'; level: Level; nullable: boolean }
  | (Typed & { kind: 'leaf' | 'mixed' | 'custom' })
  | (Typed & { kind: 'sub'; levels: Levels })
  | (Typed & { kind: 'array'; of: Shape })
  | (Typed & {
      kind: 'map'
      of: Shape
      /** Mongoose does not run the rules of the values. */
      hidesValues: boolean
    })
  | (Typed & { kind: 'union'; of: Shape[] })

export interface Typed {
  type: SchemaTypeLike
  /** False where the design turns null away although Mongoose would store it. */
  nullable: boolean
}

export type Level = Map<string, Shape>

/** The fields that a value picks: those of a discriminator, or of the schema itself. */
export interface Levels {
  key: string
  base: () => Level
  children: () => Map<unknown, Level>
  /** The value of the key that the schema itself stands for, where it belongs to a discriminator. */
  own: unknown
  /** The value of the key where a body has none: a single sub-document applies its default before it picks. */
  assumed?: () => unknown
}

const levels = new WeakMap<object, Level>()

export function shapeOfModel(model: ModelLike): Levels {
  return levelsOf(model.schema, model)
}

function levelsOf(schema: SchemaLike, owner: ConstructorLike | undefined): Levels {
  const mapping = schema.discriminatorMapping
  const option = schema.options.discriminatorKey
  return {
    // A discriminator's own option does not count.
    key: mapping?.key ?? (typeof option === 'string' ? option : '__t'),
    base: () => levelOf(schema),
    own: mapping?.isRoot === false ? mapping.value : undefined,
    children: () =>
      new Map(
        Object.values(owner?.discriminators ?? {}).map((child) => [
          child.schema.discriminatorMapping?.value,
          inheriting(levelOf(child.schema), levelOf(schema)),
        ]),
      ),
  }
}

/** Marks the Maps that a discriminator has from its base. */
function inheriting(child: Level, base: Level): Level {
  for (const [name, shape] of child) {
    const inherited = base.get(name)
    if (shape.kind === 'map' && inherited?.kind === 'map') shape.hidesValues = true
    if (shape.kind === 'nested' && inherited?.kind === 'nested') inheriting(shape.level, inherited.level)
  }
  return child
}

function levelOf(schema: SchemaLike): Level {
  const known = levels.get(schema)
  if (known !== undefined) return known
  const level: Level = new Map()
  levels.set(schema, level)
  for (const [path, type] of Object.entries(schema.paths)) {
    if (path.endsWith('.$*')) continue
    const segments = path.split('.')
    const last = segments.pop() ?? ''
    let inner = level
    for (const segment of segments) {
      let shape = inner.get(segment)
      if (shape?.kind !== 'nested')
        inner.set(segment, (shape = { kind: 'nested', level: new Map(), nullable: schema.options.strict !== 'throw' }))
      inner = shape.level
    }
    const managed =
      path === '_id' ||
      path === schema.options.versionKey ||
      path === schema.$timestamps?.createdAt ||
      path === schema.$timestamps?.updatedAt
    inner.set(last, shapeOf(type, managed))
  }
  return level
}

function shapeOf(type: SchemaTypeLike, neverNull: boolean): Shape {
  const isArray = type.$isMongooseArray === true
  const hasDefault = type.defaultValue !== undefined && type.defaultValue !== null
  const typed: Typed = { type, nullable: type.instance === 'Mixed' || !(neverNull || isArray || hasDefault) }
  const embedded = (): Shape => {
    const inner = type.getEmbeddedSchemaType()
    return inner === undefined ? { kind: 'mixed', type, nullable: true } : shapeOf(inner, true)
  }
  if (type.$isMongooseDocumentArray === true) {
    const element = type.getEmbeddedSchemaType() ?? type
    const of: Shape = { kind: 'sub', type: element, nullable: false, levels: levelsOf(schemaOf(type), ownerOf(type)) }
    return { kind: 'array', ...typed, of }
  }
  if (type.$isSingleNested === true) {
    const schema = schemaOf(type)
    const levels = levelsOf(schema, ownerOf(type))
    return { kind: 'sub', ...typed, levels: { ...levels, assumed: () => defaultOf(schema, levels.key) } }
  }
  if (type.$isSchemaMap === true) return { kind: 'map', ...typed, of: embedded(), hidesValues: false }
  if (isArray) return { kind: 'array', ...typed, of: embedded() }
  if (type.instance === 'Union') {
    return { kind: 'union', ...typed, of: (type.schemaTypes ?? []).map((member) => shapeOf(member, true)) }
  }
  if (type.instance === 'Mixed') return { kind: 'mixed', ...typed }
  const { schemaName } = type.constructor as { schemaName?: string }
  return { kind: schemaName === type.instance && type.instance in builtIn ? 'leaf' : 'custom', ...typed }
}

const builtIn = {
  String: 1,
  Number: 1,
  Boolean: 1,
  Date: 1,
  ObjectId: 1,
  Buffer: 1,
  Decimal128: 1,
  BigInt: 1,
  Int32: 1,
  Double: 1,
  UUID: 1,
} satisfies Record<string, 1>

function schemaOf(type: SchemaTypeLike): SchemaLike {
  if (type.schema === undefined) throw new TypeError(`no schema at ${type.path}`)
  return type.schema
}

function ownerOf(type: SchemaTypeLike): ConstructorLike | undefined {
  return type.Constructor ?? type.caster
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = Record<string, Json>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields that rule an object, and whether its discriminator value is one that the schema does not know. */
export function levelFor(shape: Levels, value: unknown): { level: Level; unknownKey: boolean } {
  const children = shape.children()
  const sent = isObject(value) && Object.hasOwn(value, shape.key) ? value[shape.key] : undefined
  // A key of the wrong type picks nothing, not even what its default would.
  const picked = typeof sent === 'string' ? sent : sent === undefined || sent === null ? shape.assumed?.() : undefined
  if (shape.own !== undefined) {
    return { level: shape.base(), unknownKey: picked !== undefined && picked !== shape.own }
  }
  if (children.size === 0 || picked === undefined) return { level: shape.base(), unknownKey: false }
  const child = children.get(picked)
  return child === undefined ? { level: shape.base(), unknownKey: true } : { level: child, unknownKey: false }
}

function defaultOf({ paths }: SchemaLike, key: string): unknown {
  const given = paths[key]?.defaultValue
  return typeof given === 'function' ? (given as () => unknown)() : given
}
