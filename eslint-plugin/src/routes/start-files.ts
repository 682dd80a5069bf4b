import { join } from 'node:path'
import { foldersAbove } from '../source/module-path.ts'
import type { Project, SourceFile } from '../source/source-file.ts'
import { specifiersIn } from '../source/specifiers.ts'

/** The text of a file where the application starts, or of one that is imported there. */
interface StartText {
  readonly path: string
  readonly text: string
  /** The text of the file where the application starts. */
  readonly start: string
}

/** Whether the text of a file has something, or that of the file which imports it where the application starts. */
export type Saying = (text: string, start: string) => boolean

const nestStarts = ['main.ts', 'src/main.ts', 'app.module.ts']

/** Whether a file where the application starts, or one that is imported there, has something in its text. */
export function isSaidAtStart(what: Saying, file: SourceFile, names: readonly string[] = nestStarts): boolean {
  return textsAtStart(file, names).some(({ text, start }) => what(text, start))
}

const known = new WeakMap<Project, Map<string, readonly StartText[]>>()

/** The texts of the files where the application around a file starts, by their names, and of what they import. */
export function textsAtStart(
  { path, project }: SourceFile,
  names: readonly string[] = nestStarts,
): readonly StartText[] {
  const ofProject = known.get(project) ?? new Map<string, readonly StartText[]>()
  known.set(project, ofProject)
  const key = `${path}\0${names.join(' ')}`
  let found = ofProject.get(key)
  if (!found) ofProject.set(key, (found = collect(path, names, project)))
  return found
}

function collect(path: string, names: readonly string[], project: Project): StartText[] {
  const found = new Map<string, StartText>()
  for (const folder of foldersAbove(path)) {
    for (const name of names) addStart(join(folder, name), found, project)
    if (folder === project.cwd || project.read(join(folder, 'package.json')) !== undefined) break
  }
  return [...found.values()]
}

function addStart(path: string, found: Map<string, StartText>, project: Project): void {
  const start = project.read(path)
  if (start === undefined) return
  found.set(path, { path, text: start, start })
  for (const specifier of specifiersIn(start)) addImported(project.locate(specifier, { path }), start, found, project)
}

const controller = '@Controller('
// `export * from './bootstrap'`
const handedOn = /\bexport\s*(?:\*(?:\s*as\s+\w+)?|\{[^}]*\})\s*from\s*['"]([^'"\n]+)['"]/g
const deepestBarrel = 3

/** Adds an imported file, and those whose exports it hands on. */
function addImported(
  path: string | undefined,
  start: string,
  found: Map<string, StartText>,
  project: Project,
  depth = 0,
): void {
  const text = path === undefined ? undefined : project.read(path)
  if (path === undefined || text === undefined) return
  // What a controller says, it says of its own methods.
  if (!text.includes(controller) && !found.has(path)) found.set(path, { path, text, start })
  if (depth < deepestBarrel)
    for (const [, specifier = ''] of text.matchAll(handedOn))
      addImported(project.locate(specifier, { path }), start, found, project, depth + 1)
}

const commentOrText = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

/** A text without what is written in comments: there, options are told of that are not set. */
export function withoutComments(text: string): string {
  return text.replaceAll(commentOrText, (_, quoted?: string) => quoted ?? '')
}
