import { declaredPresence, type DeclaredRule, declaredRules, type RuleParameter } from '../mongoose/declared-rules.ts'
import type { SchemaType } from '../mongoose/mongoose.ts'
import type { JSONSchema } from '../types/json-schema.ts'
import { matchesText } from '../values/is-regexp.ts'

/** A rule that JSON Schema has no keyword for, under `x-mongoose-rules`. */
interface NamedRule {
  rule: string
  message?: string
  limit?: number | string
  pattern?: string
}

/** The rules of a schema type as keywords, and those that have none. */
export interface RuleKeywords {
  readonly keywords: JSONSchema
  readonly named: readonly NamedRule[]
}

/** The keyword for a rule about values of one JSON type. */
interface Limit {
  readonly keyword: string
  readonly type: string
  readonly isUpper: boolean
}

const limits: Readonly<Record<string, Limit>> = {
  minlength: { keyword: 'minLength', type: 'string', isUpper: false },
  maxlength: { keyword: 'maxLength', type: 'string', isUpper: true },
  min: { keyword: 'minimum', type: 'number', isUpper: false },
  max: { keyword: 'maximum', type: 'number', isUpper: true },
}

/** Translates the rules of a value of this JSON type; of a container, which has none, every rule is named. */
export function ruleKeywords(type: SchemaType, jsonType: unknown): RuleKeywords {
  const { refusesEmpty } = declaredPresence(type)
  const keywords: JSONSchema = {}
  const named: NamedRule[] = []
  const patterns: string[] = []
  for (const rule of declaredRules(type)) {
    const { parameter } = rule
    const limit = limits[rule.rule]
    if (parameter?.kind === 'limit' && limit !== undefined && limit.type === jsonType) {
      tighten(keywords, limit, parameter.limit as number)
    } else if (parameter?.kind === 'values' && (jsonType === 'string' || jsonType === 'number')) {
      keywords.enum = narrowed(keywords.enum, parameter.values, jsonType)
    } else if (parameter?.kind === 'pattern' && jsonType === 'string' && isPortable(parameter.pattern)) {
      patterns.push(patternText(parameter, refusesEmpty))
    } else {
      named.push(nameRule(rule))
    }
  }
  if (refusesEmpty && jsonType === 'string') keywords.minLength = Math.max(1, Number(keywords.minLength ?? 0))
  return { keywords: { ...keywords, ...patternKeywords(patterns) }, named }
}

/** Of several limits the tightest counts, as all of them are run. */
function tighten(keywords: JSONSchema, { keyword, isUpper }: Limit, limit: number): void {
  const before = keywords[keyword] as number | undefined
  keywords[keyword] = before === undefined ? limit : isUpper ? Math.min(before, limit) : Math.max(before, limit)
}

function narrowed(before: unknown, values: readonly unknown[], jsonType: string): unknown[] {
  const own = [...new Set(values.filter((value) => typeof value === jsonType))]
  const both = Array.isArray(before) ? own.filter((value) => before.includes(value)) : own
  // No draft takes an empty `enum`, and null is of another type than the values.
  return both.length > 0 ? both : [null]
}

/** JSON Schema knows no flags, and compiles patterns with `u`, under which some do not compile. */
function isPortable({ source, flags }: RegExp): boolean {
  if (/[imsvy]/.test(flags)) return false
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

/** `match` lets an empty text pass. */
function patternText(
  { pattern, passesEmpty }: RuleParameter & { readonly kind: 'pattern' },
  refusesEmpty: boolean,
): string {
  return !passesEmpty || refusesEmpty || matchesText(new RegExp(pattern.source), '')
    ? pattern.source
    : `^$|(?:${pattern.source})`
}

function patternKeywords([first, ...others]: readonly string[]): JSONSchema {
  if (first === undefined) return {}
  return others.length === 0 ? { pattern: first } : { pattern: first, allOf: others.map((pattern) => ({ pattern })) }
}

function nameRule({ rule, message, parameter }: DeclaredRule): NamedRule {
  return {
    rule,
    ...(message === undefined ? {} : { message }),
    ...(parameter?.kind === 'limit' ? { limit: parameter.limit } : {}),
    ...(parameter?.kind === 'pattern' ? { pattern: String(parameter.pattern) } : {}),
  }
}
