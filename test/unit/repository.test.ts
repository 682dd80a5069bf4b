import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const readYaml = (path: string): unknown => parse(read(path))

interface Field {
  readonly type: string
  readonly id?: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly validations?: object
}

interface Form {
  readonly name: string
  readonly description: string
  readonly body: readonly Field[]
}

const templates = '.github/ISSUE_TEMPLATE'
const forms = readdirSync(new URL(templates, root)).filter((name) => name !== 'config.yml')
const readForm = (name: string) => readYaml(`${templates}/${name}`) as Form
const fieldOf = (name: string, id: string) => readForm(name).body.find((field) => field.id === id)

/** Attributes of each kind of field in an issue form: those that it needs, then those that it may have (GitHub's docs). */
const attributes: Readonly<Record<string, readonly [needed: readonly string[], allowed: readonly string[]]>> = {
  markdown: [['value'], []],
  textarea: [['label'], ['description', 'placeholder', 'value', 'render']],
  input: [['label'], ['description', 'placeholder', 'value']],
  dropdown: [
    ['label', 'options'],
    ['description', 'multiple', 'default'],
  ],
}

// GitHub shows no form that it cannot read, and says so to nobody but a visitor of the file.
describe.each(forms)('the issue form %s', (name) => {
  const form = readForm(name)

  it('has a name, a description, and nothing that GitHub does not know', () => {
    const { name, description, ...rest } = form
    expect([name, description]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)])
    expect(Object.keys(rest).filter((key) => !['labels', 'body'].includes(key))).toEqual([])
  })

  it('has fields with the attributes of their kinds', () => {
    for (const { type, attributes: own, ...rest } of form.body) {
      const [needed, allowed] = attributes[type] ?? [[], []]
      const keys = Object.keys(own)
      expect(needed.filter((key) => !keys.includes(key))).toEqual([])
      expect(keys.filter((key) => ![...needed, ...allowed].includes(key))).toEqual([])
      expect(Object.keys(rest).sort()).toEqual(
        type === 'markdown' ? [] : rest.validations ? ['id', 'validations'] : ['id'],
      )
      expect([undefined, { required: true }]).toContainEqual(rest.validations)
      for (const [key, value] of Object.entries(own))
        if (!['options', 'multiple', 'default'].includes(key)) expect(value).toBeTypeOf('string')
    }
  })

  it('gives each field an id and a label of its own', () => {
    const fields = form.body.filter(({ type }) => type !== 'markdown')
    expect(fields.length).toBeGreaterThan(0)
    for (const { id } of fields) expect(id).toMatch(/^[\w-]+$/)
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
    expect(new Set(fields.map(({ attributes: { label } }) => label)).size).toBe(fields.length)
  })
})

describe('the issue forms', () => {
  it('have names of their own', () => {
    expect(new Set(forms.map((name) => readForm(name).name)).size).toBe(forms.length)
  })

  it('ask for the schema, the guard, the body and both answers where a verdict is wrong', () => {
    for (const id of ['schema', 'guard', 'body', 'answer', 'mongoose', 'versions'])
      expect(fieldOf('1-wrong-verdict.yml', id)?.validations).toEqual({ required: true })
  })

  it('offer the rules that the lint plugin has', () => {
    const pages = readdirSync(new URL('eslint-plugin/docs/rules', root))
    const options = fieldOf('3-lint.yml', 'rule')?.attributes.options as string[]
    expect([...options].sort()).toEqual(pages.map((page) => page.replace(/\.md$/, '')).sort())
  })

  it('leave vulnerabilities to private reports', () => {
    expect(readYaml(`${templates}/config.yml`)).toEqual({
      blank_issues_enabled: false,
      contact_links: [
        {
          name: expect.any(String) as string,
          url: expect.stringMatching(
            /^https:\/\/docs\.github\.com\/.*\/privately-reporting-a-security-vulnerability$/,
          ) as string,
          about: expect.stringContaining('Report a vulnerability') as string,
        },
      ],
    })
    for (const page of [`${templates}/1-wrong-verdict.yml`, `${templates}/2-bug.yml`, '.github/SECURITY.md'])
      expect(read(page)).toContain('"Report a vulnerability"')
  })
})

it('Dependabot looks at every lock file', () => {
  const { updates } = readYaml('.github/dependabot.yml') as { updates: { directories?: string[] }[] }
  const locks = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  expect(updates.flatMap(({ directories = [] }) => directories).sort()).toEqual(
    locks.map((lock) => posix.join('/', posix.dirname(lock))).sort(),
  )
})

it('editors get the line width of the formatter, and version managers the oldest Node.js', () => {
  const { printWidth } = JSON.parse(read('.oxfmtrc.json')) as { printWidth: number }
  expect(read('.editorconfig')).toContain(`max_line_length = ${printWidth}\n`)
  expect(`>=${read('.nvmrc').trim()}`).toBe(manifest.engines.node)
})
