import type { Rule } from 'eslint'
import { evaluate, keyOf, memberOf } from '../evaluate/evaluate.ts'
import type { Value } from '../evaluate/value.ts'
import { type AccessPath, createFlow } from '../flow/flow.ts'
import { follow, followIntoFunction } from '../flow/follow.ts'
import { isGivenTo } from '../guards/given-helpers.ts'
import { asGuard, type GuardInstance } from '../guards/guards.ts'
import { isAssignedArgument, isSetArgument } from '../mongoose/document-setters.ts'
import { fieldOf, isList } from '../mongoose/schema-fields.ts'
import { sinkName } from '../mongoose/sinks.ts'
import { guardedRoutes, handlersBehind } from '../routes/guarded-routes.ts'
import type { Handler } from '../routes/handlers.ts'
import { answerOnce } from '../source/cycles.ts'
import { projectOf } from '../source/project.ts'
import type { Project, SourceFile } from '../source/source-file.ts'
import { type Node, parentOf, unwrap, wrapped } from '../source/syntax.ts'
import { importOfModel, type NamedImport } from './added-imports.ts'
import { createRule, settingOptions } from './create-rule.ts'
import { assignPaths, merged, setInPlace, setPaths, wrapInToUpdate } from './to-update-edits.ts'

export const preferToUpdate = createRule({
  name: 'prefer-to-update',
  type: 'problem',
  description: 'Require `toUpdate()` where a partial body with nested fields goes into an update',
  recommended: 'strict',
  hasSuggestions: true,
  messages: {
    preferToUpdate:
      'The guard allows `{{entry}}`, and this update replaces `{{parent}}` as a whole: fields that the request did not send are lost. Write `toUpdate({{model}}, …)`.',
    useToUpdate: 'Write each field by its own path, with `toUpdate()`.',
    preferMerge:
      'The guard allows `{{entry}}`, and `set()` replaces `{{parent}}` as a whole: fields that the request did not send are lost. Write `set(…, undefined, { merge: true })`.',
    preferMergeToAssign:
      'The guard allows `{{entry}}`, and this replaces `{{parent}}` as a whole: fields that the request did not send are lost. Write `{{document}}.set(…, undefined, { merge: true })`.',
    useMerge: 'Keep what the request did not send, with `merge`.',
    preferPaths:
      'The guard allows `{{entry}}`, and this replaces `{{parent}}` as a whole: fields that the request did not send are lost. Write `{{document}}.set(toUpdate({{model}}, …).$set)`.',
    preferUpdate:
      'The guard allows `{{entry}}`, and this replaces `{{parent}}` as a whole: fields that the request did not send are lost. Write an update, `{{document}}.updateOne(toUpdate({{model}}, …))`: `set()` may pass over what stands so deep in a sub-schema.',
    preferObject:
      'This update is a pipeline, in which MongoDB takes a text that begins with `$` for an expression: by it, a client can read other fields. Write an object, as `toUpdate({{model}}, …)` gives it.',
  },
  options: { modules: settingOptions.modules, models: settingOptions.models },
  create: (context) => ({
    'Program:exit'() {
      const project = projectOf(context)
      const reported = new Set<Node>()
      for (const route of guardedRoutes(project)) {
        const behind = [...handlersBehind(route, 'file')]
        // For what is reported alone: how this file has the model of another takes a search.
        const model = () => modelOf(route.guard, project)
        for (const { handler } of behind)
          for (const node of pipelinesIn(handler)) {
            if (reported.has(node)) continue
            reported.add(node)
            context.report({ node, messageId: 'preferObject', data: { model: model().text } })
          }
        const entries = nestedEntriesOf(route.guard)
        const [nested] = entries
        if (nested === undefined) continue
        const deep = entries.find((entry) => entry.split('.').length > 2)
        const deepest = entries.find((entry) => entry.split('.').length > 3)
        for (const { handler } of behind)
          for (const node of updatesIn(handler)) {
            if (reported.has(node)) continue
            reported.add(node)
            const isSet = isSetArgument(node, handler.file)
            if (!isSet && !isAssignedArgument(node, handler.file))
              context.report(describeUpdate(node, nested, model(), handler.file))
            else if (deepest !== undefined) context.report(describeDeepest(node, deepest, model(), handler.file))
            // Mongoose's `merge` replaces a nested object in a sub-schema.
            else if (deep !== undefined)
              context.report(describePaths(node, deep, model(), isSet, handler.file, project))
            else context.report(isSet ? describeSet(node, nested) : describeAssigned(node, nested, handler.file))
          }
      }
    },
  }),
})

/** The dotted entries that a partial guard allows, where its options are written out. */
function nestedEntriesOf(given: GuardInstance): string[] {
  const guard = withOptions(given)
  const [first, options] = guard.node.arguments
  if (!options) return []
  const written = evaluate(options, guard.file)
  if (textOf(memberOf(written, 'partial')) !== 'true') return []
  const allow = memberOf(written, 'allow')
  if (allow.kind !== 'array') return []
  return allow.node.elements
    .map((element) => (element ? textOf(evaluate(element, allow.file)) : undefined))
    .filter((entry) => entry !== undefined)
    .filter((entry) => entry.includes('.') && !isInList(entry, first, guard.file))
}

/** Whether an entry is inside of a list, which an update replaces as a whole either way. */
function isInList(entry: string, model: Node | undefined, file: SourceFile): boolean {
  const [name = ''] = entry.split('.')
  return model !== undefined && isList(fieldOf(model, name, file))
}

function textOf(value: Value): string | undefined {
  return value.kind === 'literal' ? value.value : undefined
}

/** The guard that has a model and options, which another one may be given: `guard(createGuard(User, { … }))`. */
function withOptions(guard: GuardInstance): GuardInstance {
  const [first] = guard.node.arguments
  const ready = first && asGuard(evaluate(first, guard.file))
  return ready ? answerOnce('guard', guard.node, guard, () => withOptions(ready)) : guard
}

/** The model of a guard. */
interface GuardModel {
  /** For messages. */
  readonly text: string
  /** As the file that is linted has it, or can have it. */
  readonly here: NamedImport | undefined
}

function modelOf(guard: GuardInstance, { root }: Project): GuardModel {
  const { node, file } = withOptions(guard)
  const [model] = node.arguments
  if (model?.type !== 'Identifier') return { text: 'Model', here: undefined }
  const { name } = model
  if (file === root) return { text: name, here: { name } }
  const variable = file.variableOf(model)
  const here = variable && importOfModel({ name, variable, node: model, file }, root)
  return { text: here?.name ?? name, here }
}

const updates: ReadonlySet<string> = new Set(['findByIdAndUpdate', 'findOneAndUpdate', 'updateOne', 'updateMany'])

/** Expressions that hold `req.validated` as a whole where an update takes its changes. */
function updatesIn(handler: Handler): Node[] {
  const { file } = handler
  return heldIn(handler, (expression, path) => {
    const node = wrapped(expression)
    if (path.length === 0 && (isSetArgument(node, file) || isAssignedArgument(node, file))) return node
    if (isChanges(path) && isUpdateArgument(node, file)) return node
    return isGivenTo('toUpdate', expression, file) ? 'ends' : undefined
  })
}

function isChanges(path: AccessPath): boolean {
  return path.length === 0 || (path.length === 1 && path[0] === '$set')
}

/** Lists that hold it in a stage, where an update takes a pipeline. */
function pipelinesIn(handler: Handler): Node[] {
  const { file } = handler
  if (!/\$(?:set|addFields|replaceWith|replaceRoot|project)\b|\btoUpdate\b/.test(file.code.text)) return []
  return heldIn(handler, (expression, path) => {
    const node = wrapped(expression)
    const [index] = path
    const isInStage = typeof index === 'string' && /^\d+$/.test(index) && path.length > 1
    return isInStage && !path.includes('$literal') && isUpdateArgument(node, file) ? node : undefined
  })
}

/** What `find` takes of the expressions that hold `req.validated`; none is followed further that it takes, or ends. */
function heldIn(handler: Handler, find: (expression: Node, path: AccessPath) => Node | 'ends' | undefined): Node[] {
  const found: Node[] = []
  const within = createFlow({
    reach(expression, path) {
      const taken = find(expression, path)
      if (taken !== undefined && taken !== 'ends') found.push(taken)
      return taken === undefined
    },
  })
  const toValidated = createFlow({
    reach(expression, path) {
      if (path.length > 0) return true
      follow(within, expression, [], handler.file)
      return false
    },
  })
  followIntoFunction(toValidated, handler, handler.index, ['validated'])
  return found
}

function isUpdateArgument(node: Node, file: SourceFile): boolean {
  const call = parentOf(node)
  if (call?.type !== 'CallExpression') return false
  const callee = unwrap(call.callee)
  const method = callee.type === 'MemberExpression' ? keyOf(callee, file) : undefined
  // A document or a query may be updated without a filter; what comes first is the filter elsewhere.
  const index = call.arguments.length === 1 && method === 'updateOne' ? 0 : 1
  return method !== undefined && updates.has(method) && call.arguments[index] === node
}

function describeSet(node: Node, entry: string): Rule.ReportDescriptor {
  const [, after] = merged
  return describe(node, 'preferMerge', entry, {}, 'useMerge', (fixer) => fixer.insertTextAfter(node, after))
}

function describeAssigned(node: Node, entry: string, file: SourceFile): Rule.ReportDescriptor {
  const data = { document: documentTextOf(node, file) }
  return describe(node, 'preferMergeToAssign', entry, data, 'useMerge', setInPlace(node, file, merged))
}

function describePaths(
  node: Node,
  entry: string,
  model: GuardModel,
  isSet: boolean,
  file: SourceFile,
  { root }: Project,
): Rule.ReportDescriptor {
  const data = dataOf(node, model, file)
  const { here } = model
  const fix = here && (isSet ? setPaths(node, here, root) : assignPaths(node, here, file, root))
  return describe(node, 'preferPaths', entry, data, 'useToUpdate', fix)
}

/** Nothing is suggested: with an update in its place, `save()` has to go as well. */
function describeDeepest(node: Node, entry: string, model: GuardModel, file: SourceFile): Rule.ReportDescriptor {
  const data = dataOf(node, model, file)
  return describe(node, 'preferUpdate', entry, data, 'useToUpdate', undefined)
}

function dataOf(node: Node, { text }: GuardModel, file: SourceFile) {
  return { document: documentTextOf(node, file), model: text }
}

/** What is set, or assigned to. */
function documentTextOf(node: Node, file: SourceFile): string {
  const call = parentOf(node)
  if (call?.type !== 'CallExpression') return 'document'
  const callee = unwrap(call.callee)
  const [target] = call.arguments
  if (target === node) return callee.type === 'MemberExpression' ? sinkName(callee.object, file) : 'document'
  return target ? sinkName(target, file) : 'document'
}

function describeUpdate(
  node: Node,
  entry: string,
  { text, here }: GuardModel,
  file: SourceFile,
): Rule.ReportDescriptor {
  const fix = here && wrapInToUpdate(node, here, file)
  return describe(node, 'preferToUpdate', entry, { model: text }, 'useToUpdate', fix)
}

/** A report, with an edit that is suggested, where there is one. */
function describe(
  node: Node,
  messageId: string,
  entry: string,
  data: Record<string, string>,
  suggestionId: string,
  fix: Rule.ReportFixer | undefined,
): Rule.ReportDescriptor {
  return {
    node,
    messageId,
    data: { entry, parent: entry.slice(0, entry.lastIndexOf('.')), ...data },
    suggest: fix ? [{ messageId: suggestionId, fix }] : [],
  }
}
