import { Router } from 'express'
import { loans } from '../controllers/made'

export const router = Router()

router.post('/', (req, res) => {
  void loans.lend(req, res) // flagged: no-unguarded-write
})
router.patch('/:id', (req, res) => loans.extend(req, res)) // flagged: no-unguarded-write
router.patch('/:id/title', (req, res) => loans.rename(req, res))
