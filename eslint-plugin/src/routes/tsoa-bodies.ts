import { join } from 'node:path'
import type * as ESTree from 'estree'
import { jsonMember, readJson } from '../source/json-file.ts'
import { foldersAbove } from '../source/module-path.ts'
import type { SourceFile } from '../source/source-file.ts'
import { decoratorsOf, type FunctionNode, parentOf } from '../source/syntax.ts'

/** The modules that give the decorators of tsoa. */
export const tsoa = /^(?:tsoa|@tsoa\/runtime)$/

/** Whether something stands before a method, as a guard in `@Middlewares(…)`, which is not looked into. */
export function hasMiddlewares(node: FunctionNode, { code }: SourceFile): boolean {
  return decoratorsOf(parentOf(node)).some((decorator) =>
    code.getText(decorator as ESTree.Node).startsWith('Middlewares'),
  )
}

/**
 * Whether tsoa hands a method what the type of its body does not declare, as it does where the `tsoa.json` of the
 * application does not say otherwise.
 */
export function keepsExtraFields({ path }: SourceFile): boolean {
  for (const folder of foldersAbove(path)) {
    const config = readJson(join(folder, 'tsoa.json'))
    if (config !== undefined) return (jsonMember(config, 'noImplicitAdditionalProperties') ?? 'ignore') === 'ignore'
  }
  return false
}
