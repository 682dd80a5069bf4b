import { describe, expect, it } from 'vitest'
import { Application } from './lint-files.ts'

const code = `import { User } from '@acme/db'
import { check } from '@acme/validate'
export const create = async (req, res) => { res.json(await User.create(req.body)) }
router.post('/', check, (req, res) => create(req, res))`
const routed = code.replace('(req, res) => create(req, res)', 'create')

function lint(text: string, options: object, settings: unknown = {}): string[] {
  const application = new Application({ 'users.js': text })
  const messages = application.lint('users.js', text, {
    rules: { 'mongoose-guard/no-unguarded-write': ['error', options] },
    settings: settings as Record<string, unknown>,
  })
  application.remove()
  return messages.map((message) => message.split(' ')[0] ?? '')
}

describe('the settings', () => {
  it.each<[own: unknown, message: RegExp]>([
    [{ model: ['@acme/db'] }, /settings\['mongoose-guard'\] has no "model": it takes \{ modules\?: string\[\], models/],
    [{ models: [{ path: '@acme/db' }] }, /settings\['mongoose-guard'\]\.models must be a list of texts/],
    [{ models: 3 }, /\.models must be a list of texts/],
    [{ models: null }, /\.models must be a list of texts/],
    [{ models: '@acme/db' }, /\.models must be a list of texts/],
    [{ validators: '@acme/validate' }, /\.validators must be a list of texts/],
    ['@acme/db', /settings\['mongoose-guard'\] takes \{ modules/],
    [['@acme/db'], /settings\['mongoose-guard'\] takes \{ modules/],
  ])('that no rule has are an error: %j', (own, message) => {
    expect(() => lint(code, {}, own)).toThrow(message)
  })

  it.each([undefined, null, {}, { models: undefined }])('may be empty: %j', (own) => {
    expect(lint(code, {}, own)).toEqual([])
  })

  it('are lists', () => {
    expect(lint(code, {}, { models: ['@acme/db'] })).toEqual(['3:72'])
  })
})

describe('the options of a rule', () => {
  it('add to the settings of the same name', () => {
    expect(lint(code, {})).toEqual([])
    expect(lint(code, { models: ['@acme/db'] })).toEqual(['3:72'])
    expect(lint(routed, { validators: ['@acme/validate'] }, { models: ['@acme/db'] })).toEqual([])
    expect(lint(routed, { models: ['@acme/db'] }, { models: ['@acme/other'] })).toEqual(['3:72'])
  })

  it('hold for their rule alone', () => {
    const application = new Application({ 'users.js': code })
    const messages = application.lint(
      'users.js',
      code.replace('check, ', '').replace('req.body', '{ a: await User.find(req.body) }'),
      {
        rules: {
          'mongoose-guard/no-unguarded-write': 'error',
          'mongoose-guard/no-unguarded-filter': ['error', { models: ['@acme/db'] }],
        },
      },
    )
    application.remove()
    expect(messages).toHaveLength(1)
    expect(messages[0]).toContain('User.find()')
  })
})
