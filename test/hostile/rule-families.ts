import { fill, list, nest, object } from './json.ts'
import { places, type Place } from './places.ts'
import { rules, type Rule, type Tools } from './rules.ts'

type Definition = Record<string, unknown>

/**
 * Hostile bodies for a schema of their own, whose rules call functions of the application. To add a family, add an
 * entry to the list below; for a rule that is to be tried in many places add it to `rules.ts`, for a place to
 * `places.ts`. Every test of `hostile-*.test.ts` then runs it.
 */
export interface RuleFamily {
  readonly name: string
  readonly fields: (tools: Tools) => Definition
  /** A body that is accepted, of about so many bytes. */
  readonly good?: (bytes: number) => string
  /** One that is refused. */
  readonly bad?: (bytes: number) => string
  /** Mongoose 8 may accept the body that is to be refused. */
  readonly skippedBy8?: true | undefined
  /** The guard is that of an update, for which another document is built. */
  readonly partial?: true
  /** Options of the guard. */
  readonly options?: { readonly details?: boolean; readonly [option: string]: unknown }
  /** Every rule that is asked of the refused body fails. */
  readonly failsThroughout?: boolean
}

const combined = (rule: Rule, place: Place): RuleFamily => ({
  name: `${rule.name} ${place.name}`,
  fields: (tools) => place.fields(tools, rule.fields(tools)),
  good: (bytes) => place.text(bytes, rule.good),
  bad: (bytes) => place.text(bytes, rule.bad),
  failsThroughout: true,
  skippedBy8: place.skippedBy8,
})

const forUpdate = (family: RuleFamily): RuleFamily => ({
  ...family,
  name: `${family.name}, for an update`,
  partial: true,
})

const everywhere: readonly Rule[] = [rules.requiredOfThis, rules.setterOfThis, rules.waitingOfThis]
const belowLongKey: readonly Rule[] = [
  rules.owned,
  rules.requiredUnlessThis,
  rules.requiredBesideDecimal,
  rules.validator,
  rules.throwingOfThis,
  rules.rejecting,
  rules.messageOfDocument,
  rules.defaultOfThis,
  rules.throwingDefault,
  rules.customTypeOfThis,
  rules.arrayOfThis,
]

const sub = ({ Schema }: Tools, fields: Definition) => new Schema(fields as never, { _id: false })

interface Receiver {
  on?: unknown
}

/** Goes on about a body although the first field of it is bad already. */
const afterAnError = (rule: Rule): RuleFamily => ({
  name: `${rule.name} in an array of sub-documents, after an error`,
  fields: (tools) => ({ first: { type: Number, min: 1 }, ...places.array.fields(tools, rule.fields(tools)) }),
  bad: (bytes) => `{"first":0,${places.array.text(bytes, rule.good).slice(1)}`,
})

const nestedArrays = (levels: number, definition: Definition, own: () => Definition): Definition =>
  levels === 0 ? definition : { type: [nestedArrays(levels - 1, definition, own)], ...own() }

/** The body is an array of documents, each of which has the rule. */
const ofManyDocuments = (rule: Rule): RuleFamily => ({
  name: `many documents with ${rule.name}`,
  fields: rule.fields,
  options: { each: { max: Infinity } },
  good: (bytes) => list(bytes, () => `{${rule.good}}`),
  bad: (bytes) => list(bytes, () => `{${rule.bad}}`),
  failsThroughout: true,
})

const manyValues = Array.from({ length: 500 }, (_, index) => `value${index}`)

/** Each of its errors would repeat all values, and is found again in the body by its path. */
const withParams = (place: Place): RuleFamily => ({
  name: `an enum of 500 values, with its params, ${place.name}`,
  fields: (tools) => place.fields(tools, { f: { type: String, enum: manyValues } }),
  options: { details: true },
  bad: (bytes) => place.text(bytes, '"f":"x"'),
  skippedBy8: place.skippedBy8,
})

export const ruleFamilies: readonly RuleFamily[] = [
  ...[places.array, places.map, places.longKey, places.recursion].map(withParams),
  {
    name: 'dates and patterns of many texts, with their params',
    fields: () => ({ dates: [Date], texts: [{ type: String, match: /^(?:[a-z]+-)*[A-Z]$/ }] }),
    options: { details: true },
    bad: (bytes) => `{"dates":${list(bytes / 2, () => '"x"')},"texts":${list(bytes / 2, () => '"a-b-c-"')}}`,
  },
  ...[rules.requiredOfThis, rules.waitingOfThis, rules.rejecting].map(ofManyDocuments),
  {
    name: 'keys beside a document that nobody allowed',
    fields: () => ({ f: String }),
    options: { at: 'a.b', ignore: ['a.ignored'], extra: { c: { type: [String], maxlength: 1 } } },
    good: (bytes) =>
      `{"a":{"b":{"f":"${'x'.repeat(bytes / 3)}"},"ignored":${list(bytes / 3, () => '{}')}},"c":${list(bytes / 3, () => '"x"')}}`,
    bad: (bytes) => `{"a":${object(bytes / 2, () => '{}')},"c":${list(bytes / 2, () => '1')}}`,
  },
  {
    name: 'rules of a route in an array of sub-documents',
    fields: (tools) => ({ list: [sub(tools, { f: String })] }),
    options: { rules: { 'list.f': { required: true, minlength: 2, validate: (value: string) => value !== 'xx' } } },
    good: (bytes) => `{"list":${list(bytes, () => '{"f":"xy"}')}}`,
    bad: (bytes) => `{"list":${list(bytes, (index) => (index % 2 === 0 ? '{}' : '{"f":"xx"}'))}}`,
  },
  ...Object.values(rules).map((rule) => combined(rule, places.array)),
  ...Object.values(places)
    .filter((place) => place !== places.array)
    .flatMap((place) =>
      everywhere
        // Below a plain nested object `this` is the object around it, where the rule's other field is not.
        .filter((rule) => place !== places.nested || rule !== rules.requiredOfThis)
        .map((rule) => combined(rule, place)),
    ),
  ...belowLongKey.map((rule) => combined(rule, places.longKey)),
  ...[rules.requiredOfThis, rules.waiting, rules.waitingOfThis].map(afterAnError),
  ...[places.array, places.map, places.longKey, places.recursion]
    .flatMap((place) => [rules.requiredOfThis, rules.setterOfThis].map((rule) => combined(rule, place)))
    .map(forUpdate),
  {
    name: 'three Maps, each with a conditional required with this below one long key',
    fields: (tools) =>
      Object.fromEntries(
        ['a', 'b', 'c'].map((key) => [
          key,
          { type: Map, of: sub(tools, { lines: [sub(tools, rules.requiredOfThis.fields())] }) },
        ]),
      ),
    good: (bytes) => {
      const map = `{"${'k'.repeat(bytes / 6)}":{"lines":${list(bytes / 6, () => '{}')}}}`
      return `{"a":${map},"b":${map},"c":${map}}`
    },
  },
  {
    name: 'long keys that each hold one sub-document with a conditional required with this',
    fields: (tools) => ({ map: { type: Map, of: sub(tools, { lines: [sub(tools, rules.requiredOfThis.fields())] }) } }),
    good: (bytes) => `{"map":${object(bytes, () => '{"lines":[{}]}', 'k'.repeat(1000))}}`,
    bad: (bytes) => `{"map":${object(bytes, () => '{"lines":[{"on":true}]}', 'k'.repeat(1000))}}`,
  },
  ...[
    ['sub-documents', (tools: Tools) => sub(tools, { note: String }), '{}'] as const,
    ['arrays', () => [Number], '[]'] as const,
    ['Maps', () => ({ type: Map, of: Number }), '{}'] as const,
    ['texts', () => String, '""'] as const,
  ].map(([what, of, value]): RuleFamily => ({
    name: `a Map of many ${what} beside a conditional required with this`,
    fields: (tools) => ({ ...rules.requiredOfThis.fields(), map: { type: Map, of: of(tools) } }),
    good: (bytes) => `{"map":${object(bytes, () => value)}}`,
    bad: (bytes) => `{"on":true,"map":${object(bytes, () => value)}}`,
  })),
  {
    name: 'arrays whose default function throws in an array of sub-documents',
    fields: (tools) => ({
      items: [
        sub(tools, {
          f: {
            type: [String],
            default: () => {
              throw new Error('no default')
            },
          },
        }),
      ],
    }),
    bad: (bytes) => `{"items":${list(bytes, () => '{}')}}`,
  },
  {
    name: 'a failing validator with this on each of 45 nested arrays',
    fields: () => ({
      rows: nestedArrays(45, { type: Number }, () => ({
        validate(this: Receiver) {
          return this.on === true
        },
      })),
    }),
    bad: (bytes) =>
      `{"rows":${nest(
        45,
        '[',
        ']',
        fill(bytes, () => '1'),
      )}}`,
  },
  {
    name: 'a failing validator on each of 45 nested arrays of many elements',
    fields: () => ({ rows: nestedArrays(45, { type: Number }, () => ({ validate: () => false })) }),
    bad: (bytes) => `{"rows":[${fill(bytes, () => nest(44, '[', ']'))}]}`,
  },
  {
    name: 'a failing validator on each of 45 Maps in Maps',
    fields: () => {
      let inner: Definition = { type: Number }
      for (let level = 0; level < 45; level++) inner = { type: Map, of: inner, validate: () => false }
      return { map: inner }
    },
    bad: (bytes) =>
      `{"map":${nest(
        44,
        '{"k":',
        '}',
        object(bytes, () => '1'),
      )}}`,
  },
  {
    name: 'failing validators on a Map, an array and a sub-document that print them',
    fields: (tools) => {
      const inner = sub(tools, { list: [String] })
      return {
        items: [
          sub(tools, {
            map: { type: Map, of: String, validate: () => false },
            list: { type: [String], validate: () => false },
            one: { type: inner, validate: () => false },
          }),
        ],
      }
    },
    bad: (bytes) => `{"items":${list(bytes, () => '{"map":{"a":"b"},"list":["a","b"],"one":{"list":["a"]}}')}}`,
    failsThroughout: true,
  },
  {
    name: 'a failing validator on one wide sub-document that prints it',
    fields: (tools) => ({ one: { type: sub(tools, { list: [String], map: Map }), validate: () => false } }),
    bad: (bytes) => `{"one":{"list":${list(bytes / 2, () => '"a"')},"map":${object(bytes / 2, () => '{}')}}}`,
  },
  {
    name: 'failing validators on sub-documents in each other that print them',
    fields: (tools) => {
      const tree = sub(tools, { note: String })
      tree.add({ inner: { type: tree, validate: () => false }, children: { type: [tree], validate: () => false } })
      return { tree }
    },
    bad: (bytes) => {
      const wide = `{"children":${list(bytes, () => '{"note":"a"}')}}`
      return `{"tree":${nest(45, '{"children":[', ']}', wide)}}`
    },
  },
  ...['Decimal128', 'BigInt', 'Date', 'UUID', 'ObjectId'].map((instance): RuleFamily => ({
    name: `texts of thousands of digits for ${instance}`,
    fields: ({ Schema }) => ({ texts: [Schema.Types[instance as 'Date']] }),
    bad: (bytes) => `{"texts":${list(bytes, () => `"${'1'.repeat(6990)}."`)}}`,
    failsThroughout: true,
  })),
  {
    name: 'the longest texts for Decimal128, with a validator and in a Union',
    fields: ({ Schema }) => {
      const { Decimal128 } = Schema.Types
      const either = { type: 'Union', of: [Decimal128, Boolean] }
      return { texts: [{ type: Decimal128, validate: () => true }], unions: [either] }
    },
    good: (bytes) => {
      const texts = list(bytes / 2, () => `"${'0'.repeat(98)}1."`)
      return `{"texts":${texts},"unions":${texts}}`
    },
  },
  {
    name: 'a failing validator on Mixed that prints it',
    fields: ({ Schema }) => ({ free: { type: Schema.Types.Mixed, validate: () => false } }),
    bad: (bytes) => `{"free":[${fill(bytes / 2, () => '["a",[["b"]]]')},${nest(90, '[', ']', 'null')}]}`,
  },
  {
    name: 'Mixed of keys that JavaScript calls',
    fields: ({ Schema }) => ({
      free: {
        type: [Schema.Types.Mixed],
        validate(this: Receiver) {
          return this.on === true
        },
      },
    }),
    bad: (bytes) =>
      `{"free":${list(bytes, () => '{"toString":1,"toJSON":1,"constructor":{},"valueOf":1,"length":-1,"then":1}')}}`,
  },
  {
    name: 'Mixed of keys that are integers, far apart',
    fields: ({ Schema }) => ({
      free: {
        type: [Schema.Types.Mixed],
        validate(this: Receiver, value: unknown[]) {
          return this.on !== true && value.length > 0
        },
      },
    }),
    good: (bytes) => `{"free":${list(bytes, () => '{"1023":1,"2574":1}')}}`,
    bad: (bytes) => `{"free":${list(bytes, () => '{"1023":1,"2574":1}')},"unknown":1}`,
  },
  {
    name: 'Maps of keys that are integers, far apart',
    fields: () => ({
      maps: {
        type: [{ type: Map, of: Number }],
        validate(this: Receiver, value: unknown[]) {
          return this.on !== true && value.length > 0
        },
      },
    }),
    good: (bytes) => `{"maps":${list(bytes, () => '{"1023":1,"2574":1}')}}`,
    bad: (bytes) => `{"maps":${list(bytes, () => '{"1023":"x","2574":1}')}}`,
  },
  {
    name: 'an error that repeats the value, in an array of texts',
    fields: () => ({
      texts: [
        {
          type: String,
          validate(this: Receiver, value: string) {
            if (this.on !== true) throw new Error(`{VALUE} ${value} {VALUE}`)
          },
        },
      ],
    }),
    bad: (bytes) => `{"texts":${list(bytes, () => `"${"$'".repeat(100)}"`)}}`,
    failsThroughout: true,
  },
  {
    name: 'a setter that throws on a long text',
    fields: () => ({
      text: {
        type: String,
        set: (value: unknown) => {
          throw new Error(`${String(value)} is no phone number`)
        },
      },
    }),
    bad: (bytes) => `{"text":"${'x'.repeat(bytes)}"}`,
  },
  {
    name: 'a setter that throws in a Map of texts',
    fields: (tools) => ({ map: { type: Map, of: rules.setter.fields(tools).f } }),
    good: (bytes) => `{"map":${object(bytes, () => '"a"')}}`,
    bad: (bytes) => `{"map":${object(bytes, () => '"x"')}}`,
    failsThroughout: true,
  },
  {
    name: 'a setter with this that throws in a Map of texts with long keys',
    fields: (tools) => ({ map: { type: Map, of: rules.setterOfThis.fields(tools).f } }),
    good: (bytes) => `{"map":${object(bytes, () => '"a"', 'k'.repeat(1000))}}`,
    bad: (bytes) => `{"map":${object(bytes, () => '"x"', 'k'.repeat(1000))}}`,
    failsThroughout: true,
  },
  {
    name: 'an asynchronous validator in an array of texts',
    fields: (tools) => ({ texts: [rules.waiting.fields(tools).f] }),
    good: (bytes) => `{"texts":${list(bytes, () => '""')}}`,
    bad: (bytes) => `{"texts":${list(bytes, () => '"x"')}}`,
    failsThroughout: true,
  },
  {
    name: 'a rule, whose text prints the value, on arrays of sub-documents in each other',
    fields: (tools) => {
      const comment = sub(tools, {})
      comment.add({ items: { type: [comment], validate: (items: unknown[]) => items.length < 10 } } as never)
      return { items: [comment] }
    },
    bad: (bytes) => {
      const levels = Math.min(40, Math.floor(bytes / 400))
      const open = `{"items":[${'{},'.repeat(10)}`
      return `{"items":[${nest(levels, open, ']}', `{"items":${list(bytes - levels * 42, () => '{}')}}`)}]}`
    },
  },
  {
    name: 'rules that measure an array of sub-documents and the arrays in them',
    fields: (tools) => {
      const tags = { type: [String], validate: [(texts: string[]) => texts.length < 3, 'too many'] }
      const item = sub(tools, { f: { type: String, required: true }, tags })
      return { items: { type: [item], validate: (items: unknown[]) => items.length > 0 } }
    },
    good: (bytes) => `{"items":${list(bytes, () => '{"f":"a","tags":["b"]}')}}`,
    bad: (bytes) => `{"items":${list(bytes, () => '{}')}}`,
  },
  {
    name: 'a recursive Union',
    skippedBy8: true,
    fields: (tools) => {
      const branch = sub(tools, rules.validatorOfThis.fields(tools))
      const other = sub(tools, { name: String })
      branch.add({ of: { type: 'Union', of: [Number, branch, other] } } as never)
      return { items: [branch] }
    },
    good: (bytes) => `{"items":${list(bytes, () => nest(45, '{"of":', '}', '{"f":"a"}'))}}`,
    bad: (bytes) => `{"items":${list(bytes, () => nest(45, '{"of":', '}', '{"f":"x"}'))}}`,
  },
  {
    name: 'a recursive Union of arrays',
    fields: (tools) => {
      const branch = sub(tools, rules.requiredUnlessThis.fields())
      branch.add({ of: [{ type: 'Union', of: [Number, branch] }] } as never)
      return { items: [branch] }
    },
    good: (bytes) => `{"items":${list(bytes, () => nest(40, '{"on":true,"of":[', ']}', '1'))}}`,
    bad: (bytes) => `{"items":${list(bytes, () => nest(40, '{"of":[', ']}', '1'))}}`,
  },
  {
    name: 'unknown keys where 2,000 fields are known',
    fields: () => wide(2000),
    bad: (bytes) => `{${fill(bytes, (index) => `"x${index}":1`)}}`,
  },
  {
    name: 'keys close to known ones where 2,000 fields are known',
    fields: () => wide(2000),
    bad: (bytes) => `{${fill(bytes, (index) => `"f${index}x":1`)}}`,
  },
  {
    name: 'sub-documents of 200 fields beside a conditional required with this',
    fields: (tools) => ({ items: [sub(tools, wide(200))], ...rules.requiredOfThis.fields() }),
    good: (bytes) => `{"items":${list(bytes, () => '{}')}}`,
    bad: (bytes) => `{"on":true,"items":${list(bytes, () => '{}')}}`,
  },
  {
    name: 'a conditional required with this in discriminators that the keys spell badly',
    fields: (tools) => {
      const base = new tools.Schema({ name: String }, { _id: false, discriminatorKey: 'kind' })
      const holder = new tools.Schema({ events: [base] }, { _id: false })
      const path = holder.path('events') as unknown as { discriminator(name: string, schema: object): void }
      path.discriminator('A', sub(tools, rules.requiredUnlessThis.fields()))
      return { holder }
    },
    bad: (bytes) =>
      `{"holder":{"events":${list(bytes, (index) => `{"kind":"${['A', '__proto__', 'constructor', 'a', ''][index % 5] ?? ''}"}`)}}}`,
  },
]

function wide(count: number): Definition {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, String]))
}
