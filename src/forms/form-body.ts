import { takesSetValue, takesValue } from '../mongoose/schema-type.ts'
import { choosePlan } from '../plan/discriminator.ts'
import type { FieldPlan, LevelPlan, MemberPlan, NodePlan, ObjectPlan, TypedNodePlan, UnionPlan } from '../plan/plan.ts'
import { isPlainObject } from '../values/plain-object.ts'
import { setOwn } from '../values/set-own.ts'
import { asSent, elementsOf, type FormPart } from './form-part.ts'
import { booleanOf, customOf, isTextOnly, numberOf } from './form-text.ts'

type Body = Record<string, unknown>

/** What a body is made of, as `BodyLayout` says it. */
export interface FormLayout {
  readonly document: { readonly plan: LevelPlan }
  /** The keys that lead to the document, or to an array of them. */
  readonly at: readonly string[]
  readonly each: object | undefined
  readonly beside: { readonly plan: LevelPlan } | undefined
}

/**
 * The JSON body that a form stands for. What cannot be converted, and what the guard does not know, stays as it was
 * sent, for the guard to report.
 */
export function bodyOf({ document, at, each, beside }: FormLayout, form: FormPart): unknown {
  const { plan } = document
  const read = (part: FormPart) => (each === undefined ? documentOf(plan, part) : documentsOf(plan, part))
  if (beside === undefined) return read(form)
  const around = objectPlanOf(beside.plan, form)
  if (at.length > 0) return placedIn(around, form, at, read)
  const own = objectPlanOf(plan, form)
  return objectOf({ ...own, byKey: new Map([...own.byKey, ...around.byKey]) }, form)
}

/** What stands beside a document, and around it, with the document in its place. */
function placedIn(
  plan: ObjectPlan,
  part: FormPart,
  [key = '', ...rest]: readonly string[],
  read: (part: FormPart) => unknown,
): Body {
  const body = objectOf(plan, part)
  const below = part.part(key)
  if (below === undefined) return body
  const node = plan.byKey.get(key)?.node
  const isAround = node?.kind === 'nested' && below.values.length === 0
  const content = isAround ? placedIn(node.plan, below, rest, read) : rest.length > 0 ? asSent(below) : read(below)
  if (content === undefined) Reflect.deleteProperty(body, key)
  else setOwn(body, key, content)
  return body
}

/** `undefined` for an empty text. */
function documentOf(plan: LevelPlan, part: FormPart, assumed?: unknown): unknown {
  if (part.values.length > 0) return part.isEmptyText ? undefined : asSent(part)
  return objectOf(objectPlanOf(plan, part, assumed), part)
}

function documentsOf(plan: LevelPlan, part: FormPart): unknown {
  return arrayOf(part, (element) => documentOf(plan, element))
}

/** As the walker picks it for a body. */
function objectPlanOf(plan: LevelPlan, part: FormPart, assumed?: unknown): ObjectPlan {
  const key = plan.schema.discriminatorKey
  const sent = part.part(key)
  const field = plan.base().byKey.get(key)
  const raw = sent === undefined || field === undefined ? {} : { [key]: valueOf(field.node, sent) }
  return choosePlan(plan, raw, plan.partial ? undefined : assumed).plan
}

function objectOf({ byKey, partial }: ObjectPlan, { parts }: FormPart): Body {
  const body: Body = {}
  for (const [key, part] of parts) {
    const field = byKey.get(key)
    const value = field === undefined ? asSent(part) : fieldOf(field, part, partial)
    if (value !== undefined) setOwn(body, key, value)
  }
  return body
}

function fieldOf({ node }: FieldPlan, part: FormPart, partial: boolean): unknown {
  const value = valueOf(node, part)
  const isRequired = node.kind !== 'nested' && node.schema.type.isRequired === true
  // An update would not miss a required field that was emptied.
  if (value === undefined) return isRequired && partial ? asSent(part) : undefined
  if (isRequired || !part.hasParts || !isPlainObject(value)) return value
  // The fields of an optional address come with the form, filled in or not.
  return Object.keys(value).length === 0 ? undefined : value
}

/** `undefined` for what was left empty, except that an empty text for an array is a list of nothing. */
function valueOf(node: NodePlan, part: FormPart): unknown {
  switch (node.kind) {
    case 'array':
      return arrayOf(part, (element) => valueOf(node.item, element))
    case 'documentArray':
      return documentsOf(node.level, part)
    default:
      return part.isEmptyText ? undefined : filledIn(node, part)
  }
}

function arrayOf(part: FormPart, read: (element: FormPart) => unknown): unknown {
  const filled = elementsOf(part)?.filter((element) => !element.isEmptyText)
  return filled === undefined ? asSent(part) : filled.map(read)
}

function filledIn(node: Exclude<NodePlan, { kind: 'array' | 'documentArray' }>, part: FormPart): unknown {
  if (!part.hasParts && part.values.length > 0 && part.values.every(isTextOnly)) return asSent(part)
  switch (node.kind) {
    case 'leaf':
      return leafOf(node.schema.form.name, part)
    case 'custom':
    case 'mixed':
      return customOf(asSent(part), (value) => takesSetValue(node.schema.type, value))
    case 'union':
      return unionOf(node, part)
    case 'subdocument':
      return documentOf(node.level, part, node.level.schema.assumedDiscriminator())
    case 'nested':
      return part.values.length > 0 ? asSent(part) : objectOf(node.plan, part)
    case 'map':
      return part.values.length > 0 ? asSent(part) : mapOf(node.value, part)
  }
}

function leafOf(name: string, part: FormPart): unknown {
  const { values } = part
  if (part.hasParts) return asSent(part)
  switch (name) {
    case 'number':
    case 'double':
    case 'int32':
      return values.length === 1 ? numberOf(values[0]) : asSent(part)
    case 'boolean': {
      // A hidden field may stand before its checkbox, which sends nothing where it is not checked.
      const answers = values.map(booleanOf)
      return answers.every((answer) => typeof answer === 'boolean') ? answers.at(-1) : asSent(part)
    }
    default:
      return values.length === 1 ? values[0] : asSent(part)
  }
}

function mapOf(value: TypedNodePlan, { parts }: FormPart): Body {
  const map: Body = {}
  for (const [key, part] of parts) {
    const filled = valueOf(value, part)
    if (filled !== undefined) setOwn(map, key, filled)
  }
  return map
}

/** What the first member makes of a part whose form the result has. */
function unionOf({ members }: UnionPlan, part: FormPart): unknown {
  for (const member of members) {
    if (!isCandidate(member, part)) continue
    const value = valueOf(member, part)
    if (fits(member, value)) return value
  }
  return asSent(part)
}

/**
 * Whether a member can make something of a part but what {@link asSent} makes of it: a single text is no list, a key
 * that is no index stands in none, and what has parts is no single value. Nothing is read in vain, at any depth.
 */
function isCandidate({ kind }: MemberPlan, part: FormPart): boolean {
  const { values, hasParts, isList } = part
  switch (kind) {
    case 'array':
    case 'documentArray':
      return (hasParts || values.length > 1 || isList) && elementsOf(part) !== undefined
    case 'leaf':
    case 'custom':
      return !hasParts && !(isList && values.length === 1)
    case 'subdocument':
    case 'map':
      return values.length === 0
    default:
      return true
  }
}

function fits(member: MemberPlan, value: unknown): boolean {
  switch (member.kind) {
    case 'leaf':
      return member.schema.form.accepts(value, (form) => takesValue(member.schema.type, form))
    case 'custom':
      return takesSetValue(member.schema.type, value)
    case 'array':
    case 'documentArray':
      return Array.isArray(value)
    case 'subdocument':
    case 'map':
      return isPlainObject(value)
    case 'mixed':
      return true
  }
}
