import { join } from 'node:path'
import * as typescriptParser from '@typescript-eslint/parser'
import { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { errorsIn } from './compile.ts'
import { Application, type Files } from './lint-files.ts'

const user = `import mongoose from 'mongoose'
export const User = mongoose.model('User', new mongoose.Schema({ name: { type: String, required: true }, email: String, born: Date, role: String, address: { city: String } }))
`
const imports = `import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { User } from './user.ts'
`
const catchAsync = `const catchAsync = (handler: (req: Request, res: Response, next: NextFunction) => Promise<unknown>): RequestHandler =>
  (req, res, next) => { handler(req, res, next).catch(next) }
`
const auth = `const auth = (_req: Request, _res: Response, next: NextFunction) => { next() }\n`
const create = 'res.json(await User.create(req.body))'
const change = 'res.json(await User.findByIdAndUpdate(req.params.id, req.body))'
const routesOf = (
  path: string,
  method = 'post',
) => `import { type NextFunction, type Request, type Response, Router } from 'express'
import * as users from './users.ts'
export const router = Router()
${auth}router.${method}('${path}', users.handle)
router.${method}('${path}', auth, users.handle)
router.route('${path}').${method}(users.handle)
`
const local = `const router = express.Router()\n${auth}`

interface Case {
  readonly users: string
  readonly routes?: string
  /** A part of what the suggestion makes of it. */
  readonly has: string
}

const cases: Readonly<Record<string, Case>> = {
  'a handler on its route': {
    users: `${local}router.post('/', auth, async (req: Request, res: Response) => { ${create} })`,
    has: `guard(User, { allow: ['name', 'email', 'born', 'address'] }), async (req, res: Response) =>`,
  },
  'an exported arrow function': {
    users: `export const handle = async (req: Request, res: Response) => { ${create} }`,
    routes: routesOf('/'),
    has: `const newUser = guard(User, { allow: ['name', 'email', 'born', 'address'] })
export const handle = [newUser, async (req: GuardedRequest<typeof newUser>, res: Response) =>`,
  },
  'an exported function, which may not come to its end': {
    users: `// Makes a user.\nexport async function handle(req: express.Request, res: Response, next: NextFunction): Promise<void> { try { ${create} } catch (error) { next(error) } }`,
    routes: routesOf('/'),
    has: `export const handle = [newUser, async function handle(req: GuardedRequest<typeof newUser>, res: Response, next`,
  },
  'an exported update with parameters of the path': {
    users: `export const handle = async (req: Request<{ id: string }>, res: Response) => { ${change} }`,
    routes: routesOf('/:id', 'put'),
    has: `export const handle = [userChanges, async (req: GuardedRequest<typeof userChanges, { id: string }>, res: Response) =>`,
  },
  'a name that is taken': {
    users: `export const handle = async (req: Request, res: Response) => { const newUser = await User.create(req.body); res.json(newUser) }`,
    routes: routesOf('/'),
    has: 'const newUserGuard = guard(',
  },
  'a handler that its file has a name for': {
    users: `${local}async function handle(req: Request, res: Response) { ${create} }
router.post('/', auth, handle)
router.post('/again', handle)`,
    has: `router.post('/again', newUser, handle)`,
  },
  'a handler of the type RequestHandler': {
    users: `${local}const handle: RequestHandler = async (req, res) => { ${create} }\nrouter.post('/', auth, handle)`,
    has: 'User.create(req.validated as Validated<typeof newUser>)',
  },
  'a handler in a wrapper, on its route': {
    users: `${catchAsync}${local}router.post('/', auth, catchAsync(async (req: Request, res: Response) => { ${create} }))`,
    has: 'newUser, catchAsync(async (req: Request, res: Response) => { res.json(await User.create(req.validated as Validated<typeof newUser>)) })',
  },
  'an exported handler in a wrapper': {
    users: `${catchAsync}export const handle = catchAsync(async (req, res) => { const data = { ...req.body }; log(req.body.name, req.body); await User.create(data); res.end() })
function log(..._values: unknown[]) {}`,
    routes: routesOf('/'),
    has: '{ ...(req.validated as Validated<typeof newUser>) }; log((req.validated as Validated<typeof newUser>).name, req.validated as',
  },
  'a body of a pattern, in a wrapper': {
    users: `${catchAsync}export const handle = catchAsync(async (req: Request, res: Response) => { const { body } = req; res.json(await User.create(body)) })`,
    routes: routesOf('/'),
    has: '{ const body = req.validated as Validated<typeof newUser>; res.json(await User.create(body)) }',
  },
  'a body of a pattern with others, in a wrapper': {
    users: `${catchAsync}export const handle = catchAsync(async (req: Request, res: Response) => { const { params, body: data, query } = req; res.json({ params, query, user: await User.create({ ...data }) }) })`,
    routes: routesOf('/:id'),
    has: '{ const { params, query } = req, data = req.validated as Validated<typeof newUser>; res.json(',
  },
  'a model that is called collection': {
    users: `const collection = User\nexport const handle = async (req: Request, res: Response) => { res.json(await collection.create(req.body)) }`,
    routes: routesOf('/'),
    has: 'collection.create(req.validated)',
  },
  'an exported update in a wrapper, of a model with nested fields': {
    users: `${catchAsync}export const handle = catchAsync(async (req: Request, res: Response) => { ${change} })`,
    routes: routesOf('/:id', 'put'),
    has: 'toUpdate(User, req.validated as Validated<typeof userChanges>)',
  },
  "a request of the application's own type": {
    users: `interface Authenticated extends Request { user?: { id: string } }
export const handle = async (req: Authenticated, res: Response) => { console.log(req.user?.id); ${create} }`,
    routes: routesOf('/'),
    has: 'async (req: Authenticated, res: Response) => { console.log(req.user?.id); res.json(await User.create(req.validated as',
  },
  'a request with the type of its body, on its route': {
    users: `interface NewUser { name: string; email?: string }
${local}router.post('/:id', auth, async (req: Request<{ id: string }, {}, NewUser>, res: Response) => { console.log(req.params.id); ${create} })`,
    has: 'async (req, res: Response) => { console.log(req.params.id); res.json(await User.create(req.validated)) }',
  },
  'a request with the type of its body, of an exported handler': {
    users: `interface NewUser { name: string; email?: string }
export const handle = async (req: Request<{}, {}, NewUser>, res: Response) => { ${create} }`,
    routes: routesOf('/'),
    has: 'async (req: GuardedRequest<typeof newUser, {}>, res: Response) => { res.json(await User.create(req.validated)) }',
  },
  'a request with the type of its query, on its route': {
    users: `interface NewUser { name: string; email?: string }
${local}router.post('/:id', async (req: Request<{ id: string }, unknown, NewUser, { page: string }>, res: Response) => { console.log(req.query.page); ${create} })`,
    has: 'async (req: Request<{ id: string }, unknown, any, { page: string }>, res: Response) => { console.log(req.query.page); res.json(await User.create(req.validated as',
  },
  'a request with the type of its body, in a wrapper': {
    users: `interface NewUser { name: string; email?: string }
${catchAsync}export const handle = catchAsync(async (req: Request<any, {}, NewUser>, res: Response) => { ${create} })`,
    routes: routesOf('/'),
    has: 'catchAsync(async (req: Request<any, {}, any>, res: Response) => { res.json(await User.create(req.validated as',
  },
  'a member of an exported object': {
    users: `export default { handle: async (req: Request, res: Response) => { ${create} } }`,
    routes: routesOf('/').replace('import * as users', 'import users'),
    has: `export default { handle: [newUser, async (req: GuardedRequest<typeof newUser>, res: Response) =>`,
  },
  'a pattern that leaves fields out': {
    users: `${local}router.put('/:id', async (req: Request<{ id: string }>, res: Response) => { const { _id, role, ...rest } = req.body; res.json(await User.findByIdAndUpdate(req.params.id, { $set: rest })) })`,
    has: 'const { ...rest } = req.validated',
  },
  'a pattern that leaves a field out and reads another': {
    users: `${local}router.post('/', async (req: Request, res: Response) => { const { name, role: _, ...rest } = req.body; res.json(await User.create({ ...rest, name })) })`,
    has: 'const { name, ...rest } = req.validated',
  },
  'a pattern that leaves a field out, in a wrapper': {
    users: `${catchAsync}export const handle = catchAsync(async (req: Request, res: Response) => { const { role, ...rest } = req.body; res.json(await User.create(rest)) })`,
    routes: routesOf('/'),
    has: 'const { ...rest } = req.validated as Validated<typeof newUser>',
  },
  'a helper that is given the request': {
    users: `${local}const save = (req: Request) => User.create(req.body)
router.post('/', async (req: Request, res: Response) => { res.json(await save(req)) })`,
    has: 'newUser, async (req, res: Response) => { res.json(await save(req)) }',
  },
  'a namespace of the package': {
    users: `import * as mg from 'mongoose-guard/express'\nexport const handle = async (req: Request, res: Response) => { ${create} }`,
    routes: routesOf('/'),
    has: 'async (req: mg.GuardedRequest<typeof newUser>, res',
  },
  "a type of the file's own that is made of the package's": {
    users: `import * as mg from 'mongoose-guard/express'\nexport type AnyRequest = mg.GuardedRequest<any>
export const handle = async (req: Request, res: Response) => { ${create} }`,
    routes: routesOf('/'),
    has: 'async (req: mg.GuardedRequest<typeof newUser>, res',
  },
  'imports that are there': {
    users: `import { guard, type GuardedRequest } from 'mongoose-guard/express'
export const handle = async (req: Request, res: Response) => { ${create} }
export const other = guard(User, { allow: ['name'] })
export type Other = GuardedRequest<typeof other>`,
    routes: routesOf('/'),
    has: `import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'`,
  },
  'a web handler': {
    users: `export async function POST(req: globalThis.Request): Promise<globalThis.Response> { return Response.json(await User.create(await req.json())) }`,
    has: 'export const POST = guard(User, { allow: [',
  },
}

/** The text with the suggestion for the only report in it. */
function guarded({ users, routes }: Case): string {
  const files: Files = { 'user.ts': user, ...(routes === undefined ? {} : { 'routes.ts': routes }) }
  const text = users.includes('POST(') ? `import { User } from './user.ts'\n${users}\n` : `${imports}${users}\n`
  const application = new Application({ ...files, 'users.ts': text })
  const messages = new Linter({ cwd: application.folder }).verify(
    text,
    {
      files: ['**/*.ts'],
      plugins: { 'mongoose-guard': plugin },
      languageOptions: { parser: typescriptParser },
      rules: { 'mongoose-guard/no-unguarded-write': 'error' },
    },
    { filename: join(application.folder, 'users.ts') },
  )
  application.remove()
  expect(messages).toHaveLength(1)
  const [fix] = messages.flatMap(({ suggestions }) => suggestions ?? []).map((suggestion) => suggestion.fix)
  return fix ? text.slice(0, fix.range[0]) + fix.text + text.slice(fix.range[1]) : ''
}

describe('the guard that no-unguarded-write suggests in TypeScript', () => {
  const outputs = new Map<string, string>()
  const folderOf = (title: string) => title.replaceAll(/\W+/g, '-')

  it.each(Object.entries(cases))('is written so: %s', (title, each) => {
    const output = guarded(each)
    outputs.set(title, output)
    expect(output).toContain(each.has)
    expect(output).not.toContain('req.body')
  })

  it.each([
    'const { body, body: { name } } = req; console.log(name); res.json(await User.create(body))',
    'const { body, params = { id: req.body.id } } = req; console.log(params); res.json(await User.create(body))',
    "const key = 'body'; const { body, [key]: again } = req; console.log(again); res.json(await User.create(body))",
    'const { body, ...others } = req; console.log(others); res.json(await User.create(body))',
  ])('is none where a pattern takes more of the body than it: %s', (code) => {
    const users = `${catchAsync}export const handle = catchAsync(async (req: Request, res: Response) => { ${code} })`
    expect(guarded({ users, routes: routesOf('/'), has: '' })).toBe('')
  })

  it.each([
    `req.body.role = 'user'; ${create}`,
    `delete req.body.role; ${create}`,
    "const data = { ...req.body }; data.role = 'user'; res.json(await User.create(data))",
    'const { body: { role, ...rest } } = req; res.json(await User.create(rest))',
  ])(
    'is none where the handler changes a field of the body, or a pattern of the request leaves one out: %s',
    (code) => {
      const users = `${local}router.post('/', async (req: Request, res: Response) => { ${code} })`
      expect(guarded({ users, has: '' })).toBe('')
    },
  )

  it('is none where a list would have no place for the type of the query', () => {
    const users = `export const handle = async (req: Request<{}, {}, {}, { page: string }>, res: Response) => { ${create} }`
    expect(guarded({ users, routes: routesOf('/'), has: '' })).toBe('')
  })

  describe('with the compiler', () => {
    const compiled = (strict: boolean) => {
      const files = Object.entries(cases).flatMap(([title, each]) =>
        Object.entries({
          'user.ts': user,
          'users.ts': outputs.get(title) ?? guarded(each),
          'routes.ts': each.routes ?? 'export {}',
        }).map(([name, text]) => [`${folderOf(title)}/${name}`, text] as const),
      )
      return errorsIn(Object.fromEntries(files), { strict })
    }

    it.each([true, false])('compiles, `strict: %s`', (strict) => {
      expect(compiled(strict)).toEqual([])
    })
  })
})
