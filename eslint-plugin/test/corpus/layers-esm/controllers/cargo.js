import { load, list } from '../services/cargo.js'

export const create = async (req, res) => res.status(201).json(await load(req.body))
export const search = async (req, res) => res.json(await list(req.body.filter)) // flagged: no-unguarded-filter
