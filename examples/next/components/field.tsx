import { useId, type InputHTMLAttributes } from 'react'
import type { GuardErrorItem } from 'mongoose-guard'
import { messagesOf } from '@/lib/form-errors'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  name: string
  hint?: string
  errors: readonly GuardErrorItem[]
}

/** One input with its label, its hint and what the guard found at its path. */
export function Field({ label, name, hint, errors, ...input }: FieldProps) {
  const id = useId()
  const messages = messagesOf(errors, name)
  const describedBy = [hint === undefined ? [] : `${id}-hint`, messages.length === 0 ? [] : `${id}-error`].flat()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        {...input}
        id={id}
        name={name}
        aria-invalid={messages.length > 0}
        aria-describedby={describedBy.length === 0 ? undefined : describedBy.join(' ')}
      />
      {messages.length === 0 ? null : (
        <p className="error" id={`${id}-error`}>
          {messages.join(' ')}
        </p>
      )}
    </div>
  )
}
