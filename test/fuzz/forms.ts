import { casts } from './json-form.ts'
import type { Random } from './random.ts'
import { isObject, levelFor, type Json, type JsonObject, type Level, type Levels, type Shape } from './shape.ts'

/**
 * The part of a body that a form can hold: without null, empty texts and objects, free content, Unions and the bytes of
 * a Buffer. Large integers, decimals and what a custom type casts from a text are the texts that they are in a form.
 */
export function formable(levels: Levels, body: JsonObject): JsonObject {
  return fieldsOf(levelFor(levels, body).level, body)
}

function fieldsOf(level: Level, body: JsonObject): JsonObject {
  return kept(body, (key) => level.get(key))
}

function kept(object: JsonObject, shapeOf: (key: string) => Shape | undefined): JsonObject {
  const entries = Object.entries(object).flatMap(([key, value]) => {
    const shape = shapeOf(key)
    const inner = shape === undefined ? undefined : valueOf(shape, value)
    return inner === undefined ? [] : [[key, inner] as const]
  })
  return Object.fromEntries(entries)
}

/** `undefined` for what is left out. */
function valueOf(shape: Shape, value: Json): Json | undefined {
  if (value === null || value === '') return undefined
  switch (shape.kind) {
    case 'mixed':
    case 'union':
      return undefined
    case 'nested':
      return filled(isObject(value) ? fieldsOf(shape.level, value) : {})
    case 'sub':
      return filled(isObject(value) ? fieldsOf(levelFor(shape.levels, value).level, value) : {})
    case 'map':
      return filled(isObject(value) ? kept(value, () => shape.of) : {})
    case 'array': {
      const elements = (value as Json[]).map((element) => valueOf(shape.of, element))
      return elements.filter(
        (element) => element !== undefined && !(Array.isArray(element) && element.length === 0),
      ) as Json[]
    }
    case 'custom':
      return casts(shape.type, JSON.stringify(value)) ? JSON.stringify(value) : value
    case 'leaf':
      if (isObject(value)) return undefined
      return textTypes.has(shape.type.instance) && typeof value === 'number' ? String(value) : value
  }
}

const textTypes = new Set(['BigInt', 'Decimal128'])

function filled(object: JsonObject): JsonObject | undefined {
  return Object.keys(object).length > 0 ? object : undefined
}

/** The fields of a form that stand for a body, their names in any of the ways that are in use. */
export function encodeForm(body: JsonObject, random: Random): [name: string, text: string][] {
  return Object.entries(body).flatMap(([key, value]) => encodeValue(key, value, random))
}

function encodeValue(name: string, value: Json, random: Random): [string, string][] {
  if (Array.isArray(value)) return encodeArray(name, value, random)
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, inner]) =>
      encodeValue(random.chance(0.5) ? `${name}.${key}` : `${name}[${key}]`, inner, random),
    )
  }
  if (value === true) return [[name, random.pick(['on', 'true', '1', 'yes'])]]
  if (value === false) return [[name, random.pick(['off', 'false', '0', 'no'])]]
  return [[name, String(value ?? '')]]
}

function encodeArray(name: string, elements: Json[], random: Random): [string, string][] {
  if (elements.length === 0) return [[random.chance(0.5) ? name : `${name}[]`, '']]
  if (elements.every((element) => typeof element !== 'object') && random.chance(0.7)) {
    const repeated = random.chance(0.5) ? name : `${name}[]`
    return elements.flatMap((element) => encodeValue(repeated, element, random))
  }
  const step = 1 + random.int(3)
  return elements.flatMap((element, index) => encodeValue(`${name}[${index * step}]`, element, random))
}
