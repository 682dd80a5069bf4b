import { withContainerSetters } from './container-setters.ts'
import type { FieldDescription, Fields, ModelDescription, Options, SchemaDescription } from './description.ts'
import { withGeoIndexes } from './geo-indexes.ts'
import type { Random } from './random.ts'

/** What the generator knows about the place that it fills: functions may look at siblings and at the parent. */
interface Place {
  random: Random
  /** The majors of Mongoose whose mistakes keep something from being drawn. */
  majors: readonly number[]
  depth: number
  inSub: boolean
  /** Names of scalar fields of the same document that a function may read. */
  siblings: readonly string[]
  /** Allows rules and functions with `this`; without it every error follows from the body alone. */
  receivers: boolean
  /** What they do with the document is to read fields of it, for which the guard builds none. */
  readsOnly: boolean
  /** Inside an array or a Map, where Mongoose files a failing setter under the container. */
  inItem?: boolean
}

const dates = ["'2019-12-31'", "'2020-06-01'", 'new Date(1577836800000)']

/** Scalar types with source texts of some defaults; the last default of each does not cast, or breaks a likely rule. */
const scalars: readonly (readonly [type: string, defaults: readonly string[]])[] = [
  ['String', ["'dflt'", "'A b '", "''", '{}']],
  ['Number', ['3', '0', "'many'"]],
  ['Boolean', ['true', 'false', "'maybe'"]],
  ['Date', ["'2020-01-01'", 'Date.UTC(2021, 1, 1)', "'someday'"]],
  ['T.ObjectId', ["'64b7f9d2c1a4e5f601234567'", "'short'"]],
  ['T.Mixed', ["'mixed'", '() => ({ a: 1 })', '0']],
  ['T.Int32', ['7', '1.5']],
  ['T.Double', ['1.5', "'wide'"]],
  ['T.Decimal128', ["'1.50'", "'none'"]],
  ['BigInt', ['12n', "'none'"]],
  ['T.UUID', ["'3f2504e0-4f89-41d3-9a0c-0305e82c3301'", "'none'"]],
  ['Buffer', ["Buffer.from('ab')"]],
  ['T.Even', ['4', '5']],
  ['T.Percent', ['50', '150']],
]

/** Types of the application, whose casts may do anything. */
const ownTypes = new Set(['T.Even', 'T.Percent'])

const scalarNames = scalars.map(([type]) => type)
/** Strings and numbers carry most rules, so they come most often. */
const scalarDraw = [
  ...scalarNames,
  'String',
  'String',
  'String',
  'String',
  'String',
  'Number',
  'Number',
  'Number',
  'Date',
]

const messages = [
  "'bad {PATH} {VALUE} {TYPE} {KIND} {REASON}'",
  "'{VALUE} at {PATH}, {LENGTH} long, {FOO}'",
  "'fixed'",
  "p => 'fn ' + p.path + ' ' + p.type + ' ' + p.value",
]
const documentMessages = ["(p, d) => 'doc ' + (d == null ? d : d.get('f0'))", '(p, d) => p.path + typeof d']

const pureValidators = [
  'v => v !== null',
  'v => v == null || String(v).length < 5',
  'v => String(v).length % 2 === 0',
  'v => v.length > 1',
  'v => v.size > 1',
  '() => false',
  '() => 0',
  '() => undefined',
  '() => NaN',
  "() => { throw new Error('boom {PATH} {VALUE}') }",
  "() => { throw 'text' }",
  "() => { throw new TypeError('') }",
  '/^[a-m0-4]/i',
  '/^[^x]*$/',
]
const measuringValidators = [
  'v => v.length < 3',
  'v => !v || v.length > 1',
  'v => v == null || v.length !== 2',
  '(v) => Array.isArray(v) && v.length <= 2',
  'function (v) { return v.length > 0 }',
  'function (v) { return v && v.length < unknownLimit }',
]
const asyncValidators = [
  'async v => v !== null',
  'async v => String(v).length % 2 === 0',
  '() => Promise.resolve(false)',
  '() => Promise.resolve(0)',
  '() => Promise.resolve(undefined)',
  "() => Promise.reject(new Error('later {VALUE}'))",
  "() => Promise.reject('text')",
  'v => new Promise(done => setImmediate(done, v !== null))',
  "() => new Promise((_, fail) => setImmediate(fail, new Error('too late')))",
  '() => ({ then(done, failed) { return Promise.resolve(false).then(done, failed) } })',
]

function receiverValidators(place: Place): string[] {
  const sibling = JSON.stringify(place.siblings[0] ?? 'f0')
  const other = JSON.stringify(place.siblings.at(-1) ?? 'f1')
  const reading = [
    `function () { return this.get(${sibling}) == null }`,
    `function (v) { return this[${other}] != null }`,
    'function () { return this.isNew }',
    'function () { return !this.isNew }',
    `async function () { return this.get(${other}) == null }`,
  ]
  const member = place.siblings.find((name) => /^\w+$/.test(name)) ?? 'f2'
  const known = [
    `function () { const seen = this.${member}; return seen !== 3 && seen !== 'ab' && !(seen > new Date('2020-01-01')) }`,
    `function () { return typeof this?.${member} !== 'string' || this.${member}.length % 2 === 0 }`,
    `function () { if (this.${member} instanceof Date) throw new Error('dated ' + this.get('${member}').getTime()); return true }`,
  ]
  if (place.readsOnly) return [...reading, ...known, ...known]
  return [
    ...reading,
    ...known,
    `function () { return !this.isModified(${sibling}) }`,
    ...(place.inSub
      ? [
          'function () { return this.parent() != null && this.parent().get("f0") == null }',
          'function () { return this.ownerDocument().get("f0") != null }',
        ]
      : []),
  ]
}

function validatorSource(place: Place): string {
  const { random } = place
  if (place.receivers && random.chance(0.3)) return random.pick(receiverValidators(place))
  if (random.chance(0.2)) return random.pick(asyncValidators)
  return random.pick(pureValidators)
}

function messageSource(place: Place): string {
  const isDocuments = place.receivers && !place.readsOnly && place.random.chance(0.3)
  return place.random.pick(isDocuments ? documentMessages : messages)
}

const isAsync = (source: string): boolean => /async|Promise|then/.test(source)

function validate(place: Place): string {
  const { random } = place
  const validator = validatorSource(place)
  switch (random.int(7)) {
    case 0:
      return `{ validator: ${validator}, message: ${messageSource(place)} }`
    case 1:
      return `{ validator: ${validator}, message: ${random.pick(messages)}, type: 'custom', foo: 'extra' }`
    case 2:
      return validator.startsWith('/') ? validator : `[${validator}, 'listed {PATH}']`
    case 3: {
      // Of two asynchronous rules the first to settle answers, which only a clear difference in time decides.
      const second = isAsync(validator) ? random.pick(pureValidators) : validatorSource(place)
      return `[{ validator: ${validator}, message: 'first' }, { validator: ${second}, message: 'second {VALUE}' }]`
    }
    case 4:
      return validator.startsWith('/')
        ? validator
        : `{ validator: (v, p) => p.path.length > 2 && v !== null, propsParameter: true }`
    default:
      return validator
  }
}

function required(place: Place): string {
  const { random } = place
  const sibling = JSON.stringify(place.siblings[0] ?? 'f0')
  const sources = ['true', 'true', "[true, 'Need {PATH}']", "[false, 'never']", 'false', '() => true', '() => false']
  if (place.receivers) {
    sources.push(
      `function () { return this.get(${sibling}) != null }`,
      `[function () { return this.get(${sibling}) == null }, p => 'wanted ' + p.path]`,
      ...(place.readsOnly ? [] : [`doc => doc.get(${sibling}) == null`]),
      `function () { return this[${sibling}] != null }`,
      "function () { throw new Error('no idea') }",
      'function () { return this.isNew }',
    )
  }
  return random.pick(sources)
}

/** Casts that take every value of the type, and make another one of it. */
const replacedCasts: Readonly<Record<string, readonly string[]>> = {
  String: ['v => v == null ? v : String(v).trim()', 'v => v == null ? v : String(v).slice(1)'],
  Number: ['v => v == null ? v : Math.round(v)', 'v => v == null ? v : v * 2'],
  Boolean: ['v => v == null ? v : !v'],
}

function setter(place: Place, type: string): string {
  const sibling = JSON.stringify(place.siblings[0] ?? 'f0')
  const text = [
    "v => typeof v === 'string' ? v.slice(1) : v",
    "v => typeof v === 'string' ? v + 'zz' : v",
    "v => { if (v === 'ab') throw new Error('set boom'); return v }",
    "() => 'same'",
  ]
  const number = ["v => typeof v === 'number' ? v + 1 : v", "v => v === 3 ? 'three' : v", 'v => v']
  const any = ['v => v', "v => { if (v === null) throw new Error('null set'); return v }"]
  if (place.receivers && !place.readsOnly)
    any.push(
      `function (v) { return this.get(${sibling}) == null ? v : undefined }`,
      'function (v) { return this.isNew ? v : null }',
    )
  if (place.inItem === true) return type === 'String' ? place.random.pick(text.slice(0, 2)) : 'v => v'
  return place.random.pick(type === 'String' ? [...text, ...any] : type === 'Number' ? [...number, ...any] : any)
}

/** Adds an option with a message in place of the bare value now and then. */
function ruled(place: Place, value: string): string {
  const { random } = place
  if (random.chance(0.75)) return value
  // Mongoose 8 throws at schema build for a function message of these rules.
  const message = random.pick(place.majors.includes(8) ? messages.slice(0, 3) : messages)
  return `[${value}, ${message}]`
}

function typeRules(place: Place, type: string, options: Options): void {
  const { random } = place
  const maybe = (probability: number, name: string, source: () => string): void => {
    if (random.chance(probability)) options[name] = source()
  }
  if (type === 'String') {
    const rules: (() => void)[] = [
      () => {
        maybe(0.25, random.pick(['minlength', 'minLength']), () => ruled(place, String(random.int(4))))
      },
      () => {
        maybe(0.25, random.pick(['maxlength', 'maxLength']), () => ruled(place, String(1 + random.int(5))))
      },
      () => {
        maybe(0.2, 'enum', () =>
          random.pick([
            "['a', 'ab', 'abc']",
            "{ values: ['a', 'abc'], message: 'not {VALUE}' }",
            "{ values: ['ab', 'x'] }",
            "['', 'A', null]",
          ]),
        )
      },
      () => {
        maybe(0.2, 'match', () => random.pick(['/^a/', '/b$/i', "[/^[a-z]*$/, 'letters {PATH}']"]))
      },
      () => {
        maybe(0.15, 'lowercase', () => 'true')
      },
      () => {
        maybe(0.15, 'trim', () => 'true')
      },
      () => {
        maybe(0.08, 'uppercase', () => 'true')
      },
    ]
    while (rules.length > 0) rules.splice(random.int(rules.length), 1)[0]?.()
  }
  if (type === 'Number' || type === 'T.Percent') {
    maybe(0.3, 'min', () => ruled(place, String(random.int(5) - 1)))
    maybe(0.3, 'max', () => ruled(place, String(1 + random.int(6))))
    maybe(0.15, 'enum', () =>
      random.pick([
        '[1, 2, 3]',
        "{ values: [0, 5], message: 'no {VALUE}' }",
        "{ Low: 0, High: 5, 0: 'Low', 5: 'High' }",
      ]),
    )
  }
  if (type === 'Date') {
    maybe(0.3, 'min', () => ruled(place, random.pick(dates)))
    maybe(0.2, 'max', () => random.pick([...dates, 'Date.now']))
    if (place.receivers) maybe(0.05, 'min', () => 'function () { return new Date(1580000000000) }')
  }
}

/** Options that every schema type takes, in an order of their own: the order of rules is the order of options. */
function commonOptions(place: Place, into: Options, density = 1): void {
  const { random } = place
  const rest: (() => void)[] = [
    () => {
      if (random.chance(0.22 * density)) into.required = required(place)
    },
    () => {
      if (random.chance(0.2 * density)) into.validate = validate(place)
    },
    () => {
      if (random.chance(0.05 * density) && (into.required === undefined || into.required.includes('=>')))
        into.allowNull = 'false'
    },
  ]
  while (rest.length > 0) rest.splice(random.int(rest.length), 1)[0]?.()
  // Mongoose refuses `allowNull: false` beside a plain `required`.
  if (into.allowNull !== undefined && into.required !== undefined && !into.required.includes('=>'))
    delete into.allowNull
}

function scalar(place: Place): FieldDescription {
  const { random } = place
  const type = random.pick(place.readsOnly ? scalarDraw.filter((name) => !ownTypes.has(name)) : scalarDraw)
  const options: Options = {}
  if (random.chance(0.5)) {
    typeRules(place, type, options)
    commonOptions(place, options)
  } else {
    commonOptions(place, options)
    typeRules(place, type, options)
  }
  if (random.chance(0.07)) options.set = setter(place, type)
  if (!place.readsOnly && Object.hasOwn(replacedCasts, type) && random.chance(0.05))
    options.cast = random.pick(replacedCasts[type] ?? [])
  // A default on what an array or a Map holds means nothing, and Mongoose trips over it below nested objects.
  if (place.inItem !== true && random.chance(0.12)) {
    const defaults = scalars.find(([name]) => name === type)?.[1] ?? []
    const value = random.chance(0.15)
      ? random.pick(['null', 'undefined'])
      : random.pick(random.chance(0.85) && defaults.length > 1 ? defaults.slice(0, -1) : defaults)
    const sibling = JSON.stringify(place.siblings[0] ?? 'f0')
    const way = random.int(12)
    options.default =
      way < 7 || value.startsWith('()')
        ? value
        : way < 10
          ? `() => (${value})`
          : way === 10 && place.receivers && !place.readsOnly
            ? `function () { return this.get(${sibling}) == null ? ${value} : undefined }`
            : way === 11
              ? "() => { throw new Error('no default') }"
              : `() => (${value})`
  }
  if (random.chance(0.03)) options.immutable = 'true'
  if (random.chance(0.03)) options.select = 'false'
  if (random.chance(0.03)) options.get = random.pick(["() => 'got'", 'v => v'])
  if (random.chance(0.01)) options.alias = "'nick'"
  return { kind: 'leaf', type, ...(Object.keys(options).length > 0 ? { options } : {}) }
}

function measuring(random: Random): string {
  const rule = random.pick(measuringValidators)
  return random.pick([
    rule,
    `[${rule}, 'measured {PATH}']`,
    `{ validator: ${rule}, message: ${random.pick(messages)} }`,
  ])
}

function containerOptions(place: Place, kind: 'sub' | 'docs' | 'array' | 'map' | 'union'): Options {
  const { random } = place
  const options: Options = {}
  commonOptions(place, options, 0.6)
  if (place.readsOnly) {
    // One rule of a container that does more than to measure it, and no document is stood in for.
    if (random.chance(0.7)) delete options.validate
    if ((kind === 'docs' || kind === 'array') && random.chance(0.4)) options.validate = measuring(random)
  }
  // Mongoose skips the rules of a sub-schema below a nested object, so there is no telling what its functions get.
  if (kind === 'sub' && options.required?.startsWith('doc') === true) options.required = '() => true'
  if (place.inItem !== true && random.chance(0.08)) {
    const defaults = {
      sub: ['{}', '() => ({})', 'null'],
      docs: ['[]', '[{}]', 'undefined', 'null', '() => [{}]'],
      array: ['[]', 'undefined', 'null', '() => []'],
      map: ['{}', 'new Map()', '() => ({})'],
      union: ["'u'", '1', 'null'],
    }[kind]
    options.default = random.pick(defaults)
  }
  return options
}

const withOptions = (options: Options): { options?: Options } => (Object.keys(options).length > 0 ? { options } : {})

function field(place: Place): FieldDescription {
  const { random, depth } = place
  if (depth <= 0 || random.chance(0.5)) return scalar(place)
  const below: Place = { ...place, depth: depth - 1 }
  switch (random.int(10)) {
    case 0:
    case 1:
      return { kind: 'nested', fields: fields(below, 1 + random.int(3)) }
    case 2:
    case 3:
      return { kind: 'sub', schema: subSchema(below), ...withOptions(containerOptions(place, 'sub')) }
    case 4:
    case 5: {
      const element: Options = {}
      if (random.chance(0.25)) commonOptions({ ...place, receivers: false }, element)
      const schema = subSchema(below)
      const options = containerOptions(place, 'docs')
      return { kind: 'docs', schema, ...withOptions(options), ...(Object.keys(element).length > 0 ? { element } : {}) }
    }
    case 6:
    case 7:
      return { kind: 'array', of: item(below), ...withOptions(containerOptions(place, 'array')) }
    case 8:
      return { kind: 'map', of: item(below), ...withOptions(containerOptions(place, 'map')) }
    default:
      return { kind: 'union', of: union(below), ...withOptions(containerOptions(place, 'union')) }
  }
}

/** What an array or a Map holds: an object literal inside `[…]` would be a sub-schema, so nested objects stay out. */
function item(place: Place): FieldDescription {
  for (;;) {
    const candidate = field({ ...place, inItem: true })
    if (candidate.kind === 'nested') continue
    if (candidate.kind === 'sub')
      return {
        kind: 'sub',
        schema: candidate.schema,
        ...(candidate.options === undefined ? {} : { options: candidate.options }),
      }
    return candidate
  }
}

function union(place: Place): FieldDescription[] {
  const members: FieldDescription[] = []
  const { random } = place
  for (let count = 1 + random.int(3); count > 0; count--) {
    members.push(
      random.chance(0.25)
        ? { kind: 'sub', schema: subSchema({ ...place, depth: 0 }) }
        : scalar({ ...place, receivers: false }),
    )
  }
  return members
}

function subSchema(place: Place): SchemaDescription {
  const { random } = place
  const options: Options = {}
  if (random.chance(0.75)) options._id = 'false'
  if (random.chance(0.05)) options.timestamps = 'true'
  if (random.chance(0.04)) options.strict = random.pick(['false', "'throw'"])
  return schema({ ...place, inSub: true, inItem: false, depth: Math.max(0, place.depth) }, options, 1 + random.int(3))
}

function discriminators(place: Place): NonNullable<SchemaDescription['discriminators']> {
  const { random } = place
  const child = (prefix: string): SchemaDescription => ({
    fields: fields({ ...place, depth: Math.min(place.depth, 1) }, 1 + random.int(2), prefix),
    options: { _id: 'false' },
  })
  return random.chance(0.5)
    ? { A: { schema: child('c') } }
    : { A: { schema: child('c') }, B: { schema: child('d'), value: 'bee' } }
}

function schema(place: Place, options: Options, count: number): SchemaDescription {
  const { random } = place
  const description: SchemaDescription = { fields: fields(place, count) }
  if (random.chance(0.08)) {
    description.discriminators = discriminators(place)
    if (random.chance(0.7)) options.discriminatorKey = "'kind'"
    if (random.chance(0.15)) {
      options.discriminatorKey = "'kind'"
      description.fields.kind = {
        kind: 'leaf',
        type: 'String',
        options: {
          enum: "['A', 'bee', 'Z']",
          ...(random.chance(0.5) ? { required: 'true' } : {}),
          ...(random.chance(0.3) ? { default: random.pick(["'A'", "'Z'", "() => 'A'"]) } : {}),
        },
      }
    }
  }
  if (place.depth > 0 && random.chance(0.06))
    description.recursive = { kids: random.pick(['sub', 'docs', 'docs', 'map']) }
  if (random.chance(0.03)) options.typeKey = "'$type'"
  if (options._id === undefined && random.chance(0.03)) {
    description.fields._id = { kind: 'leaf', type: random.pick(['String', 'Number', 'T.UUID']) }
  }
  if (Object.keys(options).length > 0) description.options = options
  return description
}

// No digits alone: Mongoose takes such a name for an index where it walks arrays.
const oddNames = ['length', 'size', 'name', 'x-y', 'n0', 'type0', 'été', '$where']

function fields(place: Place, count: number, wanted?: string): Fields {
  const { random } = place
  // Mongoose 8 mixes up paths of the same name at different levels, see `known-mongoose-bugs.ts`.
  const prefix = wanted ?? (place.majors.includes(8) && place.inSub ? 'stuvwxyz'.charAt(7 - place.depth) : 'f')
  const names = Array.from({ length: count }, (_, index) =>
    // A discriminator's field would otherwise redefine one of the base schema.
    random.chance(0.04) && wanted === undefined ? random.pick(oddNames) : `${prefix}${index}`,
  )
  const fields: Fields = {}
  const inside: Place = { ...place, siblings: names.length > 0 ? names : place.siblings }
  for (const name of names) {
    const drawn = field(inside)
    if (drawn.kind !== 'nested' || random.chance(0.9)) fields[name] = drawn
    // The dotted way to write a nested object.
    else for (const [inner, one] of Object.entries(drawn.fields)) fields[`${name}.${inner}`] = one
  }
  return fields
}

/** Applications' own ideas of what is there, by type. */
const judges: Record<string, readonly string[]> = {
  String: ["v => typeof v === 'string'", 'v => v != null', "v => v !== 'a'"],
  Number: ['v => v > 0', 'v => v !== undefined'],
  Boolean: ['v => v === true'],
  Date: ['v => v instanceof Date && v.getTime() > 0'],
  Mixed: ["v => v != null && v !== ''"],
  ObjectId: ["v => v != null && String(v) !== '0'.repeat(24)"],
  Buffer: ['v => v != null'],
  Array: ['v => Array.isArray(v) && v.length > 0'],
}

function checkRequired(random: Random): Record<string, string> {
  const types = Array.from({ length: 1 + random.int(3) }, () => random.pick(Object.keys(judges)))
  return Object.fromEntries(types.map((type) => [type, random.pick(judges[type] ?? [])]))
}

/** Draws a model. A third of the schemas hold no function that could see the document. */
export function describeModel(random: Random, majors: readonly number[]): ModelDescription {
  const about = {
    ...(random.chance(0.1) ? { checkRequired: checkRequired(random) } : {}),
    ...(random.chance(0.05) ? { onConnection: true as const } : {}),
  }
  const options: Options = {}
  if (random.chance(0.1))
    options.timestamps = random.pick(['true', "{ createdAt: 'made', updatedAt: false }", "{ createdAt: 'meta.made' }"])
  if (random.chance(0.08)) options.versionKey = 'false'
  if (random.chance(0.05)) options.strict = random.pick(['false', "'throw'"])
  if (random.chance(0.03)) options.minimize = 'false'
  const place: Place = {
    random,
    majors,
    depth: 1 + random.int(3),
    inSub: false,
    siblings: [],
    receivers: random.chance(0.65),
    readsOnly: random.chance(0.5),
  }
  const drawn = { ...schema(place, options, 1 + random.int(5)), ...about }
  // Each from a source of its own, so that what is added here leaves the schemas of a seed as they are.
  return withContainerSetters(withGeoIndexes(drawn, random.fork()), random.fork(1))
}
