import type { Rule } from 'eslint'
import type * as ESTree from 'estree'
import { evaluate } from '../evaluate/evaluate.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type CallNode, isTypeWrapper, type Node, parentOf, rangeOf } from '../source/syntax.ts'

/** `toUpdate(Model, …)` around the changes of an update. */
export function wrapInToUpdate(node: Node, model: string, file: SourceFile): Rule.ReportFixer | undefined {
  // `{ $set: … }` may say more than what was validated.
  if (node.type === 'ObjectExpression') return undefined
  const target = node as Rule.Node
  return withToUpdate(file, (name) => (fixer) => [
    fixer.replaceText(target, `${name}(${model}, ${file.code.getText(target)})`),
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
export function setPaths(node: Node, model: string, root: SourceFile): Rule.ReportFixer | undefined {
  return withToUpdate(root, (name) => (fixer) => {
    const [before, after] = inPaths(`${name}(${model}, `)
    return [fixer.insertTextBefore(node as Rule.Node, before), fixer.insertTextAfter(node as Rule.Node, after)]
  })
}

/** The same in the place of `Object.assign(document, node)`. */
export function assignPaths(
  node: Node,
  model: string,
  file: SourceFile,
  root: SourceFile,
): Rule.ReportFixer | undefined {
  return withToUpdate(root, (name) => setInPlace(node, file, inPaths(`${name}(${model}, `)))
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
