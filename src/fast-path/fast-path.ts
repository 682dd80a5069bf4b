import type { Body, FastPath, LateRules, ObjectShortcuts, Shortcuts } from '../check/shortcuts.ts'
import type { MongooseModel } from '../mongoose/mongoose.ts'
import type { LevelPlan, ObjectPlan } from '../plan/plan.ts'
import { startCounting } from './free-content.ts'
import type { GeneratedSource } from './generated-code.ts'
import { writeAccept, writeElement } from './write-body.ts'
import { writeObject } from './write-object.ts'

/** What generated code gives, and whether the schema is still the one that it was generated for. */
interface Generated<Code> {
  readonly isFresh: () => boolean
  readonly code: Code
  /** The body for which {@link isFresh} was last asked. */
  askedFor?: number
}

interface Whole {
  readonly accept: (body: unknown) => Body | undefined
  readonly late: LateRules | undefined
}

type TakeElement = ReturnType<Shortcuts['element']>

/**
 * The fast path of a guard: the built-in part of its plan as generated functions. They may say yes and never no, and
 * run no function of the schema: without them everything is as it is, but slower. They are generated when first
 * needed, and again when a rule, a default or a discriminator was added or taken away.
 */
export class Accelerator implements FastPath {
  private whole: Generated<Whole | undefined> | undefined
  private readonly byObject = new Map<ObjectPlan, Generated<ObjectShortcuts | undefined>>()
  private readonly byElement = new Map<LevelPlan, Generated<TakeElement>>()
  private bodies = 0

  constructor(
    private readonly plan: LevelPlan,
    private readonly model: MongooseModel,
  ) {}

  accept(body: unknown): Body | undefined {
    this.bodies++
    startCounting()
    try {
      if (this.whole?.isFresh() !== true) {
        this.whole = generate(() => writeAccept(this.plan, this.model))
      }
      return this.whole.code?.accept(body)
    } catch {
      // Whatever is wrong with the body, the walker finds it.
      return undefined
    }
  }

  get late(): LateRules | undefined {
    return this.whole?.code?.late
  }

  object(plan: ObjectPlan): ObjectShortcuts | undefined {
    return this.freshOf(this.byObject, plan, () => writeObject(plan, this.model))
  }

  element(plan: LevelPlan): TakeElement {
    return this.freshOf(this.byElement, plan, () => writeElement(plan, this.model))
  }

  /** A body of many objects asks once for all that share a plan. */
  private freshOf<Plan, Code>(
    known: Map<Plan, Generated<Code | undefined>>,
    plan: Plan,
    write: () => GeneratedSource | undefined,
  ): Code | undefined {
    let generated = known.get(plan)
    if (generated?.askedFor !== this.bodies) {
      if (generated?.isFresh() !== true) known.set(plan, (generated = generate(write)))
      generated.askedFor = this.bodies
    }
    return generated.code
  }
}

function generate<Code>(write: () => GeneratedSource | undefined): Generated<Code | undefined> {
  const never = { isFresh: () => true, code: undefined }
  try {
    const source = write()
    if (source === undefined) return never
    const { text, c } = source
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    return (new Function('c', text) as (c: readonly unknown[]) => Generated<Code>)(c)
  } catch {
    // Some processes allow no generated code, as under `node --disallow-code-generation-from-strings`.
    return never
  }
}
