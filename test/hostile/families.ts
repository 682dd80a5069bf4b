import { fill, list, nest, object } from './json.ts'

/** Bodies made to hurt: JSON texts of about a given number of bytes, for the schema in `target.ts`. */
export interface Family {
  readonly name: string
  /** Uses fields that only Mongoose has: Maps, Mixed, a schema in itself. */
  readonly needsMongoose?: boolean
  /** Accepted as it stands. */
  readonly isGood?: boolean
  readonly text: (bytes: number) => string
}

const valid = '"name":"alice","email":"a@b.co"'
const body = (...members: readonly string[]) => `{${[valid, ...members].join()}}`

const goodItem = '{"sku":"ABC-12345","quantity":3,"price":1.5,"note":"as ordered"}'
const edgeNumbers = ['-0', '1e400', '-1e400', '5e-324', '9007199254740993', '1e21', '-1', '0.1', '1E+2', '1001']
const spitefulKeys = ['__proto__', 'constructor', 'prototype', 'a.b', '$where', 'hasOwnProperty', 'toString', '', '0']

export const families: readonly Family[] = [
  { name: 'unknown keys', text: (bytes) => body(fill(bytes, (index) => `"x${index}":1`)) },
  {
    name: 'long unknown keys',
    text: (bytes) => body(fill(bytes, (index) => `"${'k'.repeat(2000)}${index}":1`)),
  },
  { name: 'one unknown key of all the bytes', text: (bytes) => body(`"${'k'.repeat(bytes)}":1`) },
  { name: 'unknown keys of escapes', text: (bytes) => body(fill(bytes, (index) => `"\\u0001\\ud800${index}":1`)) },
  { name: 'empty sub-documents', text: (bytes) => body(`"items":${list(bytes, () => '{}')}`) },
  { name: 'numbers where sub-documents are due', text: (bytes) => body(`"items":${list(bytes, () => '0')}`) },
  { name: 'nulls where sub-documents are due', text: (bytes) => body(`"items":${list(bytes, () => 'null')}`) },
  { name: 'arrays where sub-documents are due', text: (bytes) => body(`"items":${list(bytes, () => '[]')}`) },
  { name: 'an unknown key in each sub-document', text: (bytes) => body(`"items":${list(bytes, () => '{"x":0}')}`) },
  {
    name: 'sub-documents with every rule failing',
    text: (bytes) => body(`"items":${list(bytes, () => '{"sku":"x","quantity":0,"price":-1,"note":""}')}`),
  },
  {
    name: 'good sub-documents',
    isGood: true,
    text: (bytes) => body(`"items":${list(bytes, () => goodItem)}`),
  },
  {
    name: 'good sub-documents and a bad one at the end',
    text: (bytes) => body(`"items":[${fill(bytes, () => goodItem)},{"sku":"x"}]`),
  },
  { name: 'wrong types in an array', text: (bytes) => body(`"tags":${list(bytes, () => '0')}`) },
  { name: 'failing texts in an array', text: (bytes) => body(`"tags":${list(bytes, () => '"longer than allowed"')}`) },
  {
    name: 'numbers at every edge',
    text: (bytes) => body(`"numbers":${list(bytes, (i) => edgeNumbers[i % 10] ?? '0')}`),
  },
  { name: 'a long text for a pattern', text: (bytes) => body(`"code":"${'x'.repeat(bytes)}"`) },
  { name: 'a long text for an enum', text: (bytes) => body(`"role":"${"$'".repeat(bytes / 2)}"`) },
  { name: 'a long text for a length', text: (bytes) => body(`"note":"${'{VALUE}'.repeat(bytes / 7)}"`) },
  {
    name: 'a long text for a date',
    isGood: true,
    text: (bytes) => body(`"date":"2020-01-01T00:00:00.${'0'.repeat(bytes)}"`),
  },
  { name: 'a long text for an id', text: (bytes) => body(`"id":"${'a'.repeat(bytes)}"`) },
  {
    name: 'lone surrogates',
    isGood: true,
    text: (bytes) => body(`"tags":${list(bytes, () => '"\\ud800\\udfff\\udc00"')}`),
  },
  { name: 'the same key again and again', text: (bytes) => body(fill(bytes, (index) => `"role":"r${index}"`)) },
  {
    name: 'spiteful keys',
    text: (bytes) => body(`"x":1,"place":${object(bytes, (i) => `{"${spitefulKeys[i % 9] ?? ''}":1}`)}`),
  },
  {
    name: 'spiteful keys in sub-documents',
    text: (bytes) => body(`"items":${list(bytes, (index) => `{"${spitefulKeys[index % 9] ?? ''}":{"polluted":1}}`)}`),
  },
  { name: 'deep nesting under an unknown key', text: (bytes) => body(`"x":${nest(bytes / 2, '[', ']')}`) },
  { name: 'deep objects under an unknown key', text: (bytes) => body(`"x":${nest(bytes / 6, '{"x":', '}')}`) },
  { name: 'deep nesting where a text is due', text: (bytes) => body(`"note":${nest(bytes / 2, '[', ']')}`) },
  { name: 'deep nesting in an array of texts', text: (bytes) => body(`"tags":${nest(bytes / 2, '[', ']')}`) },
  { name: 'a wide object where a text is due', text: (bytes) => body(`"note":${object(bytes, () => '1')}`) },

  {
    name: 'good Map',
    needsMongoose: true,
    isGood: true,
    text: (bytes) => body(`"scores":${object(bytes, () => '5')}`),
  },
  { name: 'failing Map values', needsMongoose: true, text: (bytes) => body(`"scores":${object(bytes, () => '-1')}`) },
  {
    name: 'failing values below long Map keys',
    needsMongoose: true,
    text: (bytes) => body(`"scores":${object(bytes, () => '-1', 'k'.repeat(1000))}`),
  },
  {
    name: 'many failures below one long Map key',
    needsMongoose: true,
    text: (bytes) => body(`"groups":{"${'k'.repeat(bytes / 2)}":${object(bytes / 2, () => '-1')}}`),
  },
  {
    name: 'spiteful Map keys',
    needsMongoose: true,
    text: (bytes) => body(`"scores":${object(bytes, () => '1', 'a.b')}`),
  },
  { name: 'deep Mixed', needsMongoose: true, text: (bytes) => body(`"free":${nest(bytes / 2, '[', ']')}`) },
  {
    name: 'wide Mixed',
    needsMongoose: true,
    isGood: true,
    text: (bytes) => body(`"free":${object(bytes, () => '[1,{"a":null}]')}`),
  },
  {
    name: 'Mixed of own __proto__ keys',
    needsMongoose: true,
    text: (bytes) => body(`"free":${list(bytes, () => '{"__proto__":{"polluted":1}}')}`),
  },
  {
    name: 'Mixed of own __proto__ keys below a long key',
    needsMongoose: true,
    text: (bytes) => body(`"free":{"${'k'.repeat(bytes / 2)}":${list(bytes / 2, () => '{"__proto__":1}')}}`),
  },
  {
    name: 'deep recursion',
    needsMongoose: true,
    text: (bytes) => body(`"tree":${nest(bytes / 25, '{"label":"a","children":[', ']}', '')}`),
  },
  {
    name: 'recursion of 48 levels with an error at each',
    needsMongoose: true,
    text: (bytes) =>
      body(`"tree":{"label":"a","children":${list(bytes, () => nest(47, '{"label":"","children":[', ']}', ''))}}`),
  },
  {
    name: 'recursion of 48 levels with an error at the end',
    needsMongoose: true,
    text: (bytes) => {
      const wide = `{"label":"a","children":[${fill(bytes, () => '{"label":"b"}')},{"label":""}]}`
      return body(`"tree":${nest(46, '{"label":"a","children":[', ']}', wide)}`)
    },
  },
  {
    name: 'wide recursion',
    needsMongoose: true,
    isGood: true,
    text: (bytes) => body(`"tree":{"label":"a","children":${list(bytes, () => '{"label":"b","children":[]}')}}`),
  },
]
