import { createGuard, type AllowPath, type Validated } from 'mongoose-guard'
import mongoose, { Schema, Types, model, type mongo } from 'mongoose'
import type { Equal, Expect } from './assert.ts'

// One row for each schema type: inferred from a schema, required and not.
const Inferred = model(
  'Inferred',
  new Schema({
    string: { type: String, required: true },
    stringOptional: String,
    number: { type: Number, required: true },
    numberOptional: Number,
    boolean: { type: Boolean, required: true },
    booleanOptional: Boolean,
    date: { type: Date, required: true },
    dateOptional: Date,
    objectId: { type: Schema.Types.ObjectId, required: true },
    objectIdOptional: Schema.Types.ObjectId,
    decimal: { type: Schema.Types.Decimal128, required: true },
    decimalOptional: Schema.Types.Decimal128,
    bigint: { type: BigInt, required: true },
    bigintOptional: BigInt,
    double: Schema.Types.Double,
    mixed: { type: Schema.Types.Mixed, required: true },
    mixedOptional: {},
    map: { type: Map, of: Number, required: true },
    mapOfObjects: { type: Map, of: new Schema({ at: { type: Date, required: true } }) },
    strings: [String],
    stringsRequired: { type: [String], required: true },
    stringsAbsent: { type: [String], default: undefined },
    dates: [Date],
    datesLong: [{ type: Date }],
    objects: [{ at: { type: Date, required: true }, by: Schema.Types.ObjectId }],
    grid: [[Number]],
    mixedList: [],
    nested: { at: Date, deep: { id: Schema.Types.ObjectId } },
    sub: { type: new Schema({ at: { type: Date, required: true } }), required: true },
    requiredSometimes: { type: String, required: () => true },
    requiredWithMessage: { type: String, required: [true, 'please'] },
    choice: { type: String, enum: ['a', 'b'] as const, required: true },
  }),
)
const inferred = createGuard(Inferred, {
  allow: [
    'string',
    'stringOptional',
    'number',
    'numberOptional',
    'boolean',
    'booleanOptional',
    'date',
    'dateOptional',
    'objectId',
    'objectIdOptional',
    'decimal',
    'decimalOptional',
    'bigint',
    'bigintOptional',
    'double',
    'mixed',
    'mixedOptional',
    'map',
    'mapOfObjects',
    'strings',
    'stringsRequired',
    'stringsAbsent',
    'dates',
    'datesLong',
    'objects',
    'grid',
    'mixedList',
    'nested',
    'sub',
    'requiredSometimes',
    'requiredWithMessage',
    'choice',
  ],
})
type Inferred = Validated<typeof inferred>
export type InferredForms = Expect<
  Equal<
    Inferred,
    {
      string: string
      stringOptional?: string
      number: number
      numberOptional?: number
      boolean: boolean
      booleanOptional?: boolean
      date: string
      dateOptional?: string
      objectId: string
      objectIdOptional?: string
      decimal: string | number | { $numberDecimal: string }
      decimalOptional?: string | number | { $numberDecimal: string }
      bigint: string | number
      bigintOptional?: string | number
      double?: number
      mixed: unknown
      mixedOptional?: unknown
      map: { [key: string]: number }
      mapOfObjects?: { [key: string]: { at: string } }
      strings?: string[]
      stringsRequired?: string[]
      stringsAbsent?: string[]
      dates?: string[]
      datesLong?: string[]
      objects?: { at: string; by?: string; _id?: string }[]
      grid?: number[][]
      mixedList?: unknown[]
      nested?: { at?: string; deep?: { id?: string } }
      sub: { at: string }
      requiredSometimes?: string
      requiredWithMessage: string
      choice: 'a' | 'b'
    }
  >
>

// A type of the application: of its class, Mongoose infers an object of its members, or nothing of the whole schema and
// null for the field.
class Even extends mongoose.SchemaType<number> {
  constructor(key: string, options: object) {
    super(key, options, 'Even')
  }
  override cast(value: unknown): number {
    return Number(value)
  }
}
const OwnType = model(
  'OwnType',
  new Schema({ name: { type: String, required: true }, even: { type: Even, required: true }, other: Even }),
)
const ownType = createGuard(OwnType, { allow: ['name', 'even', 'other'] })
export type OwnTypeForms = Expect<Equal<Validated<typeof ownType>, { name: string; even: unknown; other?: unknown }>>
declare const Point: typeof mongoose.SchemaType
const UnseenType = model('UnseenType', new Schema({ name: String, at: { type: Point, required: true } }))
const unseenType = createGuard(UnseenType, { allow: ['name', 'at'] })
export type UnseenTypeForms = Expect<Equal<Validated<typeof unseenType>, { name?: unknown; at?: unknown }>>

// One of a package without types: Mongoose infers an object that has the options as its fields.
declare const Long: any
const Untyped = model(
  'Untyped',
  new Schema({
    views: { type: Long, required: true, default: 0, min: 1, validate: (views: number) => views !== 7 },
    latest: new Schema({ likes: { type: Long, min: 3 } }, { _id: false }),
    event: { type: { type: Schema.Types.Mixed }, name: String },
  }),
)
const untyped = createGuard(Untyped, { allow: ['views', 'latest', 'event.name'] })
export type UntypedForms = Expect<
  Equal<Validated<typeof untyped>, { views: unknown; latest?: { likes: unknown }; event?: { name?: string } }>
>
// @ts-expect-error: "views" has no fields
createGuard(Untyped, { allow: ['views.min'] })

// A Buffer has no fields, though its JSON form has; other objects with such keys do.
const Files = model(
  'Files',
  new Schema({ content: Buffer, file: { type: { type: String }, data: String }, typed: { type: { type: String } } }),
)
createGuard(Files, { allow: ['content', 'file.type', 'file.data', 'typed.type'] })
// @ts-expect-error: "content" is a leaf
createGuard(Files, { allow: ['content.data'] })
export type FilePaths = Expect<
  Equal<
    AllowPath<typeof Files>,
    '_id' | '__v' | 'content' | 'file' | 'file.type' | 'file.data' | 'typed' | 'typed.type'
  >
>

// Of these, Mongoose infers the members of a class or of an array.
const Rows = model(
  'Rows',
  new Schema({
    dates: { type: [Date], required: true },
    bigints: [BigInt],
    texts: [[String]],
    days: [[Date]],
    ids: [[Schema.Types.ObjectId]],
    cube: [[[Number]]],
    objects: [[{ at: { type: Date, required: true }, note: String }]],
    maps: [Map],
    // A field of this name is none of a class.
    inside: { prototype: String, size: { type: Number, required: true } },
  }),
)
const rows = createGuard(Rows, {
  allow: ['dates', 'bigints', 'texts', 'days', 'ids', 'cube', 'objects', 'maps', 'inside.prototype', 'inside.size'],
})
export type RowForms = Expect<
  Equal<
    Validated<typeof rows>,
    {
      dates?: string[]
      bigints?: (string | number)[]
      texts?: string[][]
      days?: string[][]
      ids?: string[][]
      cube?: number[][][]
      objects?: { at: string; note?: string; _id?: string }[][]
      maps?: unknown[]
      inside?: { prototype?: string; size: number }
    }
  >
>
const nullableRows = createGuard(Rows, { allow: ['texts', 'cube', 'maps', 'inside.prototype'], allowNull: true })
export type NullableRowForms = Expect<
  Equal<
    Validated<typeof nullableRows>,
    { texts?: string[][]; cube?: number[][][]; maps?: unknown[]; inside?: { prototype?: string | null } }
  >
>
// @ts-expect-error: the fields of a row's elements are no entries
createGuard(Rows, { allow: ['objects.at'] })
const OwnPrototype = model('OwnPrototype', new Schema({ prototype: String, name: { type: String, required: true } }))
const ownPrototype = createGuard(OwnPrototype, { allow: ['prototype', 'name'] })
export type OwnPrototypeForms = Expect<Equal<Validated<typeof ownPrototype>, { prototype?: string; name: string }>>

// Where Mongoose's inference fails altogether, nothing is claimed.
const Failed = model(
  'Failed',
  new Schema({ name: { type: String, required: true }, rate: { type: Schema.Types.Double, required: true } }),
)
const failed = createGuard(Failed, { allow: ['name', 'rate'] })
export type FailedForms = Expect<Equal<Validated<typeof failed>, { name?: unknown; rate?: unknown }>>

// Then any entry is taken beside those that are seen, also below what has lost its type.
const LostTypes = model(
  'LostTypes',
  new Schema(
    {
      name: { type: String, required: true },
      rate: { type: Schema.Types.Double, required: true },
      address: { geo: { lat: Number } },
      lines: [{ sku: String }],
    },
    { timestamps: true },
  ),
)
const lost = createGuard(LostTypes, { allow: ['name', 'address.geo.lat', 'lines.sku', 'createdAt'] })
export type OfLost = Expect<Equal<Validated<typeof lost>['address'], unknown>>
export type KeysOfLost = Expect<Equal<keyof Validated<typeof lost>, 'name' | 'address' | 'lines' | 'createdAt'>>
createGuard(LostTypes, { allow: ['address'], rules: { 'address.geo.lat': { min: 1 } } })
// @ts-expect-error: no path yet, which an editor completes
createGuard(LostTypes, { allow: ['address.'] })

// One row for each type that an interface may use.
interface Written {
  string: string
  optional?: string
  nullable: string | null
  undefinable: string | undefined
  readonly constant: 'x' | 'y'
  date: Date
  objectId: Types.ObjectId
  decimal: Types.Decimal128
  uuid: Types.UUID
  buffer: Buffer
  bigint: bigint
  long: mongo.Long
  map: Map<string, Date>
  mongooseMap: Types.Map<string>
  record: Record<string, Date>
  array: Date[]
  mongooseArray: Types.Array<Date>
  documentArray: Types.DocumentArray<{ at: Date; collection: string }>
  optionalArray?: string[]
  tuple: [string, Date]
  grid: Date[][]
  object: { at: Date; inner: { id: Types.ObjectId } }
  union: string | Date | { at: Date }
  reference: Types.ObjectId | { name: string }
  references: (Types.ObjectId | { name: string })[]
  anything: any
  whatever: unknown
  nothing: never
  set: Set<string>
  empty: {}
  method(): void
  callback: () => void
  optionalCallback?: () => void
  createdAt: Date
  updatedAt?: Date | null
  _id: Types.ObjectId
  __v: number
}
const WrittenModel = model<Written>('Written', new Schema<Written>({}))
const written = createGuard(WrittenModel, {
  allow: [
    'string',
    'optional',
    'nullable',
    'undefinable',
    'constant',
    'date',
    'objectId',
    'decimal',
    'uuid',
    'bigint',
    'long',
    'map',
    'mongooseMap',
    'record',
    'array',
    'mongooseArray',
    'documentArray',
    'optionalArray',
    'tuple',
    'grid',
    'object',
    'union',
    'reference',
    'references',
    'anything',
    'whatever',
    'set',
    'empty',
    'createdAt',
    'updatedAt',
    '_id',
    '__v',
  ],
})
export type WrittenForms = Expect<
  Equal<
    Validated<typeof written>,
    {
      string: string
      optional?: string
      nullable?: string
      undefinable?: string
      constant: 'x' | 'y'
      date: string
      objectId: string
      decimal: string | number | { $numberDecimal: string }
      uuid: string
      bigint: string | number
      long: string | number
      map: { [key: string]: string }
      mongooseMap: { [key: string]: string }
      record: { [key: string]: string }
      array?: string[]
      mongooseArray?: string[]
      documentArray?: { at: string; collection: string; _id?: string }[]
      optionalArray?: string[]
      tuple?: string[]
      grid?: string[][]
      object: { at: string; inner: { id: string } }
      union: string | { at: string }
      reference: string
      references?: string[]
      anything: unknown
      whatever: unknown
      set: unknown
      empty: unknown
      createdAt?: string
      updatedAt?: string
      _id?: string
      __v?: number
    }
  >
>
// @ts-expect-error: a method is no path
createGuard(WrittenModel, { allow: ['method'] })
// @ts-expect-error: a function is no path
createGuard(WrittenModel, { allow: ['callback'] })
// @ts-expect-error: nor is an optional one
createGuard(WrittenModel, { allow: ['optionalCallback'] })

// Interfaces that name the type of the path, and sub-documents that are typed as Mongoose's own.
interface Ticket {
  owner: Schema.Types.ObjectId
  reviewer?: mongoose.ObjectId | null
  watchers: mongoose.Schema.Types.ObjectId[]
  links: Map<string, mongoose.ObjectId>
  price: mongoose.Schema.Types.Decimal128
  place: Types.Subdocument<Types.ObjectId> & { city: string }
  parts: (Types.ArraySubdocument<Types.ObjectId> & { label: string })[]
}
const TicketModel = model<Ticket>('Ticket', new Schema<Ticket>({}))
const ticket = createGuard(TicketModel, {
  allow: ['owner', 'reviewer', 'watchers', 'links', 'price', 'place', 'parts'],
})
export type OfTicket = Expect<
  Equal<
    Validated<typeof ticket>,
    {
      owner: string
      reviewer?: string
      watchers?: string[]
      links: { [key: string]: string }
      price: string | number | { $numberDecimal: string }
      place: { city: string; _id?: string }
      parts?: { label: string; _id?: string }[]
    }
  >
>

// Mongoose's inference fails for a required Double in a list, and `keyof` its items has `undefined` in it.
const lines = model(
  'Lines',
  new Schema({
    lines: {
      type: [
        new Schema({
          text: { type: String, required: true },
          rate: { type: Schema.Types.Double, required: true },
          until: Date,
        }),
      ],
      required: true,
    },
  }),
)
const withLines = createGuard(lines, { allow: ['lines'] })
export const linesOf = (validated: Validated<typeof withLines>) =>
  validated.lines?.map(({ text, rate }) => [text, rate])

// A required path takes no null, so what takes null may be absent. Nothing tells what an unknown field takes.
interface Note {
  title: string
  deletedAt: Date | null
  parent: Types.ObjectId | null
  place: { x: number; label: string | null } | null
  tags: string[] | null
  counts: Map<string, number> | null
  lines: { text: string; hint: string | null }[]
  anything: any
}
const NoteModel = model<Note>('Note', new Schema<Note>({}))
const noteFields = ['title', 'deletedAt', 'parent', 'place', 'tags', 'counts', 'lines', 'anything'] as const
const note = createGuard(NoteModel, { allow: noteFields })
export type OfNote = Expect<
  Equal<
    Validated<typeof note>,
    {
      title: string
      deletedAt?: string
      parent?: string
      place?: { x: number; label?: string }
      tags?: string[]
      counts?: { [key: string]: number }
      lines?: { text: string; hint?: string; _id?: string }[]
      anything: unknown
    }
  >
>
const nullableNote = createGuard(NoteModel, { allow: noteFields, allowNull: true })
export type OfNullableNote = Expect<
  Equal<
    Validated<typeof nullableNote>,
    {
      title: string
      deletedAt?: string | null
      parent?: string | null
      place?: { x: number; label?: string | null } | null
      tags?: string[]
      counts?: { [key: string]: number } | null
      lines?: { text: string; hint?: string | null; _id?: string }[]
      anything: unknown
    }
  >
>

// A field whose name is a number is a path by its text.
const Numbered = model(
  'Numbered',
  new Schema({
    0: { type: String, required: true },
    name: String,
    sizes: { 38: { type: Date, required: true }, 40: Number },
    list: [{ 2: { type: Number, required: true } }],
  }),
)
const numbered = createGuard(Numbered, { allow: ['0', 'name', 'sizes.38', 'list.2', '_id', '__v'] })
export type NumberedForms = Expect<
  Equal<
    Validated<typeof numbered>,
    {
      '0': string
      name?: string
      sizes?: { '38': string }
      list?: { '2': number }[]
      _id?: string
      __v?: number
    }
  >
>
export const listed: AllowPath<typeof Numbered>[] = ['0', 'sizes.38', 'list.2']
export const firstOf = (validated: Validated<typeof numbered>) => validated[0].length
const wholeNumbered = createGuard(Numbered, { allow: ['sizes', 'list'] })
export type WholeNumberedForms = Expect<
  Equal<
    Validated<typeof wholeNumbered>,
    { sizes?: { '38': string; '40'?: number }; list?: { '2': number; _id?: string }[] }
  >
>
// @ts-expect-error: no such field
createGuard(Numbered, { allow: ['sizes.39'] })
// @ts-expect-error: an index of an array
createGuard(Numbered, { allow: ['list.0'] })
interface Scores {
  1: number
  readonly 2?: Date
  name: string
}
const ScoresModel = model<Scores>('Scores', new Schema<Scores>({}))
const scores = createGuard(ScoresModel, { allow: ['1', '2', 'name'] })
export type OfScores = Expect<Equal<Validated<typeof scores>, { '1': number; '2'?: string; name: string }>>
// Nothing tells the names of these.
const AnyNumber = model<{ name: string; [index: number]: Date }>('AnyNumber', new Schema({}))
export type OfAnyNumber = Expect<Equal<Validated<ReturnType<typeof anyNumber>>, { [key: string]: unknown }>>
const anyNumber = () => createGuard(AnyNumber, { allow: ['1', 'name'] })

// Lists and Maps of references that may be populated, as tutorials write them: a body holds the ids.
interface Article {
  title: string
}
interface Populated {
  articles: Types.ObjectId[] | Article[]
  drafts?: Article[] | Types.ObjectId[] | null
  pinned: Types.Array<Types.ObjectId> | Types.DocumentArray<Article>
  bySlug: Map<string, Types.ObjectId | Article>
  mixed: (Types.ObjectId | Article)[]
  slugs: string[] | Article[]
  parts: Article[] | []
  prices: Types.Decimal128[]
}
const PopulatedModel = model<Populated>('Populated', new Schema<Populated>({}))
const populated = createGuard(PopulatedModel, {
  allow: ['articles', 'drafts', 'pinned', 'bySlug', 'mixed', 'slugs', 'parts', 'prices'],
})
export type PopulatedForms = Expect<
  Equal<
    Validated<typeof populated>,
    {
      articles?: string[]
      drafts?: string[]
      pinned?: string[]
      bySlug: { [key: string]: string }
      mixed?: string[]
      slugs?: string[] | { title: string; _id?: string }[]
      parts?: { title: string; _id?: string }[] | unknown[]
      prices?: (string | number | { $numberDecimal: string })[]
    }
  >
>
// @ts-expect-error: the posts of a list are ids in a body
createGuard(PopulatedModel, { allow: ['articles.title'] })
