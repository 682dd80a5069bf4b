import type { GuardErrorItem } from 'mongoose-guard'
import type { MemberView } from '@/lib/members'
import { Field } from './field'

export const MEMBER_FIELDS = [
  'name',
  'age',
  'card',
  'address.street',
  'address.city',
  'address.postcode',
  'interests',
  'newsletter',
] as const

const CARDS = ['reader', 'student', 'family'] as const

/** The fields that both forms have. */
export function MemberFields({ errors, member }: { errors: readonly GuardErrorItem[]; member?: MemberView }) {
  const { address } = member ?? {}
  return (
    <>
      <div className="pair">
        <Field
          label="Age"
          name="age"
          type="number"
          inputMode="numeric"
          defaultValue={member?.age ?? ''}
          errors={errors}
        />
        <div className="field">
          <label htmlFor="card">Library card</label>
          <select id="card" name="card" defaultValue={member?.card ?? 'reader'}>
            {CARDS.map((card) => (
              <option key={card}>{card}</option>
            ))}
          </select>
        </div>
      </div>
      <fieldset>
        <legend>Address</legend>
        <Field
          label="Street"
          name="address.street"
          autoComplete="street-address"
          defaultValue={address?.street}
          errors={errors}
        />
        <div className="pair">
          <Field
            label="City"
            name="address.city"
            autoComplete="address-level2"
            defaultValue={address?.city}
            errors={errors}
          />
          <Field
            label="Postcode"
            name="address.postcode"
            autoComplete="postal-code"
            defaultValue={address?.postcode}
            errors={errors}
          />
        </div>
      </fieldset>
      <Field
        label="Interests"
        name="interests"
        hint="Up to five, with commas between them."
        defaultValue={member?.interests.join(', ')}
        errors={errors}
      />
      <label className="check">
        <input type="checkbox" name="newsletter" defaultChecked={member?.newsletter ?? false} />
        Send me the newsletter
      </label>
    </>
  )
}

/** What stands in those fields, as values of the types that the route accepts: a form knows strings only. */
export function readMemberFields(filled: FormData) {
  const text = (name: string) => String(filled.get(name) ?? '').trim()
  const age = text('age')
  return {
    name: text('name'),
    age: age === '' ? null : Number(age),
    card: CARDS.find((card) => card === filled.get('card')) ?? 'reader',
    address: { street: text('address.street'), city: text('address.city'), postcode: text('address.postcode') },
    interests: text('interests')
      .split(',')
      .map((interest) => interest.trim())
      .filter((interest) => interest !== ''),
    newsletter: filled.get('newsletter') === 'on',
  }
}
