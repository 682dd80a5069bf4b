import { Router } from 'express'
import { change, create, createOpen, rebook, replace } from '../controllers/bookings'
import { NewBooking } from '../dtos/booking.dto'
import { validateBody } from '../middleware/validate'

export const bookings = Router()

bookings.post('/', validateBody(NewBooking, true), create)
bookings.post('/open', validateBody(NewBooking), createOpen)
bookings.put('/:id', replace)
bookings.patch('/:id', change)
bookings.patch('/:id/nights', rebook)
