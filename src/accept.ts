import { writeAccept } from './accept-source.ts'
import type { LevelPlan } from './plan.ts'
import type { MongooseModel } from './schema.ts'
import type { Body } from './walk-state.ts'

interface Compiled {
  /** False once a rule, a default or a discriminator was added or taken away. */
  isFresh(): boolean
  accept(body: unknown, depth: number): Body | undefined
}

/**
 * The fast path of a guard: a plan's built-in part as one generated function. It may say yes and never no, and runs no
 * function of the schema: without it everything is as it is, but slower.
 */
export class Accelerator {
  private compiled: Compiled | undefined

  constructor(
    private readonly plan: LevelPlan,
    private readonly model: MongooseModel,
  ) {}

  /** The accepted copy of a body as the walker makes it; `undefined` where only the walker can tell. */
  accept(body: unknown): Body | undefined {
    try {
      if (this.compiled?.isFresh() !== true) this.compiled = compile(this.plan, this.model)
      return this.compiled.accept(body, 1)
    } catch {
      // Whatever is wrong with the body, the walker finds it.
      return undefined
    }
  }
}

const never: Compiled = { isFresh: () => true, accept: () => undefined }

function compile(plan: LevelPlan, model: MongooseModel): Compiled {
  try {
    const { text, c } = writeAccept(plan, model)
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    return (new Function('c', text) as (c: readonly unknown[]) => Compiled)(c)
  } catch {
    // Some processes allow no generated code: `node --disallow-code-generation-from-strings`, or a Content-Security-Policy.
    return never
  }
}
