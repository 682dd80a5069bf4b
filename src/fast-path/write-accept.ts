import { type LevelPlan, objectPlansOf } from '../plan/plan.ts'
import { BuiltInNodes, type FastPathGuard } from './built-in-nodes.ts'
import { Freshness } from './freshness.ts'
import { GeneratedCode, type GeneratedSource } from './generated-code.ts'
import { LateRuleCollector } from './late-rules.ts'
import { objectsInReach } from './reach.ts'
import { BodyWriter } from './write-body.ts'

/**
 * Writes a `BodyFastPath` for the built-in part of a plan as JavaScript. The only part of a schema in the text is its
 * keys, as JSON literals; everything else that the code needs, it refers to by number. `tellsWalker` gives more of it,
 * which looks a body that it leaves through to its end.
 */
export function writeAccept(plan: LevelPlan, guard: FastPathGuard, tellsWalker: boolean): GeneratedSource {
  const code = new GeneratedCode()
  const builtIn = new BuiltInNodes(code, guard)
  const reach = objectsInReach(plan)
  const late = new LateRuleCollector(builtIn, reach)
  const accept = new BodyWriter(code, builtIn, {
    late,
    reach,
    seenPlans: tellsWalker ? objectPlansOf(plan) : [],
  }).level(plan)
  // Whatever throws in it, the walker finds.
  const text = `(body) => { try { return ${accept}(body, 1) } catch {} }`
  // They rest on what a body has passed before they run.
  const rules = code.within(new Freshness(), () => late.rules(plan))
  return code.source(`{ accept: ${text}, late: ${code.constant(rules)} }`)
}

/** As {@link writeAccept}, for a value in an object that has others beside it: of `(value, depth)`. */
export function writeElement(plan: LevelPlan, guard: FastPathGuard): GeneratedSource {
  const code = new GeneratedCode()
  const writer = new BodyWriter(code, new BuiltInNodes(code, guard))
  return code.source(writer.element(plan) ?? 'undefined')
}
