import type { Rule } from 'eslint'
import { keyOf } from '../evaluate/evaluate.ts'
import type { AccessPath } from '../flow/flow.ts'
import { mongooseKindOf } from '../mongoose/kinds.ts'
import { fieldOf, mayBeNested } from '../mongoose/schema-fields.ts'
import type { PossibleSink } from '../mongoose/sinks.ts'
import { type WrittenModel, writtenModel } from '../mongoose/written-model.ts'
import type { BodyFields } from '../routes/body-fields.ts'
import type { Handler } from '../routes/handlers.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, isInside, type Node, parentOf, rangeOf, unwrap, wrapped } from '../source/syntax.ts'
import { inPaths, merged, setInstead } from './to-update-edits.ts'

/** An edit of one write, so that nested fields which a request did not send are kept. */
export interface SiblingEdit {
  /** Whether it calls `toUpdate()`. */
  readonly isUpdate: boolean
  /** It is told how the call of `toUpdate()` begins. */
  readonly edit: (opening: string, fixer: Rule.RuleFixer) => Rule.Fix[]
}

/**
 * The edits of the writes in a handler by which a body with a few fields changes no others; none where no field is
 * nested.
 */
export function keepSiblings(
  { writes, added }: BodyFields,
  { node }: Handler,
  model: WrittenModel,
  allow: readonly string[],
  fields: readonly string[],
): SiblingEdit[] {
  if (!allow.some((name) => mayBeNested(fieldOf(model.node, name, model.file)))) return []
  // `toUpdate()` throws at what is no field of the model.
  const isFields = [...added].every((name) => fields.includes(name))
  // One argument may hold the fields in several ways, not each of which can be edited: `isLog ? { $set: body } : body`.
  const edits = new Map<Node, SiblingEdit | undefined>()
  for (const { sink, path } of writes) {
    const { argument } = sink
    if (!isInside(argument, node)) continue
    const edit = (isFields ? updating(sink, path) : undefined) ?? settingPaths(sink, path, isFields)
    edits.set(argument, edits.has(argument) && !edits.get(argument) ? undefined : edit)
  }
  return [...edits.values()].filter((edit) => edit !== undefined)
}

const update = /\b(?:findByIdAndUpdate|findOneAndUpdate|update|updateOne|updateMany)\(\)$/

function updating({ name, argument, file }: PossibleSink, path: AccessPath): SiblingEdit | undefined {
  const changes = update.test(name) ? changesIn(argument, path, file) : undefined
  if (!changes) return undefined
  const [start, end] = rangeOf(argument)
  const [from, to] = rangeOf(changes)
  return {
    isUpdate: true,
    edit: (opening, fixer) => [fixer.replaceTextRange([start, from], opening), fixer.replaceTextRange([to, end], ')')],
  }
}

/** The fields that an update sets, where it does nothing else: `changes`, `{ $set: changes }`. */
function changesIn(argument: Node, path: AccessPath, file: SourceFile): Node | undefined {
  if (path.length === 0) return argument
  const [only, ...others] = argument.type === 'ObjectExpression' ? argument.properties : []
  const isSet = only?.type === 'Property' && others.length === 0 && keyOf(only, file) === '$set'
  return isSet && path.length === 1 ? only.value : undefined
}

/**
 * `user.set(body)` and `Object.assign(user, body)`, of a document that is stored. Mongoose's `merge`, which takes any
 * field, replaces a nested object in a sub-schema.
 */
function settingPaths(
  { name, receiver, argument, file }: PossibleSink,
  path: AccessPath,
  isFields: boolean,
): SiblingEdit | undefined {
  const call = parentOf(wrapped(argument))
  if (call?.type !== 'CallExpression' || path.length > 0 || !writtenModel(receiver, file)?.isStored) return undefined
  // A query has a `set` of its own, which knows no merging.
  if (unwrap(receiver).type !== 'Identifier' || mongooseKindOf(receiver, file) === 'model') return undefined
  const set = setterOf(call, name, receiver, file)
  if (set === undefined) return undefined
  return {
    isUpdate: isFields,
    edit: (opening, fixer) => setInstead(call, argument, set, isFields ? inPaths(opening) : merged, fixer),
  }
}

/** The `user.set` in the place of a call. */
function setterOf(call: CallNode, name: string, receiver: Node, { code }: SourceFile): string | undefined {
  const textOf = (node: Node) => code.getText(node as Parameters<typeof code.getText>[0])
  if (/\.\$?set\(\)$/.test(name)) return call.arguments.length === 1 ? textOf(call.callee) : undefined
  const isName = receiver.type === 'Identifier' || receiver.type === 'TSNonNullExpression'
  return name === 'Object.assign()' && call.arguments.length === 2 && isName ? `${textOf(receiver)}.set` : undefined
}
