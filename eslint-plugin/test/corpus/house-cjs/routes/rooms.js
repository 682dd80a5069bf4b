const router = require('express').Router()
const rooms = require('../controllers/rooms')

router.get('/', rooms.list)
router.post('/', rooms.create)
router.post('/apply', rooms.apply)
router.post('/ask', rooms.ask)
router.post('/named', rooms.rename)

module.exports = router
