import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'tsup'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { marked, type Place } from './corpus.ts'
import { Application } from './lint-files.ts'

const run = promisify(execFile)
const corpus = join(import.meta.dirname, 'corpus')
const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint')

interface Report {
  readonly diagnostics: readonly {
    readonly code: string
    readonly filename: string
    readonly labels: readonly { readonly span: { readonly line: number } }[]
  }[]
}

// Beside the dependencies of the plugin, as ESLint's parser is one of them.
const modules = join(import.meta.dirname, '../node_modules')
let folder: string

beforeAll(async () => {
  mkdirSync(modules, { recursive: true })
  folder = mkdtempSync(join(modules, '.oxlint-'))
  const entry = join(import.meta.dirname, '../src/index.ts')
  await build({ config: false, entry: [entry], outDir: folder, format: ['esm'], target: 'node20', silent: true })
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

async function lint(
  rules: object,
  settings: object = {},
  cwd = corpus,
  flags: readonly string[] = [],
): Promise<Place[]> {
  const config = join(folder, 'oxlintrc.json')
  writeFileSync(
    config,
    JSON.stringify({ jsPlugins: ['./index.js'], categories: { correctness: 'off' }, rules, settings }),
  )
  const { stdout } = await run(process.execPath, [oxlint, '--config', config, '--format=json', ...flags, '.'], {
    cwd,
    maxBuffer: 1e7,
  }).catch((error: unknown) => error as { stdout: string })
  return (JSON.parse(stdout) as Report).diagnostics.map(
    ({ code, filename, labels: [label] }): Place =>
      `${filename.replaceAll('\\', '/')}:${label?.span.line ?? 0} ${code.replace(/^mongoose-guard\((.*)\)$/, '$1')}`,
  )
}

describe('the plugin in oxlint', () => {
  it('reports the same lines of the corpus as in ESLint', async () => {
    const rules = Object.fromEntries(Object.keys(plugin.rules).map((name) => [`mongoose-guard/${name}`, 'error']))
    const places = await lint(rules)
    expect([...new Set(places)].toSorted()).toEqual(marked('flagged').toSorted())
  })

  it('takes the options of a rule', async () => {
    const places = await lint({ 'mongoose-guard/no-unguarded-filter': ['error', { query: 'never' }] })
    const expected = marked('flagged').filter((place) => place.endsWith('no-unguarded-filter'))
    const ofQueries = ['blog-cjs/controllers/posts.js', 'selectors-cjs/controllers/flats.js']
    const isOfQuery = (place: string) => ofQueries.some((path) => place.startsWith(path))
    expect(places.filter((place) => !isOfQuery(place)).toSorted()).toEqual(
      expected.filter((place) => !isOfQuery(place)).toSorted(),
    )
    expect(places.length).toBe(expected.length - 3)
  })

  it('takes the settings', async () => {
    const application = new Application({
      'users.js': `import { User } from '@acme/db'\nexport const create = (req, res) => { res.json(User.create(req.body)) }\n`,
    })
    const rules = { 'mongoose-guard/no-unguarded-write': 'error' }
    expect(await lint(rules, {}, application.folder)).toEqual([])
    const settings = { 'mongoose-guard': { models: ['@acme/db'] } }
    expect(await lint(rules, settings, application.folder)).toEqual(['users.js:2 no-unguarded-write'])
    application.remove()
  })

  it('writes the suggestions where it is asked to', async () => {
    const routes = `import { User } from './user.js'
router.post('/', async (req, res) => { res.json(await User.create(req.body)) })
router.put('/:id', async (req, res) => { res.json(await User.updateOne({ _id: req.params.id }, req.body)) })
export {}`
    const application = new Application({
      'user.js': `import mongoose from 'mongoose'\nexport const User = mongoose.model('User', new mongoose.Schema({ name: String, role: String }))\n`,
      'routes.js': routes,
    })
    const fix = () =>
      lint({ 'mongoose-guard/no-unguarded-write': 'error' }, {}, application.folder, ['--fix-suggestions'])
    // What touches the same lines, such as the import, waits for the next run.
    for (let times = 0; times < 3; times++) await fix()
    expect(readFileSync(join(application.folder, 'routes.js'), 'utf8')).toBe(
      `import { guard } from 'mongoose-guard/express'\n${routes
        .replace("'/', ", `'/', guard(User, { allow: ['name'] }), `)
        .replace("'/:id', ", `'/:id', guard(User, { allow: ['name'], partial: true }), `)
        .replaceAll('req.body', 'req.validated')}`,
    )
    application.remove()
  })
})
