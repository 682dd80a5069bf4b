import type { Rule } from 'eslint'
import packageJson from '../../package.json' with { type: 'json' }

/** How a rule stands in the presets: its severity in `recommended`, or only in `strict`. */
export type Recommendation = 'error' | 'warn' | 'strict'

export interface GuardRule extends Rule.RuleModule {
  readonly meta: Rule.RuleMetaData & {
    readonly docs: { readonly description: string; readonly recommended: Recommendation; readonly url: string }
    readonly messages: Readonly<Record<string, string>>
  }
}

interface RuleDefinition {
  readonly name: string
  readonly type: 'problem' | 'suggestion'
  readonly description: string
  readonly recommended: Recommendation
  readonly hasSuggestions?: boolean
  readonly messages: Readonly<Record<string, string>>
  readonly create: Rule.RuleModule['create']
}

// The pages are part of the package, as they were in this version.
const pages = `https://unpkg.com/${packageJson.name}@${packageJson.version}/docs/rules`

export function createRule(definition: RuleDefinition): GuardRule {
  const { name, type, description, recommended, hasSuggestions = false, messages, create } = definition
  return {
    meta: {
      type,
      languages: ['js/js'],
      docs: { description, recommended, url: `${pages}/${name}.md` },
      hasSuggestions,
      messages,
      schema: [],
    },
    create,
  }
}
