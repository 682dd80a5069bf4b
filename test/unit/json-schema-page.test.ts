import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { jsonForms } from '../../src/values/json-forms.ts'
import { blocksOf } from '../support/readme.ts'

it('docs/json-schema.md has the JSON forms that decide about requests, with their JSON Schemas', () => {
  const page = readFileSync(new URL('../../docs/json-schema.md', import.meta.url), 'utf8')
  const [, forms = ''] = page.split('## JSON forms')
  const [block] = blocksOf('json-schema.md', forms)
  expect(JSON.parse(block?.code ?? '')).toEqual(
    Object.fromEntries(jsonForms().map(({ name, schema }) => [name, schema])),
  )
})
