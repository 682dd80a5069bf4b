import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import { Trip } from '../models/trip'

const Strict = z.strictObject({ to: z.string() })
const Plain = z.object({ to: z.string() })

export const app = new Hono()

app.post('/a', zValidator('json', Strict), async (c) => {
  return c.json(await Trip.create(c.req.valid('json')))
})

app.post('/b', zValidator('json', Strict), async (c) => {
  return c.json(await Trip.create(await c.req.json()))
})

app.post('/c', zValidator('json', Plain), async (c) => {
  return c.json(await Trip.create(c.req.valid('json')))
})

app.post('/d', zValidator('json', Plain), async (c) => {
  return c.json(await Trip.create(await c.req.json())) // flagged: no-unguarded-write
})

app.post('/e', zValidator('query', Strict), async (c) => {
  return c.json(await Trip.create(await c.req.json())) // flagged: no-unguarded-write
})
