import type { JsonObject, BodyFastPath, FastPath, Survey } from '../check/fast-path.ts'
import { withLookedUpDiscriminators } from '../mongoose/read-schema.ts'
import type { LevelPlan, NodePlan, ObjectPlan } from '../plan/plan.ts'
import type { FastPathGuard } from './built-in-nodes.ts'
import { startCounting } from './free-content.ts'
import type { GeneratedSource } from './generated-code.ts'
import { forgetSeenBody, seenElements, seenObject } from './seen-body.ts'
import { warmUp as usualWarmUp } from './warm-up.ts'
import { writeAccept, writeElement } from './write-accept.ts'
import { writeSurvey } from './write-survey.ts'

/** What generated code gives, and whether the schema is still the one that it was generated for. */
interface Generated<Code> {
  readonly isFresh: () => boolean
  readonly code: Code
  /** The body for which {@link isFresh} was last called. */
  checkedFor?: number
}

/** A guard keeps the code of so many kinds of objects: they may be thousands, and are seldom met in one process. */
const mostPieces = 64

type TakeSurvey = (raw: JsonObject, depth: number) => Survey
type TakeElement = ReturnType<FastPath['element']>

const acceptsNothing: BodyFastPath = { accept: () => undefined, late: undefined }

/**
 * The built-in part of a guard's plan as generated functions. They run no function of the schema. They are generated
 * when they are worth it, and again when a rule, a default or a discriminator was added or taken away.
 */
export class GeneratedFastPath implements FastPath {
  private forBody: Generated<BodyFastPath | undefined> | undefined
  private readonly byObject = new Map<ObjectPlan, Generated<TakeSurvey | undefined>>()
  private readonly byElement = new Map<LevelPlan, Generated<TakeElement>>()
  /** How often the walker asked for what is not generated yet. */
  private readonly asked = new Map<LevelPlan | ObjectPlan, number>()
  private bodies = 0
  private isWarmingUp = false
  private hasLeft = false

  constructor(
    private readonly plan: LevelPlan,
    private readonly guard: FastPathGuard,
    private readonly warmUp = usualWarmUp,
  ) {}

  startBody(): BodyFastPath {
    this.bodies++
    startCounting()
    forgetSeenBody()
    this.isWarmingUp = this.bodies <= this.warmUp.bodies
    if (this.isWarmingUp) return acceptsNothing
    if (this.forBody?.isFresh() !== true)
      this.forBody = generate(() => writeAccept(this.plan, this.guard, this.hasLeft))
    return this.forBody.code ?? acceptsNothing
  }

  survey(plan: ObjectPlan, raw: JsonObject, depth: number): Survey | undefined {
    if (this.isWarmingUp) return undefined
    if (!this.hasLeft) {
      // Many a guard meets no bad body. The walker does without this once, and all code is generated for the next body.
      this.hasLeft = true
      this.forBody = undefined
      return undefined
    }
    const seen = seenObject(plan, raw, depth)
    if (seen !== undefined) return seen
    if (!this.byObject.has(plan) && this.isLeftToWalker(plan)) return undefined
    return this.freshOf(this.byObject, plan, () => writeSurvey(plan, this.guard))?.(raw, depth)
  }

  element(plan: LevelPlan): TakeElement {
    if (!this.byElement.has(plan) && this.isLeftToWalker(plan)) return undefined
    return this.freshOf(this.byElement, plan, () => writeElement(plan, this.guard))
  }

  /** Whether nothing is generated for it: as it has not come often yet, or since there is code enough. */
  private isLeftToWalker(plan: LevelPlan | ObjectPlan): boolean {
    if (this.byObject.size + this.byElement.size >= mostPieces) return true
    const asked = this.asked.get(plan) ?? 0
    this.asked.set(plan, asked + 1)
    return asked < this.warmUp.objects
  }

  firstElements(plan: NodePlan, raw: readonly unknown[], depth: number): unknown[] | undefined {
    return seenElements(plan, raw, depth)
  }

  /** Of many objects in a body that share a plan, only the first is tested for freshness. */
  private freshOf<Plan, Code>(
    known: Map<Plan, Generated<Code | undefined>>,
    plan: Plan,
    write: () => GeneratedSource,
  ): Code | undefined {
    let generated = known.get(plan)
    if (generated?.checkedFor !== this.bodies) {
      if (generated?.isFresh() !== true) known.set(plan, (generated = generate(write)))
      generated.checkedFor = this.bodies
    }
    return generated.code
  }
}

let written = 0

function generate<Code>(write: () => GeneratedSource): Generated<Code | undefined> {
  const never = { isFresh: () => true, code: undefined }
  try {
    const source = withLookedUpDiscriminators(write)
    // Of equal texts V8 would make one function, and optimize it for the constants of neither guard.
    const text = `${source.text}\n// ${written++}`
    // oxlint-disable-next-line typescript/no-implied-eval
    return (new Function('c', text) as (c: readonly unknown[]) => Generated<Code>)(source.c)
  } catch {
    // Some processes allow no generated code, as under `node --disallow-code-generation-from-strings`.
    return never
  }
}
