import { isAbsolute, resolve } from 'node:path'
import type { Rule, SourceCode } from 'eslint'
import { realFolderOf, realPathOf } from './file-system.ts'
import { openModule, readModule, rememberLinted } from './module-cache.ts'
import { leavesModels, parsesTexts, possibleImporters, sanitizesFilters } from './importers.ts'
import { isRelative, resolveRelative } from './module-path.ts'
import { type AliasResolver, aliasResolver } from './path-aliases.ts'
import { readSettings, type Settings } from './settings.ts'
import { createSourceFile, type Project, type SourceFile } from './source-file.ts'
import { resolveTyped } from './type-information.ts'

// Those of the last file alone: a project holds every file that was opened for it, and a linted file may stay in memory
// for long. Rules whose options differ have each their own.
const ofLast = new Map<string, Project>()
let last: SourceCode['ast'] | undefined

/** The project of the file being linted, made by the first rule that asks with the same settings. */
export function projectOf(context: Rule.RuleContext): Project {
  // Not by the source code: other linters have one object for all files.
  const { ast } = context.sourceCode
  if (last !== ast) ofLast.clear()
  last = ast
  const settings = readSettings(context.settings, context.options[0])
  const key = JSON.stringify(settings)
  let project = ofLast.get(key)
  if (!project) ofLast.set(key, (project = createProject(context, settings)))
  return project
}

function createProject(context: Rule.RuleContext, settings: Settings): Project {
  const { sourceCode, languageOptions } = context
  const cwd = realFolderOf(context.cwd)
  const path = context.physicalFilename
  const paths = new Map<string, string | undefined>()
  const texts = new Map<string, string | undefined>()
  const files = new Map<string, SourceFile | undefined>()
  const resolveAlias = aliasResolver()
  const project: Project = {
    settings,
    cwd,
    get root() {
      return root
    },
    locate(specifier, importer) {
      const key = `${importer.path}\0${specifier}`
      if (!paths.has(key)) paths.set(key, locate(specifier, importer.path, root, resolveAlias))
      return paths.get(key)
    },
    read(opened) {
      if (!texts.has(opened)) texts.set(opened, readModule(opened))
      return texts.get(opened)
    },
    importersOf: (imported, isMade = false) => importersOf(imported, isMade, project),
    sanitizesFilters: () => sanitizesFilters(root.path, cwd),
    leavesModels: () => leavesModels(root.path, cwd),
    parsesTexts: () => parsesTexts(root.path, cwd),
    open(opened) {
      if (!files.has(opened)) {
        const code = openModule(opened, languageOptions, sourceCode.visitorKeys)
        files.set(opened, code && createSourceFile(opened, code, project))
      }
      return files.get(opened)
    },
  }
  const root = createSourceFile(realPathOf(isAbsolute(path) ? path : resolve(cwd, path)), sourceCode, project)
  files.set(root.path, root)
  rememberLinted(root.path, sourceCode)
  return project
}

const mostSteps = 3
// A file that names what it imports among its exports.
const handsOn = /\bexport\s*(?:\*|\{)|\bexports\b[^;]*(?:\brequire\b|\{)/
// One that exports an object of a class, of which others know the methods:
// `export const users = new UsersController(new Users())`
const makes =
  /^(?:export\s+(?:const\s+[\w$]+\b[^=\n]*=|default)|(?:module\.)?exports\b[^=\n]*=)\s*new\s+(?!\w*(?:Schema|Error|Map|Set|Router|RegExp)\b)[\w$]+\s*\(|^const\s+([\w$]+)\b[^=\n]*=\s*new\s[^;]{0,1000}?;?\s*^(?:export\s+default|module\.exports\s*=)\s*\1\b/m

function importersOf(imported: string, isMade: boolean, { cwd, locate, read }: Project): string[] {
  const found = new Set<string>()
  let targets = [imported]
  for (let step = 0; step < mostSteps && targets.length > 0; step++) {
    const next: string[] = []
    for (const target of targets)
      for (const { path, specifier } of possibleImporters(target, cwd)) {
        if (found.has(path) || locate(specifier, { path }) !== target) continue
        found.add(path)
        const text = read(path) ?? ''
        if (handsOn.test(text) || (isMade && makes.test(text))) next.push(path)
      }
    targets = next
  }
  return [...found]
}

function locate(
  specifier: string,
  importer: string,
  root: SourceFile,
  resolveAlias: AliasResolver,
): string | undefined {
  const path = isRelative(specifier)
    ? resolveRelative(specifier, importer)
    : (resolveTyped(specifier, importer, root.code) ?? resolveAlias(specifier, importer))
  return path && !/[\\/]node_modules[\\/]/.test(path) ? path : undefined
}
