import { noGuardInHandler } from '../src/rules/no-guard-in-handler.ts'
import { runSuite } from './rule-tester.ts'

runSuite(noGuardInHandler, {
  rule: 'no-guard-in-handler',
  messageId: 'guardInHandler',
  preamble: "import { guard } from 'mongoose-guard/express'\n",
  bringsOwn: /mongoose-guard/,
  flagged: {
    'a guard that a middleware builds and calls': `app.post('/', (req, res, next) => «guard(User, { allow: fieldsFor(req.user) })»(req, res, next), save)`,
    'a guard in a middleware that stands in a const': `const check = (req, res, next) => «guard(User, { allow: [] })»(req, res, next)`,
    'a guard in a handler': `app.post('/', async (req, res) => { const check = «guard(User, { allow: [] })»; await check(req, res, done); res.json(req.validated) })`,
    'a Guard in a handler': `import { createGuard } from 'mongoose-guard'
      export const save = async (req, res) => { const outcome = await «createGuard(User, { allow: [] })».validate(req.body); res.json(outcome) }`,
    'a Guard in a function inside a handler': `import { createGuard } from 'mongoose-guard'
      export const save = async (req, res) => { const check = () => «createGuard(User, { allow: [] })».validate(req.body); res.json(await check()) }`,
    'a wrapped handler': `router.post('/', asyncHandler(async (req) => { await run(«guard(User, { allow: [] })», req) }))`,
    'a web guard in a Next.js route handler': `import { guard } from 'mongoose-guard/web'
      export async function POST(request) { return «guard(User, { allow: [] }, save)»(request) }`,
  },
  quiet: {
    'a guard on a route': `app.post('/', guard(User, { allow: [] }), save)`,
    'a guard in a function that registers routes': `export function routes(app, res) { app.post('/', guard(User, { allow: [] }), save); res.status(200) }`,
    'a guard in a plugin': `export function plugin(app, options, done) { app.post('/', guard(User, { allow: [] }), save); done() }`,
    'a factory of guards': `const allow = (...entries) => guard(User, { allow: entries })`,
    'a guard in a constructor': `class Users { constructor(router) { this.router = router; this.router.post('/', guard(User, { allow: [] }), this.save) } }`,
    'a guard in a test': `it('turns a body away', async () => { const check = guard(User, { allow: [] }); expect(await run(check)).toBe(400) })`,
    "somebody else's guard": `const guard = (role) => check(role)\napp.post('/', (req, res, next) => guard('mongoose-guard')(req, res, next))`,
    'a handler that uses a guard from outside': `const check = guard(User, { allow: [] })
      app.post('/', (req, res, next) => check(req, res, next))`,
  },
})

runSuite(noGuardInHandler, {
  rule: 'no-guard-in-handler, without a call',
  messageId: 'guardNotCalled',
  preamble: "import { guard } from 'mongoose-guard/express'\n",
  bringsOwn: /mongoose-guard/,
  flagged: {
    'a guard among the handlers of a route': `app.post('/', auth, «guard», save)`,
    'a guard of the whole router': `router.use(«guard»)`,
    'a guard with defaults': `const check = guard.with({ maxErrors: 5 })\nrouter.route('/').post(«check», save)`,
  },
  quiet: {
    'a guard that is called': `app.post('/', guard(User, { allow: [] }), save)`,
    'a guard from a factory': `const check = () => guard(User, { allow: [] })\napp.post('/', check(), save)`,
    'a guard that is handed on': `registerRoutes(app, guard)\ncache.set('guard', 1)`,
    "somebody else's guard": `import { guard } from './guard.js'\n// mongoose-guard\napp.post('/', guard, save)`,
  },
})
