const { Schema, model } = require('mongoose')

module.exports = model('Film', new Schema({ name: String, seats: Number }))
