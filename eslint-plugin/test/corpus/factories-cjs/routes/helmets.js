const router = require('express').Router()
const { only } = require('../lib/body')
const { storeHelmet, showHelmet } = require('../controllers')
const Helmet = require('../models/helmet')

router.post('/', only(Helmet, { allow: ['label'] }), storeHelmet) // flagged: no-body-after-guard
router.get('/:id', showHelmet)

module.exports = router
