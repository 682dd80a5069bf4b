import { matchedData } from 'express-validator'
import { Ticket } from '../models/ticket.js'

export const create = async (req, res) => {
  res.status(201).json(await Ticket.create(req.body))
}

export const rename = async (req, res) => {
  res.json(await Ticket.findByIdAndUpdate(req.params.id, req.body))
}

export const change = async (req, res) => {
  res.json(await Ticket.findByIdAndUpdate(req.params.id, req.body)) // flagged: no-unguarded-write
}

export const merge = async (req, res) => {
  const ticket = await Ticket.findById(req.params.id)
  Object.assign(ticket, matchedData(req, { locations: ['body'] }))
  res.json(await ticket.save())
}
