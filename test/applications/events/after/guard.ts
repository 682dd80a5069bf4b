import { fromForm, type Guard, type GuardErrorItem } from 'mongoose-guard'
import { guard as plainGuard } from 'mongoose-guard/web'
import { type ActionState, answerInvalid, type Problems } from '../answers.ts'

function problemsOf(errors: readonly GuardErrorItem[]): Problems {
  return Object.fromEntries(errors.map((item) => [item.code === 'invalid_body' ? '' : item.path, [item.message]]))
}

/** Answers in the error format of the application. */
export const guard = plainGuard.with({ onReject: (errors) => answerInvalid(problemsOf(errors)) })

/** A server action for `useActionState`, run with the validated fields of a form. */
export function guardAction<Validated>(
  formGuard: Guard<Validated>,
  action: (validated: Validated) => string | Promise<string>,
) {
  return async (_before: ActionState, form: FormData): Promise<ActionState> => {
    const outcome = await formGuard.validate(fromForm(formGuard, form))
    if (!outcome.ok) return { ok: false, problems: problemsOf(outcome.errors) }
    return { ok: true, message: await action(outcome.validated) }
  }
}
