import type { MongooseModel, SchemaType } from '../mongoose/mongoose.ts'
import { levelsFrom, nodesOf } from '../mongoose/read-schema.ts'
import type { SchemaLevel, SchemaNode, TypedSchemaNode } from '../mongoose/schema-nodes.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import type { DocumentReads } from './document-reads.ts'
import { ruleChanges, ruleFactsOf } from './rule-facts.ts'

export type Leaf = SchemaNode & { readonly kind: 'leaf' }

/** Mongoose casts these to values that know no document. */
const plainTypes: ReadonlySet<string> = new Set(['String', 'Number', 'Boolean', 'Date', 'ObjectId'])

export function isPlainLeaf(node: SchemaNode | undefined): node is Leaf {
  return node?.kind === 'leaf' && node.hasBuiltInCast && plainTypes.has(node.type.instance)
}

const readable = new WeakMap<SchemaLevel, ReadonlyMap<string, Leaf>>()

/** The fields of which a function of the schema may get the value without a document. */
export function readableFields({ base }: MongooseModel, level: SchemaLevel): ReadonlyMap<string, Leaf> {
  return getOrInsert(readable, level, () => new Map(fieldsIn(level, base.Document.prototype)))
}

function* fieldsIn(level: SchemaLevel, document: object): Generator<[string, Leaf]> {
  for (const [key, node] of level.fields()) {
    if (!isPlainLeaf(node) || node.type.getters.length > 0) continue
    if (key !== level.discriminatorKey && !(key in document)) yield [key, node]
  }
}

/** What was found out about a model. */
interface Reading {
  readonly model: MongooseModel
  readonly onlyReads: boolean
  readonly types: readonly ReadType[]
  readonly changes: number
}

/** The default of a type, and how many functions it had: Mongoose replaces the one array and appends to both. */
interface ReadType {
  readonly type: SchemaType
  readonly validators: SchemaType['validators']
  readonly rules: number
  readonly setters: number
  readonly defaultValue: unknown
}

const known = new WeakMap<SchemaLevel, Reading>()

/**
 * Whether no function of a model's schema can do more with a document than to read plain fields of it, so that none can
 * tell whether another one got the same document.
 */
export function onlyReadsDocuments(model: MongooseModel, level: SchemaLevel): boolean {
  let reading = known.get(level)
  if (reading?.model !== model || !isFresh(reading)) known.set(level, (reading = inspectModel(model, level)))
  return reading.onlyReads
}

// Each body that a rule with `this` judges waits for it, so that it does not look at each function: another one in its
// place was noticed when its path was walked.
function isFresh({ types, changes }: Reading): boolean {
  if (changes !== ruleChanges()) return false
  for (const { type, validators, rules, setters, defaultValue } of types) {
    if (type.validators !== validators || validators.length !== rules || type.setters.length !== setters) return false
    // A field that the route does not allow is not walked.
    if (type.defaultValue !== defaultValue) return false
  }
  return true
}

function inspectModel(model: MongooseModel, level: SchemaLevel): Reading {
  const levels = levelsFrom(level)
  const types = levels.flatMap(nodesOf).flatMap((node) => typesOf(node).map(([type]) => readType(type)))
  const onlyReads = isPlainModel(model) && levels.every((each) => levelOnlyReads(model, each))
  return { model, onlyReads, types, changes: ruleChanges() }
}

/** What every document has, and functions of the schema may use. */
const members = ['get', 'isNew'] as const

/** One that Mongoose has made, and no class of the application around it, which may do more. */
function isPlainModel(model: MongooseModel): boolean {
  const { prototype } = model
  return Object.getPrototypeOf(model) === model.base.Model && !members.some((name) => Object.hasOwn(prototype, name))
}

function readType(type: SchemaType): ReadType {
  const { validators, setters, defaultValue } = type
  return { type, validators, rules: validators.length, setters: setters.length, defaultValue }
}

function levelOnlyReads(model: MongooseModel, level: SchemaLevel): boolean {
  const fields = readableFields(model, level)
  const [hasOwnGet, hasOwnIsNew] = members.map((name) => declares(level, name))
  const mayRead = ({ names, callsGet, readsIsNew }: DocumentReads) =>
    names.every((name) => fields.has(name)) && !(callsGet && hasOwnGet) && !(readsIsNew && hasOwnIsNew)
  return !runsMethods(level) && nodesOf(level).every((node) => onlyReads(node, mayRead))
}

/** Of each new document, by `schema.queue()`. */
function runsMethods({ schema }: SchemaLevel): boolean {
  return schema.callQueue !== undefined && schema.callQueue.length > 0
}

/** Whether documents have a member of the schema's under a name. */
function declares({ schema }: SchemaLevel, name: string): boolean {
  const { methods, virtuals, paths, nested } = schema
  return [methods, virtuals, paths, nested].some((owner) => owner !== undefined && Object.hasOwn(owner, name))
}

type MayRead = (reads: DocumentReads) => boolean

function onlyReads(node: TypedSchemaNode, mayRead: MayRead): boolean {
  if (node.kind === 'custom' || !node.hasBuiltInCast || typeof node.type.options.immutable === 'function') return false
  return typesOf(node).every(([type, isContainer]) => typeOnlyReads(type, isContainer, mayRead))
}

/** With that of the elements, of an array of sub-documents. */
function typesOf(node: TypedSchemaNode): (readonly [type: SchemaType, isContainer: boolean])[] {
  const own = [node.type, node.isContainer] as const
  return node.kind === 'documentArray' ? [own, [node.element, true]] : [own]
}

function typeOnlyReads(type: SchemaType, isContainer: boolean, mayRead: MayRead): boolean {
  const { reads, canDefaultSeeDocument, onlyMeasures } = ruleFactsOf(type, isContainer)
  return reads !== undefined && mayRead(reads) && !canDefaultSeeDocument && (!isContainer || onlyMeasures)
}
