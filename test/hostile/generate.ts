import { Random } from '../fuzz/random.ts'
import { fill, list, nest, object } from './json.ts'
import type { RuleFamily } from './rule-families.ts'
import { rules, type Rule, type Tools } from './rules.ts'

type Definition = Record<string, unknown>

/** Fields of a schema, and the members of an object of a body for them. */
interface Content {
  /** For a report. */
  readonly about: string
  readonly fields: (tools: Tools) => Definition
  /** About so many bytes; none for the shortest. */
  readonly members: (bytes: number, isBad: boolean) => string
}

/** A field that holds an object, or many. */
interface Field {
  readonly about: string
  readonly definition: (tools: Tools) => unknown
  readonly value: (bytes: number, isBad: boolean) => string
}

/** Draws a family: the n-th of a seed is always the same. */
export function drawFamily(seed: number, nth: number): RuleFamily & { readonly about: string } {
  const random = new Random(seed * 1_000_003 + nth)
  let content = drawContent(random, 1 + random.int(3), true)
  // Some hold nothing of which there may be more.
  while (content.members(4000, false).length < 2000) content = drawContent(random, 1 + random.int(3), true)
  const { about, fields, members } = content
  const isUpdate = random.chance(0.25)
  return {
    name: `seed ${seed}, schema ${nth}`,
    about: isUpdate ? `for an update, ${about}` : about,
    fields,
    ...(isUpdate ? { partial: true } : {}),
    good: (bytes) => `{${members(bytes, false)}}`,
    bad: (bytes) => `{${members(bytes, true)}}`,
  }
}

const sub = ({ Schema }: Tools, fields: Definition) => new Schema(fields as never, { _id: false })
const braced = (content: Content, bytes: number, isBad: boolean) => `{${content.members(bytes, isBad)}}`
const joined = (members: readonly string[]) => members.filter((member) => member !== '').join()

function drawContent(random: Random, depth: number, isTop = false): Content {
  const rule: Rule | undefined = random.chance(isTop ? 0.3 : 0.8) || depth === 0 ? drawRule(random) : undefined
  const count = depth === 0 ? 0 : random.chance(0.25) ? 2 : isTop || random.chance(0.7) ? 1 : 0
  const fields = Array.from({ length: count }, () => drawField(random, depth - 1))
  const noise = drawNoise(random)
  const growing = fields.length + (noise === undefined ? 0 : 1)
  return {
    about: `{ ${joined([rule?.name ?? '', ...fields.map((field, index) => `g${index}: ${field.about}`), noise?.about ?? ''])} }`,
    fields: (tools) => ({
      note: String,
      ...rule?.fields(tools),
      ...Object.fromEntries(fields.map((field, index) => [`g${index}`, field.definition(tools)])),
    }),
    members: (bytes, isBad) => {
      const share = bytes / Math.max(1, growing)
      return joined([
        rule === undefined ? '' : isBad ? rule.bad : rule.good,
        ...fields.map((field, index) => `"g${index}":${field.value(share, isBad)}`),
        noise === undefined || (share === 0 && !isBad) ? '' : noise.members(share, isBad),
      ])
    },
  }
}

function drawRule(random: Random): Rule {
  return random.pick<Rule>(Object.values(rules))
}

/** What else an object may hold that grows. */
function drawNoise(random: Random): Omit<Content, 'fields'> | undefined {
  if (random.chance(0.75)) return undefined
  return random.pick([
    { about: 'a long text', members: (bytes) => `"note":"${'t'.repeat(bytes)}"` },
    {
      about: 'unknown keys',
      members: (bytes, isBad) => (isBad ? fill(bytes, (index) => `"unknown${index}":1`) : ''),
    },
    { about: 'a long unknown key', members: (bytes, isBad) => (isBad ? `"${'u'.repeat(bytes)}":1` : '') },
    {
      about: 'deep arrays for a text',
      members: (bytes, isBad) => (isBad ? `"note":[${list(bytes, () => '[[[]]]')}]` : ''),
    },
  ] satisfies Omit<Content, 'fields'>[])
}

/** A rule on a container itself, which is asked with Mongoose's own container, and prints it where it fails. */
function drawOwnRule(random: Random): { about: string; options: Definition } {
  const none = { about: '', options: {} }
  if (random.chance(0.7)) return none
  return random.pick([
    none,
    { about: ' whose own rule fails', options: { validate: () => false } },
    {
      about: ' whose own rule with this fails',
      options: {
        validate(this: { on?: unknown }) {
          return this.on === 1
        },
      },
    },
    { about: ' whose own rule passes', options: { validate: () => true } },
    {
      about: ' whose own setter throws',
      options: {
        set: () => {
          throw new Error('not so')
        },
      },
    },
    { about: ' whose own setter copies', options: { set: (value: unknown) => value } },
  ])
}

function drawField(random: Random, depth: number): Field {
  const content = drawContent(random, Math.max(0, depth))
  const own = drawOwnRule(random)
  const field = random.pick(fieldKinds)(content, random)
  return {
    about: `${field.about}${own.about} of ${content.about}`,
    value: field.value,
    definition: (tools) => {
      const definition = field.definition(tools)
      const isTyped = typeof definition === 'object' && definition !== null && 'type' in definition
      return Object.keys(own.options).length === 0
        ? definition
        : { ...(isTyped ? definition : { type: definition }), ...own.options }
    },
  }
}

/** Elements for all the bytes, or one that has all of them in it. */
function drawElements(random: Random, content: Content): { about: string; text: Field['value'] } {
  if (random.chance(0.6)) {
    return {
      about: 'many',
      text: (bytes, isBad) => {
        const element = braced(content, 0, isBad)
        return fill(Math.max(1, bytes), () => element)
      },
    }
  }
  if (random.chance(0.3)) {
    return {
      about: 'many and one that is big',
      text: (bytes, isBad) => {
        const element = braced(content, 0, isBad)
        return joined([fill(bytes / 2, () => element), braced(content, bytes / 2, isBad)])
      },
    }
  }
  return { about: 'one', text: (bytes, isBad) => braced(content, bytes, isBad) }
}

const fieldKinds: readonly ((content: Content, random: Random) => Field)[] = [
  (content, random) => {
    const elements = drawElements(random, content)
    return {
      about: `an array with ${elements.about}`,
      definition: (tools) => [sub(tools, content.fields(tools))],
      value: (bytes, isBad) => `[${elements.text(bytes, isBad)}]`,
    }
  },
  (content, random) => {
    const elements = drawElements(random, content)
    return {
      about: `an array of arrays with ${elements.about}`,
      definition: (tools) => [[sub(tools, content.fields(tools))]],
      value: (bytes, isBad) => `[[${elements.text(bytes, isBad)}],[${elements.text(0, isBad)}]]`,
    }
  },
  (content) => ({
    about: 'a Map with many keys',
    definition: (tools) => ({ type: Map, of: sub(tools, content.fields(tools)) }),
    value: (bytes, isBad) => {
      const element = braced(content, 0, isBad)
      return object(bytes, () => element)
    },
  }),
  (content) => ({
    about: 'a Map with a long key',
    definition: (tools) => ({ type: Map, of: sub(tools, content.fields(tools)) }),
    value: (bytes, isBad) => `{"${'k'.repeat(bytes / 2)}":${braced(content, bytes / 2, isBad)}}`,
  }),
  (content, random) => {
    const elements = drawElements(random, content)
    return {
      about: `a Map with a long key of arrays with ${elements.about}`,
      definition: (tools) => ({ type: Map, of: [sub(tools, content.fields(tools))] }),
      value: (bytes, isBad) => `{"${'k'.repeat(bytes / 2)}":[${elements.text(bytes / 2, isBad)}]}`,
    }
  },
  (content) => ({
    about: 'a Map in a Map, with a long key and many',
    definition: (tools) => ({ type: Map, of: { type: Map, of: sub(tools, content.fields(tools)) } }),
    value: (bytes, isBad) => {
      const element = braced(content, 0, isBad)
      return `{"${'k'.repeat(bytes / 2)}":${object(bytes / 2, () => element)}}`
    },
  }),
  (content) => ({
    about: 'a sub-document',
    definition: (tools) => sub(tools, content.fields(tools)),
    value: (bytes, isBad) => braced(content, bytes, isBad),
  }),
  (content, random) => {
    const elements = drawElements(random, content)
    return {
      about: `an array of Unions with ${elements.about}`,
      definition: (tools) => [{ type: 'Union', of: [Number, sub(tools, content.fields(tools))] }],
      value: (bytes, isBad) => `[${elements.text(bytes, isBad)}]`,
    }
  },
  (content) => ({
    about: 'a Union',
    definition: (tools) => ({
      type: 'Union',
      of: [Number, sub(tools, { other: String }), sub(tools, content.fields(tools))],
    }),
    value: (bytes, isBad) => braced(content, bytes, isBad),
  }),
  (content, random) => {
    const elements = drawElements(random, content)
    return {
      about: `a schema in itself 20 times, with ${elements.about}`,
      definition: (tools) => {
        const tree = sub(tools, content.fields(tools))
        tree.add({ children: [tree] })
        return tree
      },
      value: (bytes, isBad) => {
        const outer = joined([content.members(0, isBad), '"children":['])
        return nest(20, `{${outer}`, ']}', elements.text(bytes, isBad))
      },
    }
  },
]
