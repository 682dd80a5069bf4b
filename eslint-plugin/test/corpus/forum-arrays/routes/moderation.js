const router = require('express').Router()
const { guard } = require('mongoose-guard/express')
const Thread = require('../models/thread')

const moderate = [requireModerator, guard(Thread, { allow: ['locked', 'pinned'], partial: true })]

router.patch('/threads/:id', ...moderate, async (req, res) => {
  const thread = await Thread.findById(req.params.id)
  for (const [field, value] of Object.entries(req.body)) thread[field] = value // flagged: no-body-after-guard
  await thread.save()
  res.json(thread)
})

router.patch('/threads/:id/pin', moderate, async (req, res) => {
  await Thread.updateOne({ _id: req.params.id }, req.validated)
  res.sendStatus(204)
})

function requireModerator(req, res, next) {
  if (req.user?.isModerator) return next()
  res.status(403).end()
}

module.exports = router
