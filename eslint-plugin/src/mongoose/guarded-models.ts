import type { SimpleCallExpression } from 'estree'
import { evaluate, resolveImports } from '../evaluate/evaluate.ts'
import { canHoldGuard } from '../guards/guard-mentions.ts'
import { asGuard } from '../guards/guards.ts'
import { nodesOf } from '../source/file-nodes.ts'
import { rememberedByFile } from '../source/remembered.ts'
import type { SourceFile } from '../source/source-file.ts'
import { type Node, withoutAssertion } from '../source/syntax.ts'
import { canHoldModel } from './connections.ts'

interface GuardedModel {
  readonly node: Node
  readonly file: SourceFile
}

/** What the guards of a file, and of those that import it, are given as their model. */
const guardedModels = rememberedByFile((file): readonly GuardedModel[] => {
  const { project, path } = file
  const importers = project.importersOf(path).flatMap((importer) => {
    const isWanted = canHoldGuard(project.read(importer) ?? '', project.settings, importer, project)
    return isWanted ? (project.open(importer) ?? []) : []
  })
  return [file, ...importers].flatMap((each) =>
    nodesOf(each).calls.flatMap((call) => {
      const [model] = call.arguments
      return model && asGuard(evaluate(call, each))?.node === call ? [{ node: model, file: each }] : []
    }),
  )
})

/**
 * A model where it is declared: by the call that compiles it, as the whole of what a guard may be given, by its name.
 */
export interface DeclaredModel {
  readonly compiled: SimpleCallExpression
  readonly node: Node
  readonly name: Node | undefined
}

/** Whether a guard gets a model with the type that its declaration gives it, in its file or in one that imports it. */
export function hasGuard(model: DeclaredModel, file: SourceFile): boolean {
  return guardedModels(file).some(({ node, file: from }) => {
    const given = withoutAssertion(node)
    return given === model.node || (given !== undefined && isSame(given, from, model, file))
  })
}

function isSame(given: Node, from: SourceFile, { compiled, name }: DeclaredModel, file: SourceFile): boolean {
  const variable = from.variableOf(startOf(given))
  // Any other variable may have a type of its own.
  if (!variable || (variable !== file.variableOf(name) && variable.defs[0]?.type !== 'ImportBinding')) return false
  const value = resolveImports(evaluate(given, from), canHoldModel)
  return value.kind === 'oneOf' && value.values.some((each) => each.kind === 'call' && each.node === compiled)
}

/** `users` in `users.User` */
function startOf(node: Node): Node {
  return node.type === 'MemberExpression' ? startOf(node.object) : node
}
