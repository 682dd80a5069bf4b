import { configuredModule, isConfigured, isGuardModule } from '../source/guard-modules.ts'
import { isRelative } from '../source/module-path.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'
import type { Evaluator } from './evaluator.ts'
import { unknown, type Value } from './value.ts'

/** The module that an import or `require` names. `resolve-imports.ts` looks a module of the application up. */
export function importedValue(specifier: string, file: SourceFile): Value {
  if (isConfigured(specifier, file)) return { kind: 'external', source: configuredModule, path: [] }
  const isOwn =
    !isGuardModule(specifier) && (isRelative(specifier) || file.project.locate(specifier, file) !== undefined)
  return isOwn
    ? { kind: 'imported', source: specifier, path: [], file }
    : { kind: 'external', source: specifier, path: [] }
}

/** The module that the expression `source` names, where it is written out. */
export function moduleValue({ evaluate }: Evaluator, source: Node, file: SourceFile): Value {
  const specifier = evaluate(source, file)
  return specifier.kind === 'literal' ? importedValue(specifier.value, file) : unknown
}
