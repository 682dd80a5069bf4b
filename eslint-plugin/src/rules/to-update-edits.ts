import type { Rule } from 'eslint'
import type * as ESTree from 'estree'
import { evaluate } from '../evaluate/evaluate.ts'
import { isSetArgument } from '../mongoose/document-setters.ts'
import type { SourceFile } from '../source/source-file.ts'
import { isTypeWrapper, type Node, parentOf, rangeOf } from '../source/syntax.ts'

/** `toUpdate(Model, …)` around the changes of an update. */
export function wrapInToUpdate(node: Node, model: string, file: SourceFile): Rule.ReportFixer | undefined {
  // `{ $set: … }` may say more than what was validated.
  if (node.type === 'ObjectExpression') return undefined
  const target = node as Rule.Node
  return withToUpdate(file, (name) => (fixer) => [
    fixer.replaceText(target, `${name}(${model}, ${file.code.getText(target)})`),
  ])
}

/** `document.set(toUpdate(Model, …).$set)` in the place of a call that sets, or assigns. */
export function setPaths(node: Node, model: string, file: SourceFile, root: SourceFile): Rule.ReportFixer | undefined {
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

/** `document.set(…)` in the place of `Object.assign(document, node)`, with texts around what is assigned. */
export function setInPlace(
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
