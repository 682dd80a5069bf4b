const express = require('express')
const threads = require('../controllers/thread-controller')

const router = express.Router()

router.get('/threads', threads.thread_list)
router.get('/threads/create', threads.thread_create_get)
router.post('/threads/create', threads.thread_create_post)
router.post('/threads/:id', threads.thread_update_post)
router.post('/threads/:id/move', ...threads.thread_move)

module.exports = router
