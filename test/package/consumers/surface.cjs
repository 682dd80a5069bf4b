/** An application for the command line, which keeps a server open as real ones do. */
const express = require('express')
const mongoose = require('mongoose')
const { guard } = require('mongoose-guard/express')

const User = mongoose.model(
  'User',
  new mongoose.Schema({ name: String, role: String }, { autoCreate: false, autoIndex: false }),
)
const app = express()
app.post('/users', guard(User, { allow: ['name'] }), (req, res) => res.json(req.validated))
app.listen(0)

module.exports = app
