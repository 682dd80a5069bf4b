const express = require('express')
const { guard } = require('mongoose-guard/express')
const Tour = require('../models/tour')
const tours = require('../controllers/tours')
const auth = require('../controllers/auth')

const router = express.Router()
const fields = ['name', 'duration', 'price', 'startLocation']

router.route('/top-5').get(tours.aliasTopTours)
router.route('/stats').get(tours.getStats)

router.use(auth.protect)

router.route('/').post(guard(Tour, { allow: fields }), tours.createTour) // flagged: no-body-after-guard

router
  .route('/:id')
  .patch(auth.restrictTo('admin', 'lead-guide'), guard(Tour, { allow: fields, partial: true }), tours.updateTour)
  .delete(auth.restrictTo('admin'), tours.deleteTour)

router.put('/:id/location', guard(Tour, { allow: ['startLocation'] }), tours.replaceLocation) // flagged: no-body-after-guard

module.exports = router
