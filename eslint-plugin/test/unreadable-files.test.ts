import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { Application, type Files } from './lint-files.ts'

interface Layout {
  readonly specifier: string
  readonly files?: Files
  /** What no text file can be. */
  readonly make?: (folder: string) => void
  readonly platform?: NodeJS.Platform
}

const layouts: Readonly<Record<string, Layout>> = {
  'a manifest': { specifier: '../package.json', files: { 'package.json': '{}' } },
  'a manifest that is a folder': { specifier: '../package.json', files: { 'package.json/readme.md': '' } },
  'a style sheet': { specifier: './app.css', files: { 'routes/app.css': 'body {}' } },
  'a file without an extension': { specifier: './LICENSE', files: { 'routes/LICENSE': 'MIT' } },
  'a file as if it were a folder': { specifier: './users.js/create', files: { 'routes/users.js': '' } },
  'a folder with the name of a script': {
    specifier: './users.js',
    make: (folder) => mkdirSync(join(folder, 'routes/users.js'), { recursive: true }),
  },
  'a link to itself': {
    specifier: './users.js',
    files: { 'routes/readme.md': '' },
    make: (folder) => {
      symlinkSync('users.js', join(folder, 'routes/users.js'))
    },
  },
  'a link to nothing': {
    specifier: './users.js',
    files: { 'routes/readme.md': '' },
    make: (folder) => {
      symlinkSync('removed.js', join(folder, 'routes/users.js'))
    },
  },
  'a file that can be asked for and not be read': {
    specifier: './users.js',
    files: { 'routes/readme.md': '' },
    make: (folder) => {
      // Permissions would do as well, but not for root.
      symlinkSync('/proc/self/mem', join(folder, 'routes/users.js'))
    },
    platform: 'linux',
  },
  'a path that is too long': { specifier: `./${'users/'.repeat(2000)}create.js` },
  'a name that is too long': { specifier: `./${'users'.repeat(200)}` },
  'a name with a NUL byte': { specifier: './users\\0.js' },
  'a folder that is not there': { specifier: '../../../../nowhere/users.js' },
  'the folder itself': { specifier: '.' },
}

const statements = {
  import: (specifier: string) => `import * as users from '${specifier}'`,
  're-export': (specifier: string) => `import { users } from './barrel.js'\nexport * from '${specifier}'`,
  require: (specifier: string) => `const users = require('${specifier}')`,
}

const rules = Object.fromEntries(Object.keys(plugin.rules).map((name) => [`mongoose-guard/${name}`, 'error'] as const))

describe.each(Object.entries(statements))('%s of what is no script', (_kind, statement) => {
  it.each(Object.entries(layouts).filter(([, { platform = process.platform }]) => platform === process.platform))(
    '%s does not stop the rules, which report what they see without it',
    (_name, { specifier, files, make }) => {
      const barrel = `export * from '${specifier}'\nexport const users = {}`
      const application = new Application({ ...files, 'routes/barrel.js': barrel })
      make?.(application.folder)
      const messages = application.lint(
        'routes/users-route.js',
        `import { guard } from 'mongoose-guard/express'
import { User } from './barrel.js'
${statement(specifier)}
router.post('/', guard(users.User, { allow: users.fields }), users.create)
router.put('/', guard(User, { allow: ['name'] }), (req, res) => res.json(req.body))`,
        { rules },
      )
      application.remove()
      expect(messages).toEqual([expect.stringContaining('`req.body` is the raw body')])
    },
  )
})
