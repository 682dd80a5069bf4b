import { plainToInstance } from 'class-transformer'
import { validateOrReject } from 'class-validator'
import type { Request, Response } from 'express'
import { BookingChange, NewBooking } from '../dtos/booking.dto'
import { Booking } from '../models/booking'

export const create = async (req: Request, res: Response) => {
  res.status(201).json(await Booking.create(req.body))
}

export const createOpen = async (req: Request, res: Response) => {
  res.status(201).json(await Booking.create(req.body)) // flagged: no-unguarded-write
}

export const replace = async (req: Request, res: Response) => {
  const dto = plainToInstance(NewBooking, req.body)
  await validateOrReject(dto)
  res.json(await Booking.findByIdAndUpdate(req.params.id, dto)) // flagged: no-unguarded-write
}

export const change = async (req: Request, res: Response) => {
  const dto = plainToInstance(BookingChange, req.body)
  await validateOrReject(dto)
  res.json(await Booking.findByIdAndUpdate(req.params.id, dto))
}

export const rebook = async (req: Request, res: Response) => {
  const dto = plainToInstance(NewBooking, req.body)
  await validateOrReject(dto, { whitelist: true })
  res.json(await Booking.findByIdAndUpdate(req.params.id, { $set: dto }))
}
