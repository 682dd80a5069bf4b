import { GuardConfigError } from '../errors/config-error.ts'
import { getOrInsert } from '../values/get-or-insert.ts'
import type { FieldPlan, LevelPlan, NodePlan, ObjectPlan } from './plan.ts'

/** The place of a document in a body, and the keys beside it, or beside what is around it, that nobody looks at. */
export interface DocumentPlace {
  readonly at: readonly string[]
  /** Each with the keys that lead to it, all but the last of which lead to the document as well. */
  readonly ignored: readonly (readonly string[])[]
}

/**
 * The plan of what stands beside a document in a body: it passes over the place of the document.
 *
 * @throws GuardConfigError where the plan has a field of its own there, or one that is ignored.
 */
export function besidePlace(level: LevelPlan, place: DocumentPlace): LevelPlan {
  const known = new Map<ObjectPlan, ObjectPlan>()
  const beside = (plan: ObjectPlan): ObjectPlan => getOrInsert(known, plan, () => objectBeside(plan, place, 0))
  const child = (value: unknown): ObjectPlan | undefined => {
    const plan = level.child(value)
    return plan && beside(plan)
  }
  // At once, for the error.
  beside(level.base())
  return { ...level, base: () => beside(level.base()), child }
}

/** How many of the keys that lead to the document, all but the last, are fields of the plan as well. */
export function sharedKeys(level: LevelPlan, at: readonly string[]): number {
  let plan = level.base()
  let shared = 0
  for (const key of at.slice(0, -1)) {
    const node: NodePlan | undefined = plan.byKey.get(key)?.node
    if (node?.kind !== 'nested') break
    plan = node.plan
    shared++
  }
  return shared
}

/** The object to which the first `depth` keys of the place lead. */
function objectBeside(plan: ObjectPlan, place: DocumentPlace, depth: number): ObjectPlan {
  const { at } = place
  const key = at[depth]
  if (key === undefined) return plan
  const isHere = depth === at.length - 1
  const ignored = new Set(plan.ignored)
  for (const keys of place.ignored) if (keys.length === depth + 1) ignored.add(keys[depth] ?? '')
  for (const name of ignored) if (plan.byKey.has(name)) throw fieldOfExtra('ignore', at.slice(0, depth), name)
  if (isHere && plan.byKey.has(key)) throw fieldOfExtra('at', at.slice(0, depth), key)
  const rest = { ...plan, ignored: isHere ? ignored.add(key) : ignored }
  return isHere ? rest : withField(rest, fieldAround(plan, key, place, depth))
}

function fieldAround(
  { partial, fields, byKey }: ObjectPlan,
  key: string,
  place: DocumentPlace,
  depth: number,
): FieldPlan {
  const field = byKey.get(key)
  const nothing: ObjectPlan = { partial, fields: [], byKey: new Map(), ignored: new Set() }
  const { node } = field ?? { node: { kind: 'nested', isNullable: false, plan: nothing } as const }
  if (node.kind !== 'nested') {
    const path = place.at.join('.')
    throw new GuardConfigError(`option "at": "${path}" is inside of "${key}", which is no nested object of "extra"`)
  }
  const around: NodePlan = { ...node, isNullable: false, plan: objectBeside(node.plan, place, depth + 1) }
  return { index: field?.index ?? fields.length, key, node: around, whenAbsent: around, demand: undefined }
}

function withField(plan: ObjectPlan, field: FieldPlan): ObjectPlan {
  const byKey = new Map(plan.byKey).set(field.key, field)
  return { ...plan, byKey, fields: [...byKey.values()] }
}

export function fieldOfExtra(option: string, above: readonly string[], key: string): GuardConfigError {
  return new GuardConfigError(`option "${option}": "${[...above, key].join('.')}" is a field of "extra"`)
}
