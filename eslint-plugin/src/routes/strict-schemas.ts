import { elementsOf, evaluate, keysOf, memberOf, resolveImports, returnedValue } from '../evaluate/evaluate.ts'
import type { ModuleFilter } from '../evaluate/evaluator.ts'
import { type CallValue, type ObjectValue, oneOf, unknown, type Value } from '../evaluate/value.ts'
import {
  isClosed,
  letsZodThrough,
  libraryOf,
  type Options,
  optionsIn,
  optionsOf,
  type Parsing,
  parsingOf,
  type Written,
} from './schema-libraries.ts'

interface LibrarySchema extends Written {
  readonly library: ReturnType<typeof libraryOf>
}

const canHoldSchema: ModuleFilter = (text) =>
  /joi|zod|valibot|yup|ajv|additionalProperties|superstruct|typebox/i.test(text)

/**
 * Whether a schema refuses the keys that it does not name, at a member of what it checks. `options` is what its method
 * is told besides.
 */
export function isStrict(value: Value, path: readonly string[], options: Options = {}, depth = 0): boolean {
  if (depth > 8) return false
  const resolved = schemaIn(value)
  const isSo = (each: Value, at: readonly string[]) => isStrict(each, at, options, depth + 1)
  if (resolved.kind === 'oneOf') return resolved.values.every((each) => isSo(each, path))
  const [key, ...rest] = path
  if (resolved.kind === 'object')
    // The schema of a JSON Schema validator, or schemas for the parts of a request.
    return key === undefined ? isClosed(resolved) : isSo(memberOf(resolved, key), rest)
  const written = writtenSchema(resolved)
  if (!written) return false
  if (key === undefined) {
    const parts = written.library?.partsOf?.(written)
    return parts ? parts.every((part) => isSo(part, [])) : !!written.library?.refuses?.(written, options)
  }
  const [shape] = written.made.node.arguments
  return shape !== undefined && isSo(memberOf(evaluate(shape, written.made.file), key), rest)
}

/** `{ schema: { body } }`, by which Fastify takes out of a body what the schema does not name, or refuses it. */
export function hasStrictBody(options: Value): boolean {
  if (options.kind !== 'object' && options.kind !== 'imported') return false
  const body = memberOf(memberOf(options, 'schema'), 'body')
  return isStrict(body, []) || isStripping(body)
}

const anyModule: ModuleFilter = () => true

// One of these says what is in an object.
const describing = ['properties', 'patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref', 'if']

/** Whether the options of a Fastify route have a schema that may look at the types in the body. */
export function hasTypedBody(options: Value): boolean {
  const given = resolveImports(options, anyModule)
  const named = given.kind === 'object' ? memberOf(given, 'schema') : unknown
  if (named.kind === 'unknown') return false
  const schema = resolveImports(named, anyModule)
  if (schema.kind !== 'object') return true
  const body = resolveImports(memberOf(schema, 'body'), anyModule)
  if (body.kind !== 'object') return body.kind !== 'unknown'
  return describing.some((key) => memberOf(body, key).kind !== 'unknown')
}

/** A schema of Zod, whose result Fastify's type provider puts in the place of the body. */
function isStripping(value: Value): boolean {
  const written = writtenSchema(resolveImports(value, canHoldSchema))
  return (
    !!written &&
    written.library === libraryOf('zod') &&
    ['object', 'strictObject'].includes(written.maker) &&
    !letsZodThrough(written)
  )
}

function writtenSchema(value: Value): LibrarySchema | undefined {
  const methods: { name: string; call: CallValue }[] = []
  for (let step = ofShape(value), depth = 0; step.kind === 'call' && depth < 30; depth++) {
    const { callee } = step
    if (callee.kind === 'external') {
      const maker = callee.path.at(-1) ?? ''
      return { library: libraryOf(callee.source), maker, made: step, methods: methods.toReversed() }
    }
    if (callee.kind === 'function') {
      // A helper that builds the schema.
      step = resolveImports(returnedValue(step), canHoldSchema)
      continue
    }
    if (callee.kind !== 'member') return undefined
    methods.push({ name: callee.key, call: step })
    step = ofShape(resolveImports(callee.object, canHoldSchema))
  }
  return undefined
}

/** `schema.shape.body` of Zod, which is the schema of a part; any other value as it is. */
function ofShape(value: Value): Value {
  if (value.kind !== 'member' || value.object.kind !== 'member' || value.object.key !== 'shape') return value
  const whole = writtenSchema(resolveImports(value.object.object, canHoldSchema))
  const [shape] = whole?.made.node.arguments ?? []
  if (!whole || !shape || whole.methods.length > 0 || whole.library !== libraryOf('zod')) return value
  return resolveImports(memberOf(evaluate(shape, whole.made.file), value.key), canHoldSchema)
}

/** Whether a schema of a library that refuses keys lets unknown ones through. */
export function isOpenSchema(value: Value): boolean {
  const written = writtenSchema(resolveImports(value, canHoldSchema))
  return written?.library?.refuses !== undefined && !isStrict(value, [])
}

/** Whether a schema gives back keys that it does not name: `z.looseObject()`, `.passthrough()`, Joi's `.unknown()`. */
export function isLoose(value: Value, options: Options = {}, depth = 0): boolean {
  const written = depth > 8 ? undefined : writtenSchema(schemaIn(value))
  if (!written?.library) return false
  const { isLoose: isOpen, alternativesOf } = written.library
  return !!isOpen?.(written, options) || !!alternativesOf?.(written)?.some((each) => isLoose(each, options, depth + 1))
}

/** A schema, of `schemas[part]` in a loop over the parts of a request that of the body, of `schemas[req.path]` each. */
function schemaIn(value: Value): Value {
  const schema = resolveImports(value, canHoldSchema)
  if (schema.kind !== 'element') return schema
  const table = resolveImports(schema.object, canHoldSchema)
  const ofParts = table.kind !== 'object' || keysOf(table)?.some((key) => partsOfRequest.has(key)) !== false
  return ofParts ? resolveImports(memberOf(table, 'body'), canHoldSchema) : oneOf(elementsOf(table) ?? [])
}

const partsOfRequest: ReadonlySet<string> = new Set(['body', 'query', 'params', 'headers', 'cookies', 'files', 'file'])

/**
 * Whether what a schema gives may have a part that is not the raw one: `false` where the schema is known, and has none
 * for the part or one that lets any key through. `valueOf` tells what parameters stand for.
 */
export function givesOtherPart(value: Value, key: string, valueOf: (value: Value) => Value): boolean {
  const call = value.kind === 'member' ? value.object : value
  if (call.kind !== 'call' || call.callee.kind !== 'member' || !parsingOf(call.callee.key)) return true
  const written = writtenSchema(valueOf(call.callee.object))
  const [shape] = written?.made.node.arguments ?? []
  const [, given] = call.node.arguments
  const table = written && shape ? tableOf(evaluate(shape, written.made.file), valueOf) : undefined
  if (!written?.library || !table) return true
  const part = valueOf(memberOf(table, key))
  if (part.kind === 'unknown') return keysOf(table)?.includes(key) !== false
  // What is said of the whole holds for its parts.
  return !isLoose(part, optionsOf(written, given && optionsIn(evaluate(given, call.file))))
}

/** Whether a value is what a known schema gives which has a part, and takes keys out of it that it does not name. */
export function parsesPart(value: Value, key: string, valueOf: (value: Value) => Value): boolean {
  const call = value.kind === 'member' ? value.object : value
  if (!isParsed(value, valueOf) || call.kind !== 'call' || call.callee.kind !== 'member') return false
  const written = writtenSchema(valueOf(call.callee.object))
  const [shape] = written?.made.node.arguments ?? []
  const table = written && shape ? tableOf(evaluate(shape, written.made.file), valueOf) : undefined
  const part = table ? valueOf(memberOf(table, key)) : unknown
  return writtenSchema(part)?.library !== undefined && givesOtherPart(value, key, valueOf)
}

/** The schemas for the parts of a request, of which some may have been picked: `pick(schemas, ['body', 'query'])`. */
function tableOf(value: Value, valueOf: (value: Value) => Value, depth = 0): ObjectValue | undefined {
  const table = valueOf(value)
  if (table.kind === 'object') return table
  if (table.kind !== 'call' || depth > 3) return undefined
  const [first] = table.node.arguments
  const isPicking = /pick\w*$/i.test(table.file.code.getText(table.node.callee))
  return first && isPicking ? tableOf(evaluate(first, table.file), valueOf, depth + 1) : undefined
}

/**
 * Whether a value is what a schema of a known library gives: `schema.parse(body)`, `value` of what
 * `schema.validate(body)` gives.
 */
export function isParsed(value: Value, valueOf: (value: Value) => Value = (schema) => schema): boolean {
  const [call, key] = value.kind === 'member' ? [value.object, value.key] : [value, undefined]
  if (call.kind !== 'call') return false
  const { callee } = call
  // `parse(schema, body)` has its schema among its arguments.
  const schemas =
    callee.kind === 'member' ? [callee.object] : call.node.arguments.map((argument) => evaluate(argument, call.file))
  const method = callee.kind === 'member' ? callee.key : callee.kind === 'external' ? (callee.path.at(-1) ?? '') : ''
  if (!parsingOf(method)) return false
  return schemas.some((schema) => {
    const written = writtenSchema(resolveImports(valueOf(schema), canHoldSchema))
    const result = written?.library && parsingOf(method, written.library)?.result
    return result?.length === (key === undefined ? 0 : 1) && (result[0] ?? key) === key
  })
}

/** Whether a schema takes out the keys that it does not name of what is stripped by it. */
export function isStrippingSchema(value: Value): boolean {
  const written = writtenSchema(resolveImports(value, canHoldSchema))
  return !!written?.library?.strips?.(written)
}

/** What a method does, or a function that is given a schema, by the library of the schema. */
export function parsingBy(method: string, schema: Value): Parsing | undefined {
  return parsingOf(method, writtenSchema(resolveImports(schema, canHoldSchema))?.library)
}
