import type { ObjectPlan } from '../plan/plan.ts'
import { setOwn } from '../values/set-own.ts'
import type { JsonObject, Survey } from './fast-path.ts'

const has = Reflect.get(Object.prototype, 'hasOwnProperty')

/** Leaves every field to the walker. */
export function survey(plan: ObjectPlan, raw: JsonObject): Survey {
  const { fields, byKey, ignored } = plan
  // Without holes, through which a prototype would show.
  const values = new Array<unknown>(fields.length).fill(undefined)
  const forbidden: string[] = []
  for (const key in raw) {
    // V8 skips this test where the prototypes have no enumerable keys.
    if (!has.call(raw, key)) continue
    const field = byKey.get(key)
    if (field !== undefined) values[field.index] = raw[key]
    else if (!ignored.has(key)) forbidden.push(key)
  }
  return { values, undecided: fields, forbidden, build: (accepted) => build(plan, accepted) }
}

function build({ fields }: ObjectPlan, values: readonly unknown[]): JsonObject {
  const accepted: JsonObject = {}
  for (const { index, key } of fields) {
    if (values[index] !== undefined) setOwn(accepted, key, values[index])
  }
  return accepted
}
