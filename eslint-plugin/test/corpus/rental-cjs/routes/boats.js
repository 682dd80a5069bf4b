const { Router } = require('express')
const boats = require('../controllers/boats')
const bookings = require('../controllers/bookings')

const router = Router()

router.route('/').get(boats.list).post(boats.create)
router.route('/form').post(boats.fromForm)
router.route('/:id').put(boats.update).patch(boats.rename)
router.patch('/:id/cleaned', boats.cleaned)
router.post('/bookings', bookings.book)
router.post('/:boat/bookings/search', bookings.state)
router.post('/payments', bookings.paid)

module.exports = router
