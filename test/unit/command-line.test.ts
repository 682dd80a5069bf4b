import { spawnSync } from 'node:child_process'
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../src/surface/command-line.ts'

const root = join(import.meta.dirname, '../..')
let folder: string

/** An application whose guard is a stand-in for one of another copy of the library. */
const parts = `
const guard = {
  paths: ['name'], partial: false, model: { modelName: 'User' }, review: () => [], [Symbol.for('mongoose-guard.Guard')]: true,
}
const guarded = Object.assign(() => undefined, { guard })
`

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'command-line-')))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const files = {
    'default.mjs': `import express from 'express'\n${parts}\nconst app = express()\napp.post('/users', guarded)\nexport default app\n`,
    'named.mjs': `import express from 'express'\n${parts}\nexport const app = express.Router()\napp.patch('/users/:id', guarded)\n`,
    'common.cjs': `const express = require('express4')\n${parts}\nconst app = express()\napp.post('/users', guarded)\nmodule.exports = app\n`,
    'commonNamed.cjs': `const express = require('express4')\n${parts}\nconst app = express()\napp.put('/users', guarded)\nmodule.exports = { app }\n`,
    'outer.mjs': `import express from 'express'\nimport inner from './default.mjs'\nexport default express().use('/api', inner)\n`,
    'both.mjs': `import express from 'express'\nimport one from './default.mjs'\nimport { app as other } from './other.mjs'\nexport default express().use(one, other)\n`,
    'other.mjs': `import express from 'express'\n${parts}\nexport const app = express()\napp.post('/others', guarded)\n`,
    'unguarded.mjs': `import express from 'express'\nexport default express().post('/users', () => undefined)\n`,
    'nothing.mjs': `export default { listen() {} }\n`,
    'nameless.mjs': `throw Object.create(null)\n`,
    'one.mjs': `await import('./two.mjs')\nexport default 1\n`,
    'two.mjs': `await import('./one.mjs')\n`,
    'typed.mjs': `throw new TypeError('Unknown file extension ".ts" for /app.ts')\n`,
    'broken.mjs': `throw new Error('no database')\n`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('mongoose-guard surface', () => {
  it.each([
    ['./default.mjs', 'POST /users'],
    ['./named.mjs', 'PATCH /users/:id'],
    ['./common.cjs', 'POST /users'],
    ['commonNamed.cjs', 'PUT /users'],
  ])('prints the access surface of %s', async (module, route) => {
    const output = `${route} -> User\n  name\n\n`
    expect(await runCommand(['surface', module], folder)).toEqual({ output, errors: '', exitCode: 0 })
  })

  it('says so where no route has a guard', async () => {
    expect(await runCommand(['surface', './unguarded.mjs'], folder)).toEqual({
      output: '',
      errors: 'No route of ./unguarded.mjs has a guard\n',
      exitCode: 0,
    })
  })

  it('takes the applications that are mounted in it', async () => {
    const { errors, exitCode } = await runCommand(['surface', './outer.mjs'], folder)
    expect(exitCode).toBe(1)
    expect(errors).toContain('the application mounted at "/api" cannot be seen')
    const { output } = await runCommand(['surface', './outer.mjs', '--mount', '/api=./default.mjs'], folder)
    expect(output).toBe('POST /api/users -> User\n  name\n\n')
  })

  it('takes several at one path, in their order', async () => {
    const mounts = ['--mount', '/=./default.mjs', '--mount', '/=./other.mjs']
    const { output } = await runCommand(['surface', './both.mjs', ...mounts], folder)
    expect(output.match(/POST .*/g)).toEqual(['POST /others -> User', 'POST /users -> User'])
    const { errors } = await runCommand(['surface', './both.mjs', ...mounts.slice(2)], folder)
    expect(errors).toContain('another application is mounted at "/"')
  })

  it.each([
    [
      './nothing.mjs',
      './nothing.mjs exports no Express application or router, as its default, "app" or module.exports\n',
    ],
    ['./broken.mjs', 'no database\n'],
    [
      './typed.mjs',
      'Unknown file extension ".ts" for /app.ts\nTypeScript needs a loader: node --import tsx node_modules/.bin/mongoose-guard surface MODULE\n',
    ],
    ['./nameless.mjs', '[object Object]\n'],
  ])('says why it cannot read %s', async (module, errors) => {
    expect(await runCommand(['surface', module], folder)).toEqual({ output: '', errors, exitCode: 1 })
  })

  it.each([
    [[]],
    [['surface']],
    [['help me']],
    [['surface', 'a', '--mount']],
    [['surface', 'a', '--mount', 'x=y']],
    [['surface', 'a', 'b', '/x=y']],
  ])('shows how it is called, for %j', async (given) => {
    const { output, errors, exitCode } = await runCommand(given, folder)
    expect([output, exitCode]).toEqual(['', 2])
    expect(errors).toMatch(/^Usage: mongoose-guard surface MODULE/)
  })

  it('shows it where it is asked for help', async () => {
    const { output, exitCode } = await runCommand(['--help'], folder)
    expect([output.split(' ')[0], exitCode]).toEqual(['Usage:', 0])
  })

  it('fails where a module never comes to its end', () => {
    const cli = join(root, 'src/adapters/cli.ts')
    const tsx = import.meta.resolve('tsx')
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', tsx, cli, 'surface', './one.mjs'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([13, ''])
    expect(stderr).toContain('never loaded to its end')
  })
})
