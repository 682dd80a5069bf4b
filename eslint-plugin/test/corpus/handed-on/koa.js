const Router = require('@koa/router')
const Note = require('./models/note')

const router = new Router()

router.post(
  '/notes',
  async (ctx, next) => {
    ctx.state.note = ctx.request.body
    await next()
  },
  async (ctx) => {
    ctx.body = await Note.create(ctx.state.note) // flagged: no-unguarded-write
  },
)

router.post(
  '/notes/titled',
  async (ctx, next) => {
    ctx.state.note = { title: ctx.request.body.title }
    await next()
  },
  async (ctx) => {
    ctx.body = await Note.create(ctx.state.note)
  },
)

module.exports = router
