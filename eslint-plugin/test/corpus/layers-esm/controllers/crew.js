import Crew from '../models/crew.js'

export const hire = async (req, res) => res.status(201).json(await Crew.create(req.body))

export const promote = async (req, res) => {
  const sailor = await Crew.findById(req.params.id)
  sailor.set(req.validated, undefined, { merge: true })
  res.json(await sailor.save())
}
