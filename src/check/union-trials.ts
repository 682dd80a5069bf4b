import type { MemberPlan } from '../plan/plan.ts'
import type { ValueCount } from '../values/body-limits.ts'
import { getOrInsert } from '../values/get-or-insert.ts'

/** What a member of a Union made of a value, or `refused`; of an object, also what was counted in it. */
export interface Trial {
  readonly result: unknown
  readonly count?: ValueCount
}

/** What each member of a Union made of objects, because recursive Unions try the same ones again and again. */
export class UnionTrials {
  private readonly byMember = new Map<MemberPlan, Map<object, Trial>>()

  of(member: MemberPlan, raw: object, run: () => Trial): Trial {
    const known = getOrInsert(this.byMember, member, () => new Map<object, Trial>())
    return getOrInsert(known, raw, run)
  }
}
