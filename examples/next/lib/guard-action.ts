import { fromForm, type Guard, type GuardErrorItem } from 'mongoose-guard'

/** What a form is shown after its action: React empties it, and `sent` is there to fill it in again. */
export type ActionState<Result> =
  | { ok: true; result: Result }
  | { ok: false; errors: GuardErrorItem[]; sent: FormData }
  | undefined

/** A server action for `useActionState` that runs with the validated fields of a form, or says what is wrong with them. */
export function guardAction<Validated, Result>(
  guard: Guard<Validated>,
  action: (validated: Validated) => Promise<Result>,
) {
  return async (_before: ActionState<Result>, form: FormData): Promise<ActionState<Result>> => {
    const outcome = await guard.validate(fromForm(guard, form))
    if (!outcome.ok) return { ok: false, errors: outcome.errors, sent: form }
    return { ok: true, result: await action(outcome.validated) }
  }
}
