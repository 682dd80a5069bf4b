'use client'

import { useRouter } from 'next/navigation'
import { formMessages } from '@/lib/form-errors'
import type { MemberChanges } from '@/lib/guards'
import type { MemberView } from '@/lib/members'
import { send } from '@/lib/send'
import { Field } from './field'
import { FormMessage } from './form-message'
import { MEMBER_FIELDS, MemberFields, readMemberFields } from './member-fields'
import { useSubmit } from './use-submit'

export function ProfileForm({ member }: { member: MemberView }) {
  const router = useRouter()
  const { errors, isDone, form, onSubmit } = useSubmit(async (filled) => {
    const { address, ...fields } = readMemberFields(filled)
    const newAddress = changed(member.address, address)
    const changes: MemberChanges = {
      ...changed(member, fields),
      ...(Object.keys(newAddress).length === 0 ? {} : { address: newAddress }),
    }
    const sent = await send('PATCH', `/api/members/${member.id}`, changes)
    if (sent.ok) router.refresh()
    return sent
  })

  return (
    <form ref={form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <FormMessage messages={formMessages(errors, MEMBER_FIELDS)} />
      <Field label="Name" name="name" autoComplete="name" defaultValue={member.name} errors={errors} />
      <MemberFields errors={errors} member={member} />
      <div className="actions">
        <button type="submit">Save changes</button>
        <p role="status">{isDone ? 'Saved.' : ''}</p>
      </div>
    </form>
  )
}

/** The fields of `after` that differ from those of `before`. */
function changed<Fields extends object>(before: { [Name in keyof Fields]: unknown }, after: Fields): Partial<Fields> {
  const differing: Partial<Fields> = {}
  for (const name in after) {
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) differing[name] = after[name]
  }
  return differing
}
