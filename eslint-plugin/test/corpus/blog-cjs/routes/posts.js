const router = require('express').Router()
const { guard } = require('mongoose-guard/express')
const Post = require('../models/post')
const { list, create, update, comment, importMany } = require('../controllers/posts')
const { requireUser, requireRole } = require('../middleware/auth')

const editable = ['title', 'body', 'tags', 'published']

router
  .route('/')
  .get(list)
  .post(requireUser, guard(Post, { allow: editable }), create)

router.route('/:id').patch(requireUser, guard(Post, { allow: editable, partial: true }), update) // flagged: no-body-after-guard

router.post('/:id/comments', requireUser, comment)
router.post('/import', requireUser, requireRole('admin'), importMany)

module.exports = router
