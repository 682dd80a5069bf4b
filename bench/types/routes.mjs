// Schemas of 10, 60 and 300 paths, and 50 routes for each that accept eight of its paths; an application of many models of
// 30 paths, with three routes each that accept 20 of them. Written for mongoose-guard, and as the bodies that one would
// write for the same routes in zod, valibot and arktype.

const fieldKinds = [
  'required',
  'string',
  'number',
  'boolean',
  'date',
  'strings',
  'choice',
  'defaulted',
  'id',
  'positive',
]
const groupKinds = ['object', 'schema', 'list']

/** One flat level; three levels; six levels. `groups` repeats a level below this one. */
const shapes = {
  10: { fields: 10 },
  60: { fields: 15, groups: [5, { fields: 4, groups: [1, { fields: 3 }] }] },
  300: {
    fields: 21,
    groups: [
      9,
      {
        fields: 6,
        groups: [2, { fields: 3, groups: [1, { fields: 2, groups: [1, { fields: 2, groups: [1, { fields: 1 }] }] }] }],
      },
    ],
  },
}
export const sizes = Object.keys(shapes).map(Number)
const applicationShape = { fields: 21, groups: [3, { fields: 2 }] }

export const tree = (size) => treeOf(shapes[size])

function treeOf(shape, prefix = '') {
  let count = 0
  const grow = ({ fields, groups }) => {
    const level = {}
    for (let i = 0; i < fields; i++) {
      level[`${prefix}f${count}`] = { kind: fieldKinds[count % fieldKinds.length] }
      count++
    }
    for (let i = 0; groups && i < groups[0]; i++) {
      const kind = groupKinds[count % groupKinds.length]
      const name = `${prefix}g${count}`
      count++
      level[name] = { kind, below: grow(groups[1]) }
    }
    return level
  }
  return grow(shape)
}

export function paths(level, above = '') {
  return Object.entries(level).flatMap(([key, { below }]) => [
    above + key,
    ...(below ? paths(below, `${above}${key}.`) : []),
  ])
}

/** The allow lists of so many routes, with so many paths each, the same ones in every run. */
function allowLists(level, routes, length, random) {
  const all = paths(level)
  return Array.from({ length: routes }, () => {
    const list = new Set()
    while (list.size < length) list.add(all[Math.floor(random() * all.length)])
    return [...list]
  })
}

function randomNumbers(seed) {
  return () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff
}

/** The part of a tree that an allow list picks. */
function pick(level, list) {
  const picked = {}
  for (const path of list) {
    let from = level
    let to = picked
    const keys = path.split('.')
    for (const [index, key] of keys.entries()) {
      if (index === keys.length - 1) to[key] = from[key]
      else if (to[key] === from[key]) break
      else {
        to[key] ??= { kind: from[key].kind, below: {} }
        from = from[key].below
        to = to[key].below
      }
    }
  }
  return picked
}

const entries = (level, write) => Object.entries(level).map(([key, node]) => write(key, node))
const object = (level, write) => `{ ${entries(level, (key, node) => `${key}: ${write(node)}`).join(', ')} }`

const mongooseField = {
  required: '{ type: String, required: true }',
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
  date: 'Date',
  strings: '[String]',
  choice: "{ type: String, enum: ['a', 'b', 'c'] as const }",
  defaulted: "{ type: String, default: 'x' }",
  id: 'Schema.Types.ObjectId',
  positive: '{ type: Number, required: true, min: 0 }',
}
const interfaceField = {
  required: 'string',
  string: 'string | null',
  number: 'number | null',
  boolean: 'boolean | null',
  date: 'Date | null',
  strings: 'string[]',
  choice: "'a' | 'b' | 'c' | null",
  defaulted: 'string',
  id: 'Types.ObjectId | null',
  positive: 'number',
}
const isSure = { required: true, strings: true, defaulted: true, positive: true, list: true }

function definition(level, construct) {
  return object(level, ({ kind, below }) => {
    if (!below) return mongooseField[kind]
    const inner = definition(below, construct)
    if (kind === 'object') return inner
    return kind === 'schema' ? `${construct}(${inner})` : `[${construct}(${inner})]`
  })
}
function written(level) {
  return `{ ${entries(level, (key, { kind, below }) => {
    const type = below ? `${written(below)}${kind === 'list' ? '[]' : ''}` : interfaceField[kind]
    return `${key}${isSure[kind] ? '' : '?'}: ${type}`
  }).join('; ')} }`
}

/**
 * Reads every field of a document once, because Mongoose infers the fields of `Schema.create()` when they are first
 * looked at, and that is not what the routes cost.
 */
function reads(level) {
  const lines = paths(level).map((path, index) => {
    let below = level
    const access = path.split('.').map((key) => {
      const { kind, below: inner } = below[key]
      below = inner
      return `.${key}${inner ? '!' : ''}${kind === 'list' ? '[0]!' : ''}`
    })
    return `export const read${index} = document${access.join('')}\n`
  })
  return `const document = SomeModel.castObject({})\n${lines.join('')}`
}

const models = {
  'new Schema()': (level) =>
    `import { Schema, model } from 'mongoose'\nexport const SomeModel = model('Some', new Schema(${definition(level, 'new Schema')}))\n`,
  'Schema.create()': (level) =>
    `import { Schema, model } from 'mongoose'\nexport const SomeModel = model('Some', Schema.create(${definition(level, 'Schema.create')}))\n`,
  interface: (level) =>
    `import { Schema, model, type Types } from 'mongoose'\ninterface Some ${written(level)}\nexport const SomeModel = model<Some>('Some', new Schema<Some>({} as any))\n`,
}

const peers = {
  zod: {
    start: "import * as z from 'zod'\nexport const start = z\n",
    import: "import * as z from 'zod'\n",
    field: {
      required: 'z.string()',
      string: 'z.string().nullish()',
      number: 'z.number().nullish()',
      boolean: 'z.boolean().nullish()',
      date: 'z.iso.datetime().nullish()',
      strings: 'z.array(z.string()).optional()',
      choice: "z.enum(['a', 'b', 'c']).nullish()",
      defaulted: 'z.string().optional()',
      id: 'z.string().regex(/^[0-9a-f]{24}$/).nullish()',
      positive: 'z.number().min(0)',
    },
    body(level) {
      const inner = object(level, ({ kind, below }) => {
        if (!below) return this.field[kind]
        return kind === 'list' ? `z.array(${this.body(below)}).optional()` : `${this.body(below)}.nullish()`
      })
      return `z.strictObject(${inner})`
    },
    type: (name) => `z.infer<typeof ${name}>`,
  },
  valibot: {
    start: "import * as v from 'valibot'\nexport const start = v\n",
    import: "import * as v from 'valibot'\n",
    field: {
      required: 'v.string()',
      string: 'v.nullish(v.string())',
      number: 'v.nullish(v.number())',
      boolean: 'v.nullish(v.boolean())',
      date: 'v.nullish(v.pipe(v.string(), v.isoTimestamp()))',
      strings: 'v.optional(v.array(v.string()))',
      choice: "v.nullish(v.picklist(['a', 'b', 'c']))",
      defaulted: 'v.optional(v.string())',
      id: 'v.nullish(v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/)))',
      positive: 'v.pipe(v.number(), v.minValue(0))',
    },
    body(level) {
      const inner = object(level, ({ kind, below }) => {
        if (!below) return this.field[kind]
        return kind === 'list' ? `v.optional(v.array(${this.body(below)}))` : `v.nullish(${this.body(below)})`
      })
      return `v.strictObject(${inner})`
    },
    type: (name) => `v.InferOutput<typeof ${name}>`,
  },
  arktype: {
    start: "import { type } from 'arktype'\nexport const start = type\n",
    import: "import { type } from 'arktype'\n",
    field: {
      required: "'string'",
      string: "'string | null'",
      number: "'number | null'",
      boolean: "'boolean | null'",
      date: "'string.date.iso | null'",
      strings: "'string[]'",
      choice: `"'a' | 'b' | 'c' | null"`,
      defaulted: "'string'",
      id: '/^[0-9a-f]{24}$/',
      positive: "'number >= 0'",
    },
    body(level) {
      return `type(${this.inner(level)})`
    },
    inner(level) {
      const fields = entries(level, (key, { kind, below }) => {
        if (!below) return `${kind === 'required' || kind === 'positive' ? key : `'${key}?'`}: ${this.field[kind]}`
        return `'${key}?': ${kind === 'list' ? `[${this.inner(below)}, '[]']` : this.inner(below)}`
      })
      return `{ '+': 'reject', ${fields.join(', ')} }`
    },
    type: (name) => `typeof ${name}.infer`,
  },
}
export const peerNames = Object.keys(peers)
export const libraries = [...Object.keys(models), ...peerNames]

/**
 * The files of one case: `start`, which has everything that the routes share, and the routes in batches. Each route
 * reads a field of what it accepts, as a handler would.
 */
export function files(library, size, batches) {
  const level = tree(size)
  const lists = allowLists(level, 50, 8, randomNumbers(7))
  let done = 0
  return {
    'start.ts': peers[library]
      ? peers[library].start
      : `${modelFile(library, level)}import { createGuard } from 'mongoose-guard'\nexport const start = createGuard\n`,
    ...Object.fromEntries(
      batches.map((count, batch) => {
        const from = done
        done += count
        return [`routes${batch}.ts`, routesFile(library, level, lists.slice(from, done), './start.ts', from)]
      }),
    ),
  }
}

/** The files of an application: those of the models, and one for the three routes of each. No two share a field. */
export function application(library, count) {
  const random = randomNumbers(7)
  const levels = Array.from({ length: count }, (_, index) => treeOf(applicationShape, `m${index}`))
  const start = peers[library]
    ? [['start.ts', peers[library].start]]
    : levels.map((level, index) => [`model${index}.ts`, modelFile(library, level)])
  const routes = levels.map((level, index) => [
    `routes${index}.ts`,
    routesFile(library, level, allowLists(level, 3, 20, random), `./model${index}.ts`, 0),
  ])
  return { start: Object.fromEntries(start), routes: Object.fromEntries(routes) }
}

const modelFile = (library, level) => `${models[library](level)}${reads(level)}`

function routesFile(library, level, lists, model, from) {
  const peer = peers[library]
  const route = (list, index) =>
    peer
      ? `const body${index} = ${peer.body(pick(level, list))}\ndeclare const value${index}: ${peer.type(`body${index}`)}\nexport const read${index} = value${index}.${list[0].split('.')[0]}\n`
      : `const guard${index} = createGuard(SomeModel, { allow: [${list.map((path) => `'${path}'`).join(', ')}] })\ndeclare const value${index}: Validated<typeof guard${index}>\nexport const read${index} = value${index}.${list[0].split('.')[0]}\n`
  const header = peer
    ? peer.import
    : `import { createGuard, type Validated } from 'mongoose-guard'\nimport { SomeModel } from '${model}'\n`
  return header + lists.map((list, index) => route(list, from + index)).join('')
}
