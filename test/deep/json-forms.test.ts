import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { errorsOf, forbidden, json, looseGuard, outcomeOf, wrongType } from '../support/guard.ts'
import { modelOf, sub } from '../support/models.ts'

const { Schema, SchemaType } = mongoose
const { Types } = Schema

/** A custom schema type that takes even numbers and knows no other. */
class Even extends SchemaType {
  constructor(path: string, options: object) {
    super(path, options, 'Even')
  }
  override cast(value: unknown) {
    if (typeof value !== 'number' || value % 2 !== 0) throw new Error('not even')
    return value
  }
}
Object.assign(Types, { Even })

/** The JSON texts of the matrix by the word that an answer uses for them. */
const values = {
  string: [
    ['', '""'],
    ['a blank', '" "'],
    ['a word', '"abc"'],
    ['"true"', '"true"'],
    ['"null"', '"null"'],
    ['digits', '"42"'],
    ['negative digits', '"-42"'],
    ['digits after +', '"+42"'],
    ['digits in blanks', '" 42 "'],
    ['hex digits', '"0x1F"'],
    ['a fraction', '"1.5"'],
    ['an exponent', '"1E+3"'],
    ['the greatest int64', '"9223372036854775807"'],
    ['the greatest int64 + 1', '"9223372036854775808"'],
    ['the least int64', '"-9223372036854775808"'],
    ['the least int64 - 1', '"-9223372036854775809"'],
    ['34 digits', '"1234567890123456789012345678901234"'],
    ['35 digits', '"12345678901234567890123456789012345"'],
    ['the greatest decimal exponent', '"1E+6144"'],
    ['a decimal exponent too great', '"1E+7000"'],
    ['a decimal exponent too small', '"1E-7000"'],
    ['digits with a line end', '"42\\n"'],
    ['NaN', '"NaN"'],
    ['Infinity', '"Infinity"'],
    ['a day', '"2026-11-20"'],
    ['a leap day', '"2024-02-29"'],
    ['the leap day of 2000', '"2000-02-29"'],
    ['minutes', '"2026-11-20T10:15"'],
    ['seconds', '"2026-11-20T10:15:30"'],
    ['a fraction of a second', '"2026-11-20T10:15:30.5"'],
    ['milliseconds, UTC', '"2026-11-20T10:15:30.123Z"'],
    ['minutes, UTC', '"2026-11-20T10:15Z"'],
    ['the first hour', '"2026-11-20T00:00:00Z"'],
    ['the last hour', '"2026-11-20T23:59:59Z"'],
    ['an offset east', '"2026-11-20T10:15:30+05:30"'],
    ['an offset west', '"2026-11-20T10:15-08:00"'],
    ['hour 24', '"2026-11-20T24:00:00Z"'],
    ['hour 25', '"2026-11-20T25:00:00Z"'],
    ['minute 60', '"2026-11-20T10:60:00Z"'],
    ['30 February', '"2026-02-30"'],
    ['29 February of no leap year', '"2026-02-29"'],
    ['29 February 1900', '"1900-02-29"'],
    ['31 April', '"2026-04-31T10:00:00Z"'],
    ['month 13', '"2026-13-01"'],
    ['month 0', '"2026-00-10"'],
    ['day 0', '"2026-01-00"'],
    ['a day without zeros', '"2026-1-1"'],
    ['a month', '"2026-11"'],
    ['a year', '"2026"'],
    ['a date with a blank', '"2026-11-20 10:15"'],
    ['an hour alone', '"2026-11-20T10"'],
    ['an offset without colon', '"2026-11-20T10:15:30+0530"'],
    ['an expanded year', '"+002026-11-20"'],
    ['a date in words', '"November 20, 2026"'],
    ['an HTTP date', '"Fri, 20 Nov 2026 10:15:30 GMT"'],
    ['milliseconds as digits', '"1795169730000"'],
    ['a day with a line end', '"2026-11-20\\n"'],
    ['a day in blanks', '" 2026-11-20 "'],
    ['24 hex digits', '"507f1f77bcf86cd799439011"'],
    ['24 hex digits in capitals', '"507F1F77BCF86CD799439011"'],
    ['23 hex digits', '"507f1f77bcf86cd79943901"'],
    ['25 hex digits', '"507f1f77bcf86cd7994390112"'],
    ['24 letters', '"zzzzzzzzzzzzzzzzzzzzzzzz"'],
    ['12 letters', '"abcdefghijkl"'],
    ['24 hex digits with a line end', '"507f1f77bcf86cd799439011\\n"'],
    ['a UUID', '"3b241101-e2bb-4255-8caf-4136c566a962"'],
    ['a UUID in capitals', '"3B241101-E2BB-4255-8CAF-4136C566A962"'],
    ['a UUID of version 7', '"01890a5d-ac96-774b-bcce-b302099a8057"'],
    ['the nil UUID', '"00000000-0000-0000-0000-000000000000"'],
    ['a UUID of variant c', '"3b241101-e2bb-4255-ccaf-4136c566a962"'],
    ['a UUID without hyphens', '"3b241101e2bb42558caf4136c566a962"'],
    ['a UUID in braces', '"{3b241101-e2bb-4255-8caf-4136c566a962}"'],
    ['a UUID in other text', '"xx3b241101-e2bb-4255-8caf-4136c566a962yy"'],
    ['a UUID with a line end', '"3b241101-e2bb-4255-8caf-4136c566a962\\n"'],
    ['Base64', '"SGVsbG8="'],
  ],
  number: [
    ['0', '0'],
    ['1', '1'],
    ['an even number', '42'],
    ['a negative number', '-3'],
    ['1.5', '1.5'],
    ['the greatest int32', '2147483647'],
    ['the greatest int32 + 1', '2147483648'],
    ['the least int32', '-2147483648'],
    ['the least int32 - 1', '-2147483649'],
    ['the greatest safe integer', '9007199254740991'],
    ['the greatest safe integer + 1', '9007199254740992'],
    ['the least safe integer', '-9007199254740991'],
    ['the least safe integer - 1', '-9007199254740992'],
    ['milliseconds', '1795169730000'],
    ['the greatest double', '1.7976931348623157e308'],
  ],
  infinity: [
    ['1e400', '1e400'],
    ['-1e400', '-1e400'],
  ],
  boolean: [
    ['true', 'true'],
    ['false', 'false'],
  ],
  null: [['null', 'null']],
  array: [
    ['[]', '[]'],
    ['[1]', '[1]'],
    ['["abc"]', '["abc"]'],
    ['[null]', '[null]'],
    ['[[]]', '[[]]'],
    ['bytes', '[104,105]'],
  ],
  object: [
    ['{}', '{}'],
    ['{"a":1}', '{"a":1}'],
    ['{"_id":"…"}', '{"_id":"507f1f77bcf86cd799439011"}'],
    ['$oid', '{"$oid":"507f1f77bcf86cd799439011"}'],
    ['$date', '{"$date":"2026-11-20T10:15:30Z"}'],
    ['$numberDecimal', '{"$numberDecimal":"1.5"}'],
    ['$numberDecimal of 35 digits', '{"$numberDecimal":"12345678901234567890123456789012345"}'],
    ['$numberDecimal of a number', '{"$numberDecimal":1.5}'],
    ['$numberDecimal and more', '{"$numberDecimal":"1.5","a":1}'],
    ['$numberLong', '{"$numberLong":"42"}'],
    ['$binary', '{"$binary":"aGk=","$type":"00"}'],
    ['a buffer', '{"type":"Buffer","data":[0,104,255]}'],
    ['an empty buffer', '{"type":"Buffer","data":[]}'],
    ['a buffer, data first', '{"data":[1],"type":"Buffer"}'],
    ['a buffer with the byte 256', '{"type":"Buffer","data":[256]}'],
    ['a buffer with the byte -1', '{"type":"Buffer","data":[-1]}'],
    ['a buffer with the byte 1.5', '{"type":"Buffer","data":[1.5]}'],
    ['a buffer with the byte "1"', '{"type":"Buffer","data":["1"]}'],
    ['a buffer with the byte null', '{"type":"Buffer","data":[null]}'],
    ['a buffer of text', '{"type":"Buffer","data":"hi"}'],
    ['a buffer without data', '{"type":"Buffer"}'],
    ['a buffer of another type', '{"type":"buffer","data":[1]}'],
    ['a buffer and more', '{"type":"Buffer","data":[1],"a":1}'],
  ],
} satisfies Record<string, [label: string, text: string][]>

type Received = keyof typeof values

const cells = Object.entries(values).flatMap(([received, column]) =>
  column.map(([label, text]) => ({ label, text, received: received as Received })),
)

const labelsOf = (...received: Received[]) => received.flatMap((word) => values[word].map(([label]) => label))

const dates = [
  'a day',
  'a leap day',
  'the leap day of 2000',
  'minutes',
  'seconds',
  'a fraction of a second',
  'milliseconds, UTC',
  'minutes, UTC',
  'the first hour',
  'the last hour',
  'an offset east',
  'an offset west',
]
const int32s = ['0', '1', 'an even number', 'a negative number', 'the greatest int32', 'the least int32']
const safeIntegers = [
  ...int32s,
  'the greatest int32 + 1',
  'the least int32 - 1',
  'the greatest safe integer',
  'the least safe integer',
  'milliseconds',
]
const int64Texts = [
  'digits',
  'negative digits',
  'the greatest int64',
  'the least int64',
  'a year',
  'milliseconds as digits',
]
const decimalTexts = [
  ...int64Texts,
  'the greatest int64 + 1',
  'the least int64 - 1',
  'a fraction',
  'an exponent',
  '34 digits',
  'the greatest decimal exponent',
]

/**
 * Texts about which the contract is silent for one type, so that the matrix is too: "decimal string" says nothing of a
 * leading `+`.
 */
const undecided: Partial<Record<string, string[]>> = { Decimal128: ['digits after +'] }

interface Row {
  type: string
  /** What stands in the schema. */
  definition: unknown
  /** The word after "Expected". */
  expected: string
  accepted: string[]
}

const scalarRows: Row[] = [
  { type: 'String', definition: String, expected: 'string', accepted: labelsOf('string') },
  { type: 'Boolean', definition: Boolean, expected: 'boolean', accepted: labelsOf('boolean') },
  { type: 'Number', definition: Number, expected: 'number', accepted: labelsOf('number') },
  { type: 'Double', definition: Types.Double, expected: 'double', accepted: labelsOf('number') },
  { type: 'Int32', definition: Types.Int32, expected: 'int32', accepted: int32s },
  { type: 'BigInt', definition: BigInt, expected: 'bigint', accepted: [...safeIntegers, ...int64Texts] },
  {
    type: 'Decimal128',
    definition: Types.Decimal128,
    expected: 'decimal128',
    accepted: [...labelsOf('number'), ...decimalTexts, '$numberDecimal'],
  },
  { type: 'Date', definition: Date, expected: 'date', accepted: dates },
  {
    type: 'ObjectId',
    definition: Types.ObjectId,
    expected: 'objectid',
    accepted: ['24 hex digits', '24 hex digits in capitals'],
  },
  {
    type: 'UUID',
    definition: Types.UUID,
    expected: 'uuid',
    accepted: ['a UUID', 'a UUID in capitals', 'a UUID of version 7'],
  },
  {
    type: 'Buffer',
    definition: Buffer,
    expected: 'buffer',
    accepted: ['a buffer', 'an empty buffer', 'a buffer, data first'],
  },
  {
    type: 'a custom type',
    definition: Even,
    expected: 'even',
    accepted: cells
      .filter(({ received, text }) => received === 'number' && Number(text) % 2 === 0)
      .map(({ label }) => label),
  },
]

const mixedRow: Row = {
  type: 'Mixed',
  definition: Types.Mixed,
  expected: 'anything',
  accepted: cells.map(({ label }) => label),
}

const field = (definition: unknown) => modelOf({ f: { type: definition } })

/** The outcome that the table demands for a cell at `path`. */
function demanded(row: Row, cell: (typeof cells)[number], path: string, nullable: boolean) {
  if (row.accepted.includes(cell.label) || (cell.received === 'null' && nullable)) return []
  return [wrongType(path, row.expected, cell.received)]
}

const cellsOf = (row: Row) => cells.filter(({ label }) => undecided[row.type]?.includes(label) !== true)

describe.each([...scalarRows, mixedRow])('$type', (row) => {
  const Model = field(row.definition)

  it.each(cellsOf(row).map((cell) => ({ ...cell, name: `${cell.received} ${cell.label}` })))(
    'answers $name as the table says',
    async (cell) => {
      const body = { f: json(cell.text) }
      const errors = demanded(row, cell, 'f', true)
      const outcome = await outcomeOf(Model, { allow: ['f'] }, body)
      expect(outcome).toEqual(errors.length > 0 ? { ok: false, errors } : { ok: true, validated: body })
    },
  )

  it('accepts nothing that Mongoose would not take', async () => {
    const taken = row.accepted.map((label) => cells.find((cell) => cell.label === label))
    const refused = []
    for (const cell of taken) {
      const document = new (field(row.definition))({ f: json(cell?.text ?? '') })
      const error = await document.validate().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (error !== undefined) refused.push([cell?.label, error])
    }
    expect(refused).toEqual([])
  })
})

/** Each type once more in every place a value can stand; `path` is where its error is reported. */
const places = [
  {
    place: 'an element of an array',
    definition: (type: unknown) => ({ f: [{ type }] }),
    wrap: (value: unknown) => ({ f: [value] }),
    path: 'f.0',
    nullable: false,
  },
  {
    place: 'the second element of an array of arrays',
    definition: (type: unknown) => ({ f: [[{ type }]] }),
    wrap: (value: unknown) => ({ f: [[], [value]] }),
    path: 'f.1.0',
    nullable: false,
  },
  {
    place: 'a value of a Map',
    definition: (type: unknown) => ({ f: { type: Map, of: type } }),
    wrap: (value: unknown) => ({ f: { key: value } }),
    path: 'f.key',
    nullable: false,
  },
  {
    place: 'a field of a nested object',
    definition: (type: unknown) => ({ f: { deep: { type } } }),
    wrap: (value: unknown) => ({ f: { deep: value } }),
    path: 'f.deep',
    nullable: true,
  },
  {
    place: 'a field of a sub-schema',
    definition: (type: unknown) => ({ f: sub({ deep: { type } }) }),
    wrap: (value: unknown) => ({ f: { deep: value } }),
    path: 'f.deep',
    nullable: true,
  },
  {
    place: 'a field of an array of sub-schemas',
    definition: (type: unknown) => ({ f: [sub({ deep: { type } })] }),
    wrap: (value: unknown) => ({ f: [{}, { deep: value }] }),
    path: 'f.1.deep',
    nullable: true,
  },
  {
    place: 'a field of a Map of sub-schemas',
    definition: (type: unknown) => ({ f: { type: Map, of: sub({ deep: { type } }) } }),
    wrap: (value: unknown) => ({ f: { key: { deep: value } } }),
    path: 'f.key.deep',
    nullable: true,
  },
]

const placements = places.flatMap((place) =>
  [...scalarRows, mixedRow].map((row) => ({ ...place, row, type: row.type })),
)

describe.each([false, true])('with partial %s', (partial) => {
  it.each(placements)('$type is the same as $place', async ({ row, definition, wrap, path, nullable }) => {
    const guard = looseGuard(modelOf(definition(row.definition)), { allow: ['f'], allowNull: true, partial })
    const wanted: unknown[] = []
    const answered: unknown[] = []
    for (const cell of cellsOf(row)) {
      wanted.push([cell.label, demanded(row, cell, path, nullable)])
      const outcome = await guard.validate(wrap(json(cell.text)))
      answered.push([cell.label, outcome.ok ? [] : outcome.errors])
    }
    expect(answered).toEqual(wanted)
  })
})

/** Containers take their own JSON form and no scalar; what is inside them is judged by its own type. */
const containers = [
  { type: 'an array of strings', definition: [String], expected: 'array', received: 'array' },
  { type: 'an array without a type', definition: [], expected: 'array', received: 'array' },
  { type: 'an array of arrays', definition: [[Number]], expected: 'array', received: 'array' },
  { type: 'an array of sub-schemas', definition: [sub({ a: Number })], expected: 'array', received: 'array' },
  { type: 'a sub-schema', definition: sub({ a: Number }), expected: 'object', received: 'object' },
  { type: 'a nested object', definition: { a: Number }, expected: 'object', received: 'object' },
  { type: 'a Map', definition: { type: Map, of: Number }, expected: 'map', received: 'object' },
  {
    type: 'a Map of sub-schemas',
    definition: { type: Map, of: sub({ a: Number }) },
    expected: 'map',
    received: 'object',
  },
  { type: 'a Map of any values', definition: Map, expected: 'map', received: 'object' },
]

describe.each(containers)('$type', ({ definition, expected, received }) => {
  const Model = modelOf({ f: definition })
  const others = cells.filter((cell) => cell.received !== received && cell.received !== 'null')

  it(`answers every value that is no ${received} with one invalid_type`, async () => {
    const wanted = others.map((cell) => [cell.label, [wrongType('f', expected, cell.received)]])
    const answered = []
    for (const { label, text } of others) {
      answered.push([label, await errorsOf(Model, { allow: ['f'] }, { f: json(text) })])
    }
    expect(answered).toEqual(wanted)
  })

  it(`takes an empty ${received}`, async () => {
    const body = { f: received === 'array' ? [] : {} }
    expect(await outcomeOf(Model, { allow: ['f'] }, body)).toEqual({ ok: true, validated: body })
  })
})

describe('what containers hold', () => {
  it.each([
    {
      what: 'each element of an array',
      definition: [String],
      value: ['a', 1, 'b', [2]],
      errors: [wrongType('f.1', 'string', 'number'), wrongType('f.3', 'string', 'array')],
    },
    {
      what: 'each row of an array of arrays',
      definition: [[Number]],
      value: [[1], 2, [3, '4']],
      errors: [wrongType('f.1', 'array', 'number'), wrongType('f.2.1', 'number', 'string')],
    },
    {
      what: 'each element of an array of sub-schemas',
      definition: [sub({ a: Number })],
      value: [{ a: 1 }, '', 0, false, [], { a: '1' }],
      errors: [
        wrongType('f.1', 'object', 'string'),
        wrongType('f.2', 'object', 'number'),
        wrongType('f.3', 'object', 'boolean'),
        wrongType('f.4', 'object', 'array'),
        wrongType('f.5.a', 'number', 'string'),
      ],
    },
    {
      what: 'each value of a Map',
      definition: { type: Map, of: Number },
      value: { one: 1, two: '2', three: {} },
      errors: [wrongType('f.two', 'number', 'string'), wrongType('f.three', 'number', 'object')],
    },
    {
      what: 'each value of a Map of sub-schemas',
      definition: { type: Map, of: sub({ a: Number }) },
      value: { one: { a: 1 }, two: { a: '1' }, three: [] },
      errors: [wrongType('f.two.a', 'number', 'string'), wrongType('f.three', 'object', 'array')],
    },
    {
      what: 'each value of a Map of arrays',
      definition: { type: Map, of: [Number] },
      value: { one: [1], two: 2, three: ['3'] },
      errors: [wrongType('f.two', 'array', 'number'), wrongType('f.three.0', 'number', 'string')],
    },
    {
      what: 'fields far down',
      definition: { a: { b: sub({ c: [sub({ d: Boolean })] }) } },
      value: { a: { b: { c: [{ d: true }, { d: 'true' }] } } },
      errors: [wrongType('f.a.b.c.1.d', 'boolean', 'string')],
    },
    {
      what: 'unknown keys far down',
      definition: { a: { b: sub({ c: [sub({ d: Boolean })] }) } },
      value: { a: { b: { c: [{ e: true }] } } },
      errors: [forbidden('f.a.b.c.0.e')],
    },
  ])('$what is judged at its own path', async ({ definition, value, errors }) => {
    expect(await errorsOf(modelOf({ f: definition }), { allow: ['f'] }, { f: value })).toEqual(errors)
  })
})

describe('the calendar', () => {
  const Model = modelOf({ f: Date })

  it.each([1900, 1999, 2000, 2023, 2024, 2100])('of %i has the days that there were or will be', async (year) => {
    const wanted = []
    const answered = []
    for (let month = 1; month <= 12; month++) {
      for (let day = 27; day <= 32; day++) {
        const text = `${year}-${String(month).padStart(2, '0')}-${day}`
        // The day after the last one is the first of the next month.
        const exists = new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1
        for (const value of [text, `${text}T12:30Z`]) {
          wanted.push([value, exists ? [] : [wrongType('f', 'date', 'string')]])
          answered.push([value, await errorsOf(Model, { allow: ['f'] }, { f: value })])
        }
      }
    }
    expect(answered).toEqual(wanted)
  })
})

describe('a text for a Decimal128', () => {
  const Model = modelOf({ price: Types.Decimal128, prices: [Types.Decimal128] })
  const refused = async (price: unknown) => {
    const allow = ['price', 'prices']
    const counts = [{ price }, { price: { $numberDecimal: price } }, { prices: [price] }].map((body) =>
      errorsOf(Model, { allow }, body),
    )
    return (await Promise.all(counts)).map((errors) => errors.length)
  }

  it('may have zeros to spare, up to a hundred characters', async () => {
    expect(await refused(`${'0'.repeat(98)}.1`)).toEqual([0, 0, 0])
    expect(await refused(`${'0'.repeat(99)}.1`)).toEqual([1, 1, 1])
  })
})

describe('an object for a Decimal128 or a Buffer', () => {
  it('is judged by its own keys, whatever the prototypes hold', async () => {
    const Model = modelOf({ price: Types.Decimal128, file: Buffer })
    const inherited: Record<string, unknown> = { $numberDecimal: '1', type: 'Buffer', data: [1] }
    Object.assign(Object.prototype, inherited)
    try {
      expect(await errorsOf(Model, { allow: ['price', 'file'] }, { price: { a: 1 }, file: { a: 1, b: 2 } })).toEqual([
        wrongType('price', 'decimal128', 'object'),
        wrongType('file', 'buffer', 'object'),
      ])
    } finally {
      for (const key of Object.keys(inherited)) Reflect.deleteProperty(Object.prototype, key)
    }
  })
})

describe('a custom SchemaType', () => {
  it('that extends a built-in type is judged by what its own cast does', async () => {
    class Percent extends Types.Number {
      override cast(value: unknown) {
        if (typeof value !== 'number' || value > 100) throw new Error('more than all')
        return value
      }
    }
    // Without a name of its own Mongoose takes the class for the type that it extends.
    Object.assign(Percent, { schemaName: 'Percent' })
    Object.assign(Types, { Percent })
    const Model = modelOf({ f: { type: Percent } })
    expect(await errorsOf(Model, { allow: ['f'] }, { f: 100 })).toEqual([])
    expect(await errorsOf(Model, { allow: ['f'] }, { f: 101 })).toEqual([wrongType('f', 'number', 'number')])
  })

  it('has no null as an element, nor beside a default', async () => {
    const Model = modelOf({ f: { type: Even }, list: [{ type: Even }], given: { type: Even, default: 2 } })
    const allow = ['f', 'list', 'given']
    expect(await errorsOf(Model, { allow }, { f: null, list: [2, null], given: null })).toEqual([
      wrongType('list.1', 'even', 'null'),
      wrongType('given', 'even', 'null'),
    ])
  })
})

describe('validated', () => {
  it.each([
    { type: 'Date', definition: Date, value: '2026-11-20T10:15:30Z' },
    { type: 'ObjectId', definition: Types.ObjectId, value: '507f1f77bcf86cd799439011' },
    { type: 'BigInt', definition: BigInt, value: '9223372036854775807' },
    { type: 'Decimal128', definition: Types.Decimal128, value: { $numberDecimal: '1.50' } },
    { type: 'Buffer', definition: Buffer, value: { type: 'Buffer', data: [1, 2] } },
    { type: 'String that a setter changes', definition: { type: String, lowercase: true, trim: true }, value: ' ABC ' },
    { type: 'Map', definition: { type: Map, of: Number }, value: { a: 1 } },
  ])('holds a $type as it was sent', async ({ definition, value }) => {
    expect(await outcomeOf(modelOf({ f: definition }), { allow: ['f'] }, { f: value })).toEqual({
      ok: true,
      validated: { f: value },
    })
  })
})
