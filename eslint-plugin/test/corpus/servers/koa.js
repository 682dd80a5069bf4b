import Koa from 'koa'
import Router from '@koa/router'
import bodyParser from 'koa-bodyparser'
import mongoose from 'mongoose'

const Note = mongoose.model('Note', new mongoose.Schema({ text: String, pinned: Boolean, owner: String }))
const router = new Router()

router.post('/notes', async (ctx) => {
  ctx.status = 201
  ctx.body = await Note.create(ctx.request.body) // flagged: no-unguarded-write
})

router.patch('/notes/:id', async (ctx) => {
  const { text } = ctx.request.body
  ctx.body = await Note.findByIdAndUpdate(ctx.params.id, { text }, { new: true })
})

// The body of the context is the response: it leaves that of the request as it was.
router.put('/notes', async (ctx) => {
  const { text } = ctx.request.body
  if (await Note.exists({ text: String(text) })) {
    ctx.body = { message: 'There is one' }
  } else {
    await Note.create(ctx.request.body) // flagged: no-unguarded-write
    ctx.body = { message: 'Kept' }
  }
})

router.post('/notes/copies', reporting, async (ctx) => {
  ctx.body = await Note.insertMany(ctx.request.body) // flagged: no-unguarded-write
})

router.post('/notes/clean', cleaning, async (ctx) => {
  ctx.body = await Note.create(ctx.request.body)
})

async function reporting(ctx, next) {
  try {
    await next()
  } catch (error) {
    ctx.body = { message: error.message }
  }
}

async function cleaning(ctx, next) {
  ctx.request.body = { text: String(ctx.request.body.text) }
  await next()
}

router.get('/notes', async (ctx) => {
  ctx.body = await Note.find({ owner: ctx.state.user.id })
})

export const app = new Koa().use(bodyParser()).use(router.routes())
