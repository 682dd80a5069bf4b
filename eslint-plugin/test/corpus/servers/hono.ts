import { Hono } from 'hono'
import { sValidator } from '@hono/standard-validator'
import { createGuard } from 'mongoose-guard'
import { Ticket } from './models/ticket'

const newTicket = createGuard(Ticket, { allow: ['subject', 'text'] })

export const tickets = new Hono()
  .post('/', sValidator('json', newTicket), async (c) => {
    const data = c.req.valid('json')
    return c.json(await Ticket.create(data), 201)
  })
  .patch('/:id', async (c) => {
    const changes = await c.req.json()
    return c.json(await Ticket.findByIdAndUpdate(c.req.param('id'), changes)) // flagged: no-unguarded-write
  })
