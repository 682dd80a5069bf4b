import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as typescriptParser from '@typescript-eslint/parser'
import { Linter } from 'eslint'
import plugin from '../src/index.ts'

const folder = join(import.meta.dirname, 'corpus')

export interface CorpusFile {
  /** Relative to the corpus. */
  readonly path: string
  readonly text: string
}

export const corpus: readonly CorpusFile[] = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .toSorted()
  .map((path) => ({ path: relative(folder, path), text: readFileSync(path, 'utf8') }))

/** Files that declare models, and helpers that answer no request. */
const isSupport = /(?:^|\/)(?:models?|lib|utils|shared|services|middleware)\/|\.model\.ts$|\.test\.js$/

export const routeFiles = corpus.filter(({ path }) => !isSupport.test(path))

/** A line and a rule: where something is reported, or marked in the corpus by a comment at the end of the line. */
export type Place = `${string}:${number} ${string}`

/** Places that a comment says are reported (`flagged`), and those where it says that a report would be right (`missed`). */
export function marked(kind: 'flagged' | 'missed'): Place[] {
  return corpus.flatMap((file) => marksIn(file, kind))
}

export function marksIn({ path, text }: CorpusFile, kind: 'flagged' | 'missed'): Place[] {
  return text.split('\n').flatMap((line, index) => {
    const rule = new RegExp(`// ${kind}: (\\S+)$`).exec(line)?.[1]
    return rule === undefined ? [] : [`${path}:${index + 1} ${rule}` as const]
  })
}

export function configFor(
  { path, text }: CorpusFile,
  withPlugin: boolean,
  rules: Linter.RulesRecord = {},
): Linter.Config {
  const isCommonJs = /\brequire\(|\bmodule\.exports\b|\bexports\./.test(text) && !/^import /m.test(text)
  return {
    files: ['**/*.*'],
    languageOptions: {
      ...(path.endsWith('.ts') ? { parser: typescriptParser } : {}),
      sourceType: isCommonJs ? 'commonjs' : 'module',
    },
    ...(withPlugin ? { plugins: { 'mongoose-guard': plugin } } : {}),
    rules: { ...rules, ...(withPlugin ? plugin.configs.strict.rules : {}) },
  }
}

export function found(): Place[] {
  const linter = new Linter({ cwd: folder })
  return corpus.flatMap((file) =>
    linter
      .verify(file.text, configFor(file, true), { filename: join(folder, file.path) })
      .map(
        ({ line, ruleId, message }): Place =>
          `${file.path}:${line} ${ruleId?.replace('mongoose-guard/', '') ?? message}`,
      ),
  )
}
