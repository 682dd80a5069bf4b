import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installInCopy, packInto, root, versionOf } from '../support/tarball.ts'

const run = promisify(execFile)
const consumers = join(import.meta.dirname, 'consumers')

/** What is packed, and a folder with a copy of the consumers that the tarball is installed in. */
export interface Installed {
  readonly tarball: string
  readonly packed: readonly string[]
  readonly folder: string
}

/** What the tarball is installed beside: names of packages as this repository has them. */
export interface Setup {
  readonly mongoose: string
  readonly express: string
  readonly major: string
}

/** Packs the library and installs it in an empty folder before the tests of a file, which is removed after them. */
export function installedBefore(packages: () => Promise<string[]>, ...flags: string[]): () => Installed {
  let installed: Installed | undefined
  let scratch = ''
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'mongoose-guard-'))
    const { tarball, packed } = await packInto(scratch)
    const folder = join(scratch, 'consumer')
    await installInCopy(consumers, folder, [...flags, tarball, ...(await packages())])
    installed = { tarball, packed, folder }
  })
  afterAll(async () => {
    await rm(scratch, { recursive: true, force: true })
  })
  return () => {
    if (!installed) throw new Error('asked for before it is installed')
    return installed
  }
}

/** The same, beside the packages of a setup. */
export function installedBeside({ mongoose, express }: Omit<Setup, 'major'>): () => Installed {
  return installedBefore(async () => [
    `mongoose@${await versionOf(mongoose)}`,
    `express@${await versionOf(express)}`,
    `@types/express@${await versionOf(`@types/${express}`)}`,
  ])
}

/** What a program that runs in a folder prints, as JSON. */
export async function outputIn(folder: string, ...parameters: string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, parameters, { cwd: folder })
  return JSON.parse(stdout)
}

/** That its types are those of one package where TypeScript resolves in its classic way, without `exports`. */
export function itHasClassicTypes(installed: () => Installed): void {
  it('has the types of one package where TypeScript resolves in its classic way, without `exports`', async () => {
    const flags = ['--module', 'commonjs', '--moduleResolution', 'node10', '--strict', '--skipLibCheck', '--noEmit']
    const compiler = join(root, 'node_modules/typescript59/bin/tsc')
    const options = [...flags, '--esModuleInterop', '--target', 'es2022', 'classic.ts']
    await expect(run(process.execPath, [compiler, ...options], { cwd: installed().folder })).resolves.toMatchObject({
      stdout: '',
    })
  })
}

/** What holds wherever the tarball is installed, and what else is asked there. */
export function describeInstalled(
  { mongoose, express, major }: Setup,
  askMore?: (installed: () => Installed) => void,
): void {
  describe(`installed in an empty folder: ${mongoose}, ${express}`, () => {
    const installed = installedBeside({ mongoose, express })

    it.each([
      { format: 'an ES module', file: 'app.mjs' },
      { format: 'a CommonJS file', file: 'app.cjs' },
    ])('serves real requests from $format', async ({ file }) => {
      const { folder } = installed()
      const message = 'mongoose-guard: allow entry "nmae" does not match the schema ("nmae" not found)'
      const configError = { name: 'GuardConfigError', message, entry: 'nmae', suggestion: 'name' }
      expect(await outputIn(folder, file)).toEqual({
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
      const { folder } = installed()
      const bin = join(folder, 'node_modules/.bin/mongoose-guard')
      const { stdout } = await run(bin, ['surface', './surface.cjs'], { cwd: folder })
      expect(stdout).toBe('POST /users -> User\n  name\n\n')
    })

    it('knows a GuardConfigError by one class, whichever entry and module format threw it', async () => {
      const { folder } = installed()
      const known = (await outputIn(folder, 'both-formats.cjs')) as object[]
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
      const { folder } = installed()
      expect(await outputIn(folder, 'forms.cjs')).toEqual([{ age: 36 }, { age: 36 }])
    })

    askMore?.(installed)
  })
}
