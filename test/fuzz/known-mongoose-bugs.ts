import type { SchemaTypeLike } from './internals.ts'
import { casts } from './json-form.ts'
import {
  isObject,
  levelFor,
  type Json,
  type JsonObject,
  type Level,
  type Levels,
  type Shape,
  type Typed,
} from './shape.ts'

/**
 * A mistake of Mongoose's own that keeps it from judging some position of a body. `whole`: it gives no verdict on the
 * body at all. `below`: it gives no verdict, or a wrong one, on what lies below that position. `here`: neither on the
 * position itself. `elements`: none on the elements of the array as such, but on what is in them.
 */
export interface KnownBug {
  name: string
  majors: readonly number[]
  spoils: 'whole' | 'here' | 'below' | 'elements'
  /** Not a bug, but a verdict on `new Model(body)` that says nothing about an update. */
  onlyPartial?: boolean
  /** Whatever prints the value does not come back, be it the application's own rule. */
  hangs?: boolean
  at: (shape: Shape, value: Json | undefined, place: Place) => boolean
}

/** What encloses a position: a sub-document at any distance, a plain nested object of the same document. */
interface Place {
  inSub: boolean
  inNested: boolean
  /** The sub-document is the value of a Map, where an array's own `[]` counts as a function default. */
  inMap: boolean
  /** The nearest sub-document is an element of an array, or the value of a Map. */
  inElement: boolean
  isMapValue: boolean
  /** A plain nested object around it, of the same document, is in the body. */
  inGivenNested: boolean
  /** A sub-document around it has rules of its own, or a static default. */
  inRuled: boolean
  inDefaulted: boolean
  /** A setter around it may leave it out. */
  inSet: boolean
  /** Something around it has rules, which may print all that it holds. */
  isPrinted: boolean
  /** The fields of the document or sub-document that it belongs to. */
  document: Level
}

const top: Omit<Place, 'document'> = {
  inSub: false,
  inNested: false,
  inMap: false,
  inElement: false,
  isMapValue: false,
  inGivenNested: false,
  inRuled: false,
  inDefaulted: false,
  inSet: false,
  isPrinted: false,
}

const convertible = (value: Json | undefined): boolean => {
  if (Array.isArray(value)) return value.every(convertible)
  if (!isObject(value)) return true
  return (
    !Object.hasOwn(value, 'toString') && !Object.hasOwn(value, 'valueOf') && Object.values(value).every(convertible)
  )
}

function lacksDefaultingMap(level: Level, value: JsonObject): boolean {
  return [...level].some(([name, shape]) => {
    const inner = value[name] ?? null
    if (shape.kind === 'nested') return !isObject(inner) && lacksDefaultingMap(shape.level, {})
    if (shape.kind !== 'map' || shape.of.kind === 'nested') return false
    return shape.of.type.defaultValue !== undefined && (inner === null || isSetToNoMap(shape.type, inner))
  })
}

function isSetToNoMap({ options: { set } }: SchemaTypeLike, value: Json): boolean {
  try {
    return typeof set === 'function' && !isObject(set.call(emptyDocument, structuredClone(value)))
  } catch {
    return true
  }
}

function mayHold(shape: Shape, instance: string): boolean {
  if (shape.kind === 'array' || shape.kind === 'map') return mayHold(shape.of, instance)
  if (shape.kind === 'union') return shape.of.some((member) => mayHold(member, instance))
  return shape.kind === 'leaf' && shape.type.instance === instance
}

/** Whether a Map in a sub-document holds values of a type, and something around it may print it. */
function printsMapOf(instance: string): KnownBug['at'] {
  return (shape, value, { inSub, isPrinted }) =>
    inSub &&
    isPrinted &&
    shape.kind === 'map' &&
    isObject(value) &&
    Object.keys(value).length > 0 &&
    mayHold(shape.of, instance)
}

/** Arrays have `[]` for a default unless they are given another, or `undefined`. One with a geospatial index has no empty one. */
function hasStaticDefault(options: Record<string, unknown>): boolean {
  const isEmpty = options.default === undefined || (Array.isArray(options.default) && options.default.length === 0)
  if (isEmpty && isGeospatial(options.index)) return false
  return !Object.hasOwn(options, 'default') || (options.default !== undefined && typeof options.default !== 'function')
}

function isGeospatial(index: unknown): boolean {
  const type = typeof index === 'object' && index !== null && 'type' in index ? index.type : index
  return type === '2d' || type === '2dsphere'
}

/** Whether the default comes in after the values of the body. */
function isFunctionDefault({ defaultValue }: SchemaTypeLike): boolean {
  return typeof defaultValue === 'function' && !('$runBeforeSetters' in defaultValue && defaultValue.$runBeforeSetters)
}

function hasUncastableDefault(level: Level): boolean {
  return [...level.values()].some((shape) => {
    if (shape.kind === 'nested') return hasUncastableDefault(shape.level)
    const { defaultValue, setters } = shape.type
    if (shape.kind === 'array' && setters.length > 0) return true
    if (defaultValue === undefined || typeof defaultValue === 'function') return false
    return shape.type.options.set !== undefined || !casts(shape.type, defaultValue as Json)
  })
}

/** Whether a value of a Map has a key that looks like an index. */
function hasIndexKey(map: Json | undefined): boolean {
  return isObject(map) && Object.keys(map).some((key) => /^\d+$/.test(key))
}

function hasFailingDefault({ type }: Typed): boolean {
  const { default: given } = type.options
  if (throws(given)) return true
  const made: unknown = typeof given === 'function' ? given.call(emptyDocument, emptyDocument) : given
  return made !== undefined && !casts(type, made as Json)
}

function hasUncastableContent(shape: Shape, content: object): boolean {
  if (shape.kind !== 'sub') return false
  return [...shape.levels.base()].some(([key, field]) => {
    const value = (content as JsonObject)[key]
    return field.kind === 'leaf' && value !== undefined && !casts(field.type, value)
  })
}

/** Whether a rule or its message may look at the document. */
function seesDocument({ validators }: SchemaTypeLike): boolean {
  return validators.some(
    ({ validator, message }) => typeof message === 'function' || /\bthis\b/.test(String(validator)),
  )
}

/** Whether a field of some shape can be found in a shape, through everything that may stand in it. */
function holds(shape: Shape, wanted: (field: Exclude<Shape, { kind: 'nested' }>) => boolean): boolean {
  const seen = new Set<Level>()
  const inLevel = (level: Level): boolean => {
    if (seen.has(level)) return false
    seen.add(level)
    return [...level.values()].some(inShape)
  }
  const inShape = (inner: Shape): boolean => {
    if (inner.kind === 'nested') return inLevel(inner.level)
    if (wanted(inner)) return true
    if (inner.kind === 'array' || inner.kind === 'map') return inShape(inner.of)
    if (inner.kind === 'union') return inner.of.some(inShape)
    return inner.kind === 'sub' && inLevel(inner.levels.base())
  }
  return inShape(shape)
}

/** The paths of the nested objects that a field is in. */
function objectsAround(path: string): string[] {
  const segments = path.split('.')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('.'))
}

/** Whether a sub-schema that stands beside a field, by itself or in a Map, has a wanted field at a path. */
function hasNamesake(
  document: Level,
  path: string,
  wanted: (field: Exclude<Shape, { kind: 'nested' }>) => boolean,
): boolean {
  const isNamesake = (shape: Shape): boolean => {
    if (shape.kind === 'nested') return [...shape.level.values()].some(isNamesake)
    return shape.type.path === path && wanted(shape)
  }
  const isBeside = (shape: Shape): boolean => {
    if (shape.kind === 'nested') return [...shape.level.values()].some(isBeside)
    if (shape.kind === 'map') return isBeside(shape.of)
    if (shape.kind !== 'sub') return false
    return [shape.levels.base(), ...shape.levels.children().values()].some((level) =>
      [...level.values()].some(isNamesake),
    )
  }
  return [...document.values()].some(isBeside)
}

/** Whether something may fail before Mongoose validates: a setter, a default, a condition of `required`. */
function mayFailEarly({ type: { options, originalRequiredValue } }: Typed): boolean {
  return options.set !== undefined || options.default !== undefined || typeof originalRequiredValue === 'function'
}

/** Whether a `required` function looks at its argument. */
function asksDocument({ type: { originalRequiredValue: condition } }: Typed): boolean {
  return typeof condition === 'function' && condition.length > 0
}

/** Whether a field is required, perhaps under a condition, and has other rules, which may fail. */
function isRequiredAndRuled({ type: { validators } }: Typed): boolean {
  return validators.some(({ type }) => type === 'required') && validators.some(({ type }) => type !== 'required')
}

const emptyDocument = { get: () => undefined }

function throws(condition: unknown): boolean {
  try {
    if (typeof condition === 'function') condition.call(emptyDocument, emptyDocument)
    return false
  } catch {
    return true
  }
}

function takes(member: Shape, value: JsonObject): boolean {
  if (member.kind === 'sub' || member.kind === 'map' || member.kind === 'mixed') return true
  if (member.kind === 'nested') return false
  // A setter may make anything of it.
  return Object.hasOwn(value, '_id') || member.type.options.set !== undefined || casts(member.type, value)
}

export const knownBugs: readonly KnownBug[] = [
  {
    // The nested object gets `{ '$*': … }` for the Map, also where a setter makes no Map of what was given; validate()
    // then throws a TypeError, in Mongoose 8 outside of its promise, which ends the process.
    name: 'a nested object is given without the Map in it whose values have a default',
    majors: [8, 9],
    spoils: 'whole',
    at: (shape, value) => shape.kind === 'nested' && isObject(value) && lacksDefaultingMap(shape.level, value),
  },
  {
    // As above; the path of the values, `maps.0.`, is taken for that of the Map.
    name: 'a Map in an array has an empty key',
    majors: [8, 9],
    spoils: 'whole',
    at: (shape, value) =>
      shape.kind === 'array' &&
      shape.of.kind === 'map' &&
      Array.isArray(value) &&
      value.some((item) => isObject(item) && Object.hasOwn(item, '')),
  },
  {
    // `msg.replace('{VALUE}', value)` throws where the value cannot become a string; Mongoose 8 dies of it.
    name: 'a Mixed value has a key `toString` or `valueOf`',
    majors: [8, 9],
    spoils: 'whole',
    at: (shape, value) => shape.kind === 'mixed' && !convertible(value),
  },
  {
    // To print the sub-document, Node's inspect() follows each Buffer to the whole document and its internals: one makes
    // a message of 300 kB, two never end.
    name: 'a Map in a sub-document holds Buffers, and something around has rules',
    majors: [8, 9],
    spoils: 'whole',
    hangs: true,
    at: printsMapOf('Buffer'),
  },
  {
    // Mongoose 8 keeps a UUID as a Buffer, and prints its methods. The guard prints no Buffer in a Map.
    name: 'a Map in a sub-document holds UUIDs, and something around has rules',
    majors: [8],
    spoils: 'whole',
    at: printsMapOf('UUID'),
  },
  {
    // Merging the base schema into the child's loses the path `scores.$*`, by which Mongoose finds the values' rules.
    name: "a discriminator's Map comes from the base schema",
    majors: [8, 9],
    spoils: 'below',
    at: (shape, value) => shape.kind === 'map' && shape.hidesValues && value !== undefined,
  },
  {
    // A sub-schema takes every object, a Number or String every object with an `_id`: the first member wins, whatever
    // the others say, and the cast errors of other sub-schemas stay on the document.
    name: 'several members of a Union take an object',
    majors: [8, 9],
    spoils: 'here',
    at: (shape, value) =>
      shape.kind === 'union' && isObject(value) && shape.of.filter((member) => takes(member, value)).length > 1,
  },
  {
    // As above; the error has the path without the index or the key.
    name: 'an array or a Map of Unions holds an object that several members take',
    majors: [8, 9],
    spoils: 'below',
    at: (shape, value) => {
      if ((shape.kind !== 'array' && shape.kind !== 'map') || shape.of.kind !== 'union') return false
      const { of: members } = shape.of
      const isTakenTwice = (item: unknown) =>
        isObject(item) && members.filter((member) => takes(member, item)).length > 1
      return typeof value === 'object' && Object.values(value ?? {}).some(isTakenTwice)
    },
  },
  {
    // The error that the default made stays on the document, although null took its place.
    name: 'a default that does not cast below a null nested object',
    majors: [8, 9],
    spoils: 'below',
    at: (shape, value) => shape.kind === 'nested' && value === null && hasUncastableDefault(shape.level),
  },
  {
    // The errors that the content of the default made stay on the document above, although the body took its place.
    name: 'a given sub-document in another has a default that may hold what does not cast',
    majors: [8, 9],
    spoils: 'below',
    at: (shape, value, { inSub }) =>
      inSub &&
      shape.kind === 'sub' &&
      isObject(value) &&
      isObject(shape.type.defaultValue) &&
      (holds(shape, (field) => (field.kind === 'array' || field.kind === 'map') && holds(field.of, mayFailEarly)) ||
        hasUncastableContent(shape, shape.type.defaultValue)),
  },
  {
    // The top document validates the field a second time, as its own: with itself for `this` and with the full path
    // in the message. So it does where the field is given, but was there in the default of its sub-document.
    name: 'a function default in a given sub-document',
    majors: [8],
    spoils: 'here',
    at: (shape, value, { inSub, inMap, inDefaulted, inSet }) =>
      inSub &&
      (value === undefined || inDefaulted || inSet) &&
      shape.kind !== 'nested' &&
      typeof (inMap ? shape.type.defaultValue : shape.type.options.default) === 'function',
  },
  {
    // In Mongoose 9 this is left of it: the first time `this` is the document above, and no rule of the sub-document
    // itself is asked before.
    name: 'a function default in a sub-document that is the value of a Map',
    majors: [9],
    spoils: 'here',
    at: (shape, value, { isMapValue, inRuled, inSet }) =>
      isMapValue &&
      (value === undefined || inSet) &&
      shape.kind !== 'nested' &&
      isFunctionDefault(shape.type) &&
      (inRuled || seesDocument(shape.type)),
  },
  {
    // As in Mongoose 8 above, for an array's `[]`: the top document's verdict differs where a rule looks at the document,
    // or where the sub-document's own rule fails.
    name: 'an array of sub-schemas is absent from a given sub-document',
    majors: [8],
    spoils: 'here',
    at: (shape, value, { inSub, inRuled }) =>
      inSub &&
      value === undefined &&
      shape.kind === 'array' &&
      shape.of.kind === 'sub' &&
      shape.type.options.default === undefined &&
      (inRuled || seesDocument(shape.type)),
  },
  {
    // Whether the rules of elements as such are run, and with which `this`, hangs on what was a default, and on how
    // often the array is validated.
    name: 'elements have rules in an array of sub-schemas that is below the top level or a default',
    majors: [8],
    spoils: 'elements',
    at: (shape, value, { inSub, inNested, inMap }) => {
      if (shape.kind !== 'array' || shape.of.kind !== 'sub' || shape.of.type.validators.length === 0) return false
      const isRequired = shape.of.type.options.required !== undefined
      const holdsObject = Array.isArray(value) && value.some(isObject)
      return inNested || (isRequired && (value === undefined || ((inSub || inMap) && holdsObject)))
    },
  },
  {
    // Such elements are validated twice. The first time clears what their `required` functions answered, so that the
    // second asks them once more, without the document. The second time comes even where the array's own rule failed,
    // but stops at the element's, and except in elements of another array, where null is the array's default, and where
    // the array is required.
    name: 'an array of sub-schemas is below a nested object, or has required elements',
    majors: [8],
    spoils: 'below',
    at: (shape, value, { inNested, inElement }) => {
      if (shape.kind !== 'array' || shape.of.kind !== 'sub' || !Array.isArray(value)) return false
      const isRequired = shape.of.type.options.required !== undefined
      if ((inNested || isRequired) && holds(shape.of, asksDocument)) return true
      if (shape.type.validators.length === 0) return false
      if (isRequired && shape.of.type.validators.some(({ type }) => type !== 'required')) return true
      if (!inNested) return false
      return inElement || shape.type.defaultValue === null || isRequiredAndRuled(shape)
    },
  },
  {
    // They are made anew for the second validation, now with the default of the key, which picks a discriminator. What is
    // saved is what was there before.
    name: 'an array of sub-schemas whose key has a default is below a nested object, or has required elements',
    majors: [8],
    spoils: 'below',
    at: (shape, value, { inNested }) => {
      if (shape.kind !== 'array' || shape.of.kind !== 'sub' || !Array.isArray(value)) return false
      const { levels, type } = shape.of
      const key = levels.base().get(levels.key)
      const hasDefault = key !== undefined && 'type' in key && key.type.defaultValue !== undefined
      return (inNested || type.options.required !== undefined) && levels.children().size > 0 && hasDefault
    },
  },
  {
    // The default of the other array marks its path in this document, too, where Mongoose then takes the one for the
    // other, and does not validate the elements the second time.
    name: 'an array of sub-schemas with rules below a nested object has a namesake in a sub-document beside it',
    majors: [8],
    spoils: 'below',
    at: (shape, value, { inNested, document }) =>
      inNested &&
      shape.kind === 'array' &&
      shape.of.kind === 'sub' &&
      shape.type.validators.some(({ type }) => type !== 'required') &&
      Array.isArray(value) &&
      hasNamesake(document, shape.type.path, (field) => field.kind === 'array' && field.of.kind === 'sub'),
  },
  {
    // The default of the array marks its path in this document, too, where Mongoose then leaves out what is below it.
    name: 'an absent required field of a nested object that has an array of sub-schemas for a namesake in a sub-document',
    majors: [8],
    spoils: 'here',
    at: (shape, value, { inNested, document }) =>
      inNested &&
      value === undefined &&
      shape.kind !== 'nested' &&
      shape.type.requiredValidator !== undefined &&
      objectsAround(shape.type.path).some((path) =>
        hasNamesake(document, path, (field) => field.kind === 'array' && field.of.kind === 'sub'),
      ),
  },
  {
    // The default of the other field marks its path in this document, too, whose own is then validated a second time: by
    // then what its `required` function answered is gone, and it is asked once more, without the document. In Mongoose 9
    // only the values of a Map do so.
    name: 'a `required` function below a nested object takes the document, and has a namesake with a function default in a sub-document',
    majors: [8, 9],
    spoils: 'here',
    at: (shape, _value, { inNested, document }) =>
      inNested &&
      shape.kind !== 'nested' &&
      asksDocument(shape) &&
      hasNamesake(document, shape.type.path, ({ type }) => isFunctionDefault(type)),
  },
  {
    // As for one that is given, the rules of the sub-document itself are skipped, and its fields validated.
    name: 'a function default makes a sub-document with rules below a given nested object',
    majors: [8, 9],
    spoils: 'here',
    at: (shape, value, { inGivenNested }) =>
      inGivenNested &&
      value === undefined &&
      shape.kind === 'sub' &&
      shape.type.validators.length > 0 &&
      typeof shape.type.options.default === 'function',
  },
  {
    name: 'an array without a static default is given below a nested object',
    majors: [8],
    spoils: 'below',
    at: (shape, value, { inNested }) =>
      inNested && shape.kind === 'array' && Array.isArray(value) && !hasStaticDefault(shape.type.options),
  },
  {
    // Where a default came in beside it, Mongoose validates absent fields too, and tests the text `undefined`.
    name: 'a RegExp rule on an absent field of a nested object',
    majors: [8],
    spoils: 'here',
    at: (shape, value, { inNested }) =>
      inNested &&
      value === undefined &&
      shape.kind !== 'nested' &&
      shape.type.validators.some(({ validator }) => validator instanceof RegExp),
  },
  {
    // Errors are filed under the sub-document's path twice: `sub.sub.scores.k.0.field`.
    name: 'a Map of arrays of sub-schemas in a sub-document',
    majors: [8],
    spoils: 'whole',
    at: (shape, value, { inSub }) =>
      inSub && shape.kind === 'map' && isObject(value) && shape.of.kind === 'array' && shape.of.of.kind === 'sub',
  },
  {
    // The inner values are looked for under `scores.$*.key`.
    name: 'a Map of Maps in a sub-document',
    majors: [8],
    spoils: 'below',
    at: (shape, value, { inSub }) => inSub && shape.kind === 'map' && isObject(value) && shape.of.kind === 'map',
  },
  {
    // `scores.0.1` reads as an element of an element of an array.
    name: 'a Map of arrays or of Maps has a key that looks like an index',
    majors: [8, 9],
    spoils: 'below',
    at: (shape, value) =>
      shape.kind === 'map' && (shape.of.kind === 'array' || shape.of.kind === 'map') && hasIndexKey(value),
  },
  {
    // The path of the value, `n.maps.12`, reads as that of an element, which is not there. Errors of setters go astray in
    // every array.
    name: 'a Map in an array below a nested object, or with setters, has a key that looks like an index',
    majors: [8, 9],
    spoils: 'below',
    at: (shape, value, { inNested }) =>
      shape.kind === 'array' &&
      shape.of.kind === 'map' &&
      (inNested || holds(shape.of, ({ type }) => type.setters.length > 0)) &&
      Array.isArray(value) &&
      value.some(hasIndexKey),
  },
  {
    // As above; the path of the value is `m.$*.12`.
    name: 'a Map in an array in a Map has a key that looks like an index',
    majors: [8, 9],
    spoils: 'whole',
    at: (shape, value) =>
      shape.kind === 'map' &&
      shape.of.kind === 'array' &&
      shape.of.of.kind === 'map' &&
      isObject(value) &&
      Object.values(value).some((maps) => Array.isArray(maps) && maps.some(hasIndexKey)),
  },
  {
    // Asked before validation, it keeps the array from being validated, but not its elements as such. Anywhere else the
    // array is looked into.
    name: 'a `required` function of an array of sub-schemas below a nested object throws',
    majors: [8, 9],
    spoils: 'below',
    at: (shape, value, { inNested }) =>
      inNested &&
      shape.kind === 'array' &&
      shape.of.kind === 'sub' &&
      Array.isArray(value) &&
      throws(shape.type.originalRequiredValue),
  },
  {
    // All values share the path `rows.$*.0`, so that an error made before validation hides what other values have there.
    name: 'a Map of arrays of arrays of sub-schemas has several keys',
    majors: [8, 9],
    spoils: 'below',
    at: (shape, value) =>
      shape.kind === 'map' &&
      shape.of.kind === 'array' &&
      shape.of.of.kind === 'array' &&
      isObject(value) &&
      Object.keys(value).length > 1,
  },
  {
    // Their elements share the path `rows.0.0`, as above.
    name: 'an array of arrays of arrays of sub-schemas has several rows',
    majors: [8, 9],
    spoils: 'below',
    at: (shape, value) =>
      shape.kind === 'array' &&
      shape.of.kind === 'array' &&
      shape.of.of.kind === 'array' &&
      holds(shape.of.of, (field) => field.kind === 'sub' && holds(field, mayFailEarly)) &&
      Array.isArray(value) &&
      value.length > 1,
  },
  {
    // As in a Map above, and in an array of three dimensions: an error made before validation stays at that path where
    // the rules of the element itself fail. Nor can Mongoose be asked again without these rules, as the elements do not
    // know where they are.
    name: 'rows of sub-schemas with rules stand in a Map or in other rows',
    majors: [8, 9],
    spoils: 'below',
    at: (shape, value) => {
      if ((shape.kind !== 'map' && shape.kind !== 'array') || shape.of.kind !== 'array') return false
      const rows = shape.of.of
      const isRuled = rows.kind === 'array' && rows.of.kind === 'sub' && rows.of.type.validators.length > 0
      return isRuled && typeof value === 'object'
    },
  },
  {
    // All elements share the path `list.field`, all values of a Map `map.$*.field`, so that an error made before
    // validation hides what others have there.
    name: 'an array or a Map of Unions holds several sub-documents',
    majors: [8, 9],
    spoils: 'below',
    at: (shape, value) =>
      (shape.kind === 'array' || shape.kind === 'map') &&
      shape.of.kind === 'union' &&
      holds(shape.of, mayFailEarly) &&
      typeof value === 'object' &&
      Object.values(value ?? {}).filter(isObject).length > 1,
  },
  {
    // Its error has the path without the index: `list.field`, `maps.key.field`.
    name: 'a sub-document in an array of Unions or of Maps has a default that fails',
    majors: [8, 9],
    spoils: 'below',
    at: (shape, value) =>
      shape.kind === 'array' &&
      (shape.of.kind === 'union' || shape.of.kind === 'map') &&
      holds(shape.of, hasFailingDefault) &&
      Array.isArray(value) &&
      value.some(isObject),
  },
  {
    // As above; the error comes to the sub-document's own path only where the Union's own rules pass.
    name: 'an array or a Map of Unions with rules holds a sub-document',
    majors: [9],
    spoils: 'below',
    at: (shape, value) =>
      (shape.kind === 'array' || shape.kind === 'map') &&
      shape.of.kind === 'union' &&
      shape.of.type.validators.length > 0 &&
      holds(shape.of, mayFailEarly) &&
      typeof value === 'object' &&
      Object.values(value ?? {}).some(isObject),
  },
  {
    // An element that is an array counts as one more level of an array of arrays.
    name: 'an array of Unions holds an array',
    majors: [8, 9],
    spoils: 'below',
    at: (shape, value) =>
      shape.kind === 'array' &&
      shape.of.kind === 'union' &&
      Array.isArray(value) &&
      value.some((item) => Array.isArray(item)),
  },
  {
    // An update sets it over the default, which is no sub-document; Mongoose then throws a TypeError in its cast.
    name: 'a Union with a default is given an object, in an update',
    majors: [8, 9],
    spoils: 'here',
    onlyPartial: true,
    at: (shape, value) => shape.kind === 'union' && isObject(value) && (shape.type.options.default ?? null) !== null,
  },
  {
    // Mongoose puts defaults in the place of such a null, of which an update knows nothing.
    name: 'a null nested object below a nested object, in an update',
    majors: [8, 9],
    spoils: 'below',
    onlyPartial: true,
    at: (shape, value, { inNested }) => inNested && shape.kind === 'nested' && value === null,
  },
]

/** What the known bugs spoil of Mongoose's verdict on one body. */
export interface Spoiled {
  bugs: Set<KnownBug>
  whole: boolean
  hangs: boolean
  /** Whether Mongoose's verdict on a path counts. */
  spoils: (path: string) => boolean
}

export function spoiledBy(
  root: Levels,
  bodies: readonly Json[],
  { majors, partial }: { majors: readonly number[]; partial: boolean },
): Spoiled {
  const bugs = new Set<KnownBug>()
  const here = new Set<string>()
  const below: string[] = []
  const elementsOf = new Set<string>()
  const isRelevant = (bug: KnownBug): boolean => bug.majors.some((major) => majors.includes(major))
  const relevant = knownBugs.filter((bug) => isRelevant(bug) && (partial || bug.onlyPartial !== true))
  const inLevel = (level: Level, object: Json, path: string, place: Place): void => {
    if (!isObject(object)) return
    for (const [name, shape] of level) {
      inShape(shape, Object.hasOwn(object, name) ? object[name] : undefined, path + name, place)
    }
  }
  const inShape = (
    shape: Shape,
    value: Json | undefined,
    path: string,
    around: Place,
    within?: 'array' | 'map',
  ): void => {
    const isRuled = shape.kind !== 'nested' && shape.type.validators.length > 0
    const isSet = shape.kind !== 'nested' && shape.type.options.set !== undefined
    const place = { ...around, isPrinted: around.isPrinted || isRuled, inSet: around.inSet || isSet }
    for (const bug of relevant) {
      if (!bug.at(shape, value, around)) continue
      bugs.add(bug)
      if (bug.spoils === 'here') here.add(path)
      if (bug.spoils === 'elements') elementsOf.add(path)
      else if (bug.spoils !== 'whole') below.push(`${path}.`)
    }
    if (shape.kind === 'nested') {
      const inGivenNested = place.inGivenNested || isObject(value)
      inLevel(shape.level, value ?? {}, `${path}.`, { ...place, inNested: true, inGivenNested })
    }
    // A setter may make a sub-document of null.
    if (value === null && !(isSet && shape.kind === 'sub')) return
    if (shape.kind === 'sub' && (value !== undefined || shape.type.options.default !== undefined)) {
      const { level } = levelFor(shape.levels, value)
      inLevel(level, value ?? {}, `${path}.`, {
        ...place,
        document: level,
        inSub: true,
        inNested: false,
        inElement: within === 'array',
        isMapValue: within === 'map',
        inGivenNested: false,
        inRuled: place.inRuled || isRuled,
        inDefaulted: place.inDefaulted || isObject(shape.type.defaultValue),
      })
    }
    if (value === undefined) return
    if (shape.kind === 'array' && Array.isArray(value)) {
      for (const [index, item] of value.entries()) inShape(shape.of, item, `${path}.${index}`, place, 'array')
    }
    if (shape.kind === 'map' && isObject(value)) {
      for (const [key, item] of Object.entries(value))
        inShape(shape.of, item, `${path}.${key}`, { ...place, inMap: true }, 'map')
    }
    if (shape.kind === 'union') for (const member of shape.of) inShape(member, value, path, place)
  }
  for (const body of bodies) {
    const { level } = levelFor(root, body)
    inLevel(level, body, '', { ...top, document: level })
  }
  return {
    bugs,
    whole: [...bugs].some((bug) => bug.spoils === 'whole'),
    hangs: [...bugs].some((bug) => bug.hangs === true),
    spoils: (path) =>
      here.has(path) || elementsOf.has(path.replace(/\.\d+$/, '')) || below.some((prefix) => path.startsWith(prefix)),
  }
}
