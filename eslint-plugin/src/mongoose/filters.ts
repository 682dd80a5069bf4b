import { assignedTo, evaluate, keyOf, memberOf } from '../evaluate/evaluate.ts'
import type { AccessPath } from '../flow/flow.ts'
import type { Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, type Node, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import type { MongooseKind } from './kind-tables.ts'
import { type PossibleSink, sinkName } from './sinks.ts'

const filtering: ReadonlySet<string> = new Set(
  'find findOne findOneAndUpdate findOneAndDelete findOneAndReplace findOneAndRemove update updateOne updateMany replaceOne deleteOne deleteMany remove count countDocuments exists where'.split(
    ' ',
  ),
)
const byId: ReadonlySet<string> = new Set(
  'findById findByIdAndUpdate findByIdAndDelete findByIdAndRemove findByIdAndReplace'.split(' '),
)
// What takes its filter after something else, or with a change behind it.
const updating: ReadonlySet<string> = new Set('update updateOne updateMany replaceOne findOneAndUpdate'.split(' '))
const combining: ReadonlySet<string> = new Set(['and', 'or', 'nor'])

/** What may take the value of `node`, which stands at `path` inside it, as a filter or as a value in one. */
export function possibleFilterOf(node: Node, path: AccessPath, file: SourceFile): PossibleSink | undefined {
  const argument = wrapped(node)
  const call = parentOf(argument)
  if (call?.type !== 'CallExpression') return undefined
  const callee = unwrap(call.callee)
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return undefined
  const method = keyOf(callee, file)
  const slot = method === undefined ? undefined : slotOf(method, call, argument, path)
  if (!slot || isSanitized(call, file) || isNeverRun(call, file)) return undefined
  const value = valueAt(argument, slot.isWhole ? [] : path, file)
  return {
    kind: 'filter',
    name: `${sinkName(callee, file)}()`,
    argument,
    file,
    isWhole: slot.isWhole,
    ...(value ? { value } : {}),
    receiver: callee.object,
    isSinkOf: slot.isSinkOf,
  }
}

interface Slot {
  readonly isWhole: boolean
  readonly isSinkOf: (kind: MongooseKind) => boolean
}

const ofModel = (kind: MongooseKind) => kind === 'model'
const ofQuery = (kind: MongooseKind) => kind === 'query' || kind === 'list'
const ofEither = (kind: MongooseKind) => kind !== 'document'

function slotOf(method: string, call: CallNode, argument: Node, path: AccessPath): Slot | undefined {
  const index = (call.arguments as Node[]).indexOf(argument)
  const keys = path.filter((key) => typeof key === 'string')
  if (keys.length < path.length || index < 0) return undefined
  if (byId.has(method)) return index === 0 && keys.length === 0 ? { isWhole: false, isSinkOf: ofModel } : undefined
  // `where('email', value)`
  if (method === 'where' && index === 1) return keys.length === 0 ? { isWhole: false, isSinkOf: ofEither } : undefined
  if (index > 0) return undefined
  if (method === 'aggregate') {
    const [stage, match, ...rest] = keys
    return stage !== undefined && match === '$match' ? inFilter(rest, ofModel) : undefined
  }
  if (combining.has(method)) return /^\d+$/.test(keys[0] ?? '') ? inFilter(keys.slice(1), ofQuery) : undefined
  if (!filtering.has(method)) return undefined
  // A query that is given one argument to update by takes it for the change.
  return inFilter(keys, updating.has(method) && call.arguments.length < 2 ? ofModel : ofEither)
}

/** Whether keys lead to a whole filter, to what a field is to match, or to either in a list of alternatives. */
function inFilter(keys: readonly string[], isSinkOf: Slot['isSinkOf']): Slot | undefined {
  const [key, ...rest] = keys
  if (key === undefined) return { isWhole: true, isSinkOf }
  if (!key.startsWith('$')) return rest.length === 0 ? { isWhole: false, isSinkOf } : undefined
  // A text that is run, and an expression that may read any field.
  if (key === '$where' || key === '$expr') return rest.length === 0 ? { isWhole: true, isSinkOf } : undefined
  const [index, ...inside] = rest
  return combining.has(key.slice(1)) && /^\d+$/.test(index ?? '') ? inFilter(inside, isSinkOf) : undefined
}

/** `{ sanitizeFilter: true }` among the options of a query, or in `setOptions()` behind it. */
function isSanitized(call: CallNode, file: SourceFile): boolean {
  if (call.arguments.slice(1).some((argument) => hasOption(argument, file))) return true
  let link: Node = call
  for (;;) {
    const member = parentOf(link)
    if (member?.type !== 'MemberExpression') return false
    const next = parentOf(member)
    if (next?.type !== 'CallExpression' || next.callee !== member) return false
    const [options] = next.arguments
    if (keyOf(member, file) === 'setOptions' && options && hasOption(options, file)) return true
    link = next
  }
}

/**
 * `const found = User.findOne(…)` that is only asked whether it is there: Mongoose sends a query when somebody waits
 * for it.
 */
function isNeverRun(call: CallNode, file: SourceFile): boolean {
  const holder = parentOf(call)
  if (holder?.type !== 'VariableDeclarator' || holder.id.type !== 'Identifier') return false
  // One of the others might be a callback.
  if (call.arguments.slice(1).some(({ type }) => type !== 'ObjectExpression')) return false
  const reads = file.readsOf(holder.id)
  return reads.length > 0 && reads.every(isOnlyAsked)
}

function isOnlyAsked(read: Node): boolean {
  const parent = parentOf(read)
  if (parent?.type === 'UnaryExpression') return parent.operator === '!'
  return parent?.type === 'IfStatement'
}

function hasOption(argument: Node, file: SourceFile): boolean {
  const options = evaluate(argument, file)
  const option = options.kind === 'object' ? memberOf(options, 'sanitizeFilter') : options
  return option.kind === 'literal' && option.value === 'true'
}

/** The expression at a path inside another one, where objects and lists are written out, or filled member by member. */
export function valueAt(node: Node | undefined, path: AccessPath, file: SourceFile): Node | undefined {
  return partAt(node, path, file, new Set())
}

function partAt(node: Node | undefined, path: AccessPath, file: SourceFile, seen: Set<Node>): Node | undefined {
  return path.length === 0 || !node ? node : partIn(evaluate(node, file), path, file, seen)
}

function partIn(holder: Value, path: AccessPath, file: SourceFile, seen: Set<Node>): Node | undefined {
  if (holder.kind === 'oneOf')
    return holder.values.map((each) => partIn(each, path, file, seen)).find((part) => part !== undefined)
  // `filter = { ...filter, email }` is spread into itself.
  if ((holder.kind !== 'array' && holder.kind !== 'object') || holder.file !== file || seen.has(holder.node))
    return undefined
  seen.add(holder.node)
  const [key = '', ...rest] = path
  if (holder.kind === 'array') return partAt(holder.node.elements[Number(key)] ?? undefined, rest, file, seen)
  // The last one counts.
  for (const property of holder.node.properties.toReversed()) {
    const isSpread = property.type === 'SpreadElement'
    if (!isSpread && keyOf(property, file) !== key) continue
    const part = isSpread ? partAt(property.argument, path, file, seen) : partAt(property.value, rest, file, seen)
    if (part) return part
  }
  const [assigned, ...others] = typeof key === 'string' ? assignedTo(holder, key) : []
  return others.length === 0 ? partAt(assigned, rest, file, seen) : undefined
}
