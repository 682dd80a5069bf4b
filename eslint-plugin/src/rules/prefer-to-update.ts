import type { Rule } from 'eslint'
import type * as ESTree from 'estree'
import { evaluate, keyOf, memberOf } from '../evaluate/evaluate.ts'
import { lodashName } from '../evaluate/copies.ts'
import { isGlobal, type Value } from '../evaluate/value.ts'
import { createFlow } from '../flow/flow.ts'
import { follow, followIntoFunction } from '../flow/follow.ts'
import { asGuard, type GuardInstance } from '../guards/guards.ts'
import { mongooseKindOf } from '../mongoose/kinds.ts'
import { fieldOf, isList } from '../mongoose/schema-fields.ts'
import { sinkName } from '../mongoose/sinks.ts'
import { guardedRoutes, handlersBehind } from '../routes/guarded-routes.ts'
import type { Handler } from '../routes/handlers.ts'
import { answerOnce } from '../source/cycles.ts'
import { projectOf } from '../source/project.ts'
import type { Project, SourceFile } from '../source/source-file.ts'
import { isTypeWrapper, type Node, parentOf, rangeOf, unwrap, wrapped } from '../source/syntax.ts'
import { createRule, settingOptions } from './create-rule.ts'

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
  },
  options: { modules: settingOptions.modules, models: settingOptions.models },
  create: (context) => ({
    'Program:exit'() {
      const project = projectOf(context)
      const reported = new Set<Node>()
      for (const route of guardedRoutes(project)) {
        const entries = nestedEntriesOf(route.guard)
        const [nested] = entries
        if (nested === undefined) continue
        const deep = entries.find((entry) => entry.split('.').length > 2)
        const model = modelTextOf(route.guard)
        for (const { handler } of handlersBehind(route, 'file'))
          for (const node of updatesIn(handler)) {
            if (reported.has(node)) continue
            reported.add(node)
            const isSet = isSetArgument(node, handler.file)
            if (!isSet && !isAssignedArgument(node, handler.file))
              context.report(describe(node, nested, model, project))
            // Mongoose's `merge` replaces a nested object in a sub-schema.
            else if (deep !== undefined) context.report(describePaths(node, deep, model, handler.file, project))
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

function modelTextOf(guard: GuardInstance): string | undefined {
  const [model] = withOptions(guard).node.arguments
  return model?.type === 'Identifier' ? model.name : undefined
}

const updates: ReadonlySet<string> = new Set(['findByIdAndUpdate', 'findOneAndUpdate', 'updateOne', 'updateMany'])

/** Expressions that hold `req.validated` as a whole where an update takes its changes. */
function updatesIn(handler: Handler): Node[] {
  const { file } = handler
  const found: Node[] = []
  const within = createFlow({
    reach(expression, path) {
      const isUpdate =
        ((path.length === 0 || (path.length === 1 && path[0] === '$set')) &&
          isUpdateArgument(wrapped(expression), file)) ||
        (path.length === 0 &&
          (isSetArgument(wrapped(expression), file) || isAssignedArgument(wrapped(expression), file)))
      if (isUpdate) found.push(wrapped(expression))
      return !isUpdate
    },
  })
  const toValidated = createFlow({
    reach(expression, path) {
      if (path.length > 0) return true
      follow(within, expression, [], file)
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

/** `doc.set(node)`, where nothing says that it is to merge. A query has a `set` of its own, which knows no merging. */
function isSetArgument(node: Node, file: SourceFile): boolean {
  const call = parentOf(node)
  const callee = call?.type === 'CallExpression' ? unwrap(call.callee) : undefined
  if (call?.type !== 'CallExpression' || callee?.type !== 'MemberExpression' || callee.object.type === 'Super')
    return false
  return (
    /^\$?set$/.test(keyOf(callee, file) ?? '') &&
    callee.object.type !== 'CallExpression' &&
    call.arguments.length === 1 &&
    call.arguments[0] === node &&
    isStoredDocument(callee.object, file)
  )
}

/** Whether a document may have fields that it would lose: a new one has none. */
function isStoredDocument(node: Node, file: SourceFile): boolean {
  const made = evaluate(unwrap(node), file)
  if (made.kind === 'call' && made.node.type === 'NewExpression') return false
  return ['document', 'query'].includes(mongooseKindOf(node, file) ?? '')
}

/** `Object.assign(doc, node)`, and what lodash has like it: each field of the top level is set as a whole. */
function isAssignedArgument(node: Node, file: SourceFile): boolean {
  const call = parentOf(node)
  const [target] = call?.type === 'CallExpression' ? call.arguments : []
  if (call?.type !== 'CallExpression' || !target || target === node || target.type === 'SpreadElement') return false
  const callee = evaluate(unwrap(call.callee), file)
  const isAssign = isGlobal(callee, 'Object', 'assign') || /^(?:assign|assignIn|extend)$/.test(lodashName(callee) ?? '')
  return isAssign && isStoredDocument(target, file)
}

function describeSet(node: Node, entry: string): Rule.ReportDescriptor {
  return {
    node: node,
    messageId: 'preferMerge',
    data: { entry, parent: entry.slice(0, entry.lastIndexOf('.')) },
    suggest: [
      {
        messageId: 'useMerge',
        fix: (fixer) => fixer.insertTextAfter(node, ', undefined, { merge: true }'),
      },
    ],
  }
}

function describeAssigned(node: Node, entry: string, file: SourceFile): Rule.ReportDescriptor {
  const fix = setInPlace(node, file, ['', ', undefined, { merge: true }'])
  return {
    node: node,
    messageId: 'preferMergeToAssign',
    data: { entry, parent: entry.slice(0, entry.lastIndexOf('.')), document: documentTextOf(node, file) },
    suggest: fix ? [{ messageId: 'useMerge', fix }] : [],
  }
}

function describePaths(
  node: Node,
  entry: string,
  model: string | undefined,
  file: SourceFile,
  { root }: Project,
): Rule.ReportDescriptor {
  const fix = model === undefined ? undefined : setPaths(node, model, file, root)
  return {
    node: node,
    messageId: 'preferPaths',
    data: {
      entry,
      parent: entry.slice(0, entry.lastIndexOf('.')),
      document: documentTextOf(node, file),
      model: model ?? 'Model',
    },
    suggest: fix ? [{ messageId: 'useToUpdate', fix }] : [],
  }
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

/** `document.set(…)` in the place of `Object.assign(document, node)`, with texts around what is assigned. */
function setInPlace(
  node: Node,
  file: SourceFile,
  [before, after]: readonly [string, string],
): ((fixer: Rule.RuleFixer) => Rule.Fix[]) | undefined {
  const call = parentOf(node)
  if (call?.type !== 'CallExpression') return undefined
  const [target, ...others] = call.arguments
  // What comes after it would be set before it.
  if (!target || others.length !== 1 || !isName(target)) return undefined
  return (fixer) => [
    fixer.replaceTextRange([rangeOf(call)[0], rangeOf(node)[0]], `${file.code.getText(target)}.set(${before}`),
    fixer.replaceTextRange([rangeOf(node)[1], rangeOf(call)[1]], `${after})`),
  ]
}

function isName(node: Node): boolean {
  const name = isTypeWrapper(node) && node.type === 'TSNonNullExpression' ? node.expression : node
  return name.type === 'Identifier' || name.type === 'MemberExpression'
}

function describe(node: Node, entry: string, model: string | undefined, { root }: Project): Rule.ReportDescriptor {
  const fix = model === undefined ? undefined : wrapInToUpdate(node, model, root)
  return {
    node: node,
    messageId: 'preferToUpdate',
    data: { entry, parent: entry.slice(0, entry.lastIndexOf('.')), model: model ?? 'Model' },
    suggest: fix ? [{ messageId: 'useToUpdate', fix }] : [],
  }
}

function wrapInToUpdate(node: Node, model: string, file: SourceFile): Rule.ReportFixer | undefined {
  // `{ $set: … }` may say more than what was validated.
  if (node.type === 'ObjectExpression') return undefined
  const target = node as Rule.Node
  return withToUpdate(file, (name) => (fixer) => [
    fixer.replaceText(target, `${name}(${model}, ${file.code.getText(target)})`),
  ])
}

/** `document.set(toUpdate(Model, …).$set)` in the place of a call that sets, or assigns. */
function setPaths(node: Node, model: string, file: SourceFile, root: SourceFile): Rule.ReportFixer | undefined {
  if (!isSetArgument(node, file))
    return withToUpdate(root, (name) => setInPlace(node, file, [`${name}(${model}, `, ').$set']))
  return withToUpdate(root, (name) => (fixer) => [
    fixer.insertTextBefore(node as Rule.Node, `${name}(${model}, `),
    fixer.insertTextAfter(node as Rule.Node, ').$set'),
  ])
}

/** An edit that calls `toUpdate()`, which the file imports with it; none where that cannot be. */
function withToUpdate(
  file: SourceFile,
  editWith: (name: string) => ((fixer: Rule.RuleFixer) => Rule.Fix[]) | undefined,
): Rule.ReportFixer | undefined {
  const name = toUpdateName(file)
  const [firstImport] = file.code.ast.body.filter((statement) => statement.type === 'ImportDeclaration')
  const edit = editWith(name ?? 'toUpdate')
  if (edit === undefined || (name === undefined && !firstImport)) return undefined
  return (fixer) => [
    ...(name === undefined && firstImport
      ? [fixer.insertTextBefore(firstImport, "import { toUpdate } from 'mongoose-guard'\n")]
      : []),
    ...edit(fixer),
  ]
}

/** What the file calls `toUpdate`, if it imports it. */
function toUpdateName(file: SourceFile): string | undefined {
  for (const scope of file.code.scopeManager.scopes.slice(0, 2))
    for (const variable of scope.variables) {
      const [identifier] = variable.identifiers as [ESTree.Identifier?]
      const value = identifier && variable.defs[0]?.type !== 'Parameter' ? evaluate(identifier, file) : undefined
      if (value?.kind === 'external' && value.source === 'mongoose-guard' && value.path.join('.') === 'toUpdate')
        return variable.name
    }
  return undefined
}
