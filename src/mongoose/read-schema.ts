/**
 * Reads how Mongoose 8 and 9 keep a schema. Plans and rules work on {@link SchemaLevel} and {@link SchemaNode}.
 */
import { GuardConfigError } from '../errors/config-error.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import { jsonFormOf } from '../values/json-forms.ts'
import { type AddedRules, type RulesOptions, withRules } from './added-rules.ts'
import { byValue, discriminatorValueOf, tryDefault, valueOfName } from './discriminators.ts'
import type { Discriminated, MongooseModel, MongooseSchema, RawSchemaType } from './mongoose.ts'
import { type EmptyArrays, keptArrays, readEmptyArrays } from './empty-arrays.ts'
import { hasOwnCast } from './own-casts.ts'
import { containerKindOf } from './own-types.ts'
import type { SchemaFields, SchemaLevel, SchemaNode, TypedNode, TypedSchemaNode } from './schema-nodes.ts'
import { isAsRead, type Reading, readingOf } from './schema-reading.ts'
import { isBuiltIn } from './schema-type.ts'

type Field = Pick<TypedNode, 'isManaged' | 'isNested' | 'map'>

/** Stands for the run of {@link withLookedUpDiscriminators} that is going on, if one is. */
let run: object | undefined

/**
 * Runs something in which each level looks its discriminators up once: an array may pick one of hundreds for each of
 * thousands of elements, and a guard is compiled, and told of, for all of hundreds.
 */
export function withLookedUpDiscriminators<Result>(use: () => Result): Result {
  const outer = run
  run = {}
  try {
    return use()
  } finally {
    run = outer
  }
}

const none: ReadonlyMap<never, never> = new Map<never, never>()

const levels = new WeakMap<object, SchemaLevel>()

/** What the fields of a level were read from, by the level. */
const readings = new WeakMap<SchemaLevel, Reading>()

/** The level of a model's own schema as it is now: applications also edit the schema of a compiled model. */
export function readModel(model: MongooseModel): SchemaLevel {
  const known = levels.get(model)
  if (known !== undefined) {
    const reached = new Set([known])
    if (known.schema !== model.schema || !areFresh(reached)) {
      // Guards that exist keep theirs.
      levels.delete(model)
      for (const { schema, owner } of reached) levels.delete(owner ?? schema)
    }
  }
  return levelOfModel(model)
}

/** As {@link readModel}, as it was when it was last read. */
export function levelOfModel(model: MongooseModel): SchemaLevel {
  return levelOf(model.schema, model)
}

/** Adds the levels below to the set. */
function areFresh(reached: Set<SchemaLevel>): boolean {
  let isFresh = true
  for (const level of reached) {
    const reading = readings.get(level)
    if (reading === undefined) continue
    isFresh &&= isAsRead(level.schema, reading)
    for (const inner of reading.levels) reached.add(inner)
    for (const child of level.discriminators().values()) reached.add(child)
  }
  return isFresh
}

/** A level, its discriminators and all levels below, each once. */
export function levelsFrom(level: SchemaLevel): SchemaLevel[] {
  const reached = new Set([level])
  for (const one of reached) {
    one.fields()
    for (const inner of readings.get(one)?.levels ?? []) reached.add(inner)
    for (const child of one.discriminators().values()) reached.add(child)
  }
  return [...reached]
}

/** The nodes of a level's fields, and of what is in them up to the next level. */
export function nodesOf(level: SchemaLevel): readonly TypedSchemaNode[] {
  level.fields()
  return readings.get(level)?.nodes ?? []
}

/**
 * One level for each place that can have discriminators of its own, so that a recursive schema, which holds itself,
 * comes back to the level it started from.
 */
function levelOf(schema: MongooseSchema, owner: Discriminated | undefined): SchemaLevel {
  const key = owner ?? schema
  return getOrInsert(levels, key, () => readLevel(schema, owner))
}

function readLevel(schema: MongooseSchema, owner: Discriminated | undefined): SchemaLevel {
  let fields: SchemaFields | undefined
  let readWith = schema.discriminatorMapping
  let discriminators: ReadonlyMap<unknown, SchemaLevel> = none
  let known: readonly unknown[] = []
  let lookedUpIn: object | undefined
  const level: SchemaLevel = {
    schema,
    owner,
    get discriminatorKey() {
      return schema.discriminatorMapping?.key ?? schema.options.discriminatorKey ?? '__t'
    },
    get discriminatorValue() {
      return discriminatorValueOf(schema)
    },
    defaultDiscriminator() {
      const given = schema.paths[this.discriminatorKey]?.defaultValue
      return typeof given === 'function' ? undefined : valueOfName(owner, given)
    },
    assumedDiscriminator() {
      const type = schema.paths[this.discriminatorKey]
      return typeof type?.defaultValue === 'function'
        ? valueOfName(owner, tryDefault(type))
        : this.defaultDiscriminator()
    },
    fields() {
      if (fields === undefined || readWith !== schema.discriminatorMapping) {
        const nodes: TypedSchemaNode[] = []
        fields = readFields(schema, nodes)
        readings.set(level, readingOf(schema, nodes))
      }
      readWith = schema.discriminatorMapping
      return fields
    },
    discriminators() {
      const children = owner?.discriminators
      if (!children) return none
      if (lookedUpIn !== undefined && lookedUpIn === run) return discriminators
      lookedUpIn = run
      const models = Object.values(children)
      if (models.length !== known.length || models.some((child, index) => child !== known[index])) {
        known = models
        const values = new Map(byValue(children).map(([value, child]) => [child, value]))
        discriminators = new Map(
          Object.values(children).map((child) => [values.get(child) ?? child.schema, levelOf(child.schema, undefined)]),
        )
      }
      return discriminators
    },
  }
  return level
}

/** Adds the node of each path to `nodes`. */
function readFields(schema: MongooseSchema, nodes: TypedSchemaNode[]): SchemaFields {
  const fields = new Map<string, SchemaNode>()
  const isAbsentWhenEmpty = readEmptyArrays(schema)
  for (const path of Object.keys(schema.paths)) {
    const type = schema.paths[path]
    // `scores.$*` stands for the values of the Map `scores`, which its own schema type holds too.
    if (type === undefined || path.endsWith('.$*')) continue
    const segments = path.split('.')
    const key = segments.pop() ?? path
    let siblings = fields
    for (const segment of segments) siblings = nestedFields(schema, siblings, segment)
    const field = { isManaged: isManaged(schema, path), isNested: segments.length > 0, map: undefined }
    const node = readNode(type, field, isAbsentWhenEmpty)
    nodes.push(node)
    const inner = siblings.get(key)
    siblings.set(key, inner?.kind === 'nested' ? { ...inner, isFieldToo: true } : node)
  }
  return fields
}

/** What is in an array or a Union. */
const inside: Field = { isManaged: false, isNested: false, map: undefined }

function readNode(
  type: RawSchemaType,
  { isManaged, isNested, map }: Field,
  isAbsentWhenEmpty: EmptyArrays,
): TypedSchemaNode {
  const hasBuiltInCast = hasOwnCast(type)
  const facts = { isManaged, isNested, map, isAbsentWhenEmpty: isAbsentWhenEmpty(type) }
  const typed = { type, ...facts, hasBuiltInCast, isContainer: true }
  const container = containerKindOf(type)
  if (container === 'documentArray') {
    const element = type.getEmbeddedSchemaType()
    if (element === undefined) throw noContent(type)
    return { ...typed, kind: 'documentArray', level: levelOf(ownSchemaOf(type), constructorOf(type)), element }
  }
  if (container === 'subdocument') {
    return { ...typed, kind: 'subdocument', level: levelOf(ownSchemaOf(type), constructorOf(type)) }
  }
  if (container === 'map') {
    const value = readNode(contentOf(type), { ...inside, map: typed }, isAbsentWhenEmpty)
    return { ...typed, kind: 'map', value }
  }
  if (container === 'array') return { ...typed, kind: 'array', item: readNode(contentOf(type), inside, keptArrays) }
  if (type.instance === 'Union') {
    const members = (type.schemaTypes ?? []).map((member) => readNode(member, inside, keptArrays))
    return { ...typed, kind: 'union', members, isContainer: members.some((member) => member.isContainer) }
  }
  const value = { ...typed, isContainer: false }
  if (type.instance === 'Mixed' && (typed.hasBuiltInCast || isBuiltIn(type))) return { ...value, kind: 'mixed' }
  const form = jsonFormOf(type.instance)
  return form !== undefined && isBuiltIn(type) ? { ...value, kind: 'leaf', form } : { ...value, kind: 'custom' }
}

/**
 * The node as the schema has it, with further rules; see {@link withRules}.
 *
 * @throws GuardConfigError for rules that this type does not have.
 */
export function withAddedRules(node: TypedSchemaNode, rules: AddedRules, options?: RulesOptions): TypedSchemaNode {
  const ruled = readNode(withRules(node.type as RawSchemaType, rules, options), node, () => node.isAbsentWhenEmpty)
  // Rules of a Map are none of its values.
  return ruled.kind === 'map' && node.kind === 'map' ? { ...ruled, value: node.value } : ruled
}

/** The type of an array's elements, or of a Map's values. */
function contentOf(type: RawSchemaType): RawSchemaType {
  const content = type.getEmbeddedSchemaType()
  if (content === undefined) throw noContent(type)
  return content
}

/** Test runners make mocks of models whose methods give nothing, and Mongoose before 8.20 casts no Map in an array. */
function noContent(type: RawSchemaType): GuardConfigError {
  const orOld = containerKindOf(type) === 'map' ? ', or Mongoose older than 8.20 and this Map in an array' : ''
  return new GuardConfigError(`"${type.path}" does not tell the type of its content: is the model a mock${orOld}?`)
}

function nestedFields(schema: MongooseSchema, fields: Map<string, SchemaNode>, key: string): Map<string, SchemaNode> {
  const node = fields.get(key)
  if (node?.kind === 'nested') return node.fields as Map<string, SchemaNode>
  const inner = new Map<string, SchemaNode>()
  // `new Model()` throws at a null there when the schema is strict in that way.
  const isNullable = schema.options.strict !== 'throw'
  fields.set(key, { kind: 'nested', fields: inner, isNullable, isFieldToo: node !== undefined })
  return inner
}

function ownSchemaOf(type: RawSchemaType): MongooseSchema {
  if (type.schema === undefined) throw new TypeError(`The schema type at "${type.path}" has no schema`)
  return type.schema
}

/** Embedded discriminators hang on the constructor: the schema may be shared by paths with different ones. */
function constructorOf(type: RawSchemaType): Discriminated | undefined {
  return type.Constructor ?? type.caster
}

/** Paths that Mongoose fills by itself. */
function isManaged(schema: MongooseSchema, path: string): boolean {
  return (
    path === '_id' ||
    path === schema.options.versionKey ||
    path === schema.$timestamps?.createdAt ||
    path === schema.$timestamps?.updatedAt
  )
}
