import { guardAfterBodyParser } from '../src/rules/guard-after-body-parser.ts'
import { runSuite } from './rule-tester.ts'

runSuite(guardAfterBodyParser, {
  rule: 'guard-after-body-parser',
  messageId: 'guardBeforeParser',
  preamble: `import express from 'express'
    import { guard } from 'mongoose-guard/express'
    const app = express(), router = express.Router()
    `,
  bringsOwn: /from 'express'|require\('express'\)/,
  flagged: {
    'a route before express.json()': `app.post('/', «guard(User, { allow: [] })», save)
      app.use(express.json())`,
    'a guard of the whole app before express.json()': `app.use(«guard(User, { allow: [] })»)
      app.use(cors(), express.json({ limit: '1mb' }))`,
    'a guard before the parser of its own route': `app.post('/', «guard(User, { allow: [] })», express.json(), save)`,
    'a guard before the parser in a chain': `router.route('/').post(«guard(User, { allow: [] })», express.json(), save)`,
    'a named import of json': `import express, { json } from 'express'
      import { guard } from 'mongoose-guard/express'
      const app = express()
      app.post('/', «guard(User, { allow: [] })», save)
      app.use(json())`,
    'body-parser': `import express from 'express'
      import bodyParser from 'body-parser'
      import { guard } from 'mongoose-guard/express'
      const app = express()
      app.post('/', «guard(User, { allow: [] })», save)
      app.use(bodyParser.json())`,
    CommonJS: `const express = require('express')
      const { guard } = require('mongoose-guard/express')
      const app = express()
      app.post('/', «guard(User, { allow: [] })», save)
      app.use(express.json())`,
    'a guard and a parser in consts': `const signup = guard(User, { allow: [] }), parser = express.json()
      app.post('/', «signup», save)
      app.use(parser)`,
    'an app that is built in a function': `export function build(app) { app.post('/', «guard(User, { allow: [] })», save); app.use(express.json()) }`,
  },
  quiet: {
    'a route after express.json()': `app.use(express.json())
      app.post('/', guard(User, { allow: [] }), save)`,
    'a parser on the route itself': `app.post('/', express.json(), guard(User, { allow: [] }), save)
      app.use(express.json())`,
    'a parser of one path before the guard': `app.use('/users', express.json())
      app.post('/users', guard(User, { allow: [] }), save)
      app.use(express.json())`,
    'a parser of another path after the guard': `app.post('/', guard(User, { allow: [] }), save)
      app.use('/hooks', express.json())`,
    'another router': `router.post('/', guard(User, { allow: [] }), save)
      app.use(express.json())
      app.use(router)`,
    'another parser': `app.post('/', guard(User, { allow: [] }), save)
      app.use(express.urlencoded({ extended: false }))`,
    'a form parser before the guard': `app.use(express.urlencoded({ extended: false }))
      app.post('/', guard(User, { allow: [] }), save)
      app.use(express.json())`,
    'a form parser on the route': `app.post('/', express.urlencoded({ extended: false }), guard(User, { allow: [] }), save)
      app.use(express.json())`,
    'a parser of uploads on the route': `import express from 'express'
      import multer from 'multer'
      import { guard } from 'mongoose-guard/express'
      const app = express()
      const upload = multer({ dest: 'uploads' })
      app.post('/', upload.none(), guard(User, { allow: [] }), save)
      app.put('/', multer().single('photo'), guard(User, { allow: [] }), save)
      app.use(express.json())`,
    'another function': `export const early = (app) => app.post('/', guard(User, { allow: [] }), save)
      export const late = (app) => app.use(express.json())`,
    'no parser in sight': `router.post('/', guard(User, { allow: [] }), save)`,
    "somebody else's json()": `import express from 'express'
      import { guard } from 'mongoose-guard/express'
      import { json } from './formats'
      const app = express()
      app.post('/', guard(User, { allow: [] }), save)
      app.use(json())`,
  },
})
