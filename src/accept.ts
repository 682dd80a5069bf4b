import { writeAccept, writeElement, writeFields, type AcceptSource } from './accept-source.ts'
import type { LevelPlan, ObjectPlan } from './plan.ts'
import type { MongooseModel } from './schema.ts'
import type { Body, Shortcut, Shortcuts } from './walk-state.ts'

/** What spares the walker good bodies, and the good parts of bad ones. */
export interface FastPath extends Shortcuts {
  /** The accepted copy of a body as the walker makes it; `undefined` where only the walker can tell. */
  accept(body: unknown): Body | undefined
}

/** What generated code gives, and whether the schema is still the one that it was generated for. */
interface Generated<Code> {
  readonly isFresh: () => boolean
  readonly code: Code
  /** The body for which {@link isFresh} was last asked. */
  askedFor?: number
}

type TakeElement = Shortcut['take']

/**
 * The fast path of a guard: the built-in part of its plan as generated functions. They may say yes and never no, and
 * run no function of the schema: without them everything is as it is, but slower. They are generated when first
 * needed, and again when a rule, a default or a discriminator was added or taken away.
 */
export class Accelerator implements FastPath {
  private whole: Generated<(body: unknown) => Body | undefined> | undefined
  private readonly byObject = new Map<ObjectPlan, Generated<readonly Shortcut[]>>()
  private readonly byElement = new Map<LevelPlan, Generated<TakeElement>>()
  private bodies = 0

  constructor(
    private readonly plan: LevelPlan,
    private readonly model: MongooseModel,
  ) {}

  accept(body: unknown): Body | undefined {
    this.bodies++
    try {
      if (this.whole?.isFresh() !== true) {
        this.whole = generate(
          () => writeAccept(this.plan, this.model),
          () => undefined,
        )
      }
      return this.whole.code(body)
    } catch {
      // Whatever is wrong with the body, the walker finds it.
      return undefined
    }
  }

  fields(plan: ObjectPlan, partial: boolean): readonly Shortcut[] {
    return this.freshOf(this.byObject, plan, () => writeFields(plan, partial, this.model), [])
  }

  element(plan: LevelPlan): TakeElement {
    return this.freshOf(this.byElement, plan, () => writeElement(plan, this.model), undefined)
  }

  /** A body of many objects asks once for all that share a plan. */
  private freshOf<Plan, Code>(
    known: Map<Plan, Generated<Code>>,
    plan: Plan,
    write: () => AcceptSource,
    without: Code,
  ): Code {
    let generated = known.get(plan)
    if (generated?.askedFor !== this.bodies) {
      if (generated?.isFresh() !== true) known.set(plan, (generated = generate(write, without)))
      generated.askedFor = this.bodies
    }
    return generated.code
  }
}

function generate<Code>(write: () => AcceptSource, without: Code): Generated<Code> {
  try {
    const { text, c } = write()
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    return (new Function('c', text) as (c: readonly unknown[]) => Generated<Code>)(c)
  } catch {
    // Some processes allow no generated code, as under `node --disallow-code-generation-from-strings`.
    return { isFresh: () => true, code: without }
  }
}
