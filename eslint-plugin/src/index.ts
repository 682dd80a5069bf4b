import type { ESLint, Linter } from 'eslint'
import packageJson from '../package.json' with { type: 'json' }
import type { GuardRule } from './rules/create-rule.ts'
import { guardAfterBodyParser } from './rules/guard-after-body-parser.ts'
import { noBodyAfterGuard } from './rules/no-body-after-guard.ts'
import { noGuardInHandler } from './rules/no-guard-in-handler.ts'
import { noUnguardedFilter } from './rules/no-unguarded-filter.ts'
import { noUnguardedWrite } from './rules/no-unguarded-write.ts'
import { noUntypedModel } from './rules/no-untyped-model.ts'
import { preferToUpdate } from './rules/prefer-to-update.ts'

const rules = {
  'no-body-after-guard': noBodyAfterGuard,
  'no-unguarded-write': noUnguardedWrite,
  'no-unguarded-filter': noUnguardedFilter,
  'guard-after-body-parser': guardAfterBodyParser,
  'no-guard-in-handler': noGuardInHandler,
  'no-untyped-model': noUntypedModel,
  'prefer-to-update': preferToUpdate,
} satisfies Record<string, GuardRule>

type RuleName = keyof typeof rules

interface Plugin extends ESLint.Plugin {
  meta: { name: string; version: string; namespace: string }
  rules: Record<RuleName, GuardRule>
  configs: {
    recommended: Linter.Config
    strict: Linter.Config
    'recommended-legacy': Linter.LegacyConfig
    'strict-legacy': Linter.LegacyConfig
  }
}

const namespace = 'mongoose-guard'

/** The rules of mongoose-guard, with the presets `configs.recommended` and `configs.strict`, and both for eslintrc. */
const plugin: Plugin = {
  meta: { name: packageJson.name, version: packageJson.version, namespace },
  rules,
  configs: { recommended: {}, strict: {}, 'recommended-legacy': {}, 'strict-legacy': {} },
}

function preset(name: string, severityOf: (rule: GuardRule) => Linter.RuleSeverity | undefined): Linter.Config {
  const severities = Object.entries<GuardRule>(rules).flatMap(([rule, definition]) => {
    const severity = severityOf(definition)
    return severity === undefined ? [] : [[`${namespace}/${rule}`, severity] as const]
  })
  return { name: `${namespace}/${name}`, plugins: { [namespace]: plugin }, rules: Object.fromEntries(severities) }
}

plugin.configs.recommended = preset('recommended', ({ meta: { docs } }) =>
  docs.recommended === 'strict' ? undefined : docs.recommended,
)
plugin.configs.strict = preset('strict', () => 'error')

/**
 * For `extends: ['plugin:mongoose-guard/…']` in an eslintrc file, which names plugins and does not hold them. Without a
 * version, ESLint 8 reads such a project as ECMAScript 5, in which hardly a file of it parses; what the file says
 * itself goes before.
 */
function legacy({ rules = {} }: Linter.Config): Linter.LegacyConfig {
  return { plugins: [namespace], parserOptions: { ecmaVersion: 'latest' }, rules }
}
plugin.configs['recommended-legacy'] = legacy(plugin.configs.recommended)
plugin.configs['strict-legacy'] = legacy(plugin.configs.strict)

export { plugin as default, plugin as 'module.exports' }
