'use strict'

const express = require('express')
const mongoose = require('mongoose')
const mg = require('mongoose-guard/express')

const app = express()
app.use(express.json())

const Device = mongoose.model('Device', { name: String, owner: String, firmware: { version: String, locked: Boolean } })

app.post('/devices', mg.guard(Device, { allow: ['name'] }), function (req, res, next) {
  var self = req
  const fields = self.body // flagged: no-body-after-guard
  Device.create(fields, function (err, device) {
    if (err) return next(err)
    res.status(201).json(device)
  })
})

app.patch(
  '/devices/:id',
  mg.guard(Device, { allow: ['name', 'firmware.version'], partial: true }),
  function (req, res, next) {
    Device.updateOne({ _id: req.params.id }, req.validated) // flagged: prefer-to-update
      .then(function () {
        res.sendStatus(204)
      })
      .catch(next)
  },
)

app.put('/devices/:id', function (req, res, next) {
  var update = {}
  for (var key in req.body) update[key] = req.body[key]
  Device.findByIdAndUpdate(req.params.id, update, { new: true }) // flagged: no-unguarded-write
    .then((device) => res.json(device))
    .catch(next)
})

app.post('/devices/:id/dynamic', function (req, res, next) {
  var allow = req.user.admin ? ['name', 'owner'] : ['name']
  mg.guard(Device, { allow: allow, partial: true })(req, res, next) // flagged: no-guard-in-handler
})

app.listen(process.env.PORT || 8080)
