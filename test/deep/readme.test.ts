import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { format, promisify } from 'node:util'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../examples/database/embedded-database.ts'
import { isMongoose8 } from '../support/models.ts'
import {
  type Block,
  blocksOf,
  exchangeOf,
  type Exchange,
  examplesOf,
  exportsOf,
  isRequest,
  moduleOf,
  printedBy,
  type Scope,
  withEllipses,
} from '../support/readme.ts'
import { type App, request } from '../support/server.ts'

const root = join(import.meta.dirname, '../..')
const prelude = join(import.meta.dirname, '../support/readme-prelude.ts')

const docs = (...names: string[]) => names.map((name) => `docs/${name}.md`)

/** Pages whose code is compiled and run; each starts with the prelude alone. */
const pages = [
  'README.md',
  ...docs('why', 'express', 'nextjs', 'recipes', 'routes', 'forms', 'errors', 'error-codes', 'typescript', 'types'),
  ...docs('json-schema', 'access-surface', 'openapi'),
  // Models of Mongoose 8 have no `~standard` to compare with.
  ...(isMongoose8 ? [] : docs('comparison')),
]
const blocks = pages.flatMap((name) =>
  blocksOf(name, readFileSync(join(root, name), 'utf8')).map((block) => ({ ...block, name })),
)
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join(root, 'src', file))

interface Module {
  at: string
  language: string
  file: string
  text: string
  runs: boolean
  isFirstOfPage: boolean
  /** The JSON or text below a block that logs something. */
  prints: unknown
}

function shownBelow({ code }: Block, next: Block | undefined): unknown {
  if (next === undefined || !code.includes('console.log(')) return undefined
  if (printedBy(code).some((comment) => comment !== undefined)) return undefined
  if (next.language === 'json') return JSON.parse(next.code)
  return next.language === 'text' ? next.code : undefined
}

const modules: Module[] = []
const exchanges: (Exchange & { app: string | undefined })[] = []

const shared = exportsOf(prelude, prelude)
let scope: Scope = shared
let isFirstOfPage = true
for (const [index, block] of blocks.entries()) {
  if (block.name !== blocks[index - 1]?.name) {
    scope = shared
    isFirstOfPage = true
  }
  if (['ts', 'js'].includes(block.language)) {
    const file = `block-${index}.ts`
    const made = moduleOf(block, `./${file}`, block.directive === 'separate' ? shared : scope)
    if (block.directive !== 'separate') scope = made.scope
    modules.push({
      at: block.at,
      language: block.language,
      file,
      text: made.text,
      runs: block.directive !== 'compile-only',
      isFirstOfPage,
      prints: shownBelow(block, blocks[index + 1]),
    })
    isFirstOfPage = false
  } else if (isRequest(block)) {
    exchanges.push({ ...exchangeOf(block, blocks[index + 1]), app: scope.get('app')?.module })
  }
}
for (const source of sources) {
  const inScope = new Map([...shared, ...exportsOf(source, source)])
  for (const example of examplesOf(relative(root, source), readFileSync(source, 'utf8'))) {
    const file = `example-${modules.length}.ts`
    const { text } = moduleOf(example, `./${file}`, inScope)
    modules.push({
      at: example.at,
      language: 'ts',
      file,
      text,
      runs: false,
      isFirstOfPage: false,
      prints: undefined,
    })
  }
}

// The page of types says what the compiler says. In a twin of its blocks nothing expects an error, so that all are seen.
const wrong = modules
  .filter(({ at, text }) => at.startsWith('docs/typescript.md:') && text.includes('@ts-expect-error'))
  .map((module) => ({ at: module.at, file: `errors-of-${module.file}`, text: module.text }))
const directive = /^ *\/\/ @ts-expect-error -- (.*)$/

let scratch: string
const warnings: string[] = []
const keepWarning = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`)
let database: EmbeddedDatabase

beforeAll(async () => {
  process.on('warning', keepWarning)
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'readme-')))
  await symlink(join(root, 'node_modules'), join(scratch, 'node_modules'))
  await writeFile(join(scratch, 'package.json'), '{"type":"module"}')
  for (const { file, text } of modules) await writeFile(join(scratch, file), text)
  for (const { file, text } of wrong)
    await writeFile(join(scratch, file), text.replaceAll('@ts-expect-error', 'error:'))
  const library = Object.fromEntries(
    ['', '/express', '/web', '/openapi'].map((entry) => [
      `mongoose-guard${entry}`,
      [join(root, `src${entry === '' ? '/index' : `/adapters${entry}`}.ts`)],
    ]),
  )
  // Mongoose declares its types for the name `mongoose`, so its other major needs a path, not an import.
  const mongoose8 = {
    mongoose: [join(root, 'node_modules/mongoose8/types/index.d.ts')],
    mongodb: [join(root, 'node_modules/mongoose8/node_modules/mongodb/mongodb.d.ts')],
  }
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      paths: { ...library, ...(isMongoose8 && mongoose8) },
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: ['*.ts'],
  }
  await writeFile(join(scratch, 'tsconfig.json'), JSON.stringify(config))

  database = await startEmbeddedDatabase()
  const connect = mongoose.connect.bind(mongoose)
  // A page connects to the reader's database, and listens on the reader's port.
  vi.spyOn(mongoose, 'connect').mockImplementation(() => connect(database.uri))
  await mongoose.connect('')
  const listen = Reflect.get(Server.prototype, 'listen') as (
    this: Server,
    port: number,
    host: string,
    done?: unknown,
  ) => Server
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...parameters: unknown[]) {
    const done = parameters.find((parameter) => typeof parameter === 'function')
    return listen.call(this, 0, '127.0.0.1', done).unref()
  })
})

afterAll(async () => {
  process.off('warning', keepWarning)
  vi.restoreAllMocks()
  await mongoose.disconnect()
  await database.stop()
  await rm(scratch, { recursive: true, force: true })
})

// The pages are right about both, and TypeScript 7 takes a fifth of the time: 6 has its turn beside the older Mongoose, and
// on the newer versions of Node.js.
const isTurnOf6 = isMongoose8 || Number(process.versions.node.split('.', 1)[0]) > 24
const compiler = isTurnOf6 ? ['typescript/bin/tsc'] : ['typescript7/bin/tsc', '--singleThreaded']

let errors: Promise<string[]> | undefined
/** What the compiler says about all modules: its errors, each with the indented lines below it. */
function compile(): Promise<string[]> {
  const [tsc = '', ...options] = compiler
  const command = [join(root, 'node_modules', tsc), '-p', '.', '--pretty', 'false', ...options]
  errors ??= promisify(execFile)(process.execPath, command, { cwd: scratch })
    .then(
      () => '',
      (error: unknown) => (error as { stdout: string }).stdout,
    )
    .then((output) => output.split(/^(?=\S)/m).filter((error) => error !== ''))
  return errors
}

/** JavaScript has no types to give to parameters. */
function isOfJavaScript(error: string): boolean {
  const { language } = modules.find(({ file }) => error.startsWith(`${file}(`)) ?? {}
  return language === 'js' && /error TS70(?:06|31)/.test(error)
}

/** A text in which `…` stands for anything. */
function patternOf(message: string): RegExp {
  const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`^${message.split('…').map(literal).join('.*')}$`)
}

/** Lines are broken at other places on a page. */
const spaceless = (text: string) => text.replace(/\s+/g, '')

const load = (file: string) => import(pathToFileURL(file).href) as Promise<Record<string, unknown>>

describe('README.md and the pages of docs', () => {
  it('show the library at work', () => {
    for (const name of pages) expect(blocks.filter((block) => block.name === name)).not.toEqual([])
    expect(exchanges.length).toBeGreaterThan(0)
  })

  it('and the examples in doc comments compile', async () => {
    const located = (await compile())
      .filter((error) => !error.startsWith('errors-of-') && !isOfJavaScript(error))
      .join('')
      .replace(/\S*?((?:block|example)-\d+\.ts)\((\d+),/g, (_, file: string, line: string) => {
        const [name, fence] = modules.find((module) => module.file === file)?.at.split(':') ?? [file, 0]
        return `${name}:${Number(fence) + Number(line)} (`
      })
    expect(located).toBe('')
  })

  it('shows a wrong entry, a body read after its guard, and a route that has none', () => {
    const shown = wrong.map(({ text }) => text).join('\n')
    for (const code of ["allow: ['address.cty']", 'req.body.role', '(req) => req.validated.name']) {
      expect(shown).toMatch(new RegExp(`@ts-expect-error -- .*\\n.*${code.replace(/[[\]().]/g, '\\$&')}`))
    }
  })

  it.each(wrong)('says what the compiler says: $at', async ({ file, text }) => {
    const found = (await compile()).flatMap((error) => {
      const [, name, line, message] = /^(.*?)\((\d+),\d+\): error TS\d+: (.*)/.exec(error) ?? []
      return name === file ? [`below line ${Number(line) - 1}: ${message}`] : []
    })
    const said = text.split('\n').flatMap((line, index) => {
      const [, message] = directive.exec(line) ?? []
      return message === undefined ? [] : [`below line ${index + 1}: ${message}`]
    })
    expect(found).toEqual(said.map((message) => expect.stringMatching(patternOf(message)) as string))
  })

  it.each(modules.filter(({ runs }) => runs))('runs: $at', async ({ file, text, isFirstOfPage, prints }) => {
    // Each page has models of its own, by the names of the others.
    if (isFirstOfPage) mongoose.deleteModel(/^/)
    const log = vi.spyOn(console, 'log').mockReturnValue()
    await expect(load(join(scratch, file))).resolves.toBeDefined()
    const { calls } = log.mock
    log.mockRestore()
    if (prints !== undefined) {
      expect(calls).toEqual([[withEllipses(prints, calls[0]?.[0])]])
      return
    }
    const shown = printedBy(text)
    expect(calls).toHaveLength(shown.length)
    for (const [index, expected] of shown.entries()) {
      const printed = format(...(calls[index] ?? []))
      if (expected !== undefined) expect(spaceless(printed)).toMatch(patternOf(spaceless(expected)))
    }
  })

  it('a server action runs for a good form, and returns what is wrong with another', async () => {
    const action = modules.find(({ text }) => text.includes('export const addBook'))
    const { addBook } = (await load(join(scratch, action?.file ?? ''))) as {
      addBook: (before: undefined, form: FormData) => Promise<unknown>
    }
    const form = new FormData()
    form.append('$ACTION_KEY', 'k')
    form.append('title', 'Emma')
    form.append('pages', '474')
    expect(await addBook(undefined, form)).toEqual({ ok: true, result: 'Emma' })
    form.set('pages', '-1')
    form.append('price', '0')
    expect(await addBook(undefined, form)).toEqual({
      ok: false,
      errors: [
        expect.objectContaining({ path: 'pages', rule: 'min' }),
        { code: 'forbidden_field', path: 'price', message: 'Field is not allowed' },
      ],
      sent: form,
    })
  })

  let lastId = ''
  it.each(exchanges)('tells the truth: $at', async ({ app, request: { method, path, headers, body }, response }) => {
    expect(response, 'a request needs an answer below it').not.toEqual({ status: undefined, body: undefined })
    const { app: running } = await load(app === undefined || app === prelude ? prelude : join(scratch, app))
    const answer = await request(running as App, path.replace(/:id\b/, lastId), {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
    const { _id: id } = Object(answer.body) as { _id?: string }
    if (id !== undefined) lastId = id
    if (response.status !== undefined) expect(answer.status).toBe(response.status)
    if (response.body !== undefined) expect(answer.body).toEqual(withEllipses(response.body, answer.body))
  })

  it('makes the process warn of nothing, as of an option that is deprecated', async () => {
    // A warning is emitted in the turn after the call.
    await new Promise((resolve) => setImmediate(resolve))
    expect(warnings).toEqual([])
  })

  it.each(blocks.filter(({ language }) => language === 'json'))('shows JSON that is JSON: $at', ({ code }) => {
    expect(() => JSON.parse(code) as unknown).not.toThrow()
  })
})
