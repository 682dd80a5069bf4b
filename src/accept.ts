import { writeAccept, writeFields } from './accept-source.ts'
import type { LevelPlan, ObjectPlan } from './plan.ts'
import type { MongooseModel } from './schema.ts'
import type { Body, Shortcut, Shortcuts } from './walk-state.ts'

/** The accepted copy of a body as the walker makes it; `undefined` where only the walker can tell. */
export type Accept = (body: unknown) => Body | undefined

/**
 * The fast path of a guard: a plan's built-in part as one generated function. It may say yes and never no, and runs no
 * function of the schema: without it everything is as it is, but slower. It is generated at the first body, and again
 * when a rule, a default or a discriminator was added or taken away.
 */
export function accelerate(plan: LevelPlan, model: MongooseModel): Accept {
  let accept: Accept | undefined
  const stale = () => (accept = undefined)
  return (body) => {
    try {
      return (accept ??= compile(plan, model, stale))(body)
    } catch {
      // Whatever is wrong with the body, the walker finds it.
      return undefined
    }
  }
}

type Factory = (c: readonly unknown[], stale: () => undefined) => Accept

function compile(plan: LevelPlan, model: MongooseModel, stale: () => undefined): Accept {
  try {
    const { text, c } = writeAccept(plan, model)
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    return (new Function('c', 'stale', text) as Factory)(c, stale)
  } catch {
    // Some processes allow no generated code, as under `node --disallow-code-generation-from-strings`.
    return () => undefined
  }
}

interface CompiledFields {
  readonly isFresh: () => boolean
  readonly fields: readonly Shortcut[]
}

/** As {@link accelerate}, for the good fields of a bad body. */
export function accelerateFields(model: MongooseModel): Shortcuts {
  const compiled = new Map<ObjectPlan, CompiledFields>()
  return (plan, partial) => {
    let known = compiled.get(plan)
    if (known?.isFresh() !== true) compiled.set(plan, (known = compileFields(plan, partial, model)))
    return known.fields
  }
}

function compileFields(plan: ObjectPlan, partial: boolean, model: MongooseModel): CompiledFields {
  try {
    const { text, c } = writeFields(plan, partial, model)
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    return (new Function('c', text) as (c: readonly unknown[]) => CompiledFields)(c)
  } catch {
    return { isFresh: () => true, fields: [] }
  }
}
