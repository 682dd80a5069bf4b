import * as ships from '../services/ships.js'

export async function register(req, res) {
  const ship = await ships.register({ ...req.body, flag: 'LV' }) // flagged: no-unguarded-write
  res.status(201).json(ship)
}

export async function rename(req, res) {
  const changes = req.body
  res.json(await ships.rename(req.params.id, changes)) // flagged: no-unguarded-write
}

export const scrap = async (req, res) => {
  await ships.scrap(req.params.id)
  res.sendStatus(204)
}
