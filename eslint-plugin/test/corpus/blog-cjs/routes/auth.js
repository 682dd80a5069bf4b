const express = require('express')
const rateLimit = require('express-rate-limit')
const auth = require('../controllers/auth')

const router = express.Router()
const limiter = rateLimit({ windowMs: 60_000, max: 10, keyGenerator: (req) => req.body.email || req.ip })

router.post('/register', limiter, auth.register)
router.post('/login', limiter, auth.login)

module.exports = router
