const { Schema, model } = require('mongoose')

module.exports = model('Actor', new Schema({ name: String, seats: Number }))
