import type * as ESTree from 'estree'
import type { Settings } from '../source/settings.ts'
import type { Project, SourceFile } from '../source/source-file.ts'
import type { Node } from '../source/syntax.ts'
import type { Value } from './value.ts'

/**
 * What the parts of this room ask of each other. Each part evaluates one kind of syntax and is handed the evaluator for
 * what lies inside that syntax, so that no part imports another one back. `evaluate.ts` puts the parts together.
 */
export interface Evaluator {
  readonly evaluate: (node: Node, file: SourceFile) => Value
  readonly keyOf: (node: KeyedNode, file: SourceFile) => string | undefined
  readonly memberOf: (value: Value, key: string) => Value
  readonly resolveImports: (value: Value, filter: ModuleFilter) => Value
}

/** A node that names what it reads or defines. */
export type KeyedNode = ESTree.MemberExpression | ESTree.Property | ESTree.MethodDefinition | ESTree.PropertyDefinition

/** Whether a module can hold what is looked for, going by its text: the others are not parsed. */
export type ModuleFilter = (text: string, settings: Settings, path: string, project: Project) => boolean
