import { isAbsolute, resolve } from 'node:path'
import type { Rule } from 'eslint'
import { openModule, readModule, rememberLinted } from './module-cache.ts'
import { isRelative, resolveRelative } from './module-path.ts'
import { readSettings, type Settings } from './settings.ts'
import { createSourceFile, type SourceFile } from './source-file.ts'
import type { Node } from './syntax.ts'
import { resolveTyped } from './type-information.ts'
import type { Value } from '../evaluate/value.ts'

/** The file being linted and what can be seen from it. All five rules share one project for a file. */
export interface Project {
  readonly root: SourceFile
  readonly settings: Settings
  readonly cwd: string
  readonly values: Map<Node, Value>
  /** The path of the application's own module that an import names. */
  readonly locate: (specifier: string, importer: SourceFile) => string | undefined
  readonly read: (path: string) => string | undefined
  readonly open: (path: string) => SourceFile | undefined
}

const projects = new WeakMap<object, Project>()

export function projectOf(context: Rule.RuleContext): Project {
  const known = projects.get(context.sourceCode)
  if (known) return known
  const project = createProject(context)
  projects.set(context.sourceCode, project)
  return project
}

function createProject(context: Rule.RuleContext): Project {
  const { sourceCode, languageOptions, cwd } = context
  const path = context.physicalFilename
  const paths = new Map<string, string | undefined>()
  const files = new Map<string, SourceFile | undefined>()
  const project: Project = {
    settings: readSettings(context.settings),
    cwd,
    values: new Map(),
    get root() {
      return root
    },
    locate(specifier, importer) {
      const key = `${importer.path}\0${specifier}`
      if (!paths.has(key)) paths.set(key, locate(specifier, importer.path, root))
      return paths.get(key)
    },
    read: readModule,
    open(opened) {
      if (!files.has(opened)) {
        const code = openModule(opened, languageOptions, sourceCode.visitorKeys)
        files.set(opened, code && createSourceFile(opened, code, project))
      }
      return files.get(opened)
    },
  }
  const root = createSourceFile(isAbsolute(path) ? path : resolve(cwd, path), sourceCode, project)
  files.set(root.path, root)
  rememberLinted(root.path, sourceCode)
  return project
}

function locate(specifier: string, importer: string, root: SourceFile): string | undefined {
  const path = isRelative(specifier)
    ? resolveRelative(specifier, importer)
    : resolveTyped(specifier, importer, root.code)
  return path && !/[\\/]node_modules[\\/]/.test(path) ? path : undefined
}
