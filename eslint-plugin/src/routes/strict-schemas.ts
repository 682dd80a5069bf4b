import { memberOf, resolveImports, evaluate } from '../evaluate/evaluate.ts'
import type { ModuleFilter } from '../evaluate/evaluator.ts'
import { type CallValue, unknown, type Value } from '../evaluate/value.ts'

/** A schema as it is written: the function that makes it, the calls that follow, in their order. */
interface Written {
  readonly source: string
  readonly maker: string
  readonly made: CallValue
  readonly methods: readonly { readonly name: string; readonly call: CallValue }[]
}

const canHoldSchema: ModuleFilter = (text) =>
  /joi|zod|valibot|yup|ajv|additionalProperties|superstruct|typebox/i.test(text)

/** Whether a schema refuses or strips the keys that it does not name, at a member of what it checks. */
export function isStrict(value: Value, path: readonly string[], depth = 0): boolean {
  if (depth > 8) return false
  const resolved = resolveImports(value, canHoldSchema)
  if (resolved.kind === 'oneOf') return resolved.values.every((each) => isStrict(each, path, depth + 1))
  // `schemas[part]`, in a loop over the parts of a request.
  if (resolved.kind === 'element')
    return isStrict(memberOf(resolveImports(resolved.object, canHoldSchema), 'body'), path, depth + 1)
  const [key, ...rest] = path
  if (resolved.kind === 'object')
    // The schema of a JSON Schema validator, or schemas for the parts of a request.
    return key === undefined ? isClosed(resolved) : isStrict(memberOf(resolved, key), rest, depth + 1)
  const written = writtenSchema(resolved)
  if (!written) return false
  if (key === undefined) {
    const parts = partsOf(written)
    return parts ? parts.every((part) => isStrict(part, [], depth + 1)) : refusesUnknown(written)
  }
  const [shape] = written.made.node.arguments
  return shape !== undefined && isStrict(memberOf(evaluate(shape, written.made.file), key), rest, depth + 1)
}

// They refuse what the struct does that they are made of: the first one, where there are several.
const derivingStructs: ReadonlySet<string> = new Set(
  'array assign coerce defaulted deprecated nonempty nullable omit optional partial pick refine size trimmed'.split(
    ' ',
  ),
)

/** The schemas of which a list or a union of Zod is made. */
function partsOf(written: Written): Value[] | undefined {
  const { source, maker, made, methods } = written
  const { node, file } = made
  if (source === 'superstruct') {
    const [first] = node.arguments
    return first && derivingStructs.has(maker) ? [evaluate(first, file)] : undefined
  }
  if (!isZod(written) || methods.some(({ name }) => /^(?:or|catch)$/.test(name))) return undefined
  const [first, second] = node.arguments
  if (maker === 'array') return first && [evaluate(first, file)]
  const options = maker === 'union' ? first : maker === 'discriminatedUnion' ? second : undefined
  const list = options && evaluate(options, file)
  if (list?.kind !== 'array' || list.node.elements.length === 0) return undefined
  return list.node.elements.map((element) => (element ? evaluate(element, list.file) : unknown))
}

/** `{ additionalProperties: false }` */
function isClosed(schema: Value): boolean {
  const additional = memberOf(schema, 'additionalProperties')
  return additional.kind === 'literal' && additional.value === 'false'
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
  return !!written && isZod(written) && ['object', 'strictObject'].includes(written.maker) && !letsZodThrough(written)
}

function isZod({ source }: Written): boolean {
  return /^zod(?:\/|$)/.test(source)
}

function letsZodThrough({ methods }: Written): boolean {
  return methods.some(({ name }) => ['passthrough', 'loose', 'catchall'].includes(name))
}

function writtenSchema(value: Value): Written | undefined {
  const methods: { name: string; call: CallValue }[] = []
  for (let step = value, depth = 0; step.kind === 'call' && depth < 30; depth++) {
    const { callee } = step
    if (callee.kind === 'external') {
      const maker = callee.path.at(-1) ?? ''
      return { source: callee.source, maker, made: step, methods: methods.toReversed() }
    }
    if (callee.kind !== 'member') return undefined
    methods.push({ name: callee.key, call: step })
    step = resolveImports(callee.object, canHoldSchema)
  }
  return undefined
}

function refusesUnknown(written: Written): boolean {
  const { source, maker, made, methods } = written
  const has = (...names: string[]) => methods.some(({ name }) => names.includes(name))
  if (/^(?:@hapi\/)?joi$|^celebrate$/.test(source)) return !methods.some(letsUnknownThrough) && !has('pattern')
  if (isZod(written)) {
    if (letsZodThrough(written) || has('strip')) return false
    return maker === 'strictObject' || (maker === 'object' && has('strict'))
  }
  if (source === 'valibot') return maker === 'strictObject'
  if (source === 'superstruct') return maker === 'object' && made.node.arguments.length > 0
  if (/\btypebox$/.test(source)) {
    const [, options] = made.node.arguments
    return maker === 'Object' && !!options && isClosed(evaluate(options, made.file))
  }
  if (source === 'yup') return isSwitchedOn('noUnknown', methods) && isSwitchedOn('strict', methods)
  return false
}

// What leaves it to an earlier method which keys come through.
const keeping: ReadonlySet<string> = new Set(
  'partial deepPartial required extend merge safeExtend refine superRefine check describe meta brand readonly optional label'.split(
    ' ',
  ),
)

/** Whether a schema gives back keys that it does not name: `z.looseObject()`, `.passthrough()`, Joi's `.unknown()`. */
export function isLoose(value: Value): boolean {
  const written = writtenSchema(resolveImports(value, canHoldSchema))
  if (!written) return false
  const { source, maker, methods } = written
  const others = methods.filter(({ name }) => !keeping.has(name))
  const [opening, ...rest] = others
  if (isZod(written)) {
    if (maker === 'looseObject') return others.length === 0
    return maker === 'object' && rest.length === 0 && /^(?:passthrough|loose)$/.test(opening?.name ?? '')
  }
  if (/^(?:@hapi\/)?joi$/.test(source)) {
    const isOpen = opening?.name === 'unknown' && letsUnknownThrough(opening)
    return maker === 'object' && isOpen && rest.length === 0
  }
  if (source === 'valibot') return maker === 'looseObject'
  return source === 'superstruct' && maker === 'type'
}

/** `.strict()` and `.strict(true)`, the last one if there are several. */
function isSwitchedOn(name: string, methods: Written['methods']): boolean {
  const call = methods.findLast((method) => method.name === name)?.call
  const [first] = call?.node.arguments ?? []
  const given = call && first && evaluate(first, call.file)
  return !!call && !(given?.kind === 'literal' && given.value === 'false')
}

/** Whether a schema is one of a package. */
export function isSchemaOf(source: string, value: Value): boolean {
  return writtenSchema(resolveImports(value, canHoldSchema))?.source === source
}

/** `.unknown()`, `.options({ allowUnknown: true })`, and `stripUnknown`, which leaves the raw body as it was. */
function letsUnknownThrough({ name, call }: Written['methods'][number]): boolean {
  const [first] = call.node.arguments
  const given = first && evaluate(first, call.file)
  if (name === 'unknown') return !(given?.kind === 'literal' && given.value === 'false')
  return ['options', 'prefs', 'preferences'].includes(name) && (!given || allowsUnknown(given))
}

/** Whether options of Joi let unknown keys through. */
export function allowsUnknown(options: Value): boolean {
  if (options.kind !== 'object') return true
  return ['allowUnknown', 'stripUnknown'].some((key) => {
    const value = memberOf(options, key)
    return value.kind !== 'unknown' && !(value.kind === 'literal' && value.value === 'false')
  })
}
