import { basename, dirname, extname, join } from 'node:path'
import { packageAround, possibleImporters, startingFiles } from '../source/importers.ts'
import { statFile } from '../source/file-system.ts'
import { remembered, rememberedByFile } from '../source/remembered.ts'
import type { Project } from '../source/source-file.ts'
import { specifiersIn } from '../source/specifiers.ts'
import { withoutComments } from './start-files.ts'

// A server that has one router besides may mount the others in a way that is not seen.
const fewest = 2
const mostFiles = 2000
const mostImporters = 40

// What a server, a platform or a framework starts, and what a framework finds by itself.
const startsItself =
  /\.listen\s*\(|\bcreateServer\b|\bserverless|\blambda|\bonRequest\b|\bNestFactory\b|\bprocess\.argv\b|\bparentPort\b|^#!|['"]use server['"]|\bdefine\w*Handler\b|^\s*@[A-Za-z]\w*\s*\(|\bexports\.handler\b|\bexport\s+(?:const|let|async\s+function|function)\s+(?:handler|action|GET|POST|PUT|PATCH|DELETE)\b|(?:\bexport\s+default|\bmodule\.exports\s*=)\s*(?:app|server|handler|application)\b/im
const isFoundByPlace =
  /[\\/](?:pages|api|functions|lambdas?|netlify)[\\/]|[\\/]app[\\/](?:.*[\\/])?(?:route|page|actions?)\.\w+$|\+\w+\.\w+$/
const isStartName = /^(?:index|app|server|main|www)$/
// An application that reads its folders may load any file.
const loadsByName =
  /\b(?:readdir|glob(?!al)|autoload)|['"](?:@[\w-]+\/)?(?:require-all|require-dir\w*|include-all|consign|express-load|express-enrouten|[\w-]*file-rout\w*|fs-rout\w*)['"]|\brequire\.context\b|\b(?:require|import)\s*\(\s*(?:[^'"\s]|[^'")]*\+)/i
const mounts = /\.use\s*\(/
const givesRoutes = /\bRouter\s*\(/
// What is no part of the application, and has servers of its own.
const isAside =
  /(?:^|[\\/])(?:examples?|docs?|samples?|snippets?|fixtures?|demos?|bench\w*|__tests__|__mocks__|tests?|specs?|e2e|types?-tests?)[\\/]/i
const isTest = /(?:^|[\\/])(?:__tests__|__mocks__|tests?|specs?)[\\/]|\.(?:test|spec)\.\w+$/i

/**
 * Whether nothing that the application starts with leads to a file, itself or through others, while it leads to routers
 * of other files which it names.
 */
export const isUnreached = rememberedByFile((file): boolean => {
  const { path, project } = file
  // Code that is not saved yet, or stands for itself, is loaded by nothing.
  if (!statFile(path) || isAside.test(path.slice(project.cwd.length))) return false
  if (isUnlistedController(file)) return true
  const above = filesAbove(path, project)
  if (!above) return false
  const reached = reachedIn(project)
  return reached !== undefined && reached.routers >= fewest && !above.some((each) => reached.files.has(each))
})

/**
 * Whether no file imports a controller of NestJS, so that no module can list it, while the application starts with
 * modules of others.
 */
const isUnlistedController = rememberedByFile(({ path, project, code }): boolean => {
  if (!withoutComments(code.text).includes(controller) || isNamedByUnknown(path, project)) return false
  if (/\bNestFactory\b|@Module\s*\(/.test(code.text)) return false
  if (project.importersOf(path).some((importer) => imports(importer, path, project))) return false
  const reached = reachedIn(project)
  return reached !== undefined && reached.controllers >= fewest && !reached.files.has(path)
})

/** A file with those that lead to it; `undefined` where one of them may be started, or may be named by others. */
function filesAbove(path: string, project: Project): readonly string[] | undefined {
  const found = new Set([path])
  for (const each of found) {
    const text = withoutComments(project.read(each) ?? '')
    if (found.size > mostImporters || mayStart(each, text, project) || isNamedByUnknown(each, project)) return undefined
    for (const importer of project.importersOf(each))
      if (!isTest.test(importer.slice(project.cwd.length)) && imports(importer, each, project)) found.add(importer)
  }
  return [...found]
}

function mayStart(path: string, text: string, project: Project): boolean {
  const inside = path.slice(project.cwd.length)
  if (startsItself.test(text) || isFoundByPlace.test(inside)) return true
  const folder = packageAround(path, project.cwd)
  const isAtTop = dirname(path) === folder || dirname(dirname(path)) === folder
  return (isAtTop && isStartName.test(basename(path, extname(path)))) || isNamedByManifest(path, project)
}

/** Whether `main` or a script of the package names a file, as in `node dist/server.js`, or as NestJS does by itself. */
function isNamedByManifest(path: string, project: Project): boolean {
  const manifest = project.read(join(packageAround(path, project.cwd), 'package.json')) ?? ''
  const stem = basename(path, extname(path)).replaceAll(/[^\w-]/g, '.')
  return (
    new RegExp(String.raw`["'\s/\\]${stem}(?:\.[cm]?[jt]s)?["'\s\\]`).test(manifest) ||
    (stem === 'main' && /"nest start\b/.test(manifest))
  )
}

/** Whether a file imports something of the name of another one that is not found. */
function isNamedByUnknown(path: string, project: Project): boolean {
  const stem = basename(path, extname(path))
  return possibleImporters(path, project.cwd).some(
    (each) =>
      basename(each.specifier).startsWith(stem) && project.locate(each.specifier, { path: each.path }) === undefined,
  )
}

function imports(importer: string, path: string, project: Project): boolean {
  return specifiersIn(withoutComments(project.read(importer) ?? '')).some(
    (specifier) => project.locate(specifier, { path: importer }) === path,
  )
}

interface Reached {
  readonly files: ReadonlySet<string>
  readonly routers: number
  readonly controllers: number
}

/** The files that a package starts with, and those that they lead to; `undefined` where that is not known. */
const reachedIn = remembered((project: Project): Reached | undefined => {
  const { path: linted } = project.root
  // A server beside the folders of a file may be that of another application, and one that its package does not start
  // may be any.
  const starts = startingFiles(linted, project.cwd).filter(
    (path) =>
      linted.startsWith(join(dirname(path), '/')) &&
      !isAside.test(path.slice(project.cwd.length)) &&
      isNamedByManifest(path, project),
  )
  const files = new Set(starts)
  let routers = 0
  let controllers = 0
  let isMounting = false
  for (const path of files) {
    if (files.size > mostFiles) return undefined
    const text = withoutComments(project.read(path) ?? '')
    if (loadsByName.test(text)) return undefined
    isMounting ||= mounts.test(text)
    if (givesRoutes.test(text) && !starts.includes(path)) routers++
    if (text.includes(controller)) controllers++
    for (const specifier of specifiersIn(text)) {
      const imported = project.locate(specifier, { path })
      if (imported !== undefined) files.add(imported)
    }
  }
  return { files, routers: isMounting ? routers : 0, controllers }
})

const controller = '@Controller('
