import Port from '../models/port.js'

export const create = async (req, res) => res.status(201).json(await Port.create(req.body))

export const update = async (req, res) => {
  res.json(await Port.findByIdAndUpdate(req.params.id, req.body)) // flagged: no-unguarded-write
}
