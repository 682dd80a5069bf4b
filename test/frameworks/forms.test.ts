import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { FieldApi, FormApi } from '@tanstack/form-core'
import { toFieldErrors, type Validated } from 'mongoose-guard'
import type { UseFormSetError } from 'react-hook-form'
import { expect, it } from 'vitest'
import { newAccount } from './accounts.ts'
import { bad, errors, good } from './bodies.ts'

it('react-hook-form takes a guard by its resolver, types included', async () => {
  const resolve = standardSchemaResolver(newAccount)
  const options = { fields: {}, shouldUseNativeValidation: false }
  expect(await resolve(good, undefined, options)).toEqual({ values: good, errors: {} })
  const { values, errors: found } = await resolve(bad as never, undefined, options)
  expect(values).toEqual({})
  expect(found).toMatchObject({
    name: { message: 'Path `name` is required.' },
    address: { city: { message: 'Expected string, received number' } },
    emails: [undefined, { to: { message: 'Path `to` is required.' } }],
    role: { message: 'Field is not allowed' },
  })
})

it('react-hook-form takes the errors of a server by their fields', () => {
  const shown = new Map<string, unknown>()
  const setError: UseFormSetError<typeof good> = (path, { message }) => void shown.set(path, message)
  for (const [path, [message = '']] of Object.entries(toFieldErrors(errors as never))) {
    setError(path as 'name', { type: 'server', message })
  }
  expect([...shown]).toEqual(errors.map(({ path, message }) => [path, message]))
})

it('TanStack Form takes a guard as a validator, and the errors of a server by their fields', async () => {
  const defaultValues = bad as never as Validated<typeof newAccount>
  const form = new FormApi({ defaultValues, validators: { onChange: newAccount } })
  const name = new FieldApi({ form, name: 'name' })
  form.mount()
  name.mount()
  await form.validate('change')
  const fields = Object.keys((form.state.errorMap.onChange ?? {}) as object)
  expect(fields).toEqual(expect.arrayContaining(['name', 'address.city', 'emails[1].to', 'role']))
  for (const [path, onServer] of Object.entries(toFieldErrors(errors as never))) {
    form.setFieldMeta(
      path as 'name',
      (meta) => ({ ...meta, errorMap: { ...(meta as typeof meta | undefined)?.errorMap, onServer } }) as typeof meta,
    )
  }
  expect(name.state.meta.errorMap.onServer).toEqual(['Path `name` is required.'])
})
