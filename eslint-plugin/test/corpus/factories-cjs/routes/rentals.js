const express = require('express')
const rentals = require('../controllers/rentals')
const repairs = require('../controllers/repairs')

const router = express.Router()
router.post('/', rentals.create)
router.post('/:id/close', rentals.close)
router.post('/:id/extend', rentals.extend)
router.post('/repairs', repairs.create)
router.post('/repairs/quotes', repairs.quote)
router.patch('/repairs/:id', repairs.update)

module.exports = router
