import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installInCopy, packInto, readManifest, root, versionOf } from '../support/tarball.ts'

const run = promisify(execFile)
const consumers = join(import.meta.dirname, 'consumers')

let scratch: string
let tarball: string
let packed: string[]

const install = (name: string, packages: string[], ...flags: string[]) =>
  installInCopy(consumers, join(scratch, name), [...flags, tarball, ...packages])

const setups = [
  { name: 'mongoose-8-express-4', mongoose: 'mongoose8', express: 'express4', major: '8' },
  { name: 'mongoose-9-express-5', mongoose: 'mongoose', express: 'express', major: '9' },
]

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'mongoose-guard-'))
  ;({ tarball, packed } = await packInto(scratch))
  await Promise.all([
    install('alone', [], '--omit=peer'),
    ...setups.map(async ({ name, mongoose, express }) =>
      install(name, [
        `mongoose@${await versionOf(mongoose)}`,
        `express@${await versionOf(express)}`,
        `@types/express@${await versionOf(`@types/${express}`)}`,
      ]),
    ),
  ])
})

afterAll(async () => {
  await rm(scratch, { recursive: true, force: true })
})

async function output(folder: string, ...parameters: string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, parameters, { cwd: join(scratch, folder) })
  return JSON.parse(stdout)
}

describe('the tarball', () => {
  it('holds the build, its types and the papers, and nothing else', () => {
    const entries = ['index', 'express', 'web', 'openapi'].flatMap((entry) =>
      ['js', 'cjs', 'd.ts', 'd.cts'].map((extension) => `dist/${entry}.${extension}`),
    )
    expect(packed).toEqual(expect.arrayContaining([...entries, 'package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']))
    const others = packed.filter((path) => !/^dist\/[\w-]+\.(js|cjs|d\.ts|d\.cts)$/.test(path))
    expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'])
  })

  it('has no dependency of its own', async () => {
    const installed = join(scratch, 'alone/node_modules')
    const manifest = await readManifest(join(installed, 'mongoose-guard'))
    expect(manifest.dependencies).toBeUndefined()
    expect(manifest.peerDependencies).toEqual({
      '@types/express-serve-static-core': '^4.17.33 || ^5.0.0',
      express: '^4.18.0 || ^5.0.0',
      mongoose: '^8.18.0 || ^9.0.0',
    })
    expect((await readdir(installed)).filter((name) => !name.startsWith('.'))).toEqual(['mongoose-guard'])
  })

  it('loads where neither Mongoose nor Express is installed, as it imports neither at run time', async () => {
    const entries = ['mongoose-guard', 'mongoose-guard/express', 'mongoose-guard/web', 'mongoose-guard/openapi']
    const load = `Promise.all(${JSON.stringify(entries)}.map((entry) => import(entry))).then((esm) => {
      const cjs = ${JSON.stringify(entries)}.map((entry) => require(entry))
      console.log(JSON.stringify([...esm, ...cjs].map(({ GuardConfigError }) => typeof GuardConfigError)))
    })`
    expect(await output('alone', '-e', load)).toEqual(Array.from({ length: 8 }, () => 'function'))
  })

  it('names neither Mongoose nor Express in an import of its code', async () => {
    const code = packed.filter((path) => /\.c?js$/.test(path))
    expect(code.length).toBeGreaterThanOrEqual(6)
    for (const path of code) {
      const text = await readFile(join(root, path), 'utf8')
      expect(text).not.toMatch(/(from|import|require)\s*\(?\s*['"](mongoose|express)['"]/)
    }
  })
})

describe.each(setups)('installed in an empty folder: $name', ({ name, major }) => {
  it.each([
    { format: 'an ES module', file: 'app.mjs' },
    { format: 'a CommonJS file', file: 'app.cjs' },
  ])('serves real requests from $format', async ({ file }) => {
    const message = 'mongoose-guard: allow entry "nmae" does not match the schema ("nmae" not found)'
    const configError = { name: 'GuardConfigError', message, entry: 'nmae', suggestion: 'name' }
    expect(await output(name, file)).toEqual({
      versions: { mongoose: major, node: process.versions.node },
      exports: {
        core: ['GuardConfigError', 'createGuard', 'fromForm', 'problemDetails', 'toFieldErrors', 'toUpdate'],
        adapter: ['GuardConfigError', 'guard', 'guardBy'],
        web: ['GuardConfigError', 'guard', 'guardBy'],
      },
      answers: {
        created: { status: 201, body: { name: 'Ada', address: { city: 'London' }, role: 'user' } },
        attacked: {
          status: 400,
          body: {
            errors: [
              {
                code: 'invalid_value',
                path: 'name',
                message: 'Path `name` (`Al`, length 2) is shorter than the minimum allowed length (3).',
                rule: 'minlength',
              },
              { code: 'forbidden_field', path: 'address.zip', message: 'Field is not allowed' },
              { code: 'forbidden_field', path: 'role', message: 'Field is not allowed' },
            ],
          },
        },
        patched: { status: 200, body: { id: '7' } },
      },
      configErrors: [configError, configError],
      oneClass: true,
      instances: [true, true],
    })
  })

  it('prints the access surface of an application from the command line', async () => {
    const bin = join(scratch, name, 'node_modules/.bin/mongoose-guard')
    const { stdout } = await run(bin, ['surface', './surface.cjs'], { cwd: join(scratch, name) })
    expect(stdout).toBe('POST /users -> User\n  name\n\n')
  })

  it('has the types of one package where TypeScript resolves in its classic way, without `exports`', async () => {
    const flags = ['--module', 'commonjs', '--moduleResolution', 'node10', '--strict', '--skipLibCheck', '--noEmit']
    const compiler = join(root, 'node_modules/typescript59/bin/tsc')
    const options = [...flags, '--esModuleInterop', '--target', 'es2022', 'classic.ts']
    await expect(run(process.execPath, [compiler, ...options], { cwd: join(scratch, name) })).resolves.toMatchObject({
      stdout: '',
    })
  })

  it('knows a GuardConfigError by one class, whichever entry and module format threw it', async () => {
    const known = (await output(name, 'both-formats.cjs')) as object[]
    expect(known).toHaveLength(8)
    for (const row of known) {
      expect(row).toMatchObject({
        instance: true,
        instanceOfSubclass: false,
        ownInstanceOfSubclass: true,
        ownInstanceOfClass: true,
      })
    }
  })

  it('reads a form for a guard of the other module format', async () => {
    expect(await output(name, 'forms.cjs')).toEqual([{ age: 36 }, { age: 36 }])
  })
})
