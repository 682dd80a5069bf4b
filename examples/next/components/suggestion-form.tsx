'use client'

import { useActionState } from 'react'
import { suggest } from '@/app/suggest/actions'
import { formMessages } from '@/lib/form-errors'
import { Field } from './field'
import { FormMessage } from './form-message'

const FIELDS = ['title', 'pages', 'wantedBy', 'formats', 'author.name', 'author.born', 'isUrgent'] as const
const FORMATS = ['print', 'audio', 'large print'] as const

export function SuggestionForm() {
  const [state, action, isPending] = useActionState(suggest, undefined)
  const refused = state?.ok === false ? state : undefined
  const errors = refused?.errors ?? []
  const sent = (name: string) => String(refused?.sent.get(name) ?? '')
  return (
    <form action={action} noValidate>
      <FormMessage messages={formMessages(errors, FIELDS)} />
      <Field label="Title" name="title" defaultValue={sent('title')} errors={errors} />
      <div className="pair">
        <Field label="Pages" name="pages" inputMode="numeric" defaultValue={sent('pages')} errors={errors} />
        <Field label="Wanted by" name="wantedBy" type="date" defaultValue={sent('wantedBy')} errors={errors} />
      </div>
      <div className="pair">
        <Field label="Author" name="author.name" defaultValue={sent('author.name')} errors={errors} />
        <Field label="Born in" name="author.born" defaultValue={sent('author.born')} errors={errors} />
      </div>
      <fieldset>
        <legend>Formats</legend>
        {FORMATS.map((format) => (
          <label className="check" key={format}>
            <input
              type="checkbox"
              name="formats"
              value={format}
              defaultChecked={refused?.sent.getAll('formats').includes(format)}
            />
            {format}
          </label>
        ))}
      </fieldset>
      <label className="check">
        <input type="checkbox" name="isUrgent" defaultChecked={refused?.sent.has('isUrgent')} />
        It is urgent
      </label>
      <div className="actions">
        <button type="submit" disabled={isPending}>
          Suggest
        </button>
        <p role="status">{state?.ok === true ? `Thank you for “${state.result}”.` : ''}</p>
      </div>
    </form>
  )
}
