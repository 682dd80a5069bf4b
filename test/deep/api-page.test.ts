import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { apiPage } from '../../docs/.vitepress/api-page.mjs'

describe('the page of the API', () => {
  const page = apiPage()
  const sections = page.split(/^### /m).slice(1)

  it('is in the repository as the doc comments have it: `npm run api` writes it', () => {
    expect(readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')).toBe(page)
  })

  it('has the entries of the package', () => {
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, entry]) => entry)).toEqual([
      'mongoose-guard',
      'mongoose-guard/express',
      'mongoose-guard/web',
      'mongoose-guard/openapi',
    ])
    expect(sections.length).toBeGreaterThan(40)
  })

  it.each(sections.map((section) => ({ name: section.split('\n', 1)[0] ?? '', section })))(
    'says what $name is, with an example for what is called',
    ({ section }) => {
      const [, importLine = '', ...rest] = section.split(/\n\n/)
      expect(importLine).toMatch(/^`import (?:type )?\{ \w+ \} from 'mongoose-guard(?:\/\w+)?'`$/)
      expect(rest.join('\n')).toMatch(/^[A-Z`].{20}/)
      if (!importLine.startsWith('`import type')) expect(section).toContain('```ts\n')
    },
  )
})
