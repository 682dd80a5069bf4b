import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Application, type Files } from './lint-files.ts'

interface Layout {
  readonly files: Files
  /** Where links stand, and what they lead to from there. */
  readonly links: Readonly<Record<string, string>>
  readonly path: string
}

const rules = { 'mongoose-guard/no-unguarded-write': 'error' } as const
const json = (value: unknown) => JSON.stringify(value)
const user = `import mongoose from 'mongoose'\nexport const User = mongoose.model('User', new mongoose.Schema({ name: String }))`
const service = `import { User } from './user.js'\nexport const create = (data) => User.create(data)`
const controller = (from: string) =>
  `import { create } from '${from}'\nexport const save = async (req, res) => { res.json(await create(req.body)) }`
const writing = (from: string) =>
  `import { User } from '${from}'\nexport const save = async (req, res) => { res.json(await User.create(req.body)) }`
const guarded = (users: string) =>
  `import { guard } from 'mongoose-guard/express'\nimport { save } from '${users}'\nimport { User } from './user.js'\nrouter.post('/', guard(User, { allow: ['name'] }), save)`

function lint({ files, links, path }: Layout): string[] {
  const application = new Application(files)
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(dirname(join(application.folder, link)), { recursive: true })
    symlinkSync(target, join(application.folder, link))
  }
  const messages = application.lint(path, files[path] ?? '', { rules })
  application.remove()
  return messages.map((message) => / in (\S+:\d+) takes/.exec(message)?.[1] ?? message.split(' ')[1] ?? message)
}

const reported: Readonly<Record<string, Layout & { readonly where: readonly string[] }>> = {
  'a package that is linked into node_modules': {
    files: {
      'packages/db/package.json': json({ name: '@acme/db', main: './index.js' }),
      'packages/db/index.js': user,
      'apps/api/package.json': json({ name: 'api' }),
      'apps/api/users.js': writing('@acme/db'),
    },
    links: { 'apps/api/node_modules/@acme/db': '../../../../packages/db' },
    path: 'apps/api/users.js',
    where: ['`User.create()`'],
  },
  'a linked package under another name than its folder, by a path in it': {
    files: {
      'packages/data-layer/package.json': json({ name: 'shop-db' }),
      'packages/data-layer/src/models/user.ts': user,
      'api/users.js': writing('shop-db/models/user'),
    },
    links: { 'node_modules/shop-db': '../packages/data-layer' },
    path: 'api/users.js',
    where: ['`User.create()`'],
  },
  'a file that is linked, beside what it imports': {
    files: {
      'shared/user.js': user,
      'shared/service.js': service,
      'src/users.js': controller('./service.js'),
    },
    links: { 'src/service.js': '../shared/service.js' },
    path: 'src/users.js',
    where: ['shared/service.js:2'],
  },
  'a folder that is linked': {
    files: {
      'shared/user.js': user,
      'shared/service.js': service,
      'src/users.js': controller('./shared/service.js'),
    },
    links: { 'src/shared': '../shared' },
    path: 'src/users.js',
    where: ['shared/service.js:2'],
  },
  'folders that are linked in a circle': {
    files: {
      'src/user.js': user,
      'src/service.js': service,
      'src/users.js': controller('./again/again/service.js'),
    },
    links: { 'src/again': '../src', 'src/up': '..', 'src/loop': 'loop' },
    path: 'src/users.js',
    where: ['src/service.js:2'],
  },
  'packages that are linked in a circle': {
    files: {
      'package.json': json({ name: 'root', main: 'user.js' }),
      'user.js': user,
      'src/users.js': writing('root'),
    },
    links: { 'node_modules/root': '..', 'node_modules/loop': 'loop' },
    path: 'src/users.js',
    where: ['`User.create()`'],
  },
}

const silent: Readonly<Record<string, Layout>> = {
  'a handler whose routes import it through a link': {
    files: {
      'src/user.js': user,
      'src/users.js': writing('./user.js'),
      'src/routes.js': guarded('./linked/users.js'),
    },
    links: { 'src/linked': '../src' },
    path: 'src/users.js',
  },
  'a handler whose routes are in a folder that is linked from elsewhere': {
    files: {
      'shared/routes.js': guarded('@acme/api/users.js').replace('./user.js', '@acme/api/user.js'),
      'api/package.json': json({ name: '@acme/api' }),
      'api/user.js': user,
      'api/users.js': writing('./user.js'),
    },
    links: { 'api/routes': '../shared', 'shared/node_modules/@acme/api': '../../../api' },
    path: 'api/users.js',
  },
  'a handler whose routes are in a file that is linked from elsewhere': {
    files: {
      'shared/routes.js': guarded('../api/users.js').replace('./user.js', '../api/user.js'),
      'api/package.json': json({ name: '@acme/api' }),
      'api/user.js': user,
      'api/users.js': writing('./user.js'),
    },
    links: { 'api/routes.js': '../shared/routes.js', 'api/circle': '..', 'shared/circle': '../api' },
    path: 'api/users.js',
  },
  'a package of node_modules that is linked to another one there': {
    files: {
      'node_modules/.store/db/package.json': json({ name: 'db', main: 'index.js' }),
      'node_modules/.store/db/index.js': user,
      'src/users.js': writing('db'),
    },
    links: { 'node_modules/db': '.store/db' },
    path: 'src/users.js',
  },
}

describe('symbolic links', () => {
  it.each(Object.entries(reported))('lead to one module: %s', (_name, layout) => {
    expect(lint(layout)).toEqual(layout.where)
  })

  it.each(Object.entries(silent))('tell nothing more: %s', (_name, layout) => {
    expect(lint(layout)).toEqual([])
  })

  it('leave a file what it is where ESLint comes to it through one', () => {
    const files = { 'src/user.js': user, 'src/users.js': writing('./user.js'), 'src/routes.js': guarded('./users.js') }
    const application = new Application({ ...files, 'readme.md': '' })
    symlinkSync('src', join(application.folder, 'linked'))
    const messages = application.lint('linked/users.js', files['src/users.js'], { rules })
    application.remove()
    expect(messages).toEqual([])
  })
})
