import { type DeepKeys, FormApi } from '@tanstack/form-core'
import { type GuardErrorItem, toFieldErrors, type Validated } from 'mongoose-guard'
import { newAccount } from './accounts.ts'

type Account = Validated<typeof newAccount>

// In components, these are the options of useForm().
export const accountForm = (defaultValues: Account) =>
  new FormApi({ defaultValues, validators: { onChange: newAccount } })

/** Shows what a guard on the server has answered. */
export function showErrors(form: ReturnType<typeof accountForm>, errors: GuardErrorItem[]) {
  for (const [path, onServer] of Object.entries(toFieldErrors(errors))) {
    const field = path.replace(/\.(\d+)(?=\.|$)/g, '[$1]') as DeepKeys<Account>
    form.setFieldMeta(field, (meta) => ({ ...meta, errorMap: { ...meta?.errorMap, onServer } }))
  }
}
