import type { BodyLayout } from '../check/check-layout.ts'
import { received } from '../errors/error-item.ts'
import { splitAtDots } from '../errors/path-segments.ts'
import { parameterOf, type RuleParameter, ruleName } from '../mongoose/declared-rules.ts'
import type { SchemaType } from '../mongoose/mongoose.ts'
import { withLookedUpDiscriminators } from '../mongoose/read-schema.ts'
import { entriesOf } from '../mongoose/schema-type.ts'
import { choosePlan } from '../plan/discriminator.ts'
import { expectedName, type LevelPlan, type NodePlan } from '../plan/plan.ts'
import type { GuardErrorItem, InvalidValueError, RuleParams, TypeParams } from '../types/error-item.ts'
import { textOf } from '../rules/value-text.ts'
import { matchesText } from '../values/is-regexp.ts'
import { isObject } from '../values/plain-object.ts'

/** The parameters of a response are no more than this, in characters of JSON, as its items are bounded themselves. */
const longestParams = 64 * 1024

/** An outcome whose error items say what their rule or type compares with. */
export function withParams<Outcome extends { ok: true } | { ok: false; errors: GuardErrorItem[] }>(
  layout: BodyLayout,
  body: unknown,
  outcome: Outcome,
): Outcome | { ok: false; errors: GuardErrorItem[] } {
  if (outcome.ok) return outcome
  let rest = longestParams
  const itemWithParams = (item: GuardErrorItem) => {
    const params = rest > 0 ? paramsOf(layout, body, item) : undefined
    if (params === undefined) return item
    rest -= JSON.stringify({ params }).length
    return rest > 0 ? ({ ...item, params } as GuardErrorItem) : item
  }
  return { ok: false, errors: withLookedUpDiscriminators(() => outcome.errors.map(itemWithParams)) }
}

function paramsOf(layout: BodyLayout, body: unknown, item: GuardErrorItem): TypeParams | RuleParams | undefined {
  if (item.code !== 'invalid_type' && item.code !== 'invalid_value') return undefined
  const found = contentIn(layout, body, splitAtDots(item.path, body))
  if (found === undefined) return undefined
  return item.code === 'invalid_type' ? typeParams(found) : ruleParams(found, item)
}

/** What stands at a path of the whole body: in a document, around it or beside it. */
function contentIn(
  { document, at, each, beside }: BodyLayout,
  body: unknown,
  path: readonly PropertyKey[],
): PlacedContent | undefined {
  const isOfDocument = at.every((key, index) => path[index] === key)
  const [key = ''] = path
  if (beside !== undefined && (!isOfDocument || (at.length === 0 && beside.keys.includes(String(key))))) {
    return placeOf(beside.plan, body, path)
  }
  let value = body
  for (const step of at) value = valueAt(value, step)
  const rest = path.slice(at.length)
  if (each === undefined) return placeOf(document.plan, value, rest)
  const [index, ...below] = rest
  if (index === undefined) return { place: { kind: 'list', ...each }, value, kinds: [] }
  return placeOf(document.plan, valueAt(value, index), below)
}

function valueAt(value: unknown, key: PropertyKey): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key as string] : undefined
}

/** What stands at a path of a body. */
interface PlacedContent {
  readonly place: PlacedNode
  readonly value: unknown
  /** Of the key of a discriminator: the values that it may have. */
  readonly kinds: readonly unknown[]
}

/** A node, or an object of the body that has none: the body itself, an element of an array of sub-documents. */
type PlacedNode =
  | NodePlan
  | { readonly kind: 'object'; readonly level: LevelPlan; readonly type?: SchemaType }
  | { readonly kind: 'list'; readonly min: number; readonly max: number }

function placeOf(plan: LevelPlan, body: unknown, segments: readonly PropertyKey[]): PlacedContent | undefined {
  let value = body
  let place: PlacedNode | undefined = { kind: 'object', level: plan }
  let kinds: readonly unknown[] = []
  for (const segment of segments) {
    const level = levelOf(place)
    kinds = level?.schema.discriminatorKey === segment ? kindsOf(level) : []
    place = below(place, value, segment)
    if (place === undefined) return undefined
    value = valueAt(value, segment)
  }
  return { place, value, kinds }
}

/** Without those that no body can pick. */
function kindsOf(level: LevelPlan): unknown[] {
  return [...level.schema.discriminators().keys()].filter((kind) => level.child(kind) !== undefined)
}

function levelOf(place: PlacedNode): LevelPlan | undefined {
  return place.kind === 'subdocument' || place.kind === 'object' ? place.level : undefined
}

function below(place: PlacedNode, value: unknown, segment: PropertyKey): PlacedNode | undefined {
  switch (place.kind) {
    case 'nested':
      return place.plan.byKey.get(segment as string)?.node
    case 'subdocument':
      return fieldOf(place.level, value, segment, place.level.schema.assumedDiscriminator())
    case 'object':
      return fieldOf(place.level, value, segment)
    case 'documentArray':
      return { kind: 'object', level: place.level, type: place.schema.element }
    case 'array':
      return place.item
    case 'map':
      return place.value
    case 'union': {
      const member = place.members.find(({ kind }) => kind === 'subdocument' || kind === 'map')
      return member === undefined ? undefined : below(member, value, segment)
    }
    default:
      return undefined
  }
}

function fieldOf(level: LevelPlan, value: unknown, key: PropertyKey, assumed?: unknown): NodePlan | undefined {
  const { plan } = choosePlan(level, isObject(value) ? value : {}, level.partial ? undefined : assumed)
  return plan.byKey.get(key as string)?.node
}

function typeParams({ place, value }: PlacedContent): TypeParams {
  if (place.kind === 'list') return { expected: 'array', received: received(value) }
  const expected = place.kind === 'nested' || place.kind === 'object' ? 'object' : expectedName(place)
  const { description: format, pattern } = place.kind === 'leaf' ? place.schema.form.schema : {}
  return {
    expected,
    received: received(value),
    ...(typeof format === 'string' ? { format } : {}),
    ...(typeof pattern === 'string' ? { pattern } : {}),
  }
}

function ruleParams({ place, value, kinds }: PlacedContent, { rule }: InvalidValueError): RuleParams | undefined {
  if (place.kind === 'list') return rule === 'min' || rule === 'max' ? { limit: place[rule] } : undefined
  if (place.kind === 'nested') return undefined
  const type = place.kind === 'object' ? place.type : place.schema.type
  if (type === undefined) return undefined
  const parameters = entriesOf(type)
    .filter((entry) => ruleName(entry) === rule)
    .flatMap((entry) => parameterOf(type, entry) ?? [])
  // Of several rules of one name, the first that fails is the one that was reported.
  const failed = parameters.find((parameter) => fails(parameter, rule, value)) ?? parameters[0]
  if (failed !== undefined) return inJson(failed)
  return rule === 'enum' && kinds.length > 0 ? { values: [...kinds] } : undefined
}

function fails(parameter: RuleParameter, rule: string, value: unknown): boolean {
  if (parameter.kind === 'values') return !parameter.values.includes(value)
  if (parameter.kind === 'pattern') return !matchesText(parameter.pattern, textOf(value))
  const { limit } = parameter
  if (typeof limit === 'string') return false
  const text = textOf(value)
  const amount = rule.endsWith('length') ? text.length : Number(text)
  return rule.startsWith('min') ? amount < limit : amount > limit
}

function inJson(parameter: RuleParameter): RuleParams {
  switch (parameter.kind) {
    case 'limit':
      return { limit: parameter.limit }
    case 'values':
      return { values: [...new Set(parameter.values)] }
    case 'pattern': {
      const { source, flags } = parameter.pattern
      return { pattern: source, ...(flags === '' ? {} : { flags }) }
    }
  }
}
