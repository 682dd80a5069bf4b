import { basename, join } from 'node:path'
import { withFolder } from '../../bench/types/count-native.mjs'
import { compilerOf } from '../../type-tests/compiler.mjs'
import type { Files } from './lint-files.ts'

export const root = join(import.meta.dirname, '../..')
const base = join(root, 'type-tests/tsconfig.json')
const compile = compilerOf('7.0') as (project: string) => string

/**
 * The lines in which TypeScript 7, by far the fastest, tells what is wrong with files that import the built package:
 * `name(line,column): error …`, each with what it says below.
 */
export function errorsIn(files: Files, compilerOptions: object): string[] {
  const options = { verbatimModuleSyntax: true, module: 'preserve', moduleResolution: 'bundler', ...compilerOptions }
  const project = { extends: base, compilerOptions: options, include: ['**/*.ts'] }
  return withFolder({ ...files, 'tsconfig.json': JSON.stringify(project) }, (folder: string) =>
    compile(folder)
      .split(/\r?\n(?=\S)/)
      .filter((error) => error.trim() !== '')
      .map((error) => error.slice(error.indexOf(basename(folder)) + basename(folder).length + 1)),
  ) as string[]
}
