const express = require('express')
const { guard } = require('mongoose-guard/express')
const User = require('../models/user')
const users = require('../controllers/users')
const { requireUser, requireRole } = require('../middleware/auth')

const router = express.Router()

router.get('/', requireUser, requireRole('admin'), users.list)
router.get('/:id', users.read)
router.post('/', guard(User, { allow: ['username', 'email', 'profile'] }), users.create)
router.put('/:id', requireUser, guard(User, { allow: ['username', 'email'], partial: true }), users.update) // flagged: no-body-after-guard
router.patch('/me/profile', requireUser, users.updateProfile)
router.delete('/:id', requireUser, requireRole('admin'), users.remove)

module.exports = router
