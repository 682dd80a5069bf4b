import { describe, expect, it } from 'vitest'
import { Application } from './lint-files.ts'

const rules = { 'mongoose-guard/no-unguarded-filter': 'error' } as const
const login = (filter: string) => `import { User } from './user.js'
router.post('/', async (req, res) => { res.json(await User.findOne(${filter})) })`
const byMail = login('{ email: req.body.email }')
const forms = 'app.use(bodyParser.urlencoded({ extended: false }))'

/** Lints a handler of an application whose main file is `app`, and which has `others`. */
function lint(app: string, code = byMail, others: Record<string, string> = {}): string[] {
  const application = new Application({
    'package.json': '{ "dependencies": { "express": "^4.21.0" } }',
    'user.js': `import mongoose from 'mongoose'\nexport const User = mongoose.model('User', new mongoose.Schema({ email: String }))`,
    'app.js': app,
    ...others,
  })
  try {
    return application.lint('login.js', code, { rules })
  } finally {
    application.remove()
  }
}

describe('no-unguarded-filter in an application that parses forms alone', () => {
  it.each([
    ['body-parser', forms],
    ['Express', 'app.use(express.urlencoded({ limit: "1mb", extended: false }))'],
    ['options over lines', 'app.use(\n  express.urlencoded({\n    extended: false,\n  }),\n)'],
  ])('is silent about values of the body: %s', (_name, app) => {
    expect(lint(app)).toEqual([])
  })

  it.each([
    ['none that is seen', ''],
    ['one that makes objects of forms', 'app.use(express.urlencoded({ extended: true }))'],
    ['one with its default', `${forms}\napp.use('/api', express.urlencoded())`],
    ['one for JSON', `${forms}\napp.use(bodyParser.json())`],
    [
      'one for JSON by its name',
      `import { json, urlencoded } from 'express'\napp.use(urlencoded({ extended: false }), json())`,
    ],
    [
      'one for JSON, required',
      `const { urlencoded, json } = require('body-parser')\napp.use(urlencoded({ extended: false }), json())`,
    ],
    ['one for all', `${forms}\napp.use(bodyParser())`],
    ['one for files', `import multer from 'multer'\n${forms}`],
    ['one of its own', `${forms}\napp.use((req, res, next) => { req.body = read(req); next() })`],
    ['one in a comment', `// ${forms}`],
  ])('reports values of the body behind another parser: %s', (_name, app) => {
    expect(lint(app)).toHaveLength(1)
  })

  it('reports them where another file has a parser', () => {
    expect(lint(forms, byMail, { 'routes.js': "router.post('/', express.json(), login)" })).toHaveLength(1)
  })

  it('is silent where a test, or another package, has one', () => {
    const parser = 'app.use(express.json())'
    const others = { 'app.test.js': parser, 'admin/package.json': '{}', 'admin/app.js': parser }
    expect(lint(forms, byMail, others)).toEqual([])
  })

  it('reports a body that is a filter, and values of the query', () => {
    expect(lint(forms, login('req.body'))).toHaveLength(1)
    expect(lint(forms, login('{ email: req.body.email, name: req.query.name }'))).toEqual([
      expect.stringContaining('req.query.name'),
    ])
  })
})
