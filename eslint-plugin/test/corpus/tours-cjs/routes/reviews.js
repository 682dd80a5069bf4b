const express = require('express')
const { guard } = require('mongoose-guard/express')
const Review = require('../models/review')
const reviews = require('../controllers/reviews')

const router = express.Router({ mergeParams: true })

router.post(
  '/',
  reviews.setTourUserIds,
  guard(Review, { allow: ['review', 'rating', 'tour', 'user'] }),
  reviews.createReview, // flagged: no-body-after-guard
)
router.patch('/:id', reviews.updateReview)

module.exports = router
