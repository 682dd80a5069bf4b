import { Hono } from 'hono'
import mongoose from 'mongoose'

const Badge = mongoose.model('Badge', new mongoose.Schema({ label: String, colour: String, isOfficial: Boolean }))

export const app = new Hono()

app.post('/a', async (c) => c.json(await Badge.create(await c.req.parseBody()))) // flagged: no-unguarded-write

app.post('/b', async (c) => {
  const form = await c.req.formData()
  return c.json(await Badge.create(Object.fromEntries(form))) // flagged: no-unguarded-write
})

app.post('/c', async (c) => {
  const { label, colour } = await c.req.parseBody()
  return c.json(await Badge.create({ label, colour }))
})

app.post('/d', async (c) => {
  const form = await c.req.formData()
  return c.json(await Badge.create({ label: form.get('label') }))
})

app.post('/e', async (c) => {
  const form = await c.req.parseBody()
  return c.json(await Badge.findOne({ label: form.label }))
})
