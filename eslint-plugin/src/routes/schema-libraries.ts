import { evaluate, memberOf } from '../evaluate/evaluate.ts'
import { type CallValue, unknown, type Value } from '../evaluate/value.ts'
import type { AccessPath } from '../flow/flow.ts'

/** A schema as it is written: the function that makes it, the calls that follow, in their order. */
export interface Written {
  readonly maker: string
  readonly made: CallValue
  readonly methods: readonly { readonly name: string; readonly call: CallValue }[]
}

/** How a method of a schema, or a function that is given one, tells of a body that it does not accept. */
export interface Parsing {
  /** `answers` is an object that says how it went, or a promise of one. */
  readonly by:
    | 'throws'
    | 'rejects'
    | 'throws where it is waited for'
    | 'answers'
    | 'answers with a boolean'
    | 'strips what it is given'
    | 'nothing known'
  /** Where in what it gives back the parsed body is. */
  readonly result?: AccessPath
}

/** What a method of a schema, or the schema itself, is told about keys that it does not name. */
export interface Options {
  readonly allowUnknown?: boolean | undefined
  readonly stripUnknown?: boolean | undefined
  readonly strict?: boolean | undefined
}

/** What is known of one library of validators. */
interface Library {
  readonly source: RegExp
  /** Where its methods differ from those of the others that are called so. */
  readonly parsing?: Readonly<Record<string, Parsing>>
  /** Whether a schema refuses the keys that it does not name, by what its method is told besides. */
  readonly refuses?: (schema: Written, options: Options) => boolean
  /** Whether a schema takes the keys that it does not name out of what is stripped by it. */
  readonly strips?: (schema: Written) => boolean
  /** Whether a schema gives back keys that it does not name, by what its method is told besides. */
  readonly isLoose?: (schema: Written, options: Options) => boolean
  /**
   * The schemas any of which may give back what such a schema gives: those of a union, or of the elements of a list.
   */
  readonly alternativesOf?: (schema: Written) => readonly Value[] | undefined
  /** The schemas of which one is made, such as a list or a union, that refuses what each of them does. */
  readonly partsOf?: (schema: Written) => readonly Value[] | undefined
}

const parsing: Readonly<Record<string, Parsing>> = {
  parse: { by: 'throws', result: [] },
  parseAsync: { by: 'rejects', result: [] },
  validateAsync: { by: 'rejects', result: [] },
  validateSync: { by: 'throws' },
  assert: { by: 'throws' },
  attempt: { by: 'throws', result: [] },
  validate: { by: 'answers', result: ['value'] },
  safeParse: { by: 'answers', result: ['data'] },
  safeParseAsync: { by: 'answers', result: ['data'] },
  spa: { by: 'answers', result: ['data'] },
  is: { by: 'answers with a boolean' },
  isValid: { by: 'answers with a boolean' },
  isValidSync: { by: 'answers with a boolean' },
  // Of TypeBox, the `Parse` of which strips a copy before it looks.
  Check: { by: 'answers with a boolean' },
  Assert: { by: 'throws' },
  Clean: { by: 'strips what it is given' },
  // Of other libraries than Superstruct it may do anything.
  create: { by: 'nothing known', result: [] },
  mask: { by: 'nothing known', result: [] },
}

const libraries: readonly Library[] = [
  {
    // `Joi.object({ … })` refuses what it does not name, unless something says otherwise. Windows takes `Joi` for
    // `joi`.
    source: /^(?:@hapi\/)?joi$/i,
    refuses: refusedByJoi,
    isLoose: isLooseByJoi,
  },
  { source: /^(?:celebrate|express-validation)$/, refuses: refusedByJoi, isLoose: isLooseByJoi },
  {
    source: /^zod(?:\/|$)/,
    refuses: (schema) =>
      openness(schema) === 'strict' && /^(?:strictO|o)bject$/.test(schema.maker) && !has(schema, 'catch'),
    isLoose(schema) {
      const others = changing(schema.methods)
      if (/^(?:looseObject|any|unknown|record|looseRecord)$/.test(schema.maker)) return others.length === 0
      return letsZodThrough(schema) && others.every(({ name }) => Object.hasOwn(opennesses, name))
    },
    partsOf: zodParts,
    alternativesOf: zodParts,
  },
  {
    source: /^valibot$/,
    parsing: { safeParse: { by: 'answers', result: ['output'] } },
    refuses: ({ maker }) => maker === 'strictObject',
    isLoose: ({ maker }) => maker === 'looseObject',
  },
  {
    source: /^superstruct$/,
    parsing: { create: { by: 'throws', result: [] } },
    refuses: ({ maker, made }) => maker === 'object' && made.node.arguments.length > 0,
    isLoose: ({ maker }) => maker === 'type',
    partsOf({ maker, made: { node, file } }) {
      const [first] = node.arguments
      return first && derivingStructs.has(maker) ? [evaluate(first, file)] : undefined
    },
  },
  {
    source: /\btypebox(?:\/|$)/,
    refuses({ maker, made: { node, file } }) {
      const [, options] = node.arguments
      return maker === 'Object' && !!options && isClosed(evaluate(options, file))
    },
    strips({ maker, made: { node, file } }) {
      const [, options] = node.arguments
      const others = options ? memberOf(evaluate(options, file), 'additionalProperties') : unknown
      return maker === 'Object' && (others.kind === 'literal' || others.kind === 'unknown')
    },
    // `TypeCompiler.Compile(schema)` is asked as the schema is.
    partsOf({ maker, made: { node, file } }) {
      const [first] = node.arguments
      return first && derivingTypes.has(maker) ? [evaluate(first, file)] : undefined
    },
  },
  {
    source: /^yup$/,
    parsing: {
      // Its promise is rejected.
      validate: { by: 'throws where it is waited for', result: [] },
      validateSync: { by: 'throws', result: [] },
    },
    // Elsewhere it takes them out of a copy before it looks.
    refuses: ({ methods }, { strict, stripUnknown }) =>
      isSwitchedOn('noUnknown', methods) &&
      (isSwitchedOn('strict', methods) || strict === true || stripUnknown === false),
    // It leaves keys alone that it does not name (`stripUnknown` of its options).
    isLoose: ({ maker, methods }, { stripUnknown }) =>
      !stripUnknown && ['object', 'mixed'].includes(maker) && changing(methods).length === 0,
  },
]

/** The library that a name comes from. */
export function libraryOf(source: string): Library | undefined {
  return libraries.find((library) => library.source.test(source))
}

/**
 * What a method of a schema does, or a function that is given one, by the library of the schema where that is known.
 */
export function parsingOf(method: string, library?: Library): Parsing | undefined {
  const own = library?.parsing && Object.hasOwn(library.parsing, method) ? library.parsing[method] : undefined
  return own ?? (Object.hasOwn(parsing, method) ? parsing[method] : undefined)
}

/** `{ additionalProperties: false }` */
export function isClosed(schema: Value): boolean {
  const additional = memberOf(schema, 'additionalProperties')
  return additional.kind === 'literal' && additional.value === 'false'
}

// What a method of an object of Zod makes of keys that the object does not name.
const opennesses: Readonly<Record<string, 'strict' | 'strip' | 'open'>> = {
  strict: 'strict',
  strip: 'strip',
  passthrough: 'open',
  loose: 'open',
  catchall: 'open',
}

function openness({ maker, methods }: Written): 'strict' | 'strip' | 'open' {
  const last = methods.findLast(({ name }) => Object.hasOwn(opennesses, name))
  if (!last) return maker === 'strictObject' ? 'strict' : 'strip'
  return last.name === 'catchall' && isNever(last.call) ? 'strict' : (opennesses[last.name] ?? 'strip')
}

/** `catchall(z.never())` */
function isNever(call: CallValue): boolean {
  const [rest] = firstOf(call)
  return rest?.kind === 'call' && rest.callee.kind === 'external' && rest.callee.path.at(-1) === 'never'
}

/** Whether an object of Zod gives back, or lets pass, keys that it does not name. */
export function letsZodThrough(schema: Written): boolean {
  return openness(schema) === 'open'
}

function firstOf({ node, file }: CallValue): readonly Value[] {
  const [first] = node.arguments
  return first ? [evaluate(first, file)] : []
}

/**
 * What may stand in the place of a schema: the elements of `z.array()`, the alternatives of `z.union()` and
 * `one.or(other)`.
 */
function zodParts({ maker, made, methods }: Written): readonly Value[] | undefined {
  if (methods.some(({ name }) => name === 'catch')) return undefined
  const other = methods.findLast(({ name }) => name === 'or')?.call
  if (other?.callee.kind === 'member') return [other.callee.object, ...firstOf(other)]
  if (maker === 'array') return firstOf(made)
  const [first, second] = made.node.arguments
  const options = maker === 'union' ? first : maker === 'discriminatedUnion' ? second : undefined
  const list = options && evaluate(options, made.file)
  if (list?.kind !== 'array' || list.node.elements.length === 0) return undefined
  return list.node.elements.map((element) => (element ? evaluate(element, list.file) : unknown))
}

/** Whether options of Joi let unknown keys through. */
export function allowsUnknown(options: Value): boolean {
  if (options.kind !== 'object') return true
  return ['allowUnknown', 'stripUnknown'].some((key) => {
    const value = memberOf(options, key)
    return value.kind !== 'unknown' && !(value.kind === 'literal' && value.value === 'false')
  })
}

/**
 * Whether what Joi gives has keys that the schema does not name: they are let through, and not taken out. `unknown()`
 * goes before `stripUnknown`, and of an object without any named key, that takes nothing out (Joi's `types/keys.js`).
 */
function isLooseByJoi(schema: Written, given: Options): boolean {
  const { maker, methods } = schema
  if (maker === 'any') return methods.length === 0
  if (maker !== 'object') return false
  const unknown = methods.findLast(({ name }) => name === 'unknown')
  if (unknown) return letsUnknownThrough(unknown)
  if (namesNoKey(schema) || has(schema, 'pattern')) return true
  const { allowUnknown, stripUnknown } = optionsOf({ methods }, given)
  return allowUnknown === true && !stripUnknown
}

/** What the methods of a schema and its parsing are told. */
export function optionsOf({ methods }: Pick<Written, 'methods'>, given: Options = {}): Options {
  const set = methods.flatMap(({ name, call }) => (settingOptions.has(name) ? [optionsIn(firstOf(call)[0])] : []))
  const isSet = (key: keyof Options) => [...set, given].some((options) => options[key] === true)
  return { allowUnknown: isSet('allowUnknown'), stripUnknown: isSet('stripUnknown') }
}

const settingOptions: ReadonlySet<string> = new Set(['options', 'prefs', 'preferences'])

/** What an object says of keys that no schema names. */
export function optionsIn(value: Value | undefined): Options {
  if (value?.kind !== 'object') return {}
  const isSet = (key: string) => {
    const member = memberOf(value, key)
    if (member.kind === 'object') return true
    return member.kind === 'literal' ? member.value === 'true' : undefined
  }
  return { allowUnknown: isSet('allowUnknown'), stripUnknown: isSet('stripUnknown'), strict: isSet('strict') }
}

// Methods by which an object of Joi comes to keys.
const naming = ['keys', 'append', 'concat']

function namesNoKey(schema: Written): boolean {
  return schema.made.node.arguments.length === 0 && !naming.some((name) => has(schema, name))
}

function refusedByJoi(schema: Written): boolean {
  const isAnyObject = schema.maker === 'object' && namesNoKey(schema)
  return schema.maker !== 'any' && !isAnyObject && !schema.methods.some(letsUnknownThrough) && !has(schema, 'pattern')
}

function has({ methods }: Written, method: string): boolean {
  return methods.some(({ name }) => name === method)
}

// They refuse what the struct does that they are made of: the first one, where there are several.
const derivingStructs: ReadonlySet<string> = new Set(
  'array assign coerce defaulted deprecated nonempty nullable omit optional partial pick refine size trimmed'.split(
    ' ',
  ),
)

const derivingTypes: ReadonlySet<string> = new Set(['Compile', 'Array', 'Partial', 'Required', 'Pick', 'Omit'])

// What leaves it to an earlier method which keys come through.
const keeping: ReadonlySet<string> = new Set(
  'partial deepPartial required shape extend merge safeExtend refine superRefine check describe meta brand readonly optional nullable nullish default label'.split(
    ' ',
  ),
)

function changing(methods: Written['methods']): Written['methods'] {
  return methods.filter(({ name }) => !keeping.has(name))
}

/** `.strict()` and `.strict(true)`, the last one if there are several. */
function isSwitchedOn(name: string, methods: Written['methods']): boolean {
  const call = methods.findLast((method) => method.name === name)?.call
  const [first] = call?.node.arguments ?? []
  const given = call && first && evaluate(first, call.file)
  return !!call && !(given?.kind === 'literal' && given.value === 'false')
}

/** `.unknown()`, `.options({ allowUnknown: true })`, and `stripUnknown`, which leaves the raw body as it was. */
function letsUnknownThrough({ name, call }: Written['methods'][number]): boolean {
  const [first] = call.node.arguments
  const given = first && evaluate(first, call.file)
  if (name === 'unknown') return !(given?.kind === 'literal' && given.value === 'false')
  return settingOptions.has(name) && (!given || allowsUnknown(given))
}
