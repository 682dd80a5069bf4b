import { afterAll, describe, expect, it } from 'vitest'
import { Application } from './lint-files.ts'

const model = (name: string) =>
  `import mongoose from 'mongoose'\nexport const ${name} = mongoose.model('${name}', schema)\n`
const application = new Application({
  'Models/User.js': model('User'),
  'Models/posts/index.js': model('Post'),
  'controllers/Users.js': `import { User } from '../Models/User.js'\nexport const add = async (req, res) => { res.json(await User.create(req.body)) }\n`,
  'routes.js': `import { guard } from 'mongoose-guard/express'
import { User } from './Models/User.js'
import { add } from './controllers/users.js'
router.post('/', guard(User, { allow: ['name'] }), add)`,
})
afterAll(() => {
  application.remove()
})

const lint = (source: string, name: string) =>
  application.lint(
    'app.js',
    `import { ${name} } from '${source}'\napp.post('/', async (req, res) => { res.json(await ${name}.create(req.body)) })`,
    { rules: { 'mongoose-guard/no-unguarded-write': 'error' } },
  )

describe('an import in another case than that of its file', () => {
  it.each([
    ['./Models/User.js', 'User'],
    ['./models/user.js', 'User'],
    ['./models/user', 'User'],
    ['./models/Posts', 'Post'],
  ])('is found: %s', (source, name) => {
    expect(lint(source, name)).toHaveLength(1)
  })

  it.each([
    ['./models/users.js', 'User'],
    ['./gone/User.js', 'User'],
  ])('is not found where there is no such file: %s', (source, name) => {
    expect(lint(source, name)).toEqual([])
  })

  it('leads to the routes of a handler', () => {
    const code = `import { User } from '../Models/User.js'\nexport const add = async (req, res) => { res.json(await User.create(req.body)) }\n`
    expect(
      application.lint('controllers/Users.js', code, { rules: { 'mongoose-guard/no-unguarded-write': 'error' } }),
    ).toEqual([])
  })
})
