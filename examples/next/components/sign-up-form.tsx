'use client'

import { useRouter } from 'next/navigation'
import { formMessages } from '@/lib/form-errors'
import type { NewMember } from '@/lib/guards'
import { send } from '@/lib/send'
import { Field } from './field'
import { FormMessage } from './form-message'
import { MEMBER_FIELDS, MemberFields, readMemberFields } from './member-fields'
import { useSubmit } from './use-submit'

export function SignUpForm() {
  const router = useRouter()
  const { errors, isDone, form, onSubmit } = useSubmit(async (filled, element) => {
    const body: NewMember = { ...readMemberFields(filled), email: String(filled.get('email') ?? '').trim() }
    const sent = await send('POST', '/api/members', filled.has('attack') ? { ...body, role: 'librarian' } : body)
    if (sent.ok) {
      element.reset()
      router.refresh()
    }
    return sent
  })

  // The browser's own checks are off: the point is to see the guard's.
  return (
    <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <FormMessage messages={formMessages(errors, [...MEMBER_FIELDS, 'email'])} />
      <Field label="Name" name="name" autoComplete="name" errors={errors} />
      <Field label="Email" name="email" type="email" autoComplete="email" errors={errors} />
      <MemberFields errors={errors} />
      <label className="check attack">
        <input type="checkbox" name="attack" />
        <span>
          Also send <code>role: &quot;librarian&quot;</code>, as an attacker would
        </span>
      </label>
      <div className="actions">
        <button type="submit">Join</button>
        <p role="status">{isDone ? 'Welcome! You are in the list of members.' : ''}</p>
      </div>
    </form>
  )
}
