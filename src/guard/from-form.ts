import { calledBy, GuardConfigError } from '../errors/config-error.ts'
import { bodyOf } from '../forms/form-body.ts'
import { type FormPart, partsOf } from '../forms/form-part.ts'
import type { Guard } from '../types/guard.ts'
import { isPlainObject } from '../values/plain-object.ts'
import { isGuard, layoutOf } from './brand.ts'
import { nameOfWrongGuard } from './received.ts'

/**
 * Makes of a form the JSON body that a guard expects: its texts become numbers and booleans, its names (`address.city`,
 * `address[city]`, `tags[]`, `items[0][name]`) objects and arrays, and what was left empty is absent.
 *
 * A form is a `FormData`, a `URLSearchParams`, or the object that a parser such as `express.urlencoded()` or multer has
 * made of it. What cannot be converted stays as it was sent, and so do unknown names and files: the guard reports them.
 * The guard itself converts nothing.
 *
 * @throws GuardConfigError when the first argument is no guard of `createGuard`.
 * @example
 * const outcome = await newUser.validate(fromForm(newUser, new URLSearchParams('name=Ada&address.city=London')))
 * if (outcome.ok) await User.create(outcome.validated)
 */
export function fromForm(guard: Guard, form: object | null | undefined): unknown {
  if (!isGuard(guard)) {
    return calledBy(fromForm, () => {
      throw new GuardConfigError(
        `fromForm() needs a guard made by createGuard() first, received ${nameOfWrongGuard(guard)}`,
      )
    })
  }
  const parts = readForm(form)
  return parts === undefined ? form : bodyOf(layoutOf(guard), parts)
}

function readForm(form: unknown): FormPart | undefined {
  if (typeof form !== 'object' || form === null || Array.isArray(form)) return undefined
  if (!(Symbol.iterator in form)) {
    const named = Object.entries(form)
    // A Promise of a form, or a Request, hides what it holds: it is no form of which nothing was filled in.
    return named.length > 0 || isPlainObject(form) ? partsOf(named) : undefined
  }
  // Such as `express.raw()` leaves.
  if (ArrayBuffer.isView(form)) return undefined
  const fields: (readonly [name: string, value: unknown])[] = []
  for (const field of form as Iterable<unknown>) {
    if (!isField(field)) return undefined
    // React adds fields of its own to the form of a server action.
    if (!field[0].startsWith('$ACTION_')) fields.push(field)
  }
  return partsOf(fields)
}

function isField(field: unknown): field is [name: string, value: unknown] {
  return Array.isArray(field) && typeof field[0] === 'string'
}
