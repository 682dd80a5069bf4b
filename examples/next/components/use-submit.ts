import type { GuardErrorItem } from 'mongoose-guard'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import type { Sent } from '@/lib/send'

/** Keeps what the guard said to a form, and leads to the first field at fault. */
export function useSubmit(submit: (filled: FormData, form: HTMLFormElement) => Promise<Sent>) {
  const [errors, setErrors] = useState<readonly GuardErrorItem[]>([])
  const [isDone, setIsDone] = useState(false)
  const isSending = useRef(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (errors.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    const sent = await submit(new FormData(event.currentTarget), event.currentTarget)
    isSending.current = false
    setErrors(sent.ok ? [] : sent.errors)
    setIsDone(sent.ok)
  }

  return { errors, isDone, form, onSubmit }
}
