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

router.get('/notes', async (ctx) => {
  ctx.body = await Note.find({ owner: ctx.state.user.id })
})

export const app = new Koa().use(bodyParser()).use(router.routes())
