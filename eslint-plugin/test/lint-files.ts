import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Linter } from 'eslint'
import plugin from '../src/index.ts'

/** Files of a small application, by their path. */
export type Files = Readonly<Record<string, string>>

interface Options {
  readonly rules?: Linter.RulesRecord
  readonly languageOptions?: Linter.LanguageOptions
  readonly settings?: Record<string, unknown>
}

/** A folder with an application in it, to be linted file by file and changed in between. */
export class Application {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'mongoose-guard-')))

  constructor(files: Files) {
    for (const [path, text] of Object.entries(files)) this.write(path, text)
  }

  write(path: string, text: string): void {
    const target = join(this.folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
  }

  /** Messages for one file, as `line:column message`. */
  lint(path: string, text: string, { rules, languageOptions = {}, settings = {} }: Options = {}): string[] {
    const linter = new Linter({ cwd: this.folder })
    const config: Linter.Config = {
      files: ['**/*.*'],
      plugins: { 'mongoose-guard': plugin },
      languageOptions,
      rules: rules ?? { 'mongoose-guard/no-body-after-guard': 'error' },
      settings: { 'mongoose-guard': settings },
    }
    return linter
      .verify(text, config, { filename: join(this.folder, path) })
      .map(({ line, column, message }) => `${String(line)}:${String(column)} ${message}`)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true })
  }
}
