import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installInCopy, packInto, versionOf } from '../support/tarball.ts'

const run = promisify(execFile)
const runtimes = [
  { runtime: 'bun', flags: ['run'] },
  { runtime: 'deno', flags: ['run', '--allow-all'] },
]
const majors = [
  { major: '8', mongoose: 'mongoose8' },
  { major: '9', mongoose: 'mongoose' },
]

let scratch: string

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'mongoose-guard-runtimes-'))
  const { tarball } = await packInto(scratch)
  const program = join(import.meta.dirname, 'runtimes')
  await Promise.all(
    majors.map(async ({ major, mongoose }) =>
      installInCopy(program, join(scratch, major), [tarball, `mongoose@${await versionOf(mongoose)}`]),
    ),
  )
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

const refused = (...errors: object[]) => ({ status: 400, hasId: false, body: { errors } })
const config = (message: string) => [true, expect.stringContaining(message)]

describe.each(majors)('the tarball beside Mongoose $major', ({ major }) => {
  it.each(runtimes)(
    'is right on $runtime: synchronous, asynchronous and conditional rules, set-up errors, a web handler that serves',
    async ({ runtime, flags }) => {
      const binary = join(import.meta.dirname, 'node_modules/.bin', runtime)
      const { stdout } = await run(binary, [...flags, 'app.mjs'], { cwd: join(scratch, major) })
      const { runtime: name, ...answers } = JSON.parse(stdout) as Record<string, unknown>
      expect(name).toBe(runtime)
      expect(answers).toEqual({
        mongoose: major,
        sync: { ok: true, validated: { name: 'Ada' } },
        conditional: {
          ok: false,
          errors: [{ code: 'invalid_value', path: 'vatId', message: 'Path `vatId` is required.', rule: 'required' }],
        },
        async: [
          true,
          {
            ok: false,
            errors: [
              {
                code: 'invalid_value',
                path: 'nick',
                message: 'Validator failed for path `nick` with value `taken`',
                rule: 'user defined',
              },
            ],
          },
        ],
        setUp: [
          config('allow entry "nmae" does not match the schema ("nmae" not found)'),
          config('unknown option "alow"'),
        ],
        served: {
          created: {
            status: 201,
            hasId: true,
            body: { name: 'Ada', born: '1815-12-10T00:00:00.000Z', role: 'user' },
          },
          attacked: refused(
            {
              code: 'invalid_value',
              path: 'name',
              message: 'Path `name` (`Al`, length 2) is shorter than the minimum allowed length (3).',
              rule: 'minlength',
            },
            { code: 'invalid_type', path: 'born', message: 'Expected date, received number' },
            { code: 'forbidden_field', path: 'role', message: 'Field is not allowed' },
            { code: 'forbidden_field', path: '__proto__', message: 'Field is not allowed' },
          ),
          // The parser's own words come behind it.
          broken: refused({ code: 'invalid_body', message: expect.stringMatching(/^Body is not JSON: ./) as string }),
          large: {
            status: 413,
            hasId: false,
            body: { errors: [{ code: 'invalid_body', message: 'Body is larger than 102400 bytes' }] },
          },
        },
      })
    },
  )
})
