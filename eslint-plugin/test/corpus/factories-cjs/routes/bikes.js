const router = require('express').Router()
const { storeBike, updateBike, showBike } = require('../controllers')

router.post('/', storeBike)
router.route('/:id').get(showBike).put(updateBike)

module.exports = router
