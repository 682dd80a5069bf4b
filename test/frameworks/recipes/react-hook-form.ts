import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type GuardErrorItem, toFieldErrors } from 'mongoose-guard'
import type { Path, UseFormSetError } from 'react-hook-form'
import { newAccount } from './accounts.ts'

// useForm({ resolver })
export const resolver = standardSchemaResolver(newAccount)

type Account = Parameters<typeof resolver>[0]

/** Shows what a guard on the server has answered. */
export function showErrors(setError: UseFormSetError<Account>, errors: GuardErrorItem[]) {
  for (const [path, [message = '']] of Object.entries(toFieldErrors(errors))) {
    setError((path || 'root.server') as Path<Account>, { type: 'server', message })
  }
}
