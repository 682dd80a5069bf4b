import Voyage from '../models/voyage.js'
import { named, stamped, withoutId } from '../lib/copy.js'

export const plan = async (req, res) => res.json(await Voyage.create(withoutId(req.body))) // flagged: no-unguarded-write
export const log = async (req, res) => res.json(await Voyage.create(stamped(req.body))) // flagged: no-unguarded-write
export const draft = async (req, res) => res.json(await Voyage.create(named(req.body)))

export const clone = async (req, res) => {
  const copy = JSON.parse(JSON.stringify(req.body))
  res.json(await Voyage.create(copy)) // flagged: no-unguarded-write
}

export const split = async (req, res) => {
  const legs = await Promise.all(req.body.legs.map((leg) => Voyage.create(leg))) // flagged: no-unguarded-write
  res.json(legs)
}

export const merge = async (req, res) => {
  const voyage = await Voyage.findById(req.params.id)
  for (const key in req.body) voyage[key] = req.body[key] // flagged: no-unguarded-write
  res.json(await voyage.save())
}

export const mergeSome = async (req, res) => {
  const voyage = await Voyage.findById(req.params.id)
  for (const key in req.body) if (['from', 'to'].includes(key)) voyage[key] = req.body[key]
  res.json(await voyage.save())
}
