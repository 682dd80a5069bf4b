import type { Rule, Scope } from 'eslint'
import type * as ESTree from 'estree'
import { mongooseKindOf } from '../mongoose/kinds.ts'
import { fieldNames } from '../mongoose/schema-fields.ts'
import { isSameModel, type WrittenModel, writtenModel } from '../mongoose/written-model.ts'
import { type BodyFields, fieldsNamed } from '../routes/body-fields.ts'
import { type BodyRead, bodyReadsOf } from '../routes/body-reads.ts'
import type { HandlerSink } from '../routes/given-models.ts'
import { type GuardPlace, guardPlaces } from '../routes/guard-places.ts'
import { isWebHandler } from '../routes/handler-shape.ts'
import type { Handler } from '../routes/handlers.ts'
import { fieldsOfServer } from '../routes/server-fields.ts'
import { rawBody } from '../routes/raw-body.ts'
import type { Project, SourceFile } from '../source/source-file.ts'
import { type FunctionNode, isInside, type Node, parentOf, rangeOf } from '../source/syntax.ts'
import { constantFor } from './added-constant.ts'
import { importOf, importOfModel, quoted } from './added-imports.ts'
import { keepSiblings } from './keep-siblings.ts'
import { readValidated } from './read-validated.ts'
import { annotationOf, bodyTypeOf, isTypeScript, pathParametersOf, requestTypingOf } from './request-types.ts'

// What a client is seldom meant to set, of a document, of an account, and what is computed of other documents, in camel
// case. Whoever takes the suggestion may add it.
const reserved = [
  /^(?:_id|__v|(?:created|updated|deleted|removed)(?:At|By)?|(?:create|update)(?:At|By)|active|(?:is)?(?:Active|Paid))$/,
  /^(?:roles?|permissions?|balance|credits?|twoFactor\w*|otp(?:[A-Z]\w*)?|lastLogin\w*|loginAttempts|lockUntil|passwordChangedAt|stripe\w*Id)$/,
  /^(?:is)?(?:Admin|admin|SuperAdmin|Staff|Approved|approved|Blocked|blocked|Banned|banned|Suspended|suspended|Deleted)$/,
  /^(?:\w*(?:Verified|Confirmed)|verified|confirmed)$/,
  /^(?:average\w*Rating|ratings?(?:Average|Quantity|Count)|num(?:Of)?Reviews)$/,
  /^(?:\w*(?:Token|Hash|Salt|Secret)s?|\w*Expire(?:s|sAt)?)$/,
]
const isReserved = (name: string) => {
  const camelCase = name.replace(/(?<=[^_])_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return reserved.some((names) => names.test(camelCase))
}

/** What a guard is to be put before: a handler, with the one model that it writes to. */
interface Insertion {
  readonly handler: Handler
  readonly model: WrittenModel
  readonly isPartial: boolean
}

/**
 * Tells of a write the edit that puts a guard with the fields of the model before its handler, imports it, and has the
 * handler read `req.validated`; where all of it can be done in the file that is linted. The writes of a handler share
 * it.
 */
export function guardInsertions(
  writes: readonly HandlerSink[],
  { root }: Project,
): (write: HandlerSink) => Rule.ReportFixer | undefined {
  const ofHandlers = new Map<FunctionNode, HandlerSink[]>()
  for (const write of writes) {
    const { node } = write.handler
    const ofHandler = ofHandlers.get(node) ?? []
    ofHandlers.set(node, ofHandler)
    ofHandler.push(write)
  }
  const known = new Map<FunctionNode, (Insertion & { readonly fix: Rule.ReportFixer | undefined })[]>()
  return (write) => {
    const insertion = insertionFor(write, root)
    if (!insertion) return undefined
    const { handler, model, isPartial } = insertion
    const ofHandler = known.get(handler.node) ?? []
    known.set(handler.node, ofHandler)
    let made = ofHandler.find((each) => each.model.variable === model.variable && each.isPartial === isPartial)
    if (!made) {
      const fix = isOnlyModel(model, ofHandlers.get(handler.node) ?? []) ? insertGuard(insertion, root) : undefined
      ofHandler.push((made = { ...insertion, fix }))
    }
    return made.fix
  }
}

function insertionFor({ sink, handler, isLeft }: HandlerSink, root: SourceFile): Insertion | undefined {
  if (handler.file !== root || handler.index > 0 || isLeft || isMany(sink.name)) return undefined
  // It does not cast what the guard accepted.
  if (mongooseKindOf(sink.receiver, sink.file) === 'collection') return undefined
  const model = writtenModel(sink.receiver, sink.file)
  return model && { handler, model, isPartial: isChange(sink.name, model.isStored) }
}

function isOnlyModel(model: WrittenModel, writes: readonly HandlerSink[]): boolean {
  return writes.every(({ sink }) => {
    const written = writtenModel(sink.receiver, sink.file)
    return written !== undefined && isSameModel(written, model)
  })
}

function insertGuard({ handler, model, isPartial }: Insertion, root: SourceFile): Rule.ReportFixer | undefined {
  const fields = fieldNames(model.node, model.file)
  if (!fields) return undefined
  const isWeb = isWebHandler(handler.node)
  const { reads } = bodyReadsOf(handler, isWeb ? rawBody.behindGuard.web : rawBody.behindGuard.express)
  const named = fieldsNamed(reads)
  const allow = named.isOther ? undefined : allowedFields(fields, named, model, root)
  const places = guardPlaces(handler, isWeb)
  if (reads.length === 0 || !reads.every(({ file }) => file === root) || !allow || places.length === 0) return undefined

  const typing = requestTypingOf(handler, places, isWeb)
  // Behind the guard, fields that are set and those that no body has are none of its type.
  const omissions = Array.from(named.omitting).flatMap(([key, parts]) => (allow.includes(key) ? [] : parts))
  const isRewritten = (part: Node) => reads.some(({ node }) => node.type === 'Property' && isInside(part, node))
  if (!typing || (isTypeScript(root) && (named.isChanged || omissions.some(isRewritten)))) return undefined
  const isAsserted = ({ node }: BodyRead) =>
    typing === 'asserted' || (isTypeScript(root) && !isInside(node, handler.node))
  const type = typing === 'named' ? 'GuardedRequest' : reads.some(isAsserted) ? 'Validated' : undefined
  // The request of a web handler has no `validated` in a function that it is handed to.
  if (isWeb && type) return undefined
  const constant = type && constantFor(model.name, isPartial, [...places.map(({ at }) => at), handler.node], root)
  const modelImport = model.file === root ? { name: model.name } : importOfModel(model, root)
  const guardImport = importOf(isWeb ? 'mongoose-guard/web' : 'mongoose-guard/express', 'guard', root, type)
  if (!guardImport || !modelImport) return undefined
  const built = constant ? [constant.before] : places.map(({ at }) => rangeOf(at)[0])
  if (model.file === root && !built.every((at) => isDeclaredBefore(model.variable, at))) return undefined
  const typeName = `${guardImport.type ?? ''}<typeof ${constant?.name ?? ''}`
  const edits = reads.map((read) => readValidated(read.node, root.code, isAsserted(read) ? `${typeName}>` : undefined))
  if (!edits.every((edit) => edit !== undefined)) return undefined

  const updates = isPartial ? keepSiblings(named, handler, model, allow, fields) : []
  const updateImport = updates.some(({ isUpdate }) => isUpdate)
    ? importOf('mongoose-guard', 'toUpdate', root)
    : { name: '' }
  if (!updateImport) return undefined
  const partial = isPartial ? ', partial: true' : ''
  const list = allow.map((field) => quoted(field, root)).join(', ')
  const call = `${guardImport.name}(${modelImport.name}, { allow: [${list}]${partial} }`
  const guard = isWeb ? call : `${call})`
  return (fixer) => [
    ...[guardImport, updateImport, modelImport].flatMap(({ fix }) => fix?.(fixer) ?? []),
    ...(constant ? [fixer.insertTextBeforeRange([constant.before, 0], `const ${constant.name} = ${guard}\n`)] : []),
    ...places.flatMap((place) => insertAt(place, constant?.name ?? guard, fixer)),
    ...(typing === 'left' ? withoutRequestType(handler, fixer) : []),
    ...(typing === 'asserted' ? withoutBodyType(handler, root, fixer) : []),
    ...(typing === 'named' ? withRequestType(handler, typeName, root, fixer) : []),
    ...edits.flatMap((edit) => [...asList(edit(fixer))]),
    ...omissions.flatMap((part) => (isRewritten(part) ? [] : withoutPart(part, fixer))),
    ...updates.flatMap(({ edit }) => edit(`${updateImport.name}(${modelImport.name}, `, fixer)),
  ]
}

function allowedFields(
  fields: readonly string[],
  { read, set, omitted }: BodyFields,
  model: WrittenModel,
  root: SourceFile,
): string[] | undefined {
  // A body that is stripped of its `_id` has none behind a guard.
  if (![...read, ...omitted].every((name) => fields.includes(name) || /^_(?:id|_v)$/.test(name))) return undefined
  const owned = fieldsOfServer(model, root)
  const isLeftOut = (name: string) => set.has(name) || owned.has(name) || isReserved(name)
  const allow = fields.filter((name) => read.has(name) || !isLeftOut(name))
  return allow.length > 0 ? allow : undefined
}

// A list of documents, and what is no document to be checked.
function isMany(name: string): boolean {
  return /\b(?:insertMany|bulkWrite|hydrate)\(\)$/.test(name)
}

/** Whether a write takes a few fields of a document that has the others already. */
function isChange(name: string, isStored: boolean): boolean {
  if (/\b(?:findByIdAndUpdate|findOneAndUpdate|update|updateOne|updateMany)\(\)$/.test(name)) return true
  return isStored && /(?:\b|\$)(?:set|assign|assignIn|extend|merge|defaults)\(\)$|\] =$/.test(name)
}

function isDeclaredBefore({ defs: [definition], identifiers: [identifier] }: Scope.Variable, at: number): boolean {
  return definition?.type === 'ImportBinding' || (!!identifier && rangeOf(identifier)[1] <= at)
}

/** The type of a request without `validated`: a guard around a handler, or right before it, gives the right one. */
function withoutRequestType(handler: Handler, fixer: Rule.RuleFixer): Rule.Fix[] {
  const annotation = annotationOf(handler)
  return annotation ? [fixer.remove(annotation as Rule.Node)] : []
}

/** `Request<{}, any, any, Query>` */
function withoutBodyType(handler: Handler, root: SourceFile, fixer: Rule.RuleFixer): Rule.Fix[] {
  const annotation = annotationOf(handler)
  const body = annotation && bodyTypeOf(annotation, root)
  return body ? [fixer.replaceText(body as Rule.Node, 'any')] : []
}

/** `req: GuardedRequest<typeof newUser, { id: string }>` */
function withRequestType(handler: Handler, typeName: string, { code }: SourceFile, fixer: Rule.RuleFixer): Rule.Fix[] {
  const annotation = annotationOf(handler)
  if (!annotation) return []
  const parameters = pathParametersOf(annotation)
  const path = parameters ? `, ${code.getText(parameters as Rule.Node)}` : ''
  return [fixer.replaceText(annotation as Rule.Node, `: ${typeName}${path}>`)]
}

/** `const { ...rest } = req.validated`: what leaves out a field that is not there stands before the rest. */
function withoutPart(part: ESTree.AssignmentProperty, fixer: Rule.RuleFixer): Rule.Fix[] {
  const pattern = parentOf(part)
  const parts = pattern?.type === 'ObjectPattern' ? pattern.properties : []
  const next = parts[parts.indexOf(part) + 1]
  return next ? [fixer.removeRange([rangeOf(part)[0], rangeOf(next)[0]])] : []
}

function insertAt({ kind, at, name }: GuardPlace, guard: string, fixer: Rule.RuleFixer): Rule.Fix[] {
  const node = at as Rule.Node
  if (kind === 'argument') return [fixer.insertTextBefore(node, `${guard}, `)]
  const declared = name === undefined ? '' : `const ${name} = `
  return kind === 'list'
    ? [fixer.insertTextBefore(node, `${declared}[${guard}, `), fixer.insertTextAfter(node, ']')]
    : [fixer.insertTextBefore(node, `${declared}${guard}, `), fixer.insertTextAfter(node, ')')]
}

function asList(edit: ReturnType<Rule.ReportFixer>): Iterable<Rule.Fix> {
  return edit === null ? [] : Symbol.iterator in edit ? edit : [edit]
}
