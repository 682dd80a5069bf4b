import { Validator } from '@seriousme/openapi-schema-validator'
import mongoose from 'mongoose'
import { describe, expect, it } from 'vitest'
import { guard } from '../../src/adapters/express.ts'
import { accessSurface, openapi } from '../../src/adapters/openapi.ts'
import { createGuard } from '../../src/index.ts'
import { expressVersions } from '../support/server.ts'

/** Express as these applications use it; both majors agree on it. */
interface App {
  (): void
  use: (...handlers: unknown[]) => App
  get: (...handlers: unknown[]) => App
  post: (...handlers: unknown[]) => App
  put: (...handlers: unknown[]) => App
  patch: (...handlers: unknown[]) => App
  delete: (...handlers: unknown[]) => App
  param: (name: string, handler: unknown) => App
  route: (path: string) => App
}
interface Express {
  (): App
  Router: (options?: { mergeParams?: boolean }) => App
  json: () => unknown
}
interface Layout {
  name: string
  make: (express: Express) => { app: App; mounts?: Record<string, App> }
  text: string
  paths: Record<string, string[]>
}

const db = new mongoose.Mongoose()
const { Schema } = db
const User = db.model('User', new Schema({ name: { type: String, required: true }, email: String, role: String }))
const Post = db.model(
  'Post',
  new Schema({ title: { type: String, required: true }, tags: [String], author: Schema.Types.ObjectId }),
)
const Comment = db.model(
  'Comment',
  new Schema({ text: { type: String, required: true, maxlength: 500 }, post: Schema.Types.ObjectId }),
)

const pass = (_req: unknown, _res: unknown, next: () => void) => {
  next()
}
const handler = () => undefined
const asynchronous = (run: () => unknown) => () => Promise.resolve(run())

const layouts: Layout[] = [
  {
    // A table of routers, one for each feature, below a version of the API.
    name: 'a boilerplate with a router for each feature',
    make: (express) => {
      const users = express.Router()
      users
        .route('/')
        .post(pass, guard(User, { allow: ['name', 'email'] }), asynchronous(handler))
        .get(asynchronous(handler))
      users
        .route('/:userId')
        .get(handler)
        .patch(pass, guard(User, { allow: ['email'], partial: true }), asynchronous(handler))
        .delete(handler)
      const posts = express.Router()
      posts.post('/', guard(Post, { allow: ['title', 'tags'] }), handler)
      const v1 = express.Router()
      for (const { path, route } of [
        { path: '/users', route: users },
        { path: '/posts', route: posts },
      ])
        v1.use(path, route)
      return { app: express().use(express.json()).use('/v1', v1).use(handler) }
    },
    text: `POST /v1/posts -> Post
  title
  tags

POST /v1/users -> User
  name
  email

PATCH /v1/users/:userId -> User (partial)
  email
`,
    paths: { '/v1/users': ['post'], '/v1/users/{userId}': ['patch'], '/v1/posts': ['post'] },
  },
  {
    // Controllers hold arrays of handlers, and routers take the parameters of those above.
    name: 'controllers of arrays, and resources within resources',
    make: (express) => {
      const commentController = { create: [pass, [guard(Comment, { allow: ['text'] }), handler]] }
      const postController = {
        create: [guard(Post, { allow: ['title'] }), handler],
        replace: [[pass, guard(Post, { allow: ['title', 'tags'] })], handler],
      }
      const comments = express.Router({ mergeParams: true })
      comments.post('/', ...commentController.create)
      const posts = express.Router()
      posts.param('post', pass)
      posts.post('/', postController.create)
      posts.put('/:post', postController.replace)
      posts.use('/:post/comments', comments)
      const app = express()
      app.use('/api/posts', pass, posts)
      return { app }
    },
    text: `POST /api/posts -> Post
  title

PUT /api/posts/:post -> Post
  title
  tags

POST /api/posts/:post/comments -> Comment
  text
`,
    paths: { '/api/posts': ['post'], '/api/posts/{post}': ['put'], '/api/posts/{post}/comments': ['post'] },
  },
  {
    // An application for the public, and one for administrators that share their guards.
    name: 'an application in an application',
    make: (express) => {
      const newUser = createGuard(User, { allow: ['name', 'email'] })
      const admin = express()
      admin.post('/users', guard(newUser), handler)
      admin.patch('/users/:id/role', guard(User, { allow: ['role'], partial: true }), handler)
      const app = express()
      app.post('/register', guard(newUser), handler)
      app.use('/admin', admin)
      return { app, mounts: { '/admin': admin } }
    },
    text: `POST /admin/users -> User
  name
  email

PATCH /admin/users/:id/role -> User (partial)
  role

POST /register -> User
  name
  email
`,
    paths: { '/register': ['post'], '/admin/users': ['post'], '/admin/users/{id}/role': ['patch'] },
  },
]

describe.each(expressVersions)('an application of Express $version', ({ express }) => {
  it.each(layouts)('is read: $name', async ({ make, text, paths }) => {
    const { app, mounts = {} } = make(express as unknown as Express)
    expect(accessSurface(app, { mounts }).text).toBe(text)
    const document = openapi(app, { info: { title: 'An API', version: '1.0.0' }, mounts })
    expect(Object.entries(document.paths).map(([path, item]) => [path, Object.keys(item)])).toEqual(
      Object.entries(paths),
    )
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true })
  })
})
