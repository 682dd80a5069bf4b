import { dirname, join } from 'node:path'
import type { ModuleFilter } from '../evaluate/evaluator.ts'
import { isConfigured } from '../source/guard-modules.ts'
import { foldersAbove } from '../source/module-path.ts'
import { remembered } from '../source/remembered.ts'
import type { Settings } from '../source/settings.ts'
import type { Project } from '../source/source-file.ts'
import { specifiersIn } from '../source/specifiers.ts'
import { rememberedByText } from '../source/text-facts.ts'

const packageName = 'mongoose-guard'
// A file of routes, a barrel, a wrapper of the house, the package.
const deepest = 3

/** Whether a module can hold a guard, going by its text and by those of what it imports. */
export const canHoldGuard: ModuleFilter = (text, _settings, path, project) => reachesGuard(text, path, project, deepest)

interface Mentions {
  readonly byPath: Map<string, boolean>
  isDependency?: boolean
}

const known = new WeakMap<Project, Mentions>()

function mentionsOf(project: Project): Mentions {
  let mentions = known.get(project)
  if (!mentions) known.set(project, (mentions = { byPath: new Map() }))
  return mentions
}

function reachesGuard(text: string, path: string, project: Project, depth: number): boolean {
  if (isNamedIn(text, path, project.settings)) return true
  if (depth === 0 || !isDependency(project)) return false
  const { byPath } = mentionsOf(project)
  const answer = byPath.get(path)
  if (answer !== undefined) return answer
  // Modules that import each other have nothing to tell each other.
  byPath.set(path, false)
  const reaches = specifiersOf(text, path).some((specifier) => {
    const imported = project.locate(specifier, { path })
    const other = imported === undefined ? undefined : project.read(imported)
    return imported !== undefined && other !== undefined && reachesGuard(other, imported, project, depth - 1)
  })
  byPath.set(path, reaches)
  return reaches
}

const specifiersOf = rememberedByText(specifiersIn)
const namesPackage = rememberedByText((text) => text.includes(packageName))

function isNamedIn(text: string, path: string, { modules }: Settings): boolean {
  return namesPackage(text, path) || modules.some((name) => text.includes(name))
}

// Long enough for a run over many files, short enough for an editor.
const freshFor = 1000
// The plugin alone makes no guards.
const inManifest = /(?<!eslint-plugin-)mongoose-guard/
const dependencies = new Map<string, { readonly answer: boolean; readonly readAt: number }>()

/** Whether the manifests around the file being linted leave open that the application has guards. */
function isDependency(project: Project): boolean {
  const mentions = mentionsOf(project)
  return (mentions.isDependency ??= isNamedAround(project))
}

function isNamedAround({ root, read }: Project): boolean {
  const folder = dirname(root.path)
  const known = dependencies.get(folder)
  if (known && Date.now() - known.readAt < freshFor) return known.answer
  const manifests = Array.from(foldersAbove(root.path)).flatMap((above) => read(join(above, 'package.json')) ?? [])
  const answer = manifests.length === 0 || manifests.some((manifest) => inManifest.test(manifest))
  dependencies.set(folder, { answer, readAt: Date.now() })
  return answer
}

/** Whether the file being linted can have a guard at all, of its own or imported. Most files cannot. */
export const canHaveGuard = remembered(hasMention)

function hasMention(project: Project): boolean {
  const { root } = project
  const { text } = root.code
  return (
    reachesGuard(text, root.path, project, deepest) ||
    (project.settings.modules.length > 0 && specifiersIn(text).some((specifier) => isConfigured(specifier, root)))
  )
}
