import { fill, list, nest, object } from './json.ts'
import type { Tools } from './rules.ts'

type Definition = Record<string, unknown>

/** Where the fields of a rule stand in a schema, and a body that comes to them again and again. */
export interface Place {
  readonly name: string
  readonly fields: (tools: Tools, rule: Definition) => Definition
  /** About so many bytes; `members` are those of an object that holds the fields. */
  readonly text: (bytes: number, members: string) => string
  /** Mongoose 8 runs no rules here, so that it accepts what they would refuse. */
  readonly skippedBy8?: true
}

const sub = ({ Schema }: Tools, fields: Definition) => new Schema(fields as never, { _id: false })
const repeated = (bytes: number, members: string) => list(bytes, () => `{${members}}`)
const longKey = (bytes: number) => 'k'.repeat(bytes)

export const places = {
  array: {
    name: 'in an array of sub-documents',
    fields: (tools, rule) => ({ items: [sub(tools, rule)] }),
    text: (bytes, members) => `{"items":${repeated(bytes, members)}}`,
  },
  map: {
    name: 'in a Map of sub-documents',
    fields: (tools, rule) => ({ map: { type: Map, of: sub(tools, rule) } }),
    text: (bytes, members) => `{"map":${object(bytes, () => `{${members}}`)}}`,
  },
  longKey: {
    name: 'below one long key of a Map',
    fields: (tools, rule) => ({ map: { type: Map, of: sub(tools, { lines: [sub(tools, rule)] }) } }),
    text: (bytes, members) => `{"map":{"${longKey(bytes / 2)}":{"lines":${repeated(bytes / 2, members)}}}}`,
  },
  longKeys: {
    name: 'below long keys of a Map in a Map',
    fields: (tools, rule) => ({
      map: { type: Map, of: { type: Map, of: sub(tools, { lines: [sub(tools, rule)] }) } },
    }),
    text: (bytes, members) => {
      const key = longKey(bytes / 3)
      return `{"map":{"${key}":{"${key}":{"lines":${repeated(bytes / 3, members)}}}}}`
    },
  },
  longKeyOfArrays: {
    name: 'in the arrays of a Map, below one long key of another Map',
    fields: (tools, rule) => ({ map: { type: Map, of: { type: Map, of: [sub(tools, rule)] } } }),
    text: (bytes, members) => `{"map":{"${longKey(bytes / 2)}":${object(bytes / 2, () => `[{${members}}]`)}}}`,
  },
  rows: {
    name: 'in an array of arrays',
    fields: (tools, rule) => ({ rows: [[sub(tools, rule)]] }),
    text: (bytes, members) => `{"rows":${list(bytes, () => `[{${members}},{${members}}]`)}}`,
  },
  nested: {
    name: 'in plain nested objects of sub-documents',
    fields: (tools, rule) => ({ items: [sub(tools, { a: { b: rule } })] }),
    text: (bytes, members) => `{"items":${list(bytes, () => `{"a":{"b":{${members}}}}`)}}`,
  },
  union: {
    name: 'in a Union of sub-documents',
    skippedBy8: true,
    fields: (tools, rule) => ({
      items: [{ type: sub(tools, { one: { type: 'Union', of: [Number, sub(tools, rule)] } }) }],
    }),
    text: (bytes, members) => `{"items":${list(bytes, () => `{"one":{${members}}}`)}}`,
  },
  discriminator: {
    name: 'in an embedded discriminator',
    fields: (tools, rule) => {
      const base = new tools.Schema({}, { _id: false, discriminatorKey: 'kind' })
      const event = new tools.Schema({ event: base }, { _id: false })
      const path = event.path('event') as unknown as { discriminator(name: string, schema: object): void }
      path.discriminator('A', sub(tools, rule))
      return { items: [event] }
    },
    text: (bytes, members) =>
      `{"items":${list(bytes, () => `{"event":{"kind":"A"${members === '' ? '' : `,${members}`}}}`)}}`,
  },
  recursion: {
    name: 'in a wide recursion',
    fields: (tools, rule) => {
      const tree = sub(tools, rule)
      tree.add({ children: [tree] })
      return { tree }
    },
    text: (bytes, members) => `{"tree":{${comma(members)}"children":${repeated(bytes, members)}}}`,
  },
  deepRecursion: {
    name: 'in a recursion of 45 levels',
    fields: (tools, rule) => {
      const tree = sub(tools, rule)
      tree.add({ children: [tree] })
      return { tree }
    },
    text: (bytes, members) => {
      const deep = nest(45, `{${comma(members)}"children":[`, ']}', '')
      return `{"tree":{${comma(members)}"children":[${fill(bytes, () => deep)}]}}`
    },
  },
  top: {
    name: 'at the top, beside a long text',
    fields: (_tools, rule) => ({ ...rule, note: String }),
    text: (bytes, members) => `{"note":"${longKey(bytes)}"${members === '' ? '' : `,${members}`}}`,
  },
} satisfies Record<string, Place>

function comma(members: string): string {
  return members === '' ? '' : `${members},`
}
