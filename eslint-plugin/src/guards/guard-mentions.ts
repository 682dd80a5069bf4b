import { isConfigured, isWorthParsing } from '../evaluate/imports.ts'
import type { Project } from '../source/project.ts'

const known = new WeakMap<Project, boolean>()
const specifiers = /\b(?:from|import|require)\s*\(?\s*['"`]([^'"`\n]+)['"`]/g

/** Whether a file can hold a guard at all: it names the package, or imports a module that might. Most files do not. */
export function mayHoldGuard(project: Project): boolean {
  let answer = known.get(project)
  if (answer === undefined) known.set(project, (answer = findMention(project)))
  return answer
}

function findMention({ root, settings, locate, read }: Project): boolean {
  const { text } = root.code
  if (['mongoose-guard', ...settings.modules].some((name) => text.includes(name))) return true
  return [...text.matchAll(specifiers)].some(([, specifier = '']) => {
    if (isConfigured(specifier, root)) return true
    const path = locate(specifier, root)
    const imported = path === undefined ? undefined : read(path)
    return imported !== undefined && isWorthParsing(imported, 'guard', root)
  })
}
