const { Schema, model } = require('mongoose')

module.exports = model('Theatre', new Schema({ name: String, seats: Number }))
