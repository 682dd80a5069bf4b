const asyncHandler = require('express-async-handler')
const { body, validationResult } = require('express-validator')
const { guard } = require('mongoose-guard/express')
const Thread = require('../models/thread')

exports.thread_list = asyncHandler(async (req, res) => {
  res.render('threads', { threads: await Thread.find().sort({ pinned: -1 }).exec() })
})

exports.thread_create_get = (req, res) => res.render('thread_form', { title: 'New thread' })

exports.thread_create_post = [
  guard(Thread, { allow: ['title', 'body'] }),
  asyncHandler(async (req, res) => {
    const thread = new Thread({ title: req.body.title, body: req.validated.body, owner: req.user.id }) // flagged: no-body-after-guard
    await thread.save()
    res.redirect(thread.url)
  }),
]

exports.thread_update_post = [
  body('title', 'Title is required').trim().isLength({ min: 1 }).escape(),
  asyncHandler(async (req, res) => {
    const errors = validationResult(req)
    if (!errors.isEmpty()) return res.render('thread_form', { thread: req.body, errors: errors.array() })
    await Thread.findByIdAndUpdate(req.params.id, { title: req.body.title })
    res.redirect(`/threads/${req.params.id}`)
  }),
]

exports.thread_move = [
  (req, res, next) => {
    console.log('moving', req.body.from, req.body.to)
    next()
  },
  guard(Thread, { allow: [] }),
  (req, res) => res.sendStatus(204),
]
