import type { GuardErrorItem } from 'mongoose-guard'

/** What a field has to say: the error at its path, and those below it (`interests.2`). */
export function messagesOf(errors: readonly GuardErrorItem[], path: string): string[] {
  return errors.filter((error) => isAt(error, path)).map(({ message }) => message)
}

/** What no field of the form can show, as sentences for the form as a whole. */
export function formMessages(errors: readonly GuardErrorItem[], fields: readonly string[]): string[] {
  return errors
    .filter((error) => !fields.some((path) => isAt(error, path)))
    .map((error) => {
      if (error.code === 'invalid_body') return error.message
      return error.code === 'forbidden_field'
        ? `This form may not set “${error.path}”. Nothing was saved.`
        : `${error.path}: ${error.message}`
    })
}

function isAt(error: GuardErrorItem, path: string): boolean {
  if (error.code === 'invalid_body' || error.code === 'forbidden_field') return false
  return error.path === path || error.path.startsWith(`${path}.`)
}
