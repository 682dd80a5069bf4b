import * as typescriptParser from '@typescript-eslint/parser'
import { describe, expect, it } from 'vitest'
import { Application, type Files } from './lint-files.ts'

const model = `import mongoose from 'mongoose'
export const User = mongoose.model('User', new mongoose.Schema({ name: String }))
`
const importUser = `import { User } from '../../models/user.ts'\n`
const saving = (head: string) =>
  `${head} { const body = await request.json(); return Response.json(await User.create(body)) }`
const create = `${importUser}${saving('async function create(request)')}\n`
const helpers = `${importUser}${saving('export async function create(request)')}`
const imported = `import { create } from '../helpers/create.ts'\n`
const wrapper =
  'export const withAuth = (handler) => async (request) => hasSession(request) ? handler(request) : refuse()'
const importAuth = `import { withAuth } from '../helpers/auth.ts'\n`
const checking = (schema: string) => `export const withBody = (schema, handler) => async (request) => {
  const { success, error } = ${schema}.safeParse(await request.clone().json())
  if (!success) return Response.json(error, { status: 400 })
  return handler(request)
}`
const importBody = `import { z } from 'zod'\nimport { withBody } from '../helpers/body.ts'\nconst S = z.object({ name: z.string() })\n`

/** The files of an application with a report, as `path:line`. */
function lint(files: Files): string[] {
  const all: Files = { 'models/user.ts': model, 'app/helpers/auth.ts': wrapper, ...files }
  const application = new Application(all)
  const rules = { 'mongoose-guard/no-unguarded-write': 'error' } as const
  const found = Object.entries(all).flatMap(([path, code]) =>
    application
      .lint(path, code, { rules, languageOptions: { parser: typescriptParser } })
      .map((message) => `${path}:${message.split(':')[0] ?? ''}`),
  )
  application.remove()
  return found
}

const route = 'app/users/route.ts'
const helper = 'app/helpers/create.ts'

const flagged: Readonly<Record<string, readonly [files: Files, ...found: string[]]>> = {
  'that is exported under another name': [{ [route]: `${create}export { create as POST }` }, `${route}:2`],
  'in a constant of another name': [{ [route]: `${create}export const POST = create` }, `${route}:2`],
  'in a wrapper': [{ [route]: `${importAuth}${create}export const POST = withAuth(create)` }, `${route}:3`],
  'in a wrapper that has a name': [
    { [route]: `${importAuth}${create}const wrapped = withAuth(create)\nexport { wrapped as POST, wrapped as PUT }` },
    `${route}:3`,
  ],
  'in a wrapper that nothing tells of': [
    { [route]: `import { withSession } from '@acme/auth'\n${create}export const POST = withSession(create, options)` },
    `${route}:3`,
  ],
  'in an object': [
    { [route]: `${create}const handlers = { POST: create }\nexport const { POST } = handlers` },
    `${route}:2`,
  ],
  'of another file in a wrapper': [
    { [helper]: helpers, [route]: `${importAuth}${imported}export const POST = withAuth(create)` },
    `${helper}:2`,
  ],
  'of another file that a route exports': [
    { [helper]: helpers, [route]: `export { create as POST } from '../helpers/create.ts'` },
    `${helper}:2`,
  ],
  'of another file, which a route leaves its request to': [
    {
      [helper]: helpers.replace('request)', 'request: Request)'),
      [route]: `${imported}export async function POST(request: Request) { return create(request) }`,
    },
    `${route}:2`,
  ],
  'behind a schema that lets any key through': [
    {
      'app/helpers/body.ts': checking('schema'),
      [route]: `${importBody}${create}export const POST = withBody(S, create)`,
    },
    `${route}:5`,
  ],
}

const quiet: Readonly<Record<string, Files>> = {
  'behind a guard': {
    [route]: `import { guard } from 'mongoose-guard/web'\n${importAuth}${importUser}
      async function create(request) { return Response.json(await User.create(request.validated)) }
      export const POST = withAuth(guard(User, { allow: ['name'] }, create))`,
  },
  'of another file, which a guard is given': {
    [helper]: helpers,
    [route]: `import { guard } from 'mongoose-guard/web'\n${importUser}${imported}export const POST = guard(User, { allow: ['name'] }, create)`,
  },
  'behind a strict schema': {
    'app/helpers/body.ts': checking('schema.strict()'),
    [route]: `${importBody}${create}export const POST = withBody(S, create)`,
  },
  'in a wrapper of a strict schema': {
    'app/helpers/body.ts': checking('schema.strict()'),
    [route]: `${importBody}${importUser}export const POST = withBody(S, ${saving('async (request) =>')})`,
  },
  'that answers no request with a body': { [route]: `${create}export { create as GET, create as load }` },
  'that is given the answer of a server': {
    [helper]: helpers,
    [route]: `${imported}export async function POST() { await create(await fetch(url)); return new Response() }`,
  },
}

describe('a handler of a web framework', () => {
  it.each(Object.entries(flagged))('%s', (_name, [files, ...found]) => {
    expect(lint(files)).toEqual(found)
  })

  it.each(Object.entries(quiet))('quiet: %s', (_name, files) => {
    expect(lint(files)).toEqual([])
  })

  it.each([
    ['await request.formData()', 'Let a guard of `createGuard()` validate what `fromForm()` makes of the form'],
    ['await request.json()', 'Put a guard on the route'],
  ])('is told to validate %s by what takes it', (read, advice) => {
    const application = new Application({ 'models/user.ts': model })
    const code = `${importUser}export async function POST(request) { return Response.json(await User.create(Object.fromEntries(Object.entries(${read})))) }`
    const rules = { 'mongoose-guard/no-unguarded-write': 'error' } as const
    expect(application.lint(route, code, { rules })).toEqual([expect.stringContaining(advice)])
    application.remove()
  })
})
