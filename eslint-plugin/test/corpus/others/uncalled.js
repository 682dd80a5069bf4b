import express from 'express'
import { guard } from 'mongoose-guard/express'

const router = express.Router()
router.post('/', guard, (req, res) => res.json(req.validated)) // flagged: no-guard-in-handler
