import type { MongooseModel, SchemaType, ValidatorEntry } from '../mongoose/mongoose.ts'
import {
  levelsFrom,
  nodesOf,
  type SchemaLevel,
  type SchemaNode,
  type TypedSchemaNode,
} from '../mongoose/read-schema.ts'
import { textOfFunction } from '../values/function-text.ts'
import type { DocumentReads } from './document-reads.ts'
import { ruleFactsOf } from './rule-facts.ts'

export type Leaf = SchemaNode & { readonly kind: 'leaf' }

/** Mongoose casts these to values that know no document. */
const plainTypes: ReadonlySet<string> = new Set(['String', 'Number', 'Boolean', 'Date', 'ObjectId'])

export function isPlainLeaf(node: SchemaNode | undefined): node is Leaf {
  return node?.kind === 'leaf' && node.hasBuiltInCast && plainTypes.has(node.type.instance)
}

const readable = new WeakMap<SchemaLevel, ReadonlyMap<string, Leaf>>()

/** The fields of which a function of the schema may get the value without a document. */
export function readableFields({ base }: MongooseModel, level: SchemaLevel): ReadonlyMap<string, Leaf> {
  let found = readable.get(level)
  if (found === undefined) readable.set(level, (found = new Map(fieldsIn(level, base.Document.prototype))))
  return found
}

function* fieldsIn(level: SchemaLevel, document: object): Generator<[string, Leaf]> {
  for (const [key, node] of level.fields()) {
    if (!isPlainLeaf(node) || node.type.getters.length > 0) continue
    if (key !== level.discriminatorKey && !(key in document)) yield [key, node]
  }
}

const known = new WeakMap<SchemaLevel, boolean>()

/**
 * Whether no function of a model's schema can do more with a document than to read plain fields of it, so that none can
 * tell whether another one got the same document. Read once a model.
 */
export function onlyReadsDocuments(model: MongooseModel, level: SchemaLevel): boolean {
  let found = known.get(level)
  if (found === undefined) {
    found =
      !isClass(model) &&
      levelsFrom(level).every((each) => {
        const fields = readableFields(model, each)
        const mayRead = ({ names, callsGet }: DocumentReads) =>
          names.every((name) => fields.has(name)) && !(callsGet && hasOwnGet(each))
        return !runsMethods(each) && nodesOf(each).every((node) => onlyReads(node, mayRead))
      })
    known.set(level, found)
  }
  return found
}

/** `class User extends mongoose.model(…)`, whose constructor may do more. */
function isClass(model: MongooseModel): boolean {
  return textOfFunction(model)?.startsWith('class') !== false
}

/** Of each new document, by `schema.queue()`. */
function runsMethods({ schema }: SchemaLevel): boolean {
  return schema.callQueue !== undefined && schema.callQueue.length > 0
}

function hasOwnGet({ schema }: SchemaLevel): boolean {
  const { methods, virtuals, paths, nested } = schema
  return [methods, virtuals, paths, nested].some((owner) => owner !== undefined && Object.hasOwn(owner, 'get'))
}

type MayRead = (reads: DocumentReads) => boolean

function onlyReads(node: TypedSchemaNode, mayRead: MayRead): boolean {
  const { type, isContainer, hasBuiltInCast } = node
  if (node.kind === 'custom' || !hasBuiltInCast || typeof type.options.immutable === 'function') return false
  return (
    typeOnlyReads(type, isContainer, mayRead) &&
    !(node.kind === 'documentArray' && !typeOnlyReads(node.element, true, mayRead))
  )
}

function typeOnlyReads(type: SchemaType, isContainer: boolean, mayRead: MayRead): boolean {
  const { reads, canDefaultSeeDocument } = ruleFactsOf(type, isContainer)
  if (reads === undefined || !mayRead(reads) || canDefaultSeeDocument) return false
  return !isContainer || !type.validators.some((entry) => leavesContainer(type, entry))
}

/** A container of Mongoose knows the document that it is in. */
function leavesContainer({ requiredValidator }: SchemaType, { validator }: ValidatorEntry): boolean {
  return validator !== requiredValidator && /parent|owner/i.test(textOfFunction(validator) ?? 'parent')
}
