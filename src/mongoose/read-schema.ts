/**
 * Reads how Mongoose 8 and 9 keep a schema. Plans and rules work on {@link SchemaLevel} and {@link SchemaNode}.
 */
import { GuardConfigError } from '../errors/config-error.ts'
import { type JsonForm, jsonFormOf } from '../values/json-forms.ts'
import { forget } from '../values/maybe-promise.ts'
import { type AddedRules, type RulesOptions, withRules } from './added-rules.ts'
import { forgetIn } from './cast-errors.ts'
import type { Discriminated, MongooseModel, MongooseSchema, RawSchemaType, SchemaType } from './mongoose.ts'
import { hasOwnCast } from './own-casts.ts'
import { isBuiltIn } from './schema-type.ts'

/** One position of a schema. `type` is Mongoose's schema type; a plain nested object has none. */
export type SchemaNode =
  | {
      readonly kind: 'nested'
      readonly fields: SchemaFields
      readonly isNullable: boolean
      /** The schema has a path of the same name besides: a discriminator, or a dotted path, redefines one of the two. */
      readonly isFieldToo: boolean
    }
  | (TypedNode & { readonly kind: 'leaf'; readonly form: JsonForm })
  | (TypedNode & { readonly kind: 'custom' | 'mixed' })
  | (TypedNode & { readonly kind: 'subdocument'; readonly level: SchemaLevel })
  | (TypedNode & { readonly kind: 'documentArray'; readonly level: SchemaLevel; readonly element: SchemaType })
  | (TypedNode & { readonly kind: 'array'; readonly item: TypedSchemaNode })
  | (TypedNode & { readonly kind: 'map'; readonly value: TypedSchemaNode })
  | (TypedNode & { readonly kind: 'union'; readonly members: readonly TypedSchemaNode[] })

export interface TypedNode {
  readonly type: SchemaType
  /** Mongoose's own type of the field has no null: ids, version key, timestamps. */
  readonly isManaged: boolean
  /** Stands in a plain nested object. */
  readonly isNested: boolean
  /** False where the application replaced the type's cast: Mongoose may then refuse even the JSON form. */
  readonly hasBuiltInCast: boolean
  /** Rules get a Mongoose container (array, Map, sub-document) rather than a plain value. */
  readonly isContainer: boolean
}

type Field = Pick<TypedNode, 'isManaged' | 'isNested'>

export type TypedSchemaNode = Exclude<SchemaNode, { readonly kind: 'nested' }>

export type SchemaFields = ReadonlyMap<string, SchemaNode>

/** The fields of one Schema, with the discriminators that may take its place. */
export interface SchemaLevel {
  readonly schema: MongooseSchema
  /** What its discriminators are registered with. */
  readonly owner: Discriminated | undefined
  /** Read anew after the first discriminator was registered, for it adds its key to the paths. */
  fields(): SchemaFields
  /** Name of the path that picks a discriminator. */
  readonly discriminatorKey: string
  /** Value of {@link discriminatorKey} that the schema itself stands for, where it is a discriminator's. */
  readonly discriminatorValue: unknown
  /** Value of the key where a body has none: its path may have a default. What a function gives is not known. */
  defaultDiscriminator(): unknown
  /** As {@link defaultDiscriminator}, with what a function gives that needs no document. */
  assumedDiscriminator(): unknown
  /**
   * Discriminators by the value of their key, and those that no body can pick, as the ones by an ObjectId, by their schema;
   * looked up at each call, for they may be registered later.
   */
  discriminators(): ReadonlyMap<unknown, SchemaLevel>
}

/** Stands for the body that is being checked, if one is. */
let body: object | undefined

/**
 * Runs a check in which each level looks its discriminators up once: an array may pick one of hundreds for each of
 * thousands of elements.
 */
export function withLookedUpDiscriminators<Result>(check: () => Result): Result {
  const outer = body
  body = {}
  try {
    return check()
  } finally {
    body = outer
  }
}

const none: ReadonlyMap<never, never> = new Map<never, never>()

const levels = new WeakMap<object, SchemaLevel>()

/** What the fields of a level were read from, by the level. */
const readings = new WeakMap<SchemaLevel, Reading>()

interface Reading {
  readonly paths: readonly string[]
  readonly types: readonly unknown[]
  /** The fields' nodes and those of their content. */
  readonly nodes: readonly TypedSchemaNode[]
  readonly levels: readonly SchemaLevel[]
  readonly options: readonly unknown[]
}

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

/** Fields of a level and of every discriminator that may take its place. */
export function fieldsOf(level: SchemaLevel): SchemaFields[] {
  return [level.fields(), ...[...level.discriminators().values()].map((child) => child.fields())]
}

/** The nodes of a level's fields, and of what is in them up to the next level. */
export function nodesOf(level: SchemaLevel): readonly TypedSchemaNode[] {
  level.fields()
  return readings.get(level)?.nodes ?? []
}

function isAsRead(schema: MongooseSchema, { paths, types, nodes, options }: Reading): boolean {
  let index = 0
  for (const path in schema.paths) {
    if (paths[index] !== path || schema.paths[path] !== types[index]) return false
    index++
  }
  if (index !== paths.length) return false
  for (const node of nodes) if (!isSameNode(node)) return false
  return optionsOf(schema).every((option, position) => option === options[position])
}

/** Whether the type of a node still has the cast and the content that it had. */
function isSameNode(node: TypedSchemaNode): boolean {
  const type = node.type as RawSchemaType
  if (hasOwnCast(type) !== node.hasBuiltInCast) return false
  switch (node.kind) {
    case 'subdocument':
      return type.schema === node.level.schema
    case 'documentArray':
      return type.schema === node.level.schema && type.getEmbeddedSchemaType() === node.element
    case 'array':
      return type.getEmbeddedSchemaType() === node.item.type
    case 'map':
      return type.getEmbeddedSchemaType() === node.value.type
    case 'union':
      return node.members.every((member, index) => type.schemaTypes?.[index] === member.type)
    default:
      return true
  }
}

/** What the fields of a schema are read from beside its paths. */
function optionsOf({ options, $timestamps }: MongooseSchema): unknown[] {
  return [options.strict, options.versionKey, $timestamps?.createdAt, $timestamps?.updatedAt]
}

function readingOf(schema: MongooseSchema, fieldNodes: readonly TypedSchemaNode[]): Reading {
  const nodes = new Set(fieldNodes)
  for (const node of nodes) for (const inner of nodesInside(node)) nodes.add(inner)
  const all = [...nodes]
  return {
    paths: Object.keys(schema.paths),
    types: Object.values(schema.paths),
    nodes: all,
    levels: all.flatMap((node) => ('level' in node ? node.level : [])),
    options: optionsOf(schema),
  }
}

/** What is in a container, or may stand for a Union. */
export function nodesInside(node: TypedSchemaNode): readonly TypedSchemaNode[] {
  switch (node.kind) {
    case 'array':
      return [node.item]
    case 'map':
      return [node.value]
    case 'union':
      return node.members
    default:
      return []
  }
}

/**
 * The paths that a schema and its discriminators name themselves, and not those that Mongoose adds: an id, a version
 * key, timestamps. A nested object that holds one of these is named by what else is in it.
 */
export function declaredPaths(level: SchemaLevel): string[] {
  const levels = [level, ...level.discriminators().values()]
  return [...new Set(levels.flatMap((one) => declaredIn(one.fields(), '')))]
}

/** The first keys of {@link declaredPaths}. */
export function declaredKeys(level: SchemaLevel): string[] {
  return [...new Set(declaredPaths(level).map((path) => path.split('.', 1)[0] ?? path))]
}

function declaredIn(fields: SchemaFields, prefix: string): string[] {
  return [...fields].flatMap(([key, node]) => {
    const path = prefix + key
    if (node.kind === 'nested') return holdsManaged(node.fields) ? declaredIn(node.fields, `${path}.`) : path
    return !node.isManaged || (path === '_id' && node.type.options.auto !== true) ? path : []
  })
}

function holdsManaged(fields: SchemaFields): boolean {
  return [...fields.values()].some((node) => (node.kind === 'nested' ? holdsManaged(node.fields) : node.isManaged))
}

/**
 * One level for each place that can have discriminators of its own, so that a recursive schema, which holds itself,
 * comes back to the level it started from.
 */
function levelOf(schema: MongooseSchema, owner: Discriminated | undefined): SchemaLevel {
  const key = owner ?? schema
  let level = levels.get(key)
  if (level === undefined) levels.set(key, (level = readLevel(schema, owner)))
  return level
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
      return typeof type?.defaultValue === 'function' ? valueOfName(owner, made(type)) : this.defaultDiscriminator()
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
      if (lookedUpIn !== undefined && lookedUpIn === body) return discriminators
      lookedUpIn = body
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

/**
 * The discriminators that Mongoose comes to by what a body has for their key (`getConstructor`): it looks for one of that
 * name first, and compares nothing but texts with texts, numbers with numbers and ids with ids, of which JSON has none.
 */
function byValue<Child extends { readonly schema: MongooseSchema }>(
  children: Readonly<Record<string, Child>>,
): (readonly [value: string | number, child: Child])[] {
  return Object.entries(children).flatMap(([name, child]) => {
    const value = valueOf(child.schema)
    if (typeof value !== 'string' && typeof value !== 'number') return []
    return String(value) === name || !Object.hasOwn(children, value) ? [[value, child] as const] : []
  })
}

/** Mongoose looks for a discriminator of that name before it compares the values of their keys. */
function valueOfName(owner: Discriminated | undefined, given: unknown): unknown {
  const children = owner?.discriminators ?? {}
  const child = typeof given === 'string' && Object.hasOwn(children, given) ? children[given] : undefined
  return child === undefined ? given : valueOf(child.schema)
}

/** What a default function gives; one that fails gives nothing, and the path that it is of reports why. */
function made(type: SchemaType): unknown {
  try {
    const value = type.getDefault()
    forget(value)
    return value
  } catch (error) {
    forgetIn(error)
    return undefined
  }
}

/** The value of the key that a schema stands for, where it is a discriminator's. */
export function discriminatorValueOf(schema: MongooseSchema): unknown {
  return schema.discriminatorMapping?.isRoot === false ? valueOf(schema) : undefined
}

function valueOf(schema: MongooseSchema): unknown {
  return schema.discriminatorMapping?.value
}

/** Adds the node of each path to `nodes`. */
function readFields(schema: MongooseSchema, nodes: TypedSchemaNode[]): SchemaFields {
  const fields = new Map<string, SchemaNode>()
  for (const path of Object.keys(schema.paths)) {
    const type = schema.paths[path]
    // `scores.$*` stands for the values of the Map `scores`, which its own schema type holds too.
    if (type === undefined || path.endsWith('.$*')) continue
    const segments = path.split('.')
    const key = segments.pop() ?? path
    let siblings = fields
    for (const segment of segments) siblings = nestedFields(schema, siblings, segment)
    const node = readNode(type, { isManaged: isManaged(schema, path), isNested: segments.length > 0 })
    nodes.push(node)
    const inner = siblings.get(key)
    siblings.set(key, inner?.kind === 'nested' ? { ...inner, isFieldToo: true } : node)
  }
  return fields
}

function readNode(
  type: RawSchemaType,
  { isManaged, isNested }: Field = { isManaged: false, isNested: false },
): TypedSchemaNode {
  const typed = { type, isManaged, isNested, hasBuiltInCast: hasOwnCast(type), isContainer: true }
  if (type.$isMongooseDocumentArray) {
    const element = type.getEmbeddedSchemaType()
    if (element === undefined) throw noContent(type)
    return { ...typed, kind: 'documentArray', level: levelOf(schemaOf(type), constructorOf(type)), element }
  }
  if (type.$isSingleNested) {
    return { ...typed, kind: 'subdocument', level: levelOf(schemaOf(type), constructorOf(type)) }
  }
  if (type.$isSchemaMap) return { ...typed, kind: 'map', value: readContent(type) }
  if (type.$isMongooseArray) return { ...typed, kind: 'array', item: readContent(type) }
  if (type.instance === 'Union') {
    const members = (type.schemaTypes ?? []).map((member) => readNode(member))
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
  return readNode(withRules(node.type as RawSchemaType, rules, options), node)
}

/** Elements of an array, values of a Map. */
function readContent(type: RawSchemaType): TypedSchemaNode {
  const content = type.getEmbeddedSchemaType()
  if (content === undefined) throw noContent(type)
  return readNode(content)
}

/** Test runners make mocks of models whose methods give nothing. */
function noContent({ path }: RawSchemaType): GuardConfigError {
  return new GuardConfigError(`"${path}" does not tell the type of its content: is the model a mock?`)
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

function schemaOf(type: RawSchemaType): MongooseSchema {
  if (type.schema === undefined) throw new TypeError(`The schema type at "${type.path}" has no schema`)
  return type.schema
}

/** Embedded discriminators hang on the constructor: the schema may be shared by paths with different ones. */
function constructorOf(type: RawSchemaType): Discriminated | undefined {
  return type.Constructor ?? type.caster
}

/** The model of the document that Mongoose makes of a body with this value of the discriminator key. */
export function discriminatorOf(model: MongooseModel, kind: unknown): MongooseModel {
  const children = (model.discriminators ?? {}) as Record<string, MongooseModel>
  return byValue(children).find(([value]) => value === kind)?.[1] ?? model
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
