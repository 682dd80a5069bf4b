import { type Request, type Response, Router } from 'express'
import * as s from 'superstruct'
import { array, assert, create, is, mask, number, object, partial, string, type, validate } from 'superstruct'
import { Trip } from '../models/trip'

const NewTrip = object({ to: string(), days: number() })
const LooseTrip = type({ to: string() })

export async function asserted(req: Request, res: Response) {
  assert(req.body, NewTrip)
  res.json(await Trip.create(req.body))
}

export async function assertedLoosely(req: Request, res: Response) {
  assert(req.body, LooseTrip)
  res.json(await Trip.create(req.body)) // flagged: no-unguarded-write
}

export async function created(req: Request, res: Response) {
  const data = create(req.body, NewTrip)
  res.json(await Trip.create(data))
}

export async function createdBeside(req: Request, res: Response) {
  create(req.body, partial(NewTrip))
  res.json(await Trip.create(req.body))
}

export async function masked(req: Request, res: Response) {
  res.json(await Trip.create(mask(req.body, NewTrip)))
}

export async function maskedBeside(req: Request, res: Response) {
  const { to } = mask(req.body, NewTrip)
  res.json(await Trip.create({ ...req.body, to })) // flagged: no-unguarded-write
}

export async function asked(req: Request, res: Response) {
  if (!is(req.body, NewTrip)) return res.sendStatus(400)
  return res.json(await Trip.create(req.body))
}

export async function validated(req: Request, res: Response) {
  const [error] = validate(req.body, NewTrip)
  if (error) return res.status(400).json(error)
  return res.json(await Trip.create(req.body))
}

export async function validatedLoosely(req: Request, res: Response) {
  const [error] = validate(req.body, LooseTrip)
  if (error) return res.status(400).json(error)
  return res.json(await Trip.create(req.body)) // flagged: no-unguarded-write
}

export async function many(req: Request, res: Response) {
  s.assert(req.body, array(NewTrip))
  res.json(await Trip.insertMany(req.body))
}

export async function byMethod(req: Request, res: Response) {
  NewTrip.assert(req.body)
  res.json(await Trip.create(req.body))
}

export const structs = Router()
structs.post('/asserted', asserted)
