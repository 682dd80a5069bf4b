import { Guest } from '@/models'

export default async function handler(req, res) {
  if (req.method === 'POST') return res.status(201).json(await Guest.create(req.body)) // flagged: no-unguarded-write
  res.status(405).end()
}
