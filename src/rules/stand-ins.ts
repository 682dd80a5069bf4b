import type { MongooseModel, SchemaType } from '../mongoose/mongoose.ts'
import { isImmutable } from '../mongoose/own-setters.ts'
import { levelOfModel } from '../mongoose/read-schema.ts'
import type { SchemaFields, SchemaLevel, SchemaNode } from '../mongoose/schema-nodes.ts'
import { hasImplicitDefault, hasStaticDefault, setValue } from '../mongoose/schema-type.ts'
import type { Position } from '../plan/position.ts'
import { copyOf } from '../values/content-copy.ts'
import { isPlainObject } from '../values/plain-object.ts'
import type { DocumentReads } from './document-reads.ts'
import { isPlainLeaf, type Leaf, onlyReadsDocuments, readableFields } from './readable-fields.ts'
import { ruleFactsOf } from './rule-facts.ts'

/** What documents are built from. */
export interface DocumentContent {
  readonly model: MongooseModel
  readonly accepted: unknown
  readonly isUpdate: boolean
  /** Some rule of the route may do more with the document than to read it; those of the model are asked elsewhere. */
  readonly hasDocumentRules: boolean
}

/** What a rule is run with instead of a document: its value, and its `this`. */
export interface StandIn {
  readonly value: unknown
  readonly scope: object
}

type ArrayNode = SchemaNode & { readonly kind: 'array' | 'documentArray' }

type Scope = Record<string, unknown>

/** The content of a document or sub-document, and its `this` as far as some rule has read it. */
interface LevelContent {
  readonly level: SchemaLevel
  readonly content: Readonly<Record<string, unknown>>
  readonly scope: Scope
}

interface Holder {
  readonly fields: SchemaFields
  readonly content: unknown
}

/** Of a value that only a document tells. */
const unknown = Symbol('unknown')

/**
 * Stands in for the documents of a body where rules only read plain fields of them, as most conditions do, or measure
 * arrays: they get an object with the values that the document would have there, and the array of the body. To build a
 * document takes Mongoose many times as long.
 */
export class StandIns {
  private readonly contents = new Map<Position, LevelContent | undefined>()

  constructor(private readonly body: DocumentContent) {}

  /** For the rules of a type, at the position of a field; `undefined` where they need the document. */
  at(type: SchemaType, at: Position): StandIn | undefined {
    const { reads } = ruleFactsOf(type, false)
    if (reads === undefined || at.parent === undefined) return undefined
    const here = this.levelContentAt(at.schemaRoot)
    if (here === undefined || !this.fill(here, reads)) return undefined
    const value = this.valueAt(here, type, at.parent, String(at.key))
    return value === unknown ? undefined : { value, scope: here.scope }
  }

  private valueAt(here: LevelContent, type: SchemaType, parent: Position, key: string): unknown {
    const isOwn = parent === parent.schemaRoot
    // What a rule is given and what others read of it is one value: a rule may change a date.
    if (isOwn && Object.hasOwn(here.scope, key)) return here.scope[key]
    const holder = holderOf(here, parent)
    const node = holder?.fields.get(key)
    if (holder === undefined) return unknown
    if (isMeasured(node, type)) return this.arrayIn(holder.content, key, node)
    if (!isPlainLeaf(node)) return unknown
    const value = this.valueOf(node, holder.content, key)
    if (isOwn && value !== unknown && this.readableIn(here.level, key) !== undefined) here.scope[key] = value
    return value
  }

  /** One that is none because it is empty may have a default in its place. */
  private arrayIn(content: unknown, key: string, { type, isAbsentWhenEmpty }: ArrayNode): unknown {
    const array = valueIn(content, key)
    if (Array.isArray(array)) return isAbsentWhenEmpty && array.length === 0 ? unknown : array
    const isGiven = array === undefined && !this.body.isUpdate && !isAbsentWhenEmpty && hasImplicitDefault(type)
    return isGiven ? [] : unknown
  }

  private levelContentAt(root: Position): LevelContent | undefined {
    let here = this.contents.get(root)
    if (here === undefined && !this.contents.has(root)) this.contents.set(root, (here = this.findLevelContent(root)))
    return here
  }

  private findLevelContent(root: Position): LevelContent | undefined {
    if (root.parent === undefined) {
      const { model, accepted } = this.body
      return standsInFor(this.body) ? levelContentOf(levelOfModel(model), accepted) : undefined
    }
    const isElement = typeof root.key === 'number'
    const field = isElement ? root.parent : root
    const outer = field.parent && this.levelContentAt(field.parent.schemaRoot)
    const holder = outer && holderOf(outer, field.parent)
    const node = holder?.fields.get(String(field.key))
    if (holder === undefined || node?.kind !== (isElement ? 'documentArray' : 'subdocument')) return undefined
    const content = valueIn(holder.content, field.key)
    return levelContentOf(node.level, isElement ? valueIn(content, root.key) : content)
  }

  /** Gives the scope of a level the values that are read of it. */
  private fill({ level, content, scope }: LevelContent, { names, callsGet, readsIsNew }: DocumentReads): boolean {
    if (readsIsNew) {
      // Of an update, Mongoose's sub-documents in arrays are new, and others are not.
      if (this.body.isUpdate) return false
      scope.isNew = true
    }
    if (callsGet) Object.defineProperty(scope, 'get', { value: get, configurable: true })
    for (const name of names) {
      if (Object.hasOwn(scope, name)) continue
      const node = this.readableIn(level, name)
      const value = node === undefined ? unknown : this.valueOf(node, content, name)
      if (value === unknown) return false
      scope[name] = value
    }
    return true
  }

  /** A field that functions of the schema may read without a document. Getters may have been added since. */
  private readableIn(level: SchemaLevel, name: string): Leaf | undefined {
    const node = readableFields(this.body.model, level).get(name)
    return node?.type.getters.length === 0 ? node : undefined
  }

  /** What a document has at a field, or {@link unknown}. */
  private valueOf({ type, form }: Leaf, content: unknown, key: string): unknown {
    const raw = valueIn(content, key)
    const hasSetters = ruleFactsOf(type, false).setterCount > 0
    try {
      if (raw === undefined) return type.defaultValue === undefined ? undefined : this.defaultOf(type, hasSetters)
      if (raw === null) return hasSetters ? unknown : null
      const value: unknown = hasSetters || !form.isNative ? setValue(type, copyOf(raw), undefined) : raw
      return value === undefined && type.defaultValue !== undefined ? unknown : value
    } catch {
      return unknown
    }
  }

  private defaultOf(type: SchemaType, hasSetters: boolean): unknown {
    // An update gives an immutable path its old value in place of the default.
    if (hasSetters || !hasStaticDefault(type) || (this.body.isUpdate && isImmutable(type))) return unknown
    const { defaultValue } = type
    return typeof defaultValue !== 'object' && typeof defaultValue !== 'function' ? type.getDefault() : unknown
  }
}

/** Whether rules get something in place of a document, as long as the schema stays as it is. */
export function standsInFor({ model, hasDocumentRules }: Pick<DocumentContent, 'model' | 'hasDocumentRules'>): boolean {
  const level = levelOfModel(model)
  return !hasDocumentRules && onlyReadsDocuments(model, level) && !hasKinds(level)
}

function levelContentOf(level: SchemaLevel, content: unknown): LevelContent | undefined {
  return isPlainObject(content) && !hasKinds(level) ? { level, content, scope: {} } : undefined
}

function hasKinds(level: SchemaLevel): boolean {
  return level.schema.discriminatorMapping !== undefined || level.discriminators().size > 0
}

/** The document itself, or a plain nested object in it. */
function holderOf(here: LevelContent, at: Position): Holder | undefined {
  if (at.parent === undefined || at === at.schemaRoot) return { fields: here.level.fields(), content: here.content }
  const outer = holderOf(here, at.parent)
  const node = outer?.fields.get(String(at.key))
  return outer && node?.kind === 'nested' ? { fields: node.fields, content: valueIn(outer.content, at.key) } : undefined
}

function valueIn(content: unknown, key: string | number): unknown {
  return typeof content === 'object' && content !== null && Object.hasOwn(content, key)
    ? (content as Scope)[key]
    : undefined
}

/** Whether an array does for the rules of a type whichever it is. */
function isMeasured(node: SchemaNode | undefined, type: SchemaType): node is ArrayNode {
  if ((node?.kind !== 'array' && node?.kind !== 'documentArray') || node.type !== type) return false
  return node.hasBuiltInCast && ruleFactsOf(type, true).onlyMeasures
}

/** `document.get(path)`, for the fields that are in the scope. */
function get(this: Scope, path: string): unknown {
  return this[path]
}
