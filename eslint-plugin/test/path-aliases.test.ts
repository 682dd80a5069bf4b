import { describe, expect, it, vi } from 'vitest'
import { Application, type Files } from './lint-files.ts'

const json = (value: unknown) => JSON.stringify(value)
const model = `import mongoose from 'mongoose'\nexport default mongoose.model('User', new mongoose.Schema({ name: String }))`

interface Layout {
  readonly files: Files
  readonly specifier: string
  /** The file that is linted. */
  readonly path?: string
}

/** Imports of a model by an alias, which nothing but a config tells. */
const layouts: Readonly<Record<string, Layout>> = {
  'paths of a tsconfig.json': {
    files: { 'tsconfig.json': json({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }), 'src/user.ts': model },
    specifier: '@/user',
  },
  'paths and baseUrl': {
    files: {
      'tsconfig.json': json({ compilerOptions: { baseUrl: 'src', paths: { '@models/*': ['models/*'] } } }),
      'src/models/user.ts': model,
    },
    specifier: '@models/user',
  },
  'baseUrl alone': {
    files: { 'tsconfig.json': json({ compilerOptions: { baseUrl: './src' } }), 'src/models/user.ts': model },
    specifier: 'models/user',
  },
  'a jsconfig.json': {
    files: { 'jsconfig.json': json({ compilerOptions: { paths: { '~/*': ['./*'] } } }), 'models/user.js': model },
    specifier: '~/models/user',
  },
  'comments and trailing commas': {
    files: {
      'tsconfig.json': `{ // next
        "compilerOptions": { "paths": { /* "//": */ "@/*": ["./src/*",], }, }, }`,
      'src/user.ts': model,
    },
    specifier: '@/user',
  },
  'a config that extends another one': {
    files: {
      'tsconfig.json': json({ extends: './configs/base' }),
      'configs/base.json': json({ compilerOptions: { baseUrl: '..', paths: { '#db/*': ['db/*'] } } }),
      'db/user.ts': model,
    },
    specifier: '#db/user',
  },
  'a config that extends a package': {
    files: {
      'tsconfig.json': json({ extends: '@acme/tsconfig/next.json' }),
      'node_modules/@acme/tsconfig/next.json': json({
        compilerOptions: { baseUrl: '../../..', paths: { '@/*': ['lib/*'] } },
      }),
      'lib/user.ts': model,
    },
    specifier: '@/user',
  },
  'a solution that refers to its parts': {
    files: {
      'tsconfig.json': json({ files: [], references: [{ path: './tsconfig.app.json' }] }),
      'tsconfig.app.json': json({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }),
      'src/user.ts': model,
    },
    specifier: '@/user',
  },
  'one alias without a star': {
    files: { 'tsconfig.json': json({ compilerOptions: { paths: { user: ['./db/user.ts'] } } }), 'db/user.ts': model },
    specifier: 'user',
  },
  'the longer of two aliases': {
    files: {
      'tsconfig.json': json({ compilerOptions: { paths: { '@/*': ['./src/*'], '@/db/*': ['./db/*'] } } }),
      'src/db/user.ts': 'export default class User {}',
      'db/user.ts': model,
    },
    specifier: '@/db/user',
  },
  'a config above the package': {
    files: {
      'tsconfig.json': json({ compilerOptions: { paths: { '@db/*': ['./db/*'] } } }),
      'apps/api/package.json': json({ name: 'api' }),
      'db/user.ts': model,
    },
    specifier: '@db/user',
    path: 'apps/api/routes/users.ts',
  },
  'imports of package.json': {
    files: { 'package.json': json({ imports: { '#models/*': './models/*.js' } }), 'models/user.js': model },
    specifier: '#models/user',
  },
  'imports of package.json by a condition': {
    files: {
      'package.json': json({ imports: { '#user': { production: './dist/user.js', default: './src/user.js' } } }),
      'src/user.js': model,
    },
    specifier: '#user',
  },
  'module aliases': {
    files: { 'package.json': json({ _moduleAliases: { '@root': '.', '@db': 'src/db' } }), 'src/db/user.js': model },
    specifier: '@db/user',
  },
  "Babel's module-resolver": {
    files: {
      'package.json': json({}),
      '.babelrc': `{ "plugins": ["other", ["module-resolver", { "alias": { "^@(.+)$": "./\\\\1", "@models": "./src/models" } }]] }`,
      'src/models/user.js': model,
    },
    specifier: '@models/user',
  },
  "a root of Babel's module-resolver": {
    files: {
      'package.json': json({ babel: { plugins: [['babel-plugin-module-resolver', { root: ['./src'] }]] } }),
      'src/models/user.js': model,
    },
    specifier: 'models/user',
  },
  ...Object.fromEntries(
    [
      "__dirname + '/db'",
      '`${__dirname}/db`',
      "path.join(__dirname, 'db')",
      'join(__dirname, "..", "src", "db")',
      "path.resolve(__dirname, './db')",
      "'./db'",
    ].flatMap((place) => {
      const called = [
        `moduleAlias.addAlias('@db', ${place})`,
        `require('module-alias').addAliases({\n  '@root': __dirname, // all\n  db: __dirname,\n  '@db': ${place},\n})`,
      ]
      return called.map((code, index) => [
        `${index === 0 ? 'one alias' : 'aliases'} in code, by ${place}`,
        {
          files: {
            'package.json': json({
              scripts: { start: 'node src/start.js' },
              dependencies: { 'module-alias': '^2.0.0' },
            }),
            'src/start.js': `const moduleAlias = require('module-alias')\n${code}`,
            'src/db/user.js': model,
          },
          specifier: '@db/user',
        },
      ])
    }),
  ),
  'the folder of a package that uses app-module-path': {
    files: {
      'package.json': json({ dependencies: { 'app-module-path': '^2.2.0' } }),
      'models/user.js': model,
    },
    specifier: 'models/user',
  },
  'a folder that NODE_PATH names in a script': {
    files: {
      'package.json': json({ scripts: { dev: 'cross-env NODE_ENV=dev NODE_PATH=./src nodemon src/server.js' } }),
      'src/models/user.js': model,
    },
    specifier: 'models/user',
  },
  'two folders in NODE_PATH': {
    files: {
      'package.json': json({ scripts: { start: 'NODE_PATH=lib:. node server.js' } }),
      'models/user.js': model,
    },
    specifier: 'models/user',
  },
  'the folder of a package that uses rootpath': {
    files: {
      'package.json': json({ dependencies: { rootpath: '^0.1.2' } }),
      'server.js': "require('rootpath')()",
      '_helpers/db.js': model,
    },
    specifier: '_helpers/db',
    path: 'users/users.js',
  },
  'aliases in a file that the main one imports': {
    files: {
      'package.json': json({ main: 'dist/index.js', dependencies: { 'module-alias': '^2.0.0' } }),
      'src/index.ts': `import './aliases'`,
      'src/aliases.ts': `import { addAlias } from 'module-alias'\naddAlias('@db', __dirname + '/db')`,
      'src/db/user.ts': model,
    },
    specifier: '@db/user',
  },
  'a workspace': {
    files: {
      'package.json': json({ workspaces: ['packages/*'] }),
      'packages/db/package.json': json({ name: '@acme/db', main: './dist/index.js' }),
      'packages/db/src/index.ts': model,
    },
    specifier: '@acme/db',
    path: 'packages/api/users.ts',
  },
  'a file of a workspace': {
    files: {
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
      'package.json': json({}),
      'packages/db/package.json': json({ name: '@acme/db' }),
      'packages/db/src/models/user.ts': model,
    },
    specifier: '@acme/db/models/user',
    path: 'packages/api/users.ts',
  },
}

const write = (specifier: string) => `import User from '${specifier}'
export const save = async (req, res) => { res.json(await User.create(req.body)) }`
const rules = { 'mongoose-guard/no-unguarded-write': 'error' } as const

function lint(files: Files, path: string, text: string): string[] {
  const application = new Application(files)
  const messages = application.lint(path, text, { rules })
  application.remove()
  return messages
}

describe('an import by an alias', () => {
  it.each(Object.entries(layouts))('%s', (_name, { files, specifier, path = 'routes/users.js' }) => {
    expect(lint(files, path, write(specifier))).toEqual([expect.stringContaining('`User.create()` takes the raw body')])
    const bare = Object.fromEntries(Object.entries(files).filter(([name]) => !/json$|yaml$|babelrc$/.test(name)))
    expect(lint(bare, path, write(specifier))).toEqual([])
  })

  it('of a config that does not parse, or leads in a circle, is none', () => {
    expect(lint({ 'tsconfig.json': '{', 'package.json': '[]' }, 'users.js', write('@/user'))).toEqual([])
    const circle = { 'a.json': json({ extends: './b.json' }), 'b.json': json({ extends: './a.json' }) }
    expect(lint({ ...circle, 'tsconfig.json': json({ extends: './a.json' }) }, 'users.js', write('@/user'))).toEqual([])
  })

  it('of code that says no path, or of a package without module-alias, is none', () => {
    const start = (code: string, dependencies: Readonly<Record<string, string>>) => ({
      'package.json': json({ main: 'start.js', dependencies }),
      'start.js': `const moduleAlias = require('module-alias')\n${code}`,
      'db/user.js': model,
    })
    const aliased = { 'module-alias': '^2.0.0' }
    for (const code of [
      `moduleAlias.addAlias('@db', where + '/db')`,
      `moduleAlias.addAlias('@db', (from, request) => __dirname + '/db')`,
      `moduleAlias.addAlias('@db', __dirname + '/db' + suffix)`,
      `moduleAlias.addAliases({ [name]: __dirname + '/db' })`,
      'moduleAlias.addAlias("@db", `${__dirname}/${name}`)',
    ])
      expect(lint(start(code, aliased), 'users.js', write('@db/user'))).toEqual([])
    expect(lint(start(`moduleAlias.addAlias('@db', __dirname + '/db')`, {}), 'users.js', write('@db/user'))).toEqual([])
  })

  it('reads a config again after it has changed', () => {
    const application = new Application({ 'src/user.js': model, 'tsconfig.json': '{}' })
    const before = application.lint('users.js', write('@/user'), { rules })
    application.write('tsconfig.json', json({ compilerOptions: { paths: { '@/*': ['./src/*'] } } }))
    // Configs are kept for a moment.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5000 })
    const after = application.lint('users.js', write('@/user'), { rules })
    vi.useRealTimers()
    application.remove()
    expect([before.length, after.length]).toEqual([0, 1])
  })
})
