import { join } from 'node:path'
import type * as ESTree from 'estree'
import { jsonEntries, jsonMember, readJson } from '../source/json-file.ts'
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

/**
 * Whether tsoa only describes what a class does, and makes no routes of it: the scripts of the application have it
 * write the description, and nothing else. Routes that somebody has written call the methods of such a class.
 */
export function isDescribedOnly({ path }: SourceFile): boolean {
  for (const folder of foldersAbove(path)) {
    const entries = jsonEntries(readJson(join(folder, 'package.json')), 'scripts')
    const scripts = entries.map(([name, script]) => `${name} ${String(script)}`)
    if (scripts.some((script) => /\btsoa\b.*routes/.test(script))) return false
    if (scripts.some((script) => /\btsoa (?:spec|swagger)\b/.test(script))) return true
  }
  return false
}
