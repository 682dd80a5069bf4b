import type { NextApiRequest, NextApiResponse } from 'next'
import { connect } from '../../lib/db'
import User from '../../models/user'

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  await connect()
  switch (req.method) {
    case 'GET':
      return res.json(await User.findById(req.query.id))
    case 'PUT': {
      const { name, address } = req.body
      return res.json(await User.findByIdAndUpdate(req.query.id, { name, address }, { new: true }))
    }
    case 'POST':
      return res.status(201).json(await User.create(req.body)) // flagged: no-unguarded-write
    default:
      return res.status(405).end()
  }
}
