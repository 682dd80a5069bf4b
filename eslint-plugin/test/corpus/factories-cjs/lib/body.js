const { guard } = require('mongoose-guard/express')

exports.only = (Model, options) => guard(Model, { ...options, onReject: (errors, req, res) => res.status(422).json(errors) })
