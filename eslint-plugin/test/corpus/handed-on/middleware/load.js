const Note = require('../models/note')

exports.loadNote = async (req, res, next) => {
  req.note = await Note.findById(req.params.id).lean()
  req.note.title = req.body.title
  next()
}
