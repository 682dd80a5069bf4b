import { type Request, type Response, Router } from 'express'
import { object, parse, safeParse, strictObject, string } from 'valibot'
import { Trip } from '../models/trip'

const Strict = strictObject({ to: string() })
const Plain = object({ to: string() })

export async function parsed(req: Request, res: Response) {
  parse(Strict, req.body)
  res.json(await Trip.create(req.body))
}

export async function parsedPlainly(req: Request, res: Response) {
  parse(Plain, req.body)
  res.json(await Trip.create(req.body)) // flagged: no-unguarded-write
}

export async function safelyParsed(req: Request, res: Response) {
  const { success } = safeParse(Strict, req.body)
  if (!success) return res.sendStatus(400)
  return res.json(await Trip.create(req.body))
}

export const valibot = Router()
valibot.post('/parsed', parsed)
