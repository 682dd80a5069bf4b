const Rental = require('../models/rental')

const insert = async (Model, req, res) => {
  const document = await Model.create(req.body) // flagged: no-unguarded-write
  res.status(201).json(document)
}

exports.create = (req, res) => insert(Rental, req, res)

exports.close = (req, res) => {
  Rental.findById(req.params.id, (error, rental) => {
    if (error) return res.sendStatus(500)
    Object.assign(rental, req.body) // flagged: no-unguarded-write
    rental.save(() => res.json(rental))
  })
}

exports.extend = (req, res) => {
  Rental.findById(req.params.id).then((rental) => {
    rental.set(req.body) // flagged: no-unguarded-write
    return rental.save().then(() => res.json(rental))
  })
}
