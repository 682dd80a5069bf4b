const { Schema, model } = require('mongoose')

exports.Photo = model('Photo', new Schema({ path: String, caption: String, views: Number }))
