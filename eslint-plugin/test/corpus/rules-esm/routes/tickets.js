import { Router } from 'express'
import { change, create, merge, rename } from '../controllers/tickets.js'
import { newTicket, refuse, strictChange, ticketChange } from '../rules/tickets.js'

export const tickets = Router()

tickets.post('/', newTicket, refuse, create)
tickets.put('/:id', ...strictChange(), refuse, rename)
tickets.patch('/:id', ticketChange, refuse, change)
tickets.patch('/:id/merge', ...ticketChange, refuse, merge)
