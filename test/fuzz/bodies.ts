import type { Random } from './random.ts'
import { isObject, levelFor, type Json, type JsonObject, type Level, type Levels, type Shape } from './shape.ts'

const texts = [
  '',
  ' ',
  'a',
  'ab',
  'abc',
  'abcd',
  ' A ',
  'AB',
  'x',
  'Zz',
  'same',
  'a b',
  'é',
  'null',
  '12',
  'm'.repeat(40),
]
/** Texts that Mongoose's templates would interpret; the guard inserts them verbatim. */
const templateTexts = ['$&', "a$'b", '{VALUE}', '{LENGTH}{PATH}', '$$1{KIND}']
const numbers = [-2, -1, 0, 1, 2, 3, 4, 5, 6, 2.5, 1e21, 4294967296]

const pools: Record<string, readonly Json[]> = {
  Boolean: [true, false],
  Int32: [0, 1, -1, 7, 2147483647, -2147483648],
  Double: [0, 1.5, -2.25, 1e300, 3],
  BigInt: [0, 12, -7, '12', '-9007199254740993', '9223372036854775807', 9007199254740991],
  Decimal128: [0, 1.5, '1.50', '-0.001', '1E+3', { $numberDecimal: '12.30' }],
  Date: [
    '2020-01-01',
    '2019-12-31T23:59',
    '2020-06-01T10:00:00Z',
    '2021-02-03T04:05:06.789+02:00',
    '1970-01-01T00:00:00.000Z',
    '2020-02-29',
  ],
  ObjectId: ['64b7f9d2c1a4e5f601234567', '000000000000000000000000', 'ABCDEFabcdef012345678901'],
  UUID: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'F47AC10B-58CC-4372-A567-0E02B2C3D479'],
  Buffer: [
    { type: 'Buffer', data: [] },
    { type: 'Buffer', data: [1, 2, 255] },
  ],
}

const mixed: readonly Json[] = [
  0,
  '',
  'm',
  false,
  [],
  {},
  { a: 1, b: { c: [null] } },
  [1, 'x', { y: null }],
  { 'a.b': 1, $c: 2 },
]
const mapKeys = ['k', 'j', 'long key', '0', 'size', 'x-y', 'né', 'k{VALUE}', '']

export interface BodyOptions {
  random: Random
  /** How many levels of a recursive schema to fill at most. */
  depth: number
  /** Probability that a field is left out, and that it is null. */
  absent: number
  null: number
  /** No key of a discriminator is the name of something that every object has. */
  avoidsInheritedKinds?: boolean
}

/** A JSON body in which every value has the JSON form of its schema type; null may stand anywhere. */
export function drawBody(root: Levels, options: BodyOptions): JsonObject {
  return drawDocument(root, options, options.depth)
}

function drawDocument(levels: Levels, options: BodyOptions, depth: number): JsonObject {
  const { random } = options
  const key =
    levels.own ?? (random.chance(0.8) ? [...levels.children().keys()][random.int(levels.children().size)] : undefined)
  const head: JsonObject = typeof key === 'string' && random.chance(0.9) ? { [levels.key]: key } : {}
  if (levels.children().size > 0 && random.chance(0.06)) {
    const kind = random.pick(['nope', '', 'constructor'])
    head[levels.key] = kind === 'constructor' && options.avoidsInheritedKinds === true ? 'nope' : kind
  }
  const { level } = levelFor(levels, head)
  return shuffled(random, { ...drawLevel(level, options, depth, levels), ...head })
}

function drawLevel(level: Level, options: BodyOptions, depth: number, levels?: Levels): JsonObject {
  const { random } = options
  const object: JsonObject = {}
  for (const [name, shape] of level) {
    const rare = name === '_id' || name === '__v' || isTimestamp(shape)
    if (levels?.key === name && (levels.children().size > 0 || levels.own !== undefined)) continue
    if (random.chance(rare ? 0.93 : options.absent)) continue
    const value = drawValue(shape, options, depth)
    if (value !== undefined) object[name] = value
  }
  return object
}

const isTimestamp = (shape: Shape): boolean =>
  shape.kind !== 'nested' && shape.type.options.immutable === true && shape.type.instance === 'Date'

function drawValue(shape: Shape, options: BodyOptions, depth: number): Json | undefined {
  const { random } = options
  if (random.chance(options.null)) return null
  const below = depth - 1
  switch (shape.kind) {
    case 'nested':
      return drawLevel(shape.level, options, below)
    case 'sub':
      return below < 0 ? undefined : drawDocument(shape.levels, options, below)
    case 'array':
      return below < 0 ? [] : Array.from({ length: random.int(4) }, () => drawValue(shape.of, options, below) ?? null)
    case 'map': {
      const map: JsonObject = {}
      for (let count = below < 0 ? 0 : random.int(3); count > 0; count--) {
        const value = drawValue(shape.of, options, below)
        if (value !== undefined) map[random.pick(mapKeys)] = value
      }
      return map
    }
    case 'union':
      return drawValue(random.pick(shape.of), { ...options, null: 0 }, depth)
    case 'mixed':
      return structuredClone(random.pick(mixed))
    case 'custom':
      return drawCustom(shape.type.instance, random)
    case 'leaf':
      return drawScalar(shape.type.instance, shape.type.options, random)
  }
}

function drawCustom(instance: string, random: Random): Json {
  return instance === 'Even' ? random.pick([0, 2, 4, 10]) : random.pick([0, 1, 5, 50, 100])
}

function drawScalar(instance: string, schemaOptions: Record<string, unknown>, random: Random): Json {
  const allowed = schemaOptions.enum
  if (instance === 'String' || instance === 'Number') {
    const values = Array.isArray(allowed) ? allowed : isObject(allowed) ? Object.values(allowed).flat() : []
    const wanted = instance === 'String' ? 'string' : 'number'
    const fitting = values.filter((value): value is string | number => typeof value === wanted)
    if (fitting.length > 0 && random.chance(0.6)) return random.pick(fitting)
    if (instance === 'Number') return random.pick(numbers)
    return random.chance(0.015) ? random.pick(templateTexts) : random.pick(texts)
  }
  const pool = pools[instance]
  if (pool === undefined) throw new Error(`no JSON forms to draw for ${instance}`)
  return structuredClone(random.pick(pool))
}

function shuffled(random: Random, object: JsonObject): JsonObject {
  if (random.chance(0.5)) return object
  const keys = Object.keys(object)
  for (let index = keys.length - 1; index > 0; index--) {
    const other = random.int(index + 1)
    ;[keys[index], keys[other]] = [keys[other] ?? '', keys[index] ?? '']
  }
  return Object.fromEntries(keys.map((key) => [key, object[key] ?? null]))
}

const strangers: readonly Json[] = [
  null,
  0,
  -1.5,
  '',
  'text',
  true,
  [],
  {},
  [null],
  [[1]],
  { a: 1 },
  'five',
  '2020-02-30',
  1e308 * 10,
  { $ne: null },
  [{}],
  '5',
  12345678901,
]
const hostileKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'isAdmin',
  '$where',
  'a.b',
  'f0.f1',
  '',
  'id',
  'save',
  '$set',
  '_doc',
  '__v',
  'f9',
  'nick',
]

/** Puts values of other types and keys of no schema into a body, at any depth. */
export function disturb(body: JsonObject, random: Random): JsonObject {
  const copy = structuredClone(body)
  for (let count = 1 + random.int(3); count > 0; count--) {
    const containers = containersOf(copy)
    const container = random.pick(containers)
    const value = structuredClone(random.pick(strangers))
    if (Array.isArray(container)) {
      if (container.length === 0 || random.chance(0.3)) container.push(value)
      else container[random.int(container.length)] = value
      continue
    }
    const keys = Object.keys(container)
    const key = keys.length > 0 && random.chance(0.6) ? random.pick(keys) : random.pick(hostileKeys)
    // An own `__proto__`, as JSON.parse makes it.
    Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true })
  }
  return copy
}

function containersOf(value: Json, into: (Json[] | JsonObject)[] = []): (Json[] | JsonObject)[] {
  if (typeof value !== 'object' || value === null) return into
  into.push(value)
  for (const child of Object.values(value)) containersOf(child, into)
  return into
}

/** Any JSON value. */
export function drawJson(random: Random, depth: number): Json {
  const kind = random.int(depth > 0 ? 4 : 2)
  if (kind < 2) return structuredClone(random.pick(strangers))
  if (kind === 2) return Array.from({ length: random.int(4) }, () => drawJson(random, depth - 1))
  const object: JsonObject = {}
  for (let count = random.int(5); count > 0; count--) {
    const key = random.chance(0.5) ? random.pick(hostileKeys) : `f${random.int(4)}`
    const value = drawJson(random, depth - 1)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  }
  return object
}
