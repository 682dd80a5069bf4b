import type { Rule } from 'eslint'
import { evaluate } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, isTypeWrapper, type Node, parentOf, rangeOf } from '../source/syntax.ts'
import { importOf, type NamedImport } from './added-imports.ts'

/** `toUpdate(Model, …)` around the changes of an update, where these are what was validated and nothing else. */
export function wrapInToUpdate(node: Node, model: NamedImport, file: SourceFile): Rule.ReportFixer | undefined {
  // `toUpdate()` throws at `{ $set: … }`, also where a variable or a function has it.
  const changes = evaluate(node, file)
  if (changes.kind !== 'member' || changes.key !== 'validated') return undefined
  const target = node as Rule.Node
  return withToUpdate(model, file, (opening) => (fixer) => [
    fixer.replaceText(target, `${opening}${file.code.getText(target)})`),
  ])
}

/** What stands before and after the changes in `document.set(…)`. */
export type AroundChanges = readonly [before: string, after: string]

/** By `merge`, which takes any field. */
export const merged: AroundChanges = ['', ', undefined, { merge: true }']

/** By the paths of `toUpdate()`, whose call begins with `opening`. */
export function inPaths(opening: string): AroundChanges {
  return [opening, ').$set']
}

/** `document.set(…)` in the place of a call that sets, or assigns; `set` is the text of its callee. */
export function setInstead(
  call: CallNode,
  changes: Node,
  set: string,
  [before, after]: AroundChanges,
  fixer: Rule.RuleFixer,
): Rule.Fix[] {
  return [
    fixer.replaceTextRange([rangeOf(call)[0], rangeOf(changes)[0]], `${set}(${before}`),
    fixer.replaceTextRange([rangeOf(changes)[1], rangeOf(call)[1]], `${after})`),
  ]
}

/** `document.set(toUpdate(Model, …).$set)` in the place of `document.set(node)`. */
export function setPaths(node: Node, model: NamedImport, root: SourceFile): Rule.ReportFixer | undefined {
  return withToUpdate(model, root, (opening) => (fixer) => {
    const [before, after] = inPaths(opening)
    return [fixer.insertTextBefore(node as Rule.Node, before), fixer.insertTextAfter(node as Rule.Node, after)]
  })
}

/** The same in the place of `Object.assign(document, node)`. */
export function assignPaths(
  node: Node,
  model: NamedImport,
  file: SourceFile,
  root: SourceFile,
): Rule.ReportFixer | undefined {
  return withToUpdate(model, root, (opening) => setInPlace(node, file, inPaths(opening)))
}

/** An edit that calls `toUpdate()`, which the file imports with it; none where that cannot be. */
function withToUpdate(
  model: NamedImport,
  file: SourceFile,
  editWith: (opening: string) => ((fixer: Rule.RuleFixer) => Rule.Fix[]) | undefined,
): Rule.ReportFixer | undefined {
  const toUpdate = importOf('mongoose-guard', 'toUpdate', file)
  const edit = toUpdate && editWith(`${toUpdate.name}(${model.name}, `)
  return edit && ((fixer) => [...(toUpdate.fix?.(fixer) ?? []), ...(model.fix?.(fixer) ?? []), ...edit(fixer)])
}

/** `document.set(…)` in the place of `Object.assign(document, node)`. */
export function setInPlace(
  node: Node,
  file: SourceFile,
  around: AroundChanges,
): ((fixer: Rule.RuleFixer) => Rule.Fix[]) | undefined {
  const call = parentOf(node)
  if (call?.type !== 'CallExpression') return undefined
  const [target, ...others] = call.arguments
  // What comes after it would be set before it.
  if (!target || others.length !== 1 || !isName(target)) return undefined
  return (fixer) => setInstead(call, node, `${file.code.getText(target)}.set`, around, fixer)
}

function isName(node: Node): boolean {
  const name = isTypeWrapper(node) && node.type === 'TSNonNullExpression' ? node.expression : node
  return name.type === 'Identifier' || name.type === 'MemberExpression'
}
