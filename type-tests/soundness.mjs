// Ties the types to the run time: for every model of the test catalogue, bodies that a guard accepts are written out as
// literals and compiled against `Validated` of that guard. The one hole that is documented is let through: with
// `new Schema()` or an interface, Mongoose's types have a field with a default as present, and a body may lack it.
//
// Usage: node --import tsx soundness.mjs [seed]
import ts from 'typescript'
import { createGuard, GuardConfigError } from 'mongoose-guard'
import * as billing from '../test/catalogue/billing.ts'
import * as chat from '../test/catalogue/chat.ts'
import * as cms from '../test/catalogue/cms.ts'
import * as created from '../test/catalogue/created.ts'
import * as forum from '../test/catalogue/forum.ts'
import { catalogue } from '../test/catalogue/index.ts'
import * as shop from '../test/catalogue/shop.ts'
import { withFolder } from '../bench/types/count-native.mjs'
import { compilerOf } from './compiler.mjs'
import { createProgram } from './in-memory.mjs'

const modules = { billing, chat, cms, created, forum, shop }
const guardsPerModel = 3
const bodiesPerGuard = 8
const attemptsPerGuard = 200

const seed = Number(process.argv[2] ?? 1)
let state = seed
const random = () => {
  state = (state + 0x6d2b79f5) | 0
  let mix = Math.imul(state ^ (state >>> 15), 1 | state)
  mix = (mix + Math.imul(mix ^ (mix >>> 7), 61 | mix)) ^ mix
  return ((mix ^ (mix >>> 14)) >>> 0) / 4294967296
}
const pickOne = (list) => list[Math.floor(random() * list.length)]

// What a leaf is replaced by: the JSON forms of all schema types, right or wrong. The guard tells which.
const leaves = [
  '', 'a', 'EUR', 'mail', 0, 1, -1.5, 12, true, false, null, '1.50', { $numberDecimal: '12.30' }, '2020-02-29',
  '2021-02-03T04:05:06.789Z', '64b7f9d2c1a4e5f601234567', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', '9223372036854775807',
  { type: 'Buffer', data: [1, 255] }, [], {}, ['a'], { key: 'a' }, { key: 1 }, [[1]],
] // oxfmt-ignore
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

function mutate(value) {
  if (random() < 0.08) return pickOne(leaves)
  if (Array.isArray(value)) return value.filter(() => random() < 0.85).map(mutate)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(() => random() < 0.85)
      .map(([key, below]) => [key, mutate(below)]),
  )
}

/** Every entry that a schema has, dotted; one that leads into a leaf is refused by the guard and tried no more. */
function entriesOf(schema, above = '', depth = 0) {
  if (depth > 3) return []
  return Object.entries(schema.paths).flatMap(([path, type]) => {
    const keys = path.split('.')
    const below = subSchema(type)
    return [
      ...keys.map((_, index) => above + keys.slice(0, index + 1).join('.')),
      ...(below ? entriesOf(below, `${above}${path}.`, depth + 1) : []),
    ]
  })
}

/** Keeps what the entries cover, so that most bodies are accepted. */
function restrict(value, entries, above = '') {
  if (Array.isArray(value)) return value.map((element) => restrict(element, entries, above))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, below]) => {
      const path = above + key
      if (entries.includes(path)) return [[key, below]]
      return entries.some((entry) => entry.startsWith(`${path}.`)) ? [[key, restrict(below, entries, `${path}.`)]] : []
    }),
  )
}

let holes = 0
const subSchema = (type) => type?.schema ?? type?.embeddedSchemaType?.schema ?? type?.caster?.schema

/**
 * Writes an accepted value as source text. Where an object lacks a field with a default, the documented hole, the field
 * is written with a value of any type; `Schema.create()` has no such hole.
 */
function literal(value, { schema, allow, path, prefix }) {
  if (Array.isArray(value))
    return `[${value.map((element) => literal(element, { schema, allow, path, prefix })).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, below]) => {
    const name = prefix + key
    const inner = subSchema(schema?.paths[name])
    const isNested = schema?.nested[name] === true
    const text = literal(below, {
      schema: inner ?? (isNested ? schema : undefined),
      allow,
      path: `${path}${key}.`,
      prefix: isNested ? `${name}.` : '',
    })
    return `${JSON.stringify(key)}: ${text}`
  })
  for (const key of isCreated(schema) ? [] : keysWithDefault(schema, prefix)) {
    const full = path + key
    const isPicked = allow.some(
      (entry) => full === entry || full.startsWith(`${entry}.`) || entry.startsWith(`${full}.`),
    )
    if (key in value || !isPicked) continue
    holes++
    fields.push(`${JSON.stringify(key)}: undefined as never`)
  }
  return `{ ${fields.join(', ')} }`
}
/** The keys at one level that Mongoose fills in: a field with a default, and a nested object that has one. */
function keysWithDefault(schema, prefix) {
  const paths = Object.entries(schema?.paths ?? {}).filter(([name]) => name.startsWith(prefix) && name !== '_id')
  return new Set(
    paths.flatMap(([name, type]) => {
      const [key, ...below] = name.slice(prefix.length).split('.')
      const isFilled = type.defaultValue !== undefined || (below.length > 0 && type.instance === 'Array')
      return isFilled && (below.length > 0 || type.instance !== 'Array') ? [key] : []
    }),
  )
}
const createdSchemas = new Set(Object.values(created).flatMap((model) => (model.schema ? schemasOf(model.schema) : [])))
const isCreated = (schema) => createdSchemas.has(schema)
function schemasOf(schema) {
  return [schema, ...Object.values(schema.paths).flatMap((type) => (subSchema(type) ? schemasOf(subSchema(type)) : []))]
}

const directory = new URL('.', import.meta.url).pathname.replace(/\/$/, '')
const imports = [
  "import { createGuard, type AllowPath, type Validated } from 'mongoose-guard'",
  ...Object.keys(modules).map((name) => `import * as ${name} from '${directory}/../test/catalogue/${name}.ts'`),
]
const models = Object.entries(modules).flatMap(([moduleName, module]) =>
  Object.entries(module)
    .filter(([name]) => name.endsWith('Model'))
    .map(([name, model]) => ({
      model,
      name: `${moduleName}.${name}`,
      variable: moduleName + name,
      bodies: catalogue.filter((entry) => entry.model === model).flatMap((entry) => entry.bodies),
    }))
    .filter(({ bodies }) => bodies.length > 0),
)

/** The entries that each model's type offers, as the compiler sees them. */
function entriesInTypes() {
  const text = [...imports, ...models.map(({ name, variable }) => `type ${variable} = AllowPath<typeof ${name}>`)]
  const { program, names } = createProgram(directory, { 'soundness-entries.ts': text.join('\n') })
  const checker = program.getTypeChecker()
  return new Map(
    program
      .getSourceFile(names[0])
      .statements.filter(ts.isTypeAliasDeclaration)
      .map((alias) => {
        const type = checker.getTypeAtLocation(alias)
        return [
          alias.name.text,
          (type.isUnion() ? type.types : [type]).map((member) => member.value ?? checker.typeToString(member)),
        ]
      }),
  )
}
const offered = entriesInTypes()
// What Mongoose's types do not show: a field that a plugin adds, the key of a discriminator in the discriminator's own
// model, what is below a field whose type Mongoose fails to infer. The types may refuse no more than that.
const unseen = []
let entryCount = 0

const statements = []
const counts = { guards: 0, bodies: 0 }
for (const { name, model, variable, bodies } of models) {
  const inSchema = [...new Set(entriesOf(model.schema))].filter((entry) => isAllowed(model, entry))
  const isOffered = (entry) =>
    entry.split('.').every((_, index, keys) => offered.get(variable).includes(keys.slice(0, index + 1).join('.')))
  const entries = inSchema.filter(isOffered)
  entryCount += inSchema.length
  unseen.push(...inSchema.filter((entry) => !isOffered(entry)).map((entry) => `${name}: ${entry}`))
  for (let index = 0; index < guardsPerModel; index++) {
    const partial = index === 1
    const allow = entries.filter(() => random() < (index === 2 ? 0.3 : 0.9))
    const guard = createGuard(model, { allow, partial })
    const accepted = new Set()
    for (let attempt = 0; attempt < attemptsPerGuard && accepted.size < bodiesPerGuard; attempt++) {
      const body = pickOne(bodies)
      const outcome = await guard.validate(restrict(attempt === 0 ? body : mutate(body), allow))
      if (outcome.ok) accepted.add(literal(outcome.validated, { schema: model.schema, allow, path: '', prefix: '' }))
    }
    counts.guards++
    counts.bodies += accepted.size
    const guardName = `${variable}${index}`
    statements.push(
      `const ${guardName} = createGuard(${name}, { allow: ${JSON.stringify(allow)}, partial: ${partial} })`,
      `type ${guardName} = Validated<typeof ${guardName}>`,
      ...[...accepted].map((text) => `accept<${guardName}>()(${text})`),
    )
  }
}
function isAllowed(model, entry) {
  try {
    createGuard(model, { allow: [entry] })
    return true
  } catch (error) {
    if (error instanceof GuardConfigError) return false
    throw error
  }
}

// Through a type parameter, because a literal assigned outright may have no property that its type does not show: what
// Mongoose's types do not show is no claim.
const accept = 'declare function accept<Picked>(): <Body extends Picked>(body: Body) => void'
const text = [...imports, accept, ...statements].join('\n')
// Objects of many fields against intersections of many: TypeScript 7 is the fastest by far.
const config = { extends: `${directory}/tsconfig.json`, files: ['literals.ts'], include: [] }
const output = withFolder({ 'literals.ts': text, 'tsconfig.json': JSON.stringify(config) }, compilerOf('7.0'))

console.log(
  `seed ${seed}: ${counts.bodies} accepted bodies of ${counts.guards} guards on ${models.length} models compiled`,
)
console.log(
  `${holes} times a body lacked a field with a default; ${unseen.length} of ${entryCount} entries are not in the types`,
)
// An error goes on in lines that are indented.
const failures = output
  .split(/\n(?=\S)/)
  .filter((error) => error.trim() !== '')
  .map((error) => {
    const line = /literals\.ts\((\d+),/.exec(error)?.[1]
    return `${text.split('\n')[line - 1]?.slice(0, 600)}\n  ${error}`
  })
if (counts.bodies < counts.guards * 4) failures.push('too few bodies were accepted to say anything')
if (unseen.length > entryCount / 8) failures.push(`entries that the types do not offer:\n  ${unseen.join('\n  ')}`)
if (failures.length > 0) {
  console.error(failures.slice(0, 20).join('\n'))
  process.exit(1)
}
