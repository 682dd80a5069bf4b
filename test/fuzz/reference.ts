import { casts, isJsonForm, received } from './json-form.ts'
import { isObject, levelFor, type Json, type JsonObject, type Level, type Levels, type Shape } from './shape.ts'

export interface Item {
  code: string
  segments: string[]
  message: string
  rule?: string
}

/** Allowed paths as a tree; `true` where everything below is allowed. */
export type Selection = true | { [key: string]: Selection }

export interface Reading {
  /** Wrong types, forbidden keys and unknown discriminator values. */
  items: Item[]
  /** The body without them: what Mongoose is asked about. */
  pruned: JsonObject
  /** Places of wrong types: no rule runs there. */
  removed: Set<string>
  /** Containers that hold one: none of their own rules run. */
  tainted: Map<string, Shape>
  /** Keys of discriminators with values that pick none. */
  unknownKinds: Set<string>
  /** Containers with a setter that hold one of all these: no setter gets it, and no rule in them runs. */
  unmade: Set<string>
  /** Nulls that are `invalid_type` unless `required` or `allowNull` speaks first. */
  refused: Map<string, Item>
  /** Keys stand in another order in {@link pruned}, so that Mongoose prints them so. */
  isReordered: boolean
  /**
   * A container has a setter: what is wrong in what it makes stands together, and where the setter throws, the guard's
   * text has the keys in schema order.
   */
  hasSetters: boolean
}

const newReading = (): Reading => ({
  items: [],
  pruned: {},
  removed: new Set(),
  tainted: new Map(),
  unknownKinds: new Set(),
  unmade: new Set(),
  refused: new Map(),
  isReordered: false,
  hasSetters: false,
})

const key = (path: readonly string[]): string => path.join('.')
const hostileMapKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads a body along a schema, by the project's documentation alone, up to the point where Mongoose's rules begin. */
export function readBody(root: Levels, selection: Selection, body: JsonObject): Reading {
  const reading = newReading()
  const reader = new Reader(reading)
  reading.pruned = reader.document(root, body, [], selection).value
  return reading
}

interface Read<Value> {
  value: Value
  /** Something below has the wrong type. */
  holds: boolean
}

class Reader {
  readonly #reading: Reading

  constructor(reading: Reading) {
    this.#reading = reading
  }

  document(levels: Levels, body: JsonObject, path: readonly string[], selection: Selection): Read<JsonObject> {
    const allowsKey = selection === true || selection[levels.key] !== undefined
    const sent = Object.hasOwn(body, levels.key) ? body[levels.key] : undefined
    const kind = allowsKey && typeof sent === 'string' ? sent : undefined
    const { level, unknownKey } = levelFor(levels, allowsKey ? body : {})
    const read = this.#level(level, body, path, selection, true)
    if (unknownKey && kind !== undefined) {
      const segments = [...path, levels.key]
      const message = `\`${kind}\` is not a valid enum value for path \`${levels.key}\`.`
      this.#reading.items.push({ code: 'invalid_value', segments, rule: 'enum', message })
      this.#reading.unknownKinds.add(key(segments))
      if (levels.own !== undefined) Reflect.deleteProperty(read.value, levels.key)
    }
    return read
  }

  #level(
    level: Level,
    body: JsonObject,
    path: readonly string[],
    selection: Selection,
    isDocument: boolean,
  ): Read<JsonObject> {
    const value: JsonObject = {}
    const hoisted: JsonObject = {}
    let holds = false
    for (const name of Object.keys(body)) {
      const shape = level.get(name)
      const selected = selection === true ? true : Object.hasOwn(selection, name) ? selection[name] : undefined
      const segments = [...path, name]
      if (shape === undefined || selected === undefined) {
        this.#reading.items.push({ code: 'forbidden_field', segments, message: 'Field is not allowed' })
        continue
      }
      const read = this.#value(shape, body[name] ?? null, segments, selected)
      holds ||= read.holds
      if (read.value === undefined) continue
      value[name] = read.value
      if (isDocument && shape.kind === 'nested' && isObject(read.value))
        hoistRuledDocuments(shape.level, read.value, name, hoisted)
    }
    this.#reading.isReordered ||= Object.keys(hoisted).length > 0
    return { value: { ...value, ...hoisted }, holds }
  }

  #value(shape: Shape, value: Json, path: readonly string[], selection: Selection): Read<Json | undefined> {
    const isAbove = selection !== true
    // A schema with `strict: 'throw'` throws at such a null.
    if (value === null && shape.kind === 'nested' && (isAbove || !shape.nullable))
      return this.#wrong(shape, value, path)
    if (value === null) {
      if (isAbove || !shape.nullable) {
        const message = `Expected ${expected(shape)}, received null`
        this.#reading.refused.set(key(path), { code: 'invalid_type', segments: [...path], message })
      }
      return { value: null, holds: false }
    }
    switch (shape.kind) {
      case 'nested':
        return isObject(value)
          ? this.#level(shape.level, value, path, selection, false)
          : this.#wrong(shape, value, path)
      case 'sub':
        return isObject(value)
          ? this.#taint(shape, path, this.document(shape.levels, value, path, selection))
          : this.#wrong(shape, value, path)
      case 'array':
        return Array.isArray(value)
          ? this.#taint(shape, path, this.#array(shape.of, value, path, selection))
          : this.#wrong(shape, value, path)
      case 'map':
        return isObject(value)
          ? this.#taint(shape, path, this.#map(shape.of, value, path))
          : this.#wrong(shape, value, path)
      case 'mixed':
        return { value: this.#mixed(value, path), holds: false }
      case 'union': {
        const fits = (member: Shape): boolean => {
          const trial = newReading()
          new Reader(trial).#value(member, value, path, true)
          return trial.items.length === 0 && trial.refused.size === 0
        }
        // Mongoose takes Mixed where it can; a sub-schema or a Map, where its turn comes first, takes every object.
        const takes = (member: Shape): boolean => member.kind === 'sub' || member.kind === 'map' || fits(member)
        const member = isObject(value)
          ? (shape.of.find(({ kind }) => kind === 'mixed') ?? shape.of.find(takes))
          : shape.of.find(fits)
        const accepted = member !== undefined && fits(member)
        return accepted ? { value, holds: false } : this.#wrong(shape, value, path)
      }
      case 'custom':
        return casts(shape.type, value) ? { value, holds: false } : this.#wrong(shape, value, path)
      case 'leaf':
        return isJsonForm(shape.type, value) ? { value, holds: false } : this.#wrong(shape, value, path)
    }
  }

  #array(of: Shape, items: Json[], path: readonly string[], selection: Selection): Read<Json[]> {
    let holds = false
    const value = items.map((item, index): Json => {
      const read = this.#value(of, item, [...path, String(index)], selection)
      holds ||= read.holds
      if (of.kind === 'array') return read.value ?? []
      // Mongoose wraps rows and drops nothing: a placeholder keeps the indexes of the others.
      return read.value ?? null
    })
    return { value, holds }
  }

  #map(of: Shape, body: JsonObject, path: readonly string[]): Read<JsonObject> {
    const value: JsonObject = {}
    let holds = false
    for (const name of Object.keys(body)) {
      const segments = [...path, name]
      if (name.includes('.') || name.startsWith('$') || hostileMapKeys.has(name)) {
        this.#reading.items.push({ code: 'forbidden_field', segments, message: 'Field is not allowed' })
        continue
      }
      const read = this.#value(of, body[name] ?? null, segments, true)
      holds ||= read.holds
      if (read.value !== undefined) value[name] = read.value
    }
    return { value, holds }
  }

  #mixed(value: Json, path: readonly string[]): Json {
    if (Array.isArray(value)) return value.map((item, index) => this.#mixed(item, [...path, String(index)]))
    if (!isObject(value)) return value
    const copy: JsonObject = {}
    for (const name of Object.keys(value)) {
      const segments = [...path, name]
      if (name === '__proto__')
        this.#reading.items.push({ code: 'forbidden_field', segments, message: 'Field is not allowed' })
      else copy[name] = this.#mixed(value[name] ?? null, segments)
    }
    return copy
  }

  #wrong(shape: Shape, value: Json, path: readonly string[]): Read<undefined> {
    const message = `Expected ${expected(shape)}, received ${received(value)}`
    this.#reading.items.push({ code: 'invalid_type', segments: [...path], message })
    this.#reading.removed.add(key(path))
    return { value: undefined, holds: true }
  }

  #taint<Value>(shape: Shape, path: readonly string[], read: Read<Value>): Read<Value> {
    const { refused, tainted, unknownKinds, unmade } = this.#reading
    if (read.holds) tainted.set(key(path), shape)
    if (shape.kind === 'nested' || shape.type.setters.length === 0) return read
    this.#reading.hasSetters = true
    const isInside = (refusal: string): boolean => refusal.startsWith(`${key(path)}.`)
    if (read.holds || [...refused.keys(), ...unknownKinds].some(isInside)) unmade.add(key(path))
    return read
  }
}

function expected(shape: Shape): string {
  if (shape.kind === 'nested' || shape.kind === 'sub') return 'object'
  if (shape.kind === 'array') return 'array'
  return shape.type.instance.toLowerCase()
}

/**
 * Mongoose skips the rule on a sub-schema below a plain nested path when it comes in through the parent object, and
 * runs it when it comes in under its dotted path. The guard runs it always: so Mongoose is asked the second way.
 */
function hoistRuledDocuments(level: Level, nested: JsonObject, prefix: string, into: JsonObject): void {
  for (const [name, shape] of level) {
    const value = nested[name]
    if (shape.kind === 'nested' && isObject(value)) hoistRuledDocuments(shape.level, value, `${prefix}.${name}`, into)
    if (shape.kind !== 'sub' || shape.type.validators.length === 0) continue
    // A setter may make a sub-document of a null.
    if (!isObject(value) && !(value === null && shape.type.setters.length > 0)) continue
    into[`${prefix}.${name}`] = value
    Reflect.deleteProperty(nested, name)
  }
}

/** Whether an error of Mongoose is the guard's business: at an allowed path, or at a container above one. */
export function isSelected(root: Levels, selection: Selection, path: readonly string[], body: Json): boolean {
  if (selection === true) return true
  let chosen: Selection = selection
  let rest = path
  let shape: Shape | undefined
  let { level } = levelFor(root, body)
  let value: Json | undefined = body
  while (rest.length > 0) {
    const [name = '', ...after] = rest
    rest = after
    value = isObject(value) ? value[name] : Array.isArray(value) ? value[Number(name)] : undefined
    if (shape?.kind === 'array') {
      shape = shape.of
    } else {
      const next: Selection | undefined = Object.hasOwn(chosen, name) ? chosen[name] : undefined
      if (next === undefined) return false
      if (next === true) return true
      chosen = next
      shape = level.get(name)
    }
    if (shape?.kind === 'nested') level = shape.level
    if (shape?.kind === 'sub') level = levelFor(shape.levels, value).level
  }
  return true
}

/** A body without its forbidden keys, which pick no discriminator. */
export function permittedPart(body: JsonObject, items: readonly Item[]): JsonObject {
  const forbidden = items.filter(({ code }) => code === 'forbidden_field')
  if (forbidden.length === 0) return body
  const copy = structuredClone(body)
  for (const { segments } of forbidden) {
    let above: Json | undefined = copy
    for (const name of segments.slice(0, -1)) above = childOf(above, name)
    if (isObject(above)) Reflect.deleteProperty(above, segments.at(-1) ?? '')
  }
  return copy
}

function childOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)]
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

/** Puts items where the walk of a schema meets them: depth first, fields in schema order, then forbidden keys. */
export function inSchemaOrder(items: readonly Item[], root: Levels, body: JsonObject, permitted: JsonObject): Item[] {
  interface Twig {
    items: Item[]
    children: Map<string, Twig>
  }
  const trunk: Twig = { items: [], children: new Map() }
  for (const item of items) {
    let twig = trunk
    for (const segment of item.segments) {
      let child = twig.children.get(segment)
      if (child === undefined) twig.children.set(segment, (child = { items: [], children: new Map() }))
      twig = child
    }
    twig.items.push(item)
  }
  const ordered: Item[] = []
  const collect = (
    twig: Twig,
    shape: Shape | undefined,
    level: Level | undefined,
    value: Json | undefined,
    picking: Json | undefined,
  ): void => {
    ordered.push(...twig.items)
    const names = [...twig.children.keys()]
    const bodyOrder = isObject(value) ? Object.keys(value) : []
    const schemaOrder = level === undefined ? [] : [...level.keys()]
    const rank = (name: string): number => {
      if (Array.isArray(value) || shape?.kind === 'array') return Number(name)
      const inSchema = schemaOrder.indexOf(name)
      const isForbidden = twig.children.get(name)?.items[0]?.code === 'forbidden_field'
      if (inSchema !== -1 && !isForbidden) return inSchema
      const inBody = bodyOrder.indexOf(name)
      return (shape?.kind === 'map' && !isForbidden ? 0 : 1e6) + (inBody === -1 ? 5e5 : inBody)
    }
    names.sort((left, right) => rank(left) - rank(right))
    for (const name of names) {
      const child = twig.children.get(name)
      if (child === undefined) continue
      const inner = childOf(picking, name)
      const next = shape?.kind === 'array' || shape?.kind === 'map' ? shape.of : level?.get(name)
      collect(child, next, levelOf(next, inner), childOf(value, name), inner)
    }
  }
  collect(trunk, undefined, levelFor(root, permitted).level, body, permitted)
  return ordered
}

function levelOf(shape: Shape | undefined, value: Json | undefined): Level | undefined {
  if (shape?.kind === 'nested') return shape.level
  if (shape?.kind === 'sub') return levelFor(shape.levels, value).level
  if (shape?.kind !== 'union') return undefined
  const member = shape.of.find((candidate) => candidate.kind === 'sub')
  return levelOf(member, value)
}

/** The shape at a path of Mongoose's errors, with array indexes and map keys. */
export function shapeAt(root: Levels, path: readonly string[], body: Json): Shape | undefined {
  let shape: Shape | undefined
  let level: Level | undefined = levelFor(root, body).level
  let value: Json | undefined = body
  for (const name of path) {
    value = isObject(value) ? value[name] : Array.isArray(value) ? value[Number(name)] : undefined
    if (shape?.kind === 'array') shape = /^\d+$/.test(name) ? shape.of : undefined
    else shape = shape?.kind === 'map' ? shape.of : level?.get(name)
    level = levelOf(shape, value)
  }
  return shape
}
