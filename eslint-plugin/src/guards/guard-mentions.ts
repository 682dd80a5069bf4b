import type { ModuleFilter } from '../evaluate/evaluator.ts'
import { pathWorthParsing } from '../evaluate/resolve-imports.ts'
import { isConfigured } from '../source/guard-modules.ts'
import type { Project } from '../source/source-file.ts'
import { specifiersIn } from '../source/specifiers.ts'

/** Whether a module can hold a guard, going by its text: it names the package, or one that the settings list. */
export const canHoldGuard: ModuleFilter = (text, { modules }) =>
  ['mongoose-guard', ...modules].some((name) => text.includes(name))

const answers = new WeakMap<Project, boolean>()

/** Whether the file being linted can have a guard at all, of its own or imported. Most files cannot. */
export function canHaveGuard(project: Project): boolean {
  let answer = answers.get(project)
  if (answer === undefined) answers.set(project, (answer = hasMention(project)))
  return answer
}

function hasMention({ root, settings }: Project): boolean {
  const { text } = root.code
  if (canHoldGuard(text, settings)) return true
  return specifiersIn(text).some(
    (specifier) => isConfigured(specifier, root) || pathWorthParsing(specifier, root, canHoldGuard) !== undefined,
  )
}
