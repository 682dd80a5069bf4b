const wrap = require('./async')

exports.store = (Model) =>
  wrap(async (req, res) => {
    const document = await Model.create(req.body)
    res.status(201).json({ data: document })
  })

exports.update = (Model, options) =>
  wrap(async (req, res) => {
    const document = await Model.findByIdAndUpdate(req.params.id, req.body, options)
    res.json({ data: document })
  })

exports.show = (Model) => wrap(async (req, res) => res.json({ data: await Model.findById(req.params.id) }))
