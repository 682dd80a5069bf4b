import type { Rule } from 'eslint'
import packageJson from '../../package.json' with { type: 'json' }

/** How a rule stands in the presets: its severity in `recommended`, or only in `strict`. */
export type Recommendation = 'error' | 'warn' | 'strict'

export interface GuardRule extends Rule.RuleModule {
  readonly meta: Rule.RuleMetaData & {
    readonly docs: { readonly description: string; readonly recommended: Recommendation; readonly url: string }
    readonly messages: Readonly<Record<string, string>>
    readonly schema: readonly [OptionsSchema]
    readonly defaultOptions: [Readonly<Record<string, unknown>>]
  }
}

interface OptionsSchema {
  readonly type: 'object'
  readonly additionalProperties: false
  readonly properties: Readonly<Record<string, object>>
}

/** One option of a rule: what it may be, and what it is where a config does not say. */
export interface Option {
  readonly schema: object
  readonly default: unknown
}

const names: Option = {
  schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
  default: [],
}

/** Options that add to the setting of the same name, for one rule. */
export const settingOptions = { modules: names, models: names, validators: names } as const

interface RuleDefinition {
  readonly name: string
  readonly type: 'problem' | 'suggestion'
  readonly description: string
  readonly recommended: Recommendation
  readonly hasSuggestions?: boolean
  readonly messages: Readonly<Record<string, string>>
  readonly options: Readonly<Record<string, Option>>
  readonly create: Rule.RuleModule['create']
}

// The pages are part of the package, as they were in this version.
const pages = `https://unpkg.com/${packageJson.name}@${packageJson.version}/docs/rules`

export function createRule(definition: RuleDefinition): GuardRule {
  const { name, type, description, recommended, hasSuggestions = false, messages, options, create } = definition
  const properties = mapValues(options, ({ schema }) => schema)
  return {
    meta: {
      type,
      languages: ['js/js'],
      docs: { description, recommended, url: `${pages}/${name}.md` },
      hasSuggestions,
      messages,
      schema: [{ type: 'object', additionalProperties: false, properties }],
      defaultOptions: [mapValues(options, (option) => option.default)],
    },
    create: (context) => (context.sourceCode.text.length > longestText ? {} : create(context)),
  }
}

/** In characters: a longer file was put together by a bundler or its like, of sources that are linted themselves. */
const longestText = 200_000

function mapValues<Value, Mapped>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
