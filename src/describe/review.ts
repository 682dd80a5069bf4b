import { declaredPresence } from '../mongoose/declared-rules.ts'
import { isImmutable } from '../mongoose/own-setters.ts'
import type { SchemaFields, SchemaNode } from '../mongoose/schema-nodes.ts'
import { setsDefault } from '../mongoose/empty-arrays.ts'
import type { LevelPlan, NodePlan, ObjectPlan } from '../plan/plan.ts'
import type { ReviewNote } from '../types/review.ts'
import { LevelVisit } from './level-visit.ts'
import { allowsPath, plannedPaths } from './planned-paths.ts'

/** Words of names that a client should hardly ever choose, in the singular. */
const sensitive = new Set(
  'admin balance banned credit hash password permission privilege role salt secret superuser token verified'.split(' '),
)

/** What a reviewer of a guard should have seen, in the order of the schema. */
export function reviewPlan(plan: LevelPlan, allow: readonly string[]): ReviewNote[] {
  const notes: ReviewNote[] = []
  const entries = new Map(allow.map((entry, index) => [entry, index]))
  for (const { path, key, node, picksKind } of plannedPaths(plan)) {
    const parent = isSensitive(key) && !entries.has(path) ? entryAbove(path, entries) : undefined
    if (parent !== undefined) {
      const message = `"${parent}" is allowed as a whole, and with it "${path}"`
      notes.push({ path, concern: 'sensitive', message })
    }
    if (picksKind) {
      const message = `"${path}" lets the client pick the kind of document`
      notes.push({ path, concern: 'discriminator', message })
    }
    notes.push(...optionNotes(path, node))
  }
  return [...notes, ...missingFields(plan), ...unreachable(plan, allow)]
}

/** The first of the entries that allow what is above a path. */
function entryAbove(path: string, entries: ReadonlyMap<string, number>): string | undefined {
  let first: { readonly entry: string; readonly index: number } | undefined
  for (let end = path.indexOf('.'); end !== -1; end = path.indexOf('.', end + 1)) {
    const entry = path.slice(0, end)
    const index = entries.get(entry)
    if (index !== undefined && (first === undefined || index < first.index)) first = { entry, index }
  }
  return first?.entry
}

/** An entry may name a field of any discriminator; a body has it only where it may pick that one. */
function unreachable(plan: LevelPlan, allow: readonly string[]): ReviewNote[] {
  return allow
    .filter((path) => !allowsPath(plan, path))
    .map((path) => ({
      path,
      concern: 'unreachable',
      message: `"${path}" is in no body: it belongs to a discriminator, and the key that picks one is not allowed`,
    }))
}

/** By its words: `isAdmin`, `reset_token`, `ROLES`, but not `controller`. */
function isSensitive(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
  return words.some((word) => sensitive.has(word) || sensitive.has(word.replace(/s$/, '')))
}

function optionNotes(path: string, node: NodePlan): ReviewNote[] {
  if (node.kind === 'nested') return []
  const { type } = node.schema
  const { options } = type
  const notes: ReviewNote[] = []
  if (isImmutable(type)) {
    const message = `"${path}" is immutable: what the client sends first stays, and an update drops it`
    notes.push({ path, concern: 'immutable', message })
  }
  if (options.select === false) {
    const message = `"${path}" has select: false, and is hidden from the clients that may set it`
    notes.push({ path, concern: 'hidden', message })
  }
  return notes
}

function missingFields(plan: LevelPlan): ReviewNote[] {
  return missingOf(plan).map(({ path, lackedBy }) => ({
    path,
    concern: 'missing',
    message:
      lackedBy === 'document'
        ? `"${path}" is required and not allowed: create() fails unless the handler adds it`
        : `"${path}" is required and not allowed: no element has it unless the handler adds it, in an update too`,
  }))
}

/** The paths of what is missing in an update as well: it replaces an array by elements that are new as a whole. */
export function missingInElements(plan: LevelPlan): string[] {
  return missingOf(plan)
    .filter(({ lackedBy }) => lackedBy === 'element')
    .map(({ path }) => path)
}

/** A required field that is not allowed, and what a client makes without it. */
interface Missing {
  readonly path: string
  readonly lackedBy: 'document' | 'element'
}

/** Each path once. */
function missingOf(plan: LevelPlan): Missing[] {
  const missing = missingInLevel(LevelVisit.of(plan), '', 'document')
  return [...new Map(Array.from(missing, (each) => [each.path, each] as const)).values()]
}

/** With those of the discriminators that a client may pick. */
function* missingInLevel(visit: LevelVisit, prefix: string, whole: Missing['lackedBy']): Generator<Missing> {
  const { level } = visit
  yield* missingIn(level.schema.fields(), level.base(), prefix, whole, visit)
  if (!level.isKeyAllowed) return
  for (const [kind, schema] of level.schema.discriminators()) {
    const plan = level.child(kind)
    if (plan !== undefined) yield* missingIn(schema.fields(), plan, prefix, whole, visit)
  }
}

/** The required fields without a default that are not allowed, where something beside them is. */
function* missingIn(
  fields: SchemaFields,
  { byKey, partial }: ObjectPlan,
  prefix: string,
  whole: Missing['lackedBy'],
  visit: LevelVisit,
): Generator<Missing> {
  for (const [key, node] of fields) {
    const path = prefix + key
    const planned = byKey.get(key)?.node
    if (planned !== undefined) yield* missingBelow(node, planned, `${path}.`, whole, visit)
    else if (!partial) for (const needed of neededIn(node, path)) yield { path: needed, lackedBy: whole }
  }
}

function* missingBelow(
  node: SchemaNode,
  planned: NodePlan,
  prefix: string,
  whole: Missing['lackedBy'],
  visit: LevelVisit,
): Generator<Missing> {
  if (node.kind === 'nested' && planned.kind === 'nested') {
    yield* missingIn(node.fields, planned.plan, prefix, whole, visit)
  } else if (planned.kind === 'subdocument' || planned.kind === 'documentArray') {
    const inner = visit.enter(planned)
    if (inner !== undefined) yield* missingInLevel(inner, prefix, planned.kind === 'documentArray' ? 'element' : whole)
  }
}

function* neededIn(node: SchemaNode, path: string): Generator<string> {
  if (node.kind === 'nested') {
    for (const [key, child] of node.fields) yield* neededIn(child, `${path}.${key}`)
  } else if (!setsDefault(node) && declaredPresence(node.type).isRequired) {
    yield path
  }
}
